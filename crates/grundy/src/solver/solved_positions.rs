//! Positions solved for earlier questions, so that a series of questions explores each position once.

use super::SolveError;
use crate::answer::{PositionValue, Solution, StoreError};
use crate::graph::{Explorer, Vertex};
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::solve_with_grundy;
use crate::text::{DynGame, Key};
use crate::value::{Grundy, Verdict};
use dashu_int::UBig;

/// The least bytes of a stored position, and of a move.
const MIN_POSITION_BYTES: u64 = 48;
const MOVE_BYTES: u64 = 4;

/// The number of bytes above which the memory is emptied before the next question.
const MAX_BYTES: u64 = 1 << 30;

/// The canonical positions of one game that were explored, and the values of those that were solved.
pub(super) struct SolvedPositions<'a> {
    game: &'a dyn DynGame,
    explorer: Explorer<'a>,
    known: Vec<Option<(Verdict, Grundy)>>,
}

impl<'a> SolvedPositions<'a> {
    pub(super) fn new(game: &'a dyn DynGame) -> Self {
        Self { game, explorer: Explorer::new(game, true), known: Vec::new() }
    }

    /// Solves the game expanded from a canonical position, unless it is already solved. Positions explored for earlier
    /// questions are not explored again; they are solved again together with the new positions around them.
    ///
    /// Whether a position is solved within the limits does not depend on earlier questions: known positions were
    /// expanded from a position within the limit of moves, and the game of an option is not larger than that of its
    /// position. If the memory of earlier questions makes the run exceed the limit, that memory is dropped.
    pub(super) fn solve(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), SolveError> {
        if self.bytes() > MAX_BYTES.min(limits.max_memory() / 2) {
            *self = Self::new(self.game);
        }
        let before = self.explorer.count();
        let done = self.expand(at, moves, limits);
        if before > 0 && matches!(done, Err(SolveError::Run(RunError::Limit(LimitHit::Memory { .. })))) {
            *self = Self::new(self.game);
            return self.expand(at, moves, limits);
        }
        done
    }

    /// Solves the games expanded from canonical positions together, as one graph.
    pub(super) fn solve_all(&mut self, all: &[Key], limits: &Limits<'_>) -> Result<(), SolveError> {
        if let Some(last) = all.last() {
            self.check_bounds(last, u64::MAX, limits)?;
        }
        let mut roots: Vec<Vertex> = all.iter().map(|at| self.explorer.vertex(at)).collect();
        roots.sort_unstable();
        roots.dedup();
        self.reach(&roots, u64::MAX, limits)
    }

    fn expand(&mut self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), SolveError> {
        let root = self.explorer.vertex(at);
        if self.known.get(root.index()).is_some_and(Option::is_some) {
            return Ok(());
        }
        self.check_bounds(at, moves, limits)?;
        self.reach(&[root], moves, limits)
    }

    fn reach(&mut self, roots: &[Vertex], moves: u64, limits: &Limits<'_>) -> Result<(), SolveError> {
        let reachable = self.explorer.reach(roots, moves, limits)?;
        let graph = self.explorer.take_graph(&reachable);
        let solved = solve_with_grundy(&graph, limits);
        self.explorer.put_back(&reachable, graph);
        let solved = solved?;
        self.known.resize(self.explorer.count() as usize, None);
        for (i, v) in (0..).map(Vertex).zip(reachable.iter()) {
            self.known[v.index()] = Some((solved.verdict(i), solved.grundy(i)));
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.explorer.bytes() + (self.known.capacity() * size_of::<Option<(Verdict, Grundy)>>()) as u64
    }

    /// Rejects a game that is known to be too large, before it is expanded.
    fn check_bounds(&self, at: &Key, moves: u64, limits: &Limits<'_>) -> Result<(), SolveError> {
        // No longer row of moves can be stored.
        let longest = moves.min(u32::MAX.into());
        if self.game.count_moves(at)? > UBig::from(longest) {
            return Err(LimitHit::Moves { limit: longest }.into());
        }
        let Some(theory) = self.game.theory() else { return Ok(()) };
        let least = theory.expansion_bound(at);
        if least.moves > moves {
            return Err(LimitHit::Moves { limit: moves }.into());
        }
        let bytes =
            least.positions.saturating_mul(MIN_POSITION_BYTES).saturating_add(least.moves.saturating_mul(MOVE_BYTES));
        Ok(limits.check(least.positions, bytes)?)
    }
}

impl Solution<Key> for SolvedPositions<'_> {
    fn get(&self, at: &Key) -> Result<Option<PositionValue>, StoreError> {
        let known = self.explorer.find(at).and_then(|v| self.known.get(v.index())?.as_ref());
        Ok(known.map(|(verdict, grundy)| PositionValue::solved(*verdict, grundy.clone())))
    }
}
