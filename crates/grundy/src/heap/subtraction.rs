//! Subtraction games: take a number of stones that is in a set.
//!
//! Some sets have a formula ([`super::formula`]). Other finite sets have periodic values and all-but sets arithmetic-periodic
//! ones ([`super::values`]): once the period is proved, heaps of any size are answered. Other infinite sets, and finite ones
//! whose period is long, are tabulated as far as stated.

use super::extent::approximate;
use super::formula::Formula;
use super::misere::MisereTheory;
use super::values::{self, Found};
use super::{Bash, Extent, HeapMove, HeapRules, NamedSet, Set, word};
use crate::theory::{Period, PeriodFound, Silent, Why};
use crate::value::Nimber;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::sync::{Mutex, OnceLock};

/// Heaps looked at in search of a period when a heap is asked for.
const SEARCHED: u64 = 1 << 21;
/// The largest heap tabulated.
const TABLE: u64 = 20_000_000;
/// The most options looked at while tabulating: about a second.
const WORK: u64 = 1 << 30;

/// A subtraction game.
#[derive(Debug)]
pub struct Subtraction {
    set: Set,
    formula: Option<Formula>,
    /// Values from heap 0 on, as far as they were asked for.
    table: Mutex<Vec<u32>>,
    periodic: OnceLock<Option<Periodic>>,
}

/// A proved period, with the values that it repeats.
#[derive(Debug)]
struct Periodic {
    found: Found,
    checked_to: u64,
    /// The values of heaps 0 to preperiod + period − 1.
    values: Vec<u32>,
}

impl Periodic {
    fn value(&self, heap: &UBig) -> UBig {
        let start = UBig::from(self.found.preperiod);
        if *heap < start {
            let n = word(heap).expect("less than a word");
            return self.values[n as usize].into();
        }
        let beyond = heap - &start;
        let period = UBig::from(self.found.period);
        let n = self.found.preperiod + word(&(&beyond % &period)).expect("less than a word");
        UBig::from(self.values[n as usize]) + beyond / period * self.found.saltus
    }

    /// The heaps of value `target`, where the values grow for ever.
    fn heaps_of(&self, target: &UBig) -> Vec<UBig> {
        let mut heaps = Vec::new();
        for (n, &value) in (0u64..).zip(&self.values) {
            let value = UBig::from(value);
            if value == *target {
                heaps.push(n.into());
            } else if n >= self.found.preperiod && value < *target {
                let above = target - &value;
                if (&above % self.found.saltus) == 0 {
                    heaps.push(above / self.found.saltus * self.found.period + n);
                }
            }
        }
        heaps.sort_unstable();
        heaps
    }

    fn period(&self) -> Period {
        Period::Proved {
            preperiod: self.found.preperiod,
            period: self.found.period,
            saltus: self.found.saltus,
            checked_to: self.checked_to,
            by: theorem(self.found.saltus),
        }
    }
}

/// The theorem that proves a period.
fn theorem(saltus: u64) -> &'static str {
    if saltus == 0 {
        "the next value depends on the last k, k the largest number that may be taken, and k consecutive values repeat \
         (Winning Ways, chapter 4)"
    } else {
        "the next value depends on the last k relative to the least value still open, k the largest number that may not \
         be taken, and that state repeats"
    }
}

impl Subtraction {
    /// The game of taking a number in `set`.
    pub fn new(set: Set) -> Self {
        let formula = Formula::of(&set);
        Self { set, formula, table: Mutex::new(Vec::new()), periodic: OnceLock::new() }
    }

    /// The numbers that may be taken.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// Whether a heap is lost for the player to move under normal play, found without the values of all smaller heaps where the set
    /// has no formula: by the plane of P-positions and its period ([`values::is_p_position`]).
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    pub fn is_lost(&self, heap: u64) -> Result<bool, Silent> {
        let lost = if self.formula.is_some() { None } else { values::is_p_position(&self.set, heap) };
        lost.map_or_else(|| self.nimber(heap).map(|value| value == Nimber::ZERO), Ok)
    }

    fn periodic(&self) -> Option<&Periodic> {
        let search = || {
            let (heaps, values) = self.periods_can_be_proved().then(|| {
                let search = values::find_period(&self.set, self.searched(), &mut |_| true);
                Some((search.heaps, search.found?))
            })??;
            let table = values::window(&self.set, &values, SEARCHED)?;
            Some(Periodic { found: values, checked_to: heaps, values: table })
        };
        self.periodic.get_or_init(search).as_ref()
    }

    /// Whether the set is finite or leaves out finitely many numbers.
    fn periods_can_be_proved(&self) -> bool {
        self.set.max().is_some() || self.set.is_complement()
    }

    /// Heaps to look at in search of a period, within the work allowed.
    fn searched(&self) -> u64 {
        if self.set.is_complement() { SEARCHED } else { SEARCHED.min(self.farthest()) }
    }

    /// Whether the table up to `heap` is within the work allowed.
    fn in_reach(&self, heap: u64) -> bool {
        if heap > TABLE {
            return false;
        }
        let options = if self.set.is_complement() { self.set.excluded() } else { self.count_word(heap) };
        heap.saturating_mul(options.max(1)) <= WORK
    }

    /// The largest heap whose table is within the work allowed.
    fn farthest(&self) -> u64 {
        let (mut near, mut far) = (0, TABLE + 1);
        while near + 1 < far {
            let middle = near.midpoint(far);
            if self.in_reach(middle) { near = middle } else { far = middle }
        }
        near
    }

    fn count_word(&self, heap: u64) -> u64 {
        self.set.count(heap).unwrap_or_else(|| self.set.up_to(heap).len() as u64)
    }

    /// The value of a heap, from the table.
    fn tabulated(&self, heap: u64) -> Result<u32, Silent> {
        let mut table = self.table.lock().expect("no panic while tabulating");
        if let Some(value) = usize::try_from(heap).ok().and_then(|heap| table.get(heap)) {
            return Ok(*value);
        }
        if !self.in_reach(heap) {
            return Err(self.too_far());
        }
        // In steps that double, so that heap after heap asked for in turn costs two passes at most.
        let heaps = (heap + 1).max(1024).next_power_of_two().min(self.farthest() + 1);
        *table = values::grundy_values(&self.set, heaps);
        Ok(table[heap as usize])
    }

    /// Why a heap has no value.
    fn too_far(&self) -> Silent {
        let searched = if self.periods_can_be_proved() {
            format!("no period is proved within {} heaps", self.searched())
        } else {
            "no theorem known here proves a period".to_owned()
        };
        Silent::TooFar(format!(
            "no formula serves this set, {searched}, and its values are tabulated up to heap {}",
            self.farthest()
        ))
    }
}

impl HeapRules for Subtraction {
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        if self.set.is_just(NamedSet::PowersOf2) {
            let mut take = UBig::ONE;
            while take <= *heap && visit(HeapMove::take(take.clone(), heap)) {
                take <<= 1;
            }
            return;
        }
        self.set.each_up_to(word(heap).unwrap_or(u64::MAX), &mut |s| visit(HeapMove::take(s.into(), heap)));
    }

    fn count(&self, heap: &UBig) -> UBig {
        match (word(heap), self.set.max()) {
            (Some(heap), _) => self.count_word(heap).into(),
            (None, Some(max)) => self.count_word(max).into(),
            (None, None) if self.set.is_just(NamedSet::PowersOf2) => heap.bit_len().into(),
            // Of the other infinite sets only the complements reach so far.
            (None, None) => heap - self.set.excluded(),
        }
    }

    fn value(&self, heap: &UBig) -> Result<UBig, Silent> {
        match &self.formula {
            Some(formula) => Ok(formula.value(heap)),
            None => match self.periodic() {
                Some(periodic) => Ok(periodic.value(heap)),
                None => word(heap).map_or_else(|| Err(self.too_far()), |heap| self.tabulated(heap)).map(UBig::from),
            },
        }
    }

    fn nimber(&self, heap: u64) -> Result<Nimber, Silent> {
        if let Some(formula) = &self.formula {
            return Ok(formula.nimber(heap));
        }
        if let Some(Periodic { found, values, .. }) = self.periodic() {
            let (heap, added) = found.fold(heap);
            return Ok(Nimber(u64::from(values[heap as usize]) + added));
        }
        self.tabulated(heap).map(|value| Nimber(value.into()))
    }

    fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, Silent> {
        // Theory that is silent at the heap is silent here; where it speaks, it does at all smaller heaps.
        self.value(heap)?;
        if let Some(most) = self.set.is_up_to() {
            return Bash::new(most.into()).map_or(Ok(Vec::new()), |bash| bash.moves_to(heap, target, want));
        }
        let growing = match &self.formula {
            Some(Formula::Size) => Some(vec![target.clone()]),
            Some(_) => None,
            None => self.periodic().filter(|p| p.found.saltus > 0).map(|p| p.heaps_of(target)),
        };
        if let Some(heaps) = growing {
            let takes = heaps.into_iter().rev().filter(|leave| leave < heap).map(|leave| heap - leave);
            let legal = takes.filter(|take| word(take).is_none_or(|take| self.set.contains(take)));
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

    fn misere(&self) -> MisereTheory {
        if self.set.is_everything() { MisereTheory::Bouton } else { MisereTheory::Ferguson }
    }

    fn why(&self, heap: &UBig) -> Why {
        match &self.formula {
            Some(formula) => formula.why(),
            None => match self.periodic() {
                Some(periodic) => Why::Period(periodic.period()),
                None => Why::Table { to: word(heap).unwrap_or(u64::MAX) },
            },
        }
    }

    fn extent(&self, heap: &UBig) -> Extent {
        // Taking the least member again and again meets the heaps of one residue, and each has every move that it affords.
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
        Extent { positions, moves: moves.max(positions - 1.0) }
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound {
        match &self.formula {
            Some(formula) => match formula.period() {
                Some((period, max_value)) => PeriodFound { max_value, ..PeriodFound::by_formula(period) },
                None => PeriodFound::none(0, "the period is beyond 2^64"),
            },
            None if self.periods_can_be_proved() => {
                let search = values::find_period(&self.set, limit, go_on);
                let period = search.found.map(|f| Period::Proved {
                    preperiod: f.preperiod,
                    period: f.period,
                    saltus: f.saltus,
                    checked_to: search.heaps,
                    by: theorem(f.saltus),
                });
                let grows = period.as_ref().is_some_and(|p| p.saltus() > 0);
                PeriodFound {
                    period,
                    heaps: search.heaps,
                    max_value: (!grows && search.heaps > 0).then_some(search.max_value),
                    note: match self.set.max() {
                        Some(k) if search.heaps == 0 => format!(
                            "a proof takes more heaps than {k}, the largest number that may be taken; a larger --limit may help"
                        ),
                        _ => String::new(),
                    },
                }
            }
            None => PeriodFound::none(
                0,
                &format!(
                    "the set is infinite, and no theorem known here proves a period; the values are tabulated up to heap {}",
                    self.farthest()
                ),
            ),
        }
    }
}
