//! Positions solved for earlier questions, so that a batch explores each once.

use crate::answer::{PositionValue, Solution};
use crate::graph::{KeyExplorer, Vertex};
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::solve_with_grundy;
use crate::text::{DynGame, Key};
use crate::value::{Grundy, Verdict};
use dashu_int::UBig;

/// The least bytes of a stored position, and of a move.
const POSITION: u64 = 48;
const MOVE: u64 = 4;

/// Beyond so many bytes the memory is emptied before the next question.
const FORGET: u64 = 1 << 30;

/// The canonical positions of one game that were explored, and what is known of those that were solved.
pub(super) struct Memory<'a> {
    explorer: KeyExplorer<'a>,
    known: Vec<Option<(Verdict, Grundy)>>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(game: &'a dyn DynGame) -> Self {
        Self { explorer: KeyExplorer::new(game, true), known: Vec::new() }
    }

    /// Solves the game expanded from a canonical position, unless it is known. What was explored for earlier questions is
    /// not explored again; it is solved again with what is new around it.
    ///
    /// Whether a position is solved under the limits does not depend on the questions before: what is known was expanded from
    /// a position within the limit of moves, and no option's game is larger than its position's; and where the memory
    /// of earlier questions is in the way, it is given up.
    pub(super) fn solve(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), RunError> {
        if self.bytes() > FORGET.min(limits.max_memory() / 2) {
            *self = Self::new(self.explorer.game());
        }
        let before = self.explorer.count();
        let done = self.expand(at, moves, limits);
        if before > 0 && matches!(done, Err(RunError::Limit(LimitHit::Memory { .. }))) {
            *self = Self::new(self.explorer.game());
            return self.expand(at, moves, limits);
        }
        done
    }

    /// Solves the games expanded from canonical positions together, as one graph.
    pub(super) fn solve_all(&mut self, all: &[Key], limits: &Limits<'_>) -> Result<(), RunError> {
        if let Some(last) = all.last() {
            self.foresee(last, u64::MAX, limits)?;
        }
        let mut roots: Vec<Vertex> = all.iter().map(|at| self.explorer.number(at)).collect();
        roots.sort_unstable();
        roots.dedup();
        self.reach(&roots, u64::MAX, limits)
    }

    fn expand(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), RunError> {
        let root = self.explorer.number(at);
        if self.known.get(root.index()).is_some_and(Option::is_some) {
            return Ok(());
        }
        self.foresee(at, moves, limits)?;
        self.reach(&[root], moves, limits)
    }

    fn reach(&mut self, roots: &[Vertex], moves: u64, limits: &Limits<'_>) -> Result<(), RunError> {
        let met = self.explorer.reach(roots, moves, limits)?;
        let graph = self.explorer.take_graph(&met);
        let solved = solve_with_grundy(&graph, limits);
        self.explorer.put_back(&met, graph);
        let solved = solved?;
        self.known.resize(self.explorer.count(), None);
        for (i, v) in (0..).map(Vertex).zip(met.iter()) {
            self.known[v.index()] = Some((solved.verdict(i), solved.grundy(i)));
        }
        Ok(())
    }
}

impl Memory<'_> {
    fn bytes(&self) -> u64 {
        self.explorer.bytes() + (self.known.capacity() * size_of::<Option<(Verdict, Grundy)>>()) as u64
    }

    /// Refuses, before anything is expanded, what is known to be too large.
    fn foresee(&self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), RunError> {
        let game = self.explorer.game();
        // No row of moves longer than that can be stored.
        let longest = moves.min(u32::MAX.into());
        if game.count_moves(at) > UBig::from(longest) {
            return Err(RunError::Limit(LimitHit::Moves { limit: longest }));
        }
        let least = game.expansion_at_least(at);
        if least.moves > moves {
            return Err(RunError::Limit(LimitHit::Moves { limit: moves }));
        }
        let bytes = least.positions.saturating_mul(POSITION).saturating_add(least.moves.saturating_mul(MOVE));
        limits.check(least.positions, bytes)
    }
}

impl Solution<Key> for Memory<'_> {
    fn facts(&self, at: &Key) -> Option<PositionValue> {
        let (verdict, grundy) = self.known.get(self.explorer.find(at)?.index())?.as_ref()?;
        Some(PositionValue::solved(*verdict, grundy.clone()))
    }
}
