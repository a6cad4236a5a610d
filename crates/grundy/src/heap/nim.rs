//! Nim and bounded Nim: any number, or at most m stones, from one heap; heaps of any size.
//!
//! After Bouton 1901, "Nim, a game with a complete mathematical theory", and Bachet 1612 (one heap, bounded).

use super::arithmetic::word;
use super::expansion_size::approximate;
use super::misere::MisereTheory;
use super::{ExpansionSize, HeapMove, bulk};
use crate::limits::Limits;
use crate::theory::{ClaimError, Period, PeriodSearch, SearchEnd, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use std::ops::Range;

/// Nim: a move takes any number of stones from a heap. The value of a heap is its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// Bash's game: a move takes from 1 to m stones from a heap. The value of a heap is its size modulo m + 1.
#[derive(Clone, Debug)]
pub struct Bash {
    most: UBig,
}

impl Bash {
    /// Creates the game in which a move takes at most `most` stones. `None` if that is 0, because there is no move then.
    pub fn new(most: UBig) -> Option<Self> {
        (!most.is_zero()).then_some(Self { most })
    }

    fn modulus(&self) -> UBig {
        &self.most + 1u8
    }
}

/// The moves that take 1 up to `most` stones.
fn each_take(heap: &UBig, most: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
    let mut take = UBig::ONE;
    while take <= *most && visit(HeapMove::take(take.clone(), heap)) {
        take += 1u8;
    }
}

/// The size of the game from one heap: every smaller size is reachable, and each has as many moves as stones can be taken.
fn expansion_size(heap: &UBig, most: &UBig) -> ExpansionSize {
    let (n, m) = (approximate(heap), approximate(most));
    ExpansionSize { positions: n + 1.0, moves: m * (n - m) + m * (m + 1.0) / 2.0 }
}

impl Nim {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, heap, visit);
    }

    /// Returns the number of moves of a heap.
    pub fn count(&self, heap: &UBig) -> UBig {
        heap.clone()
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        Ok(heap.clone())
    }

    /// Returns the Grundy value of a 64-bit heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        Ok(Nimber(heap))
    }

    /// Returns at most `want` moves of a heap to options of value `target`.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        Ok(if target < heap && want > 0 { vec![HeapMove::take(heap - target, heap)] } else { Vec::new() })
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        MisereTheory::Bouton
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, _heap: &UBig) -> ValueSource {
        ValueSource::Size
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        expansion_size(heap, heap)
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::find_period`](super::HeapRules::find_period) does.
    pub fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        let by = "the value of a Nim heap is its size (Bouton 1901)";
        PeriodSearch::by_formula(Period::Proved { preperiod: 0, period: 1, saltus: 1, checked_to: 0, by }, None)
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
        bulk::in_blocks(heaps, bulk::BLOCK, limits, visit, |values, heaps| {
            values.extend(heaps.map(Nimber));
            Ok(())
        })
    }
}

impl Bash {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, heap.min(&self.most), visit);
    }

    /// Returns the number of moves of a heap.
    pub fn count(&self, heap: &UBig) -> UBig {
        heap.min(&self.most).clone()
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        Ok(heap % self.modulus())
    }

    /// Returns the Grundy value of a 64-bit heap.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        // If m + 1 does not fit in 64 bits, every 64-bit heap is smaller.
        let modulus = word(&self.most).and_then(|most| most.checked_add(1));
        Ok(Nimber(modulus.map_or(heap, |modulus| heap % modulus)))
    }

    /// Returns at most `want` moves of a heap to options of value `target`.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        // The m options of a heap have different residues modulo m + 1, so there is one such move at most.
        let modulus = self.modulus();
        if *target >= modulus {
            return Ok(Vec::new());
        }
        let take = (heap % &modulus + &modulus - target) % &modulus;
        let possible = !take.is_zero() && take <= *heap && want > 0;
        Ok(if possible { vec![HeapMove::take(take, heap)] } else { Vec::new() })
    }

    /// The number of stones that the winning move of a heap takes; `None` if there is no such move.
    pub(super) fn winning_take(&self, heap: u64) -> Option<u64> {
        // It leaves a multiple of m + 1.
        self.nimber(heap).ok().filter(|&value| value != Nimber::ZERO).map(|Nimber(take)| take)
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        MisereTheory::Ferguson
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, _heap: &UBig) -> ValueSource {
        ValueSource::Residue { modulus: self.modulus(), source: "Bachet 1612" }
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        expansion_size(heap, heap.min(&self.most))
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::find_period`](super::HeapRules::find_period) does.
    pub fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        let max_value = u64::try_from(&self.most).ok();
        match max_value.and_then(|most| most.checked_add(1)) {
            Some(period) => {
                let by = "the options of a heap have the other residues modulo m + 1 (Bachet 1612)";
                let period = Period::Proved { preperiod: 0, period, saltus: 0, checked_to: 0, by };
                PeriodSearch::by_formula(period, max_value)
            }
            None => PeriodSearch::not_begun(SearchEnd::NoTheorem, "the period is m + 1, which is beyond 2^64"),
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
        let Nimber(mut residue) = self.nimber(heaps.start)?;
        let most = word(&self.most);
        bulk::in_blocks(heaps, bulk::BLOCK, limits, visit, |values, heaps| {
            values.extend(heaps.map(|_| {
                let value = residue;
                residue = if Some(residue) == most { 0 } else { residue.wrapping_add(1) };
                Nimber(value)
            }));
            Ok(())
        })
    }
}
