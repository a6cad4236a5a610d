//! Take-and-break games and Grundy's game as heap rules; [`super::octal`] has their theory for 64-bit heaps.

use super::arithmetic::word;
use super::expansion_size::approximate;
use super::misere::{LazyQuotient, MisereQuotient, MisereTheory};
use super::octal::{Code, Game, Move, PeriodSearcher, Values};
use super::{ExpansionSize, HeapMove, bulk};
use crate::limits::Limits;
use crate::theory::{ClaimError, PeriodError, PeriodSearch, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use std::ops::Range;

/// A take-and-break game, or Grundy's game.
#[derive(Debug)]
pub struct TakeBreak {
    values: Values,
    /// The quotient for misère play.
    quotient: Box<LazyQuotient>,
    code: Option<Code>,
}

impl TakeBreak {
    /// Creates the game with this code.
    pub fn code(code: Code) -> Self {
        Self { code: Some(code.clone()), ..Self::new(Game::Code(code)) }
    }

    /// Creates Grundy's game: a move splits a heap into two of different sizes.
    pub fn grundy() -> Self {
        Self::new(Game::Grundy)
    }

    fn new(game: Game) -> Self {
        Self { values: Values::new(game.clone()), quotient: Box::new(LazyQuotient::new(game)), code: None }
    }

    /// Whether the game is a subtraction game: every move leaves one heap, or none when it takes the whole.
    fn is_subtraction(&self) -> bool {
        self.code
            .as_ref()
            .is_some_and(|code| code.digit(0) == 0 && (1..=code.last()).all(|i| matches!(code.digit(i), 0 | 3)))
    }

    /// A heap as a 64-bit integer. The catalogue rejects larger heaps.
    fn small(heap: &UBig) -> Result<u64, ClaimError> {
        word(heap).ok_or_else(|| ClaimError::OutOfReach("heaps of take-and-break games are below 2^64".to_owned()))
    }
}

pub(super) fn in_heap(m: Move) -> HeapMove {
    HeapMove { take: m.take.into(), leave: m.left.map(UBig::from) }
}

fn out_of_reach(error: impl std::fmt::Display) -> ClaimError {
    ClaimError::OutOfReach(error.to_string())
}

impl TakeBreak {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        if let Some(heap) = word(heap) {
            self.values.game().each_move(heap, &mut |m| visit(in_heap(m)));
        }
    }

    /// Returns the number of moves of a heap.
    pub fn count(&self, heap: &UBig) -> UBig {
        word(heap).map_or(UBig::ZERO, |heap| self.values.game().count(heap).into())
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        let Nimber(value) = self.nimber(Self::small(heap)?)?;
        Ok(value.into())
    }

    /// Returns the Grundy value of a 64-bit heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        self.values.grundy(heap).map_err(out_of_reach)
    }

    /// Returns at most `want` moves of a heap to options of value `target`.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        let heap = Self::small(heap)?;
        let Ok(target) = u64::try_from(target) else { return Ok(Vec::new()) };
        let found = self.values.moves_to(heap, Nimber(target), want).map_err(out_of_reach)?;
        Ok(found.into_iter().map(in_heap).collect())
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        if self.is_subtraction() { MisereTheory::Ferguson } else { MisereTheory::Quotient }
    }

    /// Returns the misère quotient of all heaps, or of as many as half a second of work gives. The first call computes it.
    pub fn misere_quotient(&self) -> Option<&MisereQuotient> {
        self.quotient.get()
    }

    /// Computes the misère quotient within `limits`.
    ///
    /// # Errors
    /// If `limits` end the computation.
    pub fn prepare_misere(&self, limits: &Limits<'_>) -> Result<(), ClaimError> {
        self.quotient.prepare(limits)
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, heap: &UBig) -> ValueSource {
        // This computes only what a request for this heap computes.
        match self.value(heap).ok().and_then(|_| self.values.proved()) {
            Some(period) => ValueSource::Period(period),
            None => ValueSource::Table { to: word(heap).unwrap_or(u64::MAX) },
        }
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        // A chain of positions results from repeating one move, or from splitting off single stones if a heap must be
        // split. No larger bound holds for all codes.
        let step = |i: usize, digit: u8| match digit {
            _ if digit & 2 != 0 => i,
            _ if digit & 4 != 0 => i + 1,
            _ if digit & 8 != 0 => i + 2,
            _ => usize::MAX,
        };
        let least = match &self.code {
            Some(code) => (0..=code.last()).map(|i| step(i, code.digit(i))).min().unwrap_or(usize::MAX),
            None => 1,
        };
        let positions = (approximate(heap) / (least as f64) - 3.0).floor().max(1.0);
        ExpansionSize { positions, moves: approximate(&self.count(heap)).max(positions - 1.0) }
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::find_period`](super::HeapRules::find_period) does.
    pub fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        let mut run = PeriodSearcher::new(self.values.game().clone()).plain_limit_by_default();
        run.search(limit, &mut |progress| go_on(progress.heaps))
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::search_period`](super::HeapRules::search_period)
    /// does.
    ///
    /// # Errors
    /// If there is too little memory, or two computations of a value differ.
    pub fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
        Ok(PeriodSearcher::search_within(self.game().clone(), heaps, limits)?.0)
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        self.values.game()
    }

    /// Calls `visit` with the Grundy values of consecutive heaps, a block at a time.
    ///
    /// # Errors
    /// If the theory does not reach one of them, or `limits` end the computation.
    pub fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Result<(), ClaimError> {
        let Some(last) = bulk::last(&heaps) else { return Ok(()) };
        self.values.compute_to(last, limits)?;
        self.values.visit(heaps, limits, visit)
    }

    /// Computes the values that [`Self::value`] needs, within `limits`.
    ///
    /// # Errors
    /// If `limits` end the computation.
    pub fn prepare(&self, heap: &UBig, limits: &Limits<'_>) -> Result<(), ClaimError> {
        word(heap).map_or(Ok(()), |heap| self.values.compute_to(heap, limits))
    }
}
