//! Games whose positions are words: every one that can be reached is kept in a table, tier by tier.

use super::solved_game::{Row, RowId};
use super::{BuildError, Count, Statistics};
use crate::answer::PositionValue;
use crate::catalog::Opened;
use crate::checkpoint::Checkpointer;
use crate::limits::{Limits, RunError};
use crate::solve::{TieredSolution, TieredState, solve_tiered_resumable};
use crate::text::{Key, TextTiered};
use crate::value::Grundy;

/// Rows between two looks at the limits.
const STEPS: usize = 1 << 14;

/// Every position that can be reached from one.
pub(super) struct TieredGame<'a> {
    game: &'a Opened,
    words: &'a dyn TextTiered,
    solved: TieredSolution,
    start: Key,
}

/// Every position that can be reached from `start`.
pub(super) fn solve<'a>(
    game: &'a Opened,
    words: &'a dyn TextTiered,
    start: &Key,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<TieredGame<'a>, BuildError> {
    let from = checkpointer.take_previous(|from| TieredState::read(from, words))?;
    let solved = solve_tiered_resumable(words, words.word(start), words.tier(start), limits, from, checkpointer)?;
    Ok(TieredGame { game, words, solved, start: start.clone() })
}

impl TieredGame<'_> {
    pub(super) fn count(&self) -> Statistics {
        let mut count = Count::default();
        self.solved.all().for_each(|(_, word, verdict)| count.add(verdict, self.words.turn(word), 1));
        let facts = facts(self.game, self.words, &self.solved, &self.start).expect("the start is met first");
        count.built(self.solved.census().moves, Some((self.start.clone(), facts)))
    }

    pub(super) fn position(&self, word: u64) -> Key {
        self.words.position(word)
    }

    pub(super) fn text(&self, word: u64) -> String {
        self.words.text(word)
    }

    /// Calls `each` with every position, by tier and word: a tier is sorted at a time.
    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), RunError> {
        let mut all = self.solved.all().peekable();
        let mut tier_words: Vec<u64> = Vec::new();
        while let Some(&(tier, _, _)) = all.peek() {
            tier_words.clear();
            while let Some((_, word, _)) = all.next_if(|&(next, _, _)| next == tier) {
                tier_words.push(word);
            }
            limits.check(0, self.solved.bytes() + 8 * tier_words.capacity() as u64)?;
            tier_words.sort_unstable();
            for words in tier_words.chunks(STEPS) {
                limits.check(0, 0)?;
                for &word in words {
                    let verdict = self.solved.verdict(tier, word).expect("a word of the tier");
                    let turn = self.words.turn(word);
                    if !each(&Row { spot: RowId::Word(tier, word), verdict, grundy: None, turn, weight: 1 }) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// What is known of a position, if it was met.
pub(in crate::solver) fn facts(
    game: &Opened,
    words: &dyn TextTiered,
    solved: &TieredSolution,
    at: &Key,
) -> Option<PositionValue> {
    let verdict = solved.verdict(words.tier(at), words.word(at))?;
    let why = game.any().without_grundy().expect("games solved tier by tier have no Grundy values");
    Some(PositionValue::solved(verdict, Grundy::Undefined(why)))
}
