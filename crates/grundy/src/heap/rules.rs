//! The rules of one heap, for all families of heap games.

use super::misere::{MisereQuotient, MisereTheory};
use super::{Bash, Divisor, ExpansionSize, HeapMove, Nim, Subtraction, TakeBreak, bulk};
use crate::limits::{Bytes, Limits};
use crate::theory::{ClaimError, PERIOD_HEAPS, PeriodError, PeriodSearch, SearchEnd, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use std::ops::Range;

/// A family of heap games: the rules of one heap, and their theory.
///
/// ```
/// use grundy::Nimber;
/// use grundy::heap::{HeapRules, Set, Subtraction};
/// let rules = HeapRules::from(Subtraction::new(Set::of(&[1, 3, 4])?));
/// assert_eq!(rules.nimber(1_000_000_000), Ok(Nimber(2)));
/// assert_eq!(rules.grundy_values(4..9), Ok([2, 3, 2, 0, 1].map(Nimber).to_vec()));
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
#[derive(Debug)]
pub enum HeapRules {
    /// A move takes any number of stones.
    Nim(Nim),
    /// A move takes from 1 to a fixed number of stones.
    Bash(Bash),
    /// A move takes a number of stones from a set.
    Subtraction(Subtraction),
    /// A move takes stones and may split the rest, by the digits of a code; or splits a heap into two unequal ones.
    TakeBreak(TakeBreak),
    /// A move replaces a number by one of its proper divisors.
    Divisor(Divisor),
}

/// Evaluates an expression with the rules of the family.
macro_rules! each_family {
    ($rules:expr, $family:ident => $then:expr) => {
        match $rules {
            HeapRules::Nim($family) => $then,
            HeapRules::Bash($family) => $then,
            HeapRules::Subtraction($family) => $then,
            HeapRules::TakeBreak($family) => $then,
            HeapRules::Divisor($family) => $then,
        }
    };
}

impl HeapRules {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_family!(self, family => family.each_move(heap, visit));
    }

    /// Returns the number of moves of a heap.
    pub fn count(&self, heap: &UBig) -> UBig {
        each_family!(self, family => family.count(heap))
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        each_family!(self, family => family.value(heap))
    }

    /// Returns the Grundy value of a heap of 64 bits, faster than [`HeapRules::value`].
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        each_family!(self, family => family.nimber(heap))
    }

    /// Returns the Grundy values of consecutive heaps, from the tables and periods of the family: much faster than one at a time.
    ///
    /// # Errors
    /// If the theory does not reach one of the heaps, or the values do not fit in memory.
    ///
    /// ```
    /// use grundy::heap::{Divisor, HeapRules};
    /// let values = HeapRules::from(Divisor).grundy_values(0..1_000_000)?;
    /// assert_eq!(values.iter().filter(|value| value.0 == 1).count(), 78_498);
    /// # Ok::<(), grundy::theory::ClaimError>(())
    /// ```
    pub fn grundy_values(&self, heaps: Range<u64>) -> Result<Vec<Nimber>, ClaimError> {
        let mut values = bulk::buffer(&heaps)?;
        self.visit_grundy_values(heaps, &Limits::NONE, &mut |block| values.extend_from_slice(block))?;
        Ok(values)
    }

    /// Calls `visit` with the Grundy values of consecutive heaps, one block of some thousand heaps after the other.
    ///
    /// # Errors
    /// If the theory does not reach one of the heaps, or `limits` end the computation.
    pub fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Result<(), ClaimError> {
        each_family!(self, family => family.visit_grundy_values(heaps, limits, visit))
    }

    /// Computes the tables and periods that [`HeapRules::value`] needs for a heap, within `limits`.
    ///
    /// # Errors
    /// If `limits` end the computation. A heap that the theory does not reach is no error here.
    pub fn prepare(&self, heap: &UBig, limits: &Limits<'_>) -> Result<(), ClaimError> {
        match self {
            Self::Subtraction(game) => game.prepare(heap, limits),
            Self::TakeBreak(game) => game.prepare(heap, limits),
            Self::Nim(_) | Self::Bash(_) | Self::Divisor(_) => Ok(()),
        }
    }

    /// Returns at most `want` moves of a heap to options of value `target`; does not list the other moves if they could
    /// be many.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        each_family!(self, family => family.moves_to(heap, target, want))
    }

    /// Calls `visit` with the number of stones that each of the first `at_most` winning moves of a heap takes, in the order of
    /// [`HeapRules::moves_to`], and returns `true`; `false` if the family has no way that is faster than that, and then not all moves were
    /// visited. Every move of such a family leaves one heap.
    pub(crate) fn each_winning_take(&self, heap: u64, at_most: usize, visit: &mut dyn FnMut(u64)) -> bool {
        match self {
            Self::Nim(_) if heap > 0 && at_most > 0 => visit(heap),
            Self::Bash(game) if at_most > 0 => game.winning_take(heap).into_iter().for_each(visit),
            Self::Nim(_) | Self::Bash(_) => {}
            Self::Subtraction(game) => return game.each_winning_take(heap, at_most, visit),
            Self::TakeBreak(_) | Self::Divisor(_) => return false,
        }
        true
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        each_family!(self, family => family.misere())
    }

    /// Returns the misère quotient, if misère play has no simpler theory. The first call computes it, in up to half a second.
    pub fn misere_quotient(&self) -> Option<&MisereQuotient> {
        match self {
            Self::TakeBreak(family) if family.misere() == MisereTheory::Quotient => family.misere_quotient(),
            _ => None,
        }
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, heap: &UBig) -> ValueSource {
        each_family!(self, family => family.value_source(heap))
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        each_family!(self, family => family.expansion_size(heap))
    }

    /// Searches for the period of the values among at most `limit` heaps. The search calls `go_on` from time to time with
    /// the number of heaps so far, and ends if that returns `false`.
    pub fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        each_family!(self, family => family.find_period(limit, go_on))
    }

    /// Searches for the period of the values among at most `heaps` heaps, within `limits`.
    ///
    /// Without `heaps`, the search takes some ten seconds.
    ///
    /// # Errors
    /// If there is too little memory, or two computations of a value differ.
    pub fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
        match self {
            Self::TakeBreak(family) => family.search_period(heaps, limits),
            Self::Subtraction(family) if family.period_search_bytes(heaps) > limits.max_memory() => {
                let bytes = family.period_search_bytes(heaps);
                let note =
                    format!("the search needs about {}, and {} are allowed", Bytes(bytes), Bytes(limits.max_memory()));
                Ok(PeriodSearch::not_begun(SearchEnd::Memory { heap: 0, bytes }, note))
            }
            family => Ok(family.find_period(heaps.unwrap_or(PERIOD_HEAPS), &mut |_| !(limits.stop)())),
        }
    }

    /// Returns the name that certificates use for these rules, if they are a take-and-break game.
    pub fn take_and_break(&self) -> Option<String> {
        match self {
            Self::TakeBreak(family) => Some(family.game().to_string()),
            _ => None,
        }
    }
}

impl From<Nim> for HeapRules {
    fn from(rules: Nim) -> Self {
        Self::Nim(rules)
    }
}

impl From<Bash> for HeapRules {
    fn from(rules: Bash) -> Self {
        Self::Bash(rules)
    }
}

impl From<Subtraction> for HeapRules {
    fn from(rules: Subtraction) -> Self {
        Self::Subtraction(rules)
    }
}

impl From<TakeBreak> for HeapRules {
    fn from(rules: TakeBreak) -> Self {
        Self::TakeBreak(rules)
    }
}

impl From<Divisor> for HeapRules {
    fn from(rules: Divisor) -> Self {
        Self::Divisor(rules)
    }
}
