//! Positions solved for earlier questions, so that a batch explores each once.

use crate::answer::{Facts, Solution};
use crate::any::{AnyGame, Erased, Key};
use crate::graph::{Explorer, Vertex};
use crate::limits::{LimitHit, Limits};
use crate::solve::{Method, solve};
use crate::value::{Grundy, Verdict};

/// Beyond so many bytes the memory is emptied before the next question.
const FORGET: u64 = 1 << 30;

/// The canonical positions of one game that were explored, and what is known of those that were solved.
pub(super) struct Memory<'a> {
    game: Erased<'a>,
    explorer: Explorer<Key>,
    known: Vec<Option<(Verdict, Grundy, Method)>>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(game: &'a dyn AnyGame) -> Self {
        Self { game: Erased(game), explorer: Explorer::measured(|key: &Key| key.0.len() + 16), known: Vec::new() }
    }

    /// Solves the game expanded from a canonical position, unless it is known, and says how it was solved.
    ///
    /// Whether a position is solved under a limit of moves does not depend on the questions before: what is known was
    /// expanded from a position within that limit, and no option's game is larger than its position's.
    pub(super) fn solve(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<Method, LimitHit> {
        if self.explorer.bytes() > FORGET {
            *self = Self::new(self.game.0);
        }
        let root = self.explorer.number(at);
        if let Some((_, _, method)) = self.known.get(root.index()).and_then(Option::as_ref) {
            return Ok(*method);
        }
        let reached = self.explorer.reach(&self.game, &[root], moves, limits)?;
        let graph = self.explorer.graph(&self.game, &reached);
        let solved = solve(&graph, limits)?;
        self.known.resize(self.explorer.count(), None);
        for (i, v) in (0..).zip(reached) {
            let i = Vertex(i);
            self.known[v.index()] = Some((solved.verdict(i), solved.grundy(i), solved.method()));
        }
        Ok(solved.method())
    }
}

impl Solution<Key> for Memory<'_> {
    fn facts(&self, at: &Key) -> Option<Facts> {
        let (verdict, grundy, _) = self.known.get(self.explorer.find(at)?.index())?.as_ref()?;
        Some(Facts::solved(*verdict, grundy.clone()))
    }
}
