//! Depth-first proof-number search (Nagai 2002): the outcome of a position of a tiered game, as a yardstick for `solve::Searcher`.
//!
//! A question is whether the player to move at a position reaches a goal: to win, or not to lose. The *proof number* of a question is the
//! least number of positions without stored numbers that have to be solved so that the answer is *yes*, counted as in a tree; its
//! *disproof number* is that for *no*. The search goes on at a position whose numbers decide those of the root, as long as the numbers stay
//! below thresholds. The threshold of an option is a quarter larger than the numbers of its best sibling (Pawlewicz and Lew 2006), so that the
//! search returns less often.
//!
//! Options that are equal by symmetry count once, and those of the same proof number are searched in the order of the game's guesses, as
//! far as it has any. The table stores the numbers of every question that was visited; its size is not limited.

use grundy::game::{TieredBlock, TieredRow};
use grundy::text::DynTiered;
use grundy::{Outcome, Verdict};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// More than any sum of numbers.
const INFINITE: u32 = 1 << 30;

/// What the player to move has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    Win,
    NoLoss,
}

impl Goal {
    /// The goal at an option: of the opponent, that this goal is missed.
    fn at_option(self, moves_again: bool) -> Self {
        match self {
            _ if moves_again => self,
            Self::Win => Self::NoLoss,
            Self::NoLoss => Self::Win,
        }
    }

    fn is_reached(self, outcome: Outcome) -> bool {
        outcome == Outcome::Win || outcome == Outcome::Draw && self == Self::NoLoss
    }
}

/// Proof and disproof number of a question.
#[derive(Clone, Copy, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const NEW: Self = Self { proof: 1, disproof: 1 };

    fn answered(is_reached: bool) -> Self {
        if is_reached { Self { proof: 0, disproof: INFINITE } } else { Self { proof: INFINITE, disproof: 0 } }
    }

    /// Those of the opposite question.
    fn opposite(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

/// An option of a position.
struct Choice {
    word: u64,
    tier: u32,
    moves_again: bool,
}

/// A search of one game, with its table.
pub struct ProofNumberSearch<'a> {
    game: &'a dyn DynTiered,
    table: FxHashMap<(u64, Goal), ProofNumbers>,
    block: TieredBlock,
    visited: u64,
}

impl<'a> ProofNumberSearch<'a> {
    /// A search with an empty table.
    pub fn new(game: &'a dyn DynTiered) -> Self {
        Self { game, table: FxHashMap::default(), block: TieredBlock::default(), visited: 0 }
    }

    /// Whether the player to move at a position reaches the goal.
    pub fn is_reached(&mut self, word: u64, tier: u32, goal: Goal) -> bool {
        let word = self.game.canonical(word);
        let numbers = self.search(word, tier, goal, ProofNumbers { proof: INFINITE, disproof: INFINITE });
        assert!(numbers.proof == 0 || numbers.disproof == 0, "the numbers are too large for an answer");
        numbers.proof == 0
    }

    /// Number of visits of positions.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Number of stored questions.
    pub fn stored(&self) -> usize {
        self.table.len()
    }

    /// Searches a question until one of its numbers is at least its threshold, and stores the numbers.
    fn search(&mut self, word: u64, tier: u32, goal: Goal, thresholds: ProofNumbers) -> ProofNumbers {
        self.visited += 1;
        let mut options = Vec::new();
        let numbers = match self.known(word, goal).or_else(|| self.expand(word, tier, goal, &mut options)) {
            Some(answered) => answered,
            None => self.search_options(&options, goal, thresholds),
        };
        self.table.insert((word, goal), numbers);
        numbers
    }

    /// The answer that the bounds of the game give.
    fn known(&self, word: u64, goal: Goal) -> Option<ProofNumbers> {
        let is_reached = |verdict: Verdict| goal.is_reached(verdict.outcome());
        let [worst, best] = self.game.bounds(word)?.map(is_reached);
        (worst || !best).then(|| ProofNumbers::answered(worst))
    }

    /// Appends the options of a position; the answer if there are none.
    fn expand(&mut self, word: u64, tier: u32, goal: Goal, options: &mut Vec<Choice>) -> Option<ProofNumbers> {
        self.block.clear();
        self.game.expand(tier, &[word], &mut self.block);
        let choice = |option: &grundy::game::TieredOption| Choice {
            word: self.game.canonical(option.word),
            tier: option.tier,
            moves_again: option.moves_again,
        };
        options.extend(self.block.options().iter().map(choice));
        options.sort_unstable_by_key(|option| (option.word, option.moves_again));
        options.dedup_by_key(|option| (option.word, option.moves_again));
        options.sort_by_cached_key(|option| Reverse(self.game.guess(word, option.word)));
        for option in &*options {
            let goal = goal.at_option(option.moves_again);
            if let Some(answered) = self.known(option.word, goal) {
                self.table.insert((option.word, goal), answered);
            }
        }
        match self.block.rows().first() {
            Some(&TieredRow::Terminal(outcome)) => Some(ProofNumbers::answered(goal.is_reached(outcome))),
            _ => None,
        }
    }

    fn search_options(&mut self, options: &[Choice], goal: Goal, thresholds: ProofNumbers) -> ProofNumbers {
        loop {
            let (mut best, mut best_numbers, mut second) = (0, ProofNumbers::answered(false), INFINITE);
            let mut disproof = 0u32;
            for (i, option) in options.iter().enumerate() {
                let stored = self.table.get(&(option.word, goal.at_option(option.moves_again)));
                let stored = stored.copied().unwrap_or(ProofNumbers::NEW);
                let numbers = if option.moves_again { stored } else { stored.opposite() };
                disproof = (disproof + numbers.disproof).min(INFINITE);
                if numbers.proof < best_numbers.proof {
                    second = best_numbers.proof;
                    (best, best_numbers) = (i, numbers);
                } else {
                    second = second.min(numbers.proof);
                }
            }
            let proof = best_numbers.proof;
            if proof == 0 || disproof == 0 || proof >= thresholds.proof || disproof >= thresholds.disproof {
                return if proof == 0 { ProofNumbers::answered(true) } else { ProofNumbers { proof, disproof } };
            }
            let of_option = ProofNumbers {
                proof: thresholds.proof.min(second + second / 4 + 1),
                disproof: thresholds.disproof - disproof + best_numbers.disproof,
            };
            let option = &options[best];
            let of_option = if option.moves_again { of_option } else { of_option.opposite() };
            self.search(option.word, option.tier, goal.at_option(option.moves_again), of_option);
        }
    }
}
