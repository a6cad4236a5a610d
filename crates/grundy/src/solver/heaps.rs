//! The consecutive single heaps of a game, each with its value and its winning moves.

use super::{SolveError, Solver};
use crate::answer::PositionValue;
use crate::catalog::OpenedGame;
use crate::game::Play;
use crate::limits::Limits;
use crate::text::{Key, MoveTexts, ParseError, Theory, TheoryError};
use crate::value::{Grundy, Nimber, Outcome};
use dashu_int::UBig;
use std::error::Error;
use std::fmt;

/// Number of heaps in the first block that is solved together, if theory does not give their values.
const BLOCK: u64 = 64;
/// Number of heaps in the first and in the largest block whose values theory gives together.
const VALUES: (u64, u64) = (1 << 12, 1 << 20);
/// Number of heaps between two checks of the limits, if theory gives their values.
const CHECK: u64 = 64;

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

/// A single heap of a game, in the memory of the iterator that returned it.
#[derive(Clone, Copy, Debug)]
pub struct SingleHeapRef<'r> {
    /// The size of the heap.
    pub size: u64,
    /// The value for the player to move.
    pub value: &'r PositionValue,
    /// The first winning moves.
    pub winning_moves: &'r MoveTexts,
}

impl SingleHeapRef<'_> {
    /// Copies the heap.
    pub fn to_owned(self) -> SingleHeap {
        let winning_moves = self.winning_moves.iter().map(str::to_owned).collect();
        SingleHeap { size: self.size, value: self.value.clone(), winning_moves }
    }
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
    max_moves: usize,
    /// The heap up to which all heaps were solved together; `None` if that is not worthwhile or exceeded a limit.
    solved_to: Option<u64>,
    values: ValueBlock,
    /// The value of the present heap.
    value: PositionValue,
    /// The winning moves of the present heap.
    winning_moves: MoveTexts,
}

/// The values of consecutive heaps that theory gave together.
#[derive(Debug, Default)]
struct ValueBlock {
    /// Whether theory gives values so.
    is_used: bool,
    first: u64,
    values: Vec<Nimber>,
}

impl ValueBlock {
    /// The value of a heap, if the block contains it.
    fn get(&self, heap: u64) -> Option<Nimber> {
        self.values.get(usize::try_from(heap.checked_sub(self.first)?).ok()?).copied()
    }
}

impl<'a> SingleHeaps<'a> {
    /// Creates an iterator from the least heap up to heap `last`, each with at most `max_moves` winning moves. `None` if the
    /// positions of the game are not single heaps.
    pub fn new(game: &'a OpenedGame, last: u64, max_moves: usize, limits: Limits<'a>) -> Option<Self> {
        let theory = game.as_dyn().theory()?;
        let least = theory.least_heap()?;
        let solver = Solver::new(game).limits(limits).without_moves();
        let dyn_game = game.as_dyn();
        let is_used = matches!(game, OpenedGame::Game(_))
            && dyn_game.play() == Play::Normal
            && dyn_game.info().without_grundy.is_none()
            && dyn_game.components().is_none()
            && theory.claims_values();
        Some(Self {
            solver,
            limits,
            next: Some(least),
            last,
            max_moves,
            solved_to: Some(least),
            values: ValueBlock { is_used, ..ValueBlock::default() },
            value: of_theory(Nimber::ZERO),
            winning_moves: MoveTexts::default(),
        })
    }

    /// Returns the next heap, without memory of its own; `None` after the last one.
    ///
    /// # Errors
    /// If the heap cannot be solved.
    pub fn next_ref(&mut self) -> Option<Result<SingleHeapRef<'_>, HeapError>> {
        let size = self.next.filter(|&heap| heap <= self.last)?;
        self.next = size.checked_add(1);
        Some(self.find(size).map(|()| SingleHeapRef { size, value: &self.value, winning_moves: &self.winning_moves }))
    }

    /// Finds the value and the winning moves of a heap.
    fn find(&mut self, size: u64) -> Result<(), HeapError> {
        self.winning_moves.clear();
        // Theory gives values without checking the limits.
        if self.values.get(size).is_none() || size.is_multiple_of(CHECK) {
            self.limits.check(0, 0).map_err(SolveError::from)?;
            self.read_ahead(size);
        }
        if let Some(value) = self.values.get(size) {
            self.value = of_theory(value);
            if value == Nimber::ZERO || self.max_moves == 0 || self.push_winning_moves(size)? {
                return Ok(());
            }
        }
        self.solve(size)
    }

    /// Finds the value and the winning moves of a heap by the solver.
    fn solve(&mut self, size: u64) -> Result<(), HeapError> {
        self.solve_ahead(size);
        let at = self.parse(size)?;
        let source = self.solver.source(&at)?;
        self.value = self.solver.value(&source, &at)?;
        self.winning_moves.clear();
        // Only a won position has any, and those of a searched position are searched too.
        if self.value.outcome == Outcome::Win {
            let winning = self.solver.winning_moves_from(source, &at, self.max_moves)?;
            winning.iter().for_each(|m| self.winning_moves.push(m));
        }
        Ok(())
    }

    fn parse(&self, size: u64) -> Result<Key, HeapError> {
        let text = size.to_string();
        self.solver.game().as_dyn().parse(&text).map_err(|error| HeapError::Position { text, error })
    }

    /// The theory, if it gives the values of many heaps together.
    fn theory(&self) -> Option<&'a dyn Theory> {
        self.solver.game().as_dyn().theory().filter(|_| self.values.is_used)
    }

    /// Finds the winning moves of a heap that is not lost by theory; `false` if theory does not find them.
    fn push_winning_moves(&mut self, size: u64) -> Result<bool, HeapError> {
        let Some(theory) = self.theory() else { return Ok(false) };
        if theory.push_winning_moves(size, self.max_moves, &mut self.winning_moves) {
            return Ok(true);
        }
        self.winning_moves.clear();
        let Some(moves) = theory.moves_to(&self.parse(size)?, &UBig::ZERO, self.max_moves) else { return Ok(false) };
        moves.iter().for_each(|m| self.winning_moves.push(&m.text));
        Ok(true)
    }

    /// Reads the values of the heaps from `size` on from theory, if it gives many together and they are not read yet.
    fn read_ahead(&mut self, size: u64) {
        let Some(theory) = self.theory().filter(|_| self.values.get(size).is_none()) else { return };
        let values = &mut self.values;
        values.values.clear();
        values.first = size;
        let last = self.last.min(size.saturating_add(size.clamp(VALUES.0, VALUES.1)));
        let read = last.checked_add(1).and_then(|end| {
            // The last heap may be too large for the game or for theory.
            let at = self.solver.game().as_dyn().parse(&last.to_string()).ok()?;
            theory.prepare(&at, &self.limits).ok()?;
            let visit = &mut |block: &[Nimber]| values.values.extend_from_slice(block);
            theory.visit_grundy_values(size..end, &self.limits, visit)?.ok()
        });
        if read.is_none() {
            values.values.clear();
            values.is_used = false;
        }
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

/// The value of a heap whose Grundy value theory gives.
fn of_theory(value: Nimber) -> PositionValue {
    let outcome = if value == Nimber::ZERO { Outcome::Loss } else { Outcome::Win };
    PositionValue { outcome, remoteness: None, grundy: Grundy::Finite(value) }
}

impl Iterator for SingleHeaps<'_> {
    type Item = Result<SingleHeap, HeapError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_ref()?.map(SingleHeapRef::to_owned))
    }
}
