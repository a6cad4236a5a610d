//! Positions solved for earlier questions, so that a batch explores each once.

use crate::answer::{Facts, Solution};
use crate::any::{AnyGame, Erased, Key};
use crate::graph::{Explorer, Vertex};
use crate::limits::{LimitHit, Limits};
use crate::solve::solve;
use crate::value::{Grundy, Verdict};

/// Beyond so many bytes the memory is emptied before the next question.
const FORGET: u64 = 1 << 30;

/// The canonical positions of one game that were explored, and what is known of those that were solved.
pub(super) struct Memory<'a> {
    game: Erased<'a>,
    explorer: Explorer<Key>,
    known: Vec<Option<(Verdict, Grundy)>>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(game: &'a dyn AnyGame) -> Self {
        Self { game: Erased(game), explorer: Explorer::measured(|key: &Key| key.0.len() + 16), known: Vec::new() }
    }

    /// Solves the game expanded from a canonical position, unless it is known.
    ///
    /// Whether a position is solved under the limits does not depend on the questions before: what is known was expanded from
    /// a position within the limit of moves, and no option's game is larger than its position's; and where the memory
    /// of earlier questions is in the way, it is given up.
    pub(super) fn solve(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), LimitHit> {
        if self.explorer.bytes() > FORGET {
            *self = Self::new(self.game.0);
        }
        let before = self.explorer.count();
        let done = self.expand(at, moves, limits);
        if before > 0 && matches!(done, Err(LimitHit::Memory { .. })) {
            *self = Self::new(self.game.0);
            return self.expand(at, moves, limits);
        }
        done
    }

    fn expand(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), LimitHit> {
        let root = self.explorer.number(at);
        if self.known.get(root.index()).is_some_and(Option::is_some) {
            return Ok(());
        }
        let reached = self.explorer.reach(&self.game, &[root], moves, limits)?;
        let graph = self.explorer.graph(&self.game, &reached);
        let solved = solve(&graph, limits)?;
        self.known.resize(self.explorer.count(), None);
        for (i, v) in (0..).map(Vertex).zip(reached) {
            self.known[v.index()] = Some((solved.verdict(i), solved.grundy(i)));
        }
        Ok(())
    }
}

impl Solution<Key> for Memory<'_> {
    fn facts(&self, at: &Key) -> Option<Facts> {
        let (verdict, grundy) = self.known.get(self.explorer.find(at)?.index())?.as_ref()?;
        Some(Facts::solved(*verdict, grundy.clone()))
    }
}
