//! Games whose positions are words: all reachable positions are stored in a table, tier by tier.

use super::error::BuildError;
use super::row::{Row, RowId};
use super::statistics::{Count, Statistics};
use crate::answer::PositionValue;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::solve::{TieredSolution, TieredState, solve_tiered_resumable};
use crate::text::{DynTiered, Key};
use crate::value::{Grundy, Undefined};

/// Number of rows between two checks of the limits.
const STEPS: usize = 1 << 14;

/// All positions that are reachable from one position.
pub(super) struct TieredGame<'a> {
    words: &'a dyn DynTiered,
    undefined: Undefined,
    solved: TieredSolution,
    start: Key,
}

/// Solves all positions that are reachable from `start`.
pub(super) fn solve<'a>(
    words: &'a dyn DynTiered,
    undefined: Undefined,
    start: &Key,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<TieredGame<'a>, BuildError> {
    let from = checkpointer.take_previous(|from| TieredState::read(from, words))?;
    let solved = solve_tiered_resumable(words, words.word(start), words.tier(start), limits, from, checkpointer)?;
    Ok(TieredGame { words, undefined, solved, start: start.clone() })
}

impl TieredGame<'_> {
    pub(super) fn count(&self) -> Statistics {
        let mut count = Count::default();
        self.solved.all().for_each(|(_, word, verdict)| count.add(verdict, self.words.player(word), 1));
        let value = value(self.words, &self.solved, self.undefined, &self.start);
        count.statistics(self.solved.counts().moves, value.map(|value| (self.start.clone(), value)))
    }

    pub(super) fn position(&self, word: u64) -> Key {
        self.words.position(word)
    }

    pub(super) fn text(&self, word: u64) -> String {
        self.words.text(word)
    }

    /// Calls `each` with every position, ordered by tier and word; sorts one tier at a time.
    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
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
                    let player = self.words.player(word);
                    if !each(&Row { id: RowId::Word(tier, word), verdict, grundy: None, player, weight: 1 }) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// The value of a position; `None` if it is not reachable.
pub(in crate::solver) fn value(
    tiered: &dyn DynTiered,
    solution: &TieredSolution,
    undefined: Undefined,
    at: &Key,
) -> Option<PositionValue> {
    let verdict = solution.verdict(tiered.tier(at), tiered.word(at))?;
    Some(PositionValue::solved(verdict, Grundy::Undefined(undefined)))
}
