//! Nim and bounded Nim: any number, or at most m stones, from one heap; heaps of any size.
//!
//! After Bouton 1901, "Nim, a game with a complete mathematical theory", and Bachet 1612 (one heap, bounded).

use super::extent::approximate;
use super::misere::MisereTheory;
use super::{Extent, HeapMove, HeapRules, word};
use crate::theory::{Period, PeriodFound, Silent, Why};
use crate::value::Nimber;
use dashu_int::UBig;

/// Take any number of stones. A heap's value is its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// Take from 1 up to so many stones. A heap's value is its size modulo that plus one.
#[derive(Clone, Debug)]
pub struct Bash {
    most: UBig,
}

impl Bash {
    /// The game in which at most `most` stones are taken; `None` if that is 0, which leaves no moves.
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

/// Every size up to the heap's can be reached, each with as many moves as stones can be taken.
fn extent(heap: &UBig, most: &UBig) -> Extent {
    let (n, m) = (approximate(heap), approximate(most));
    Extent { positions: n + 1.0, moves: m * (n - m) + m * (m + 1.0) / 2.0 }
}

impl HeapRules for Nim {
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, heap, visit);
    }

    fn count(&self, heap: &UBig) -> UBig {
        heap.clone()
    }

    fn value(&self, heap: &UBig) -> Result<UBig, Silent> {
        Ok(heap.clone())
    }

    fn nimber(&self, heap: u64) -> Result<Nimber, Silent> {
        Ok(Nimber(heap))
    }

    fn moves_to(&self, heap: &UBig, target: &UBig, _want: usize) -> Result<Vec<HeapMove>, Silent> {
        Ok(if target < heap { vec![HeapMove::take(heap - target, heap)] } else { Vec::new() })
    }

    fn misere(&self) -> MisereTheory {
        MisereTheory::Bouton
    }

    fn why(&self, _heap: &UBig) -> Why {
        Why::Size
    }

    fn extent(&self, heap: &UBig) -> Extent {
        extent(heap, heap)
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound {
        let by = "the value of a Nim heap is its size (Bouton 1901)";
        PeriodFound::by_formula(Period::Proved { preperiod: 0, period: 1, saltus: 1, checked_to: 0, by })
    }
}

impl HeapRules for Bash {
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, heap.min(&self.most), visit);
    }

    fn count(&self, heap: &UBig) -> UBig {
        heap.min(&self.most).clone()
    }

    fn value(&self, heap: &UBig) -> Result<UBig, Silent> {
        Ok(heap % self.modulus())
    }

    fn nimber(&self, heap: u64) -> Result<Nimber, Silent> {
        // Where m + 1 is no word, no heap of a word comes to it.
        let modulus = word(&self.most).and_then(|most| most.checked_add(1));
        Ok(Nimber(modulus.map_or(heap, |modulus| heap % modulus)))
    }

    fn moves_to(&self, heap: &UBig, target: &UBig, _want: usize) -> Result<Vec<HeapMove>, Silent> {
        // The m options of a heap have different residues modulo m + 1, so there is one such move at most.
        let modulus = self.modulus();
        if *target >= modulus {
            return Ok(Vec::new());
        }
        let take = (heap % &modulus + &modulus - target) % &modulus;
        let possible = !take.is_zero() && take <= *heap;
        Ok(if possible { vec![HeapMove::take(take, heap)] } else { Vec::new() })
    }

    fn misere(&self) -> MisereTheory {
        MisereTheory::Ferguson
    }

    fn why(&self, _heap: &UBig) -> Why {
        Why::Residue { modulus: self.modulus(), source: "Bachet 1612" }
    }

    fn extent(&self, heap: &UBig) -> Extent {
        extent(heap, heap.min(&self.most))
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound {
        let max_value = u64::try_from(&self.most).ok();
        match max_value.and_then(|most| most.checked_add(1)) {
            Some(period) => PeriodFound {
                max_value,
                ..PeriodFound::by_formula(Period::Proved {
                    preperiod: 0,
                    period,
                    saltus: 0,
                    checked_to: 0,
                    by: "the options of a heap have the other residues modulo m + 1 (Bachet 1612)",
                })
            },
            None => PeriodFound::none(0, "the period is m + 1, which is beyond 2^64"),
        }
    }
}
