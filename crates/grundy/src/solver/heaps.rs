//! The consecutive single heaps of a game, each with its value and its winning moves.

use super::{SolveError, Solver};
use crate::answer::PositionValue;
use crate::catalog::OpenedGame;
use crate::limits::Limits;
use crate::text::{Key, ParseError, TheoryError};
use std::error::Error;
use std::fmt;

/// Number of heaps in the first block that is solved together, if theory does not give their values.
const BLOCK: u64 = 64;

/// A single heap of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleHeap {
    /// The size of the heap.
    pub size: u64,
    /// The value for the player to move.
    pub value: PositionValue,
    /// The first winning moves, as text.
    pub winning_moves: Vec<String>,
}

/// Why a heap has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeapError {
    /// The heap cannot be solved.
    Solve(SolveError),
    /// The heap is not a position of the game.
    Position {
        /// The text of the heap.
        text: String,
        /// The parse error.
        error: ParseError,
    },
}

impl fmt::Display for HeapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solve(error) => error.fmt(f),
            Self::Position { text, error } => write!(f, "heap {text}: {error}"),
        }
    }
}

impl Error for HeapError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Solve(error) => Some(error),
            Self::Position { error, .. } => Some(error),
        }
    }
}

impl From<SolveError> for HeapError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// An iterator over the single heaps of a game.
///
/// ```
/// use grundy::{catalog, limits::Limits, solver::SingleHeaps, Play};
/// let kayles = catalog::open("kayles", Play::Normal, &Limits::NONE)?;
/// let heaps = SingleHeaps::new(&kayles, 4, 10, Limits::NONE).unwrap().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(heaps.iter().map(|heap| heap.size).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
/// assert_eq!(heaps[3].winning_moves, ["take 1 from 3, leave 1 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SingleHeaps<'a> {
    solver: Solver<'a>,
    limits: Limits<'a>,
    /// The next heap; `None` after the largest heap of the game.
    next: Option<u64>,
    last: u64,
    winning_moves: usize,
    /// The heap up to which all heaps were solved together; `None` if that is not worthwhile or exceeded a limit.
    solved_to: Option<u64>,
}

impl<'a> SingleHeaps<'a> {
    /// Creates an iterator from the least heap up to heap `last`, each with at most `winning_moves` winning moves. `None` if the
    /// positions of the game are not single heaps.
    pub fn new(game: &'a OpenedGame, last: u64, winning_moves: usize, limits: Limits<'a>) -> Option<Self> {
        let least = game.as_dyn().theory()?.least_heap()?;
        let solver = Solver::new(game).limits(limits).without_moves();
        Some(Self { solver, limits, next: Some(least), last, winning_moves, solved_to: Some(least) })
    }

    fn heap(&mut self, size: u64) -> Result<SingleHeap, HeapError> {
        // Theory gives values without checking the limits.
        self.limits.check(0, 0).map_err(SolveError::from)?;
        self.solve_ahead(size);
        let at = self.parse(size)?;
        let source = self.solver.source(&at)?;
        let value = self.solver.value(&source, &at)?;
        let winning_moves = self.solver.winning_moves_from(&source, &at, self.winning_moves)?;
        Ok(SingleHeap { size, value, winning_moves })
    }

    fn parse(&self, size: u64) -> Result<Key, HeapError> {
        let text = size.to_string();
        self.solver.game().as_dyn().parse(&text).map_err(|error| HeapError::Position { text, error })
    }

    /// Solves a block of heaps by its last heap, from which the others are usually reachable. If heaps were solved one
    /// by one, each heap would solve all smaller ones again.
    fn solve_ahead(&mut self, size: u64) {
        let Some(done) = self.solved_to.filter(|&done| done <= size) else { return };
        let last = self.last.min(done.saturating_mul(2).max(BLOCK));
        self.solved_to = None;
        let Ok(at) = self.parse(last) else { return };
        let theory = self.solver.game().as_dyn().theory();
        let is_without_theory = theory.is_some_and(|theory| {
            theory.prepare(&at, &self.limits).is_ok() && matches!(theory.claim(&at), Err(TheoryError::NoTheory))
        });
        // A block may exceed a limit although smaller heaps in it do not.
        if is_without_theory && last > size && self.solver.source(&at).is_ok() {
            self.solved_to = last.checked_add(1);
        }
    }
}

impl Iterator for SingleHeaps<'_> {
    type Item = Result<SingleHeap, HeapError>;

    fn next(&mut self) -> Option<Self::Item> {
        let size = self.next.filter(|&heap| heap <= self.last)?;
        self.next = size.checked_add(1);
        Some(self.heap(size))
    }
}
