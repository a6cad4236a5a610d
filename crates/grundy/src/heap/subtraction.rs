//! Subtraction games: a move takes a number of stones that is in a given set.
//!
//! Some sets have a formula ([`super::formula`]). Other finite sets have periodic values and all-but sets arithmetic-periodic
//! ones ([`super::values`]): a proved period gives the values of heaps of any size. Other infinite sets, and finite ones
//! whose period is long, are tabulated up to a bound.

use super::arithmetic::word;
use super::expansion_size::approximate;
use super::formula::Formula;
use super::misere::MisereTheory;
use super::periodic::Periodic;
use super::{Bash, ExpansionSize, HeapMove, NamedSet, Set, bulk, values};
use crate::limits::Limits;
use crate::theory::{ClaimError, PERIOD_HEAPS, PeriodSearch, SearchEnd, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The limit of the search for a period when the caller asks for the value of a heap.
const PERIOD_SEARCH_LIMIT: u64 = 1 << 21;
/// The largest heap tabulated.
const MAX_TABULATED_HEAP: u64 = 20_000_000;
/// The most options that are examined for a table: about a second.
const MAX_TABLE_WORK: u64 = 1 << 30;

/// A subtraction game.
#[derive(Debug)]
pub struct Subtraction {
    set: Set,
    formula: Option<Formula>,
    /// Values from heap 0 on, up to the largest heap that was requested.
    table: Mutex<Vec<u32>>,
    periodic: OnceLock<Option<Periodic>>,
}

impl Subtraction {
    /// Creates the game of taking a number in `set`.
    pub fn new(set: Set) -> Self {
        let formula = Formula::of(&set);
        Self { set, formula, table: Mutex::new(Vec::new()), periodic: OnceLock::new() }
    }

    /// Returns the numbers that may be taken.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// Returns whether a heap is lost for the player to move under normal play.
    ///
    /// If the set has no formula, this needs no values of smaller heaps: it uses the plane of P-positions and its period
    /// ([`values::is_p_position`]).
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn is_p_position(&self, heap: u64) -> Result<bool, ClaimError> {
        let is_p_position = if self.formula.is_some() { None } else { values::is_p_position(&self.set, heap) };
        is_p_position.map_or_else(|| self.nimber(heap).map(|value| value == Nimber::ZERO), Ok)
    }

    fn periodic(&self) -> Option<&Periodic> {
        self.periodic.get_or_init(|| self.search_period(&Limits::NONE).ok()?).as_ref()
    }

    /// [`Self::periodic`], within limits. Two threads may search at a time, so that neither waits for the other.
    fn periodic_within(&self, limits: &Limits<'_>) -> Result<Option<&Periodic>, ClaimError> {
        if self.periodic.get().is_none() {
            let found = self.search_period(limits)?;
            self.periodic.get_or_init(|| found);
        }
        Ok(self.periodic())
    }

    fn search_period(&self, limits: &Limits<'_>) -> Result<Option<Periodic>, ClaimError> {
        if !self.periods_can_be_proved() {
            return Ok(None);
        }
        let search = values::find_period(&self.set, self.period_search_limit(), &mut |_| !(limits.stop)());
        if search.ended == SearchEnd::Stopped {
            return Err(ClaimError::Interrupted);
        }
        let Some(period) = search.period else { return Ok(None) };
        let heaps = period.preperiod().saturating_add(period.period());
        if heaps > PERIOD_SEARCH_LIMIT {
            return Ok(None);
        }
        Ok(Some(Periodic { period, values: self.values_below(heaps, limits)? }))
    }

    fn values_below(&self, heaps: u64, limits: &Limits<'_>) -> Result<Vec<u32>, ClaimError> {
        values::grundy_values_within(&self.set, heaps, &mut || !(limits.stop)()).ok_or(ClaimError::Interrupted)
    }

    /// Whether the set is finite or leaves out finitely many numbers.
    fn periods_can_be_proved(&self) -> bool {
        self.set.max().is_some() || self.set.is_complement()
    }

    /// The limit of the search for a period, within the work allowed.
    fn period_search_limit(&self) -> u64 {
        if self.set.is_complement() {
            PERIOD_SEARCH_LIMIT
        } else {
            PERIOD_SEARCH_LIMIT.min(self.largest_reachable_heap())
        }
    }

    /// Whether the table up to `heap` is within the work allowed.
    fn is_within_work_limit(&self, heap: u64) -> bool {
        if heap > MAX_TABULATED_HEAP {
            return false;
        }
        let options = if self.set.is_complement() { self.set.count_excluded() } else { self.count_word(heap) };
        heap.saturating_mul(options.max(1)) <= MAX_TABLE_WORK
    }

    /// The largest heap whose table is within the bound on work.
    fn largest_reachable_heap(&self) -> u64 {
        let (mut near, mut far) = (0, MAX_TABULATED_HEAP + 1);
        while near + 1 < far {
            let middle = near.midpoint(far);
            if self.is_within_work_limit(middle) { near = middle } else { far = middle }
        }
        near
    }

    fn count_word(&self, heap: u64) -> u64 {
        self.set.count(heap).unwrap_or_else(|| {
            let mut count = 0;
            self.set.each_up_to(heap, &mut |_| {
                count += 1;
                true
            });
            count
        })
    }

    /// The value of a heap, from the table.
    fn tabulated_value(&self, heap: u64) -> Result<u32, ClaimError> {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.tabulated(table, heap, &Limits::NONE)?[heap as usize])
    }

    /// Ensures that the table holds the value of `heap`.
    fn tabulate(&self, heap: u64, limits: &Limits<'_>) -> Result<(), ClaimError> {
        self.tabulated(bulk::lock(&self.table, limits)?, heap, limits).map(|_| ())
    }

    /// The table, after computing it up to `heap`.
    fn tabulated<'a>(
        &self,
        mut table: MutexGuard<'a, Vec<u32>>,
        heap: u64,
        limits: &Limits<'_>,
    ) -> Result<MutexGuard<'a, Vec<u32>>, ClaimError> {
        if table.len() as u64 <= heap {
            if !self.is_within_work_limit(heap) {
                return Err(self.out_of_reach());
            }
            // The table grows by doubling, so that requests for one heap after another cost at most two passes.
            let heaps = (heap + 1).max(1024).next_power_of_two().min(self.largest_reachable_heap() + 1);
            *table = self.values_below(heaps, limits)?;
        }
        Ok(table)
    }

    /// Why a heap has no value.
    fn out_of_reach(&self) -> ClaimError {
        let searched = if self.periods_can_be_proved() {
            format!("no period is proved within {} heaps", self.period_search_limit())
        } else {
            "no theorem known here proves a period".to_owned()
        };
        ClaimError::OutOfReach(format!(
            "no formula serves this set, {searched}, and its values are tabulated up to heap {}",
            self.largest_reachable_heap()
        ))
    }
}

impl Subtraction {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        if self.set.is_named_set(NamedSet::PowersOf2) {
            let mut take = UBig::ONE;
            while take <= *heap && visit(HeapMove::take(take.clone(), heap)) {
                take <<= 1;
            }
            return;
        }
        self.set.each_up_to(word(heap).unwrap_or(u64::MAX), &mut |s| visit(HeapMove::take(s.into(), heap)));
    }

    /// Returns the number of moves of a heap. If primes beyond 20,000,000 may be taken, they are counted one by one.
    pub fn count(&self, heap: &UBig) -> UBig {
        match (word(heap), self.set.max()) {
            (Some(heap), _) => self.count_word(heap).into(),
            (None, Some(max)) => self.count_word(max).into(),
            (None, None) if self.set.is_named_set(NamedSet::PowersOf2) => heap.bit_len().into(),
            // Of the other infinite sets only complements have values for such heaps, and the catalogue has no others with them.
            (None, None) => heap - self.set.count_excluded(),
        }
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        match &self.formula {
            Some(formula) => Ok(formula.value(heap)),
            None => match self.periodic() {
                Some(periodic) => Ok(periodic.value(heap)),
                None => word(heap)
                    .map_or_else(|| Err(self.out_of_reach()), |heap| self.tabulated_value(heap))
                    .map(UBig::from),
            },
        }
    }

    /// Returns the Grundy value of a 64-bit heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        if let Some(formula) = &self.formula {
            return Ok(formula.nimber(heap));
        }
        if let Some(periodic) = self.periodic() {
            return Ok(periodic.nimber(heap));
        }
        self.tabulated_value(heap).map(|value| Nimber(value.into()))
    }

    /// Returns at most `want` moves of a heap to options of value `target`.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        // If the theory reaches the heap, it reaches all smaller heaps.
        self.value(heap)?;
        if want == 0 {
            return Ok(Vec::new());
        }
        if let Some(most) = self.set.initial_range() {
            return Bash::new(most.into()).map_or(Ok(Vec::new()), |bash| bash.moves_to(heap, target, want));
        }
        if let Some(options) = self.formula.as_ref().and_then(|formula| formula.options_of_range(heap, target, want)) {
            return Ok(options.into_iter().map(|leave| HeapMove::take(heap - leave, heap)).collect());
        }
        let growing = match &self.formula {
            Some(Formula::Size) => Some(vec![target.clone()]),
            Some(_) => None,
            None => self.periodic().filter(|p| p.period.saltus() > 0).map(|p| p.heaps_of(target)),
        };
        if let Some(heaps) = growing {
            let numbers_taken = heaps.into_iter().rev().filter(|leave| leave < heap).map(|leave| heap - leave);
            let legal = numbers_taken.filter(|take| word(take).is_none_or(|take| self.set.contains(take)));
            return Ok(legal.take(want).map(|take| HeapMove::take(take, heap)).collect());
        }
        let mut moves = Vec::new();
        self.each_move(heap, &mut |m| {
            if self.value(&m.leave[0]).as_ref() == Ok(target) {
                moves.push(m);
            }
            moves.len() < want
        });
        Ok(moves)
    }

    /// Calls `visit` with the number of stones that each of the first `at_most` winning moves of a heap takes, in the order of
    /// [`Self::moves_to`], and returns `true`; `false` if that needs heaps of any size, or the theory does not reach the heap.
    pub(super) fn each_winning_take(&self, heap: u64, at_most: usize, visit: &mut dyn FnMut(u64)) -> bool {
        if at_most == 0 {
            return true;
        }
        if let Some(most) = self.set.initial_range() {
            Bash::new(most.into()).and_then(|bash| bash.winning_take(heap)).into_iter().for_each(visit);
            return true;
        }
        match (&self.formula, self.periodic()) {
            (Some(Formula::Size | Formula::From(_)), _) => false,
            (Some(formula), _) => {
                self.visit_takes(heap, at_most, |s| formula.nimber(heap - s) == Nimber::ZERO, visit);
                true
            }
            (None, Some(periodic)) if periodic.period.saltus() > 0 => false,
            (None, Some(periodic)) => {
                self.visit_takes(heap, at_most, periodic.zero_below(heap), visit);
                true
            }
            (None, None) => {
                let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
                let Ok(table) = self.tabulated(table, heap, &Limits::NONE) else { return false };
                self.visit_takes(heap, at_most, |s| table[(heap - s) as usize] == 0, visit);
                true
            }
        }
    }

    /// Calls `visit` with the first `at_most` numbers that may be taken from a heap and win.
    fn visit_takes(&self, heap: u64, at_most: usize, wins: impl Fn(u64) -> bool, visit: &mut dyn FnMut(u64)) {
        let mut left = at_most;
        self.set.each_up_to(heap, &mut |s| {
            if wins(s) {
                visit(s);
                left -= 1;
            }
            left > 0
        });
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        if self.set.is_everything() { MisereTheory::Bouton } else { MisereTheory::Ferguson }
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, heap: &UBig) -> ValueSource {
        match &self.formula {
            Some(formula) => formula.value_source(),
            None => match self.periodic() {
                Some(periodic) => ValueSource::Period(periodic.period),
                None => ValueSource::Table { to: word(heap).unwrap_or(u64::MAX) },
            },
        }
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        // Taking the least member repeatedly passes the heaps of one residue, and each of them has all its moves.
        let least = approximate(&self.set.min().into());
        let n = approximate(heap);
        let positions = (n / least).floor() + 1.0;
        let mut moves = 0.0;
        let mut members = 0;
        if word(heap).is_some() || self.set.max().is_some() {
            self.set.first_members(64, &mut |s| {
                let s = approximate(&s.into());
                moves += if s <= n { ((n - s) / least).floor() + 1.0 } else { 0.0 };
                members += 1;
            });
        }
        ExpansionSize { positions, moves: moves.max(positions - 1.0) }
    }

    /// The memory that a search for the period among `heaps` heaps takes, in bytes, approximately.
    pub(super) fn period_search_bytes(&self, heaps: Option<u64>) -> u64 {
        let heaps = heaps.unwrap_or(PERIOD_HEAPS);
        if self.formula.is_some() { 0 } else { values::period_search_bytes(&self.set, heaps) }
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::find_period`](super::HeapRules::find_period) does.
    pub fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        match &self.formula {
            Some(formula) => match formula.period() {
                Some((period, max_value)) => PeriodSearch::by_formula(period, max_value),
                None => PeriodSearch::not_begun(SearchEnd::NoTheorem, "the period is beyond 2^64"),
            },
            None if self.periods_can_be_proved() => values::find_period(&self.set, limit, go_on),
            None => PeriodSearch::not_begun(
                SearchEnd::NoTheorem,
                format!(
                    "the set is infinite, and no theorem known here proves a period; the values are tabulated up to heap {}",
                    self.largest_reachable_heap()
                ),
            ),
        }
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
        if let Some(formula) = &self.formula {
            return bulk::in_blocks(heaps, bulk::BLOCK, limits, visit, |values, heaps| {
                values.extend(heaps.map(|heap| formula.nimber(heap)));
                Ok(())
            });
        }
        // If at least half of the table is needed, computing it costs less than searching for a period.
        let dense = heaps.start <= last / 2 && self.is_within_work_limit(last);
        let known = match dense {
            true => self.periodic.get().and_then(Option::as_ref),
            false => self.periodic_within(limits)?,
        };
        if let Some(Periodic { period, values: window }) = known {
            return bulk::periodic_in_blocks(heaps, window, period, limits, visit);
        }
        self.tabulate(last, limits)?;
        bulk::in_blocks(heaps, bulk::BLOCK, limits, visit, |values, heaps| {
            let table = &bulk::lock(&self.table, limits)?[heaps.start as usize..heaps.end as usize];
            values.extend(table.iter().map(|&value| Nimber(value.into())));
            Ok(())
        })
    }

    /// Computes the table or the period that [`Self::value`] needs, within `limits`.
    ///
    /// # Errors
    /// If `limits` end the computation.
    pub fn prepare(&self, heap: &UBig, limits: &Limits<'_>) -> Result<(), ClaimError> {
        if self.formula.is_some() || self.periodic_within(limits)?.is_some() {
            return Ok(());
        }
        match word(heap).map(|heap| self.tabulate(heap, limits)) {
            Some(Err(ClaimError::Interrupted)) => Err(ClaimError::Interrupted),
            _ => Ok(()),
        }
    }
}
