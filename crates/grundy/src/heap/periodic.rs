//! A proved period and the values that it repeats, which give the values of heaps of any size.

use super::arithmetic::word;
use crate::theory::Period;
use crate::value::Nimber;
use dashu_int::UBig;

/// A proved period, with the values that it repeats.
#[derive(Debug)]
pub(super) struct Periodic {
    pub(super) period: Period,
    /// The values of heaps 0 to preperiod + period − 1.
    pub(super) values: Vec<u32>,
}

impl Periodic {
    /// The value of a heap.
    pub(super) fn value(&self, heap: &UBig) -> UBig {
        let start = UBig::from(self.period.preperiod());
        if *heap < start {
            let n = word(heap).expect("less than a word");
            return self.values[n as usize].into();
        }
        let beyond = heap - &start;
        let period = UBig::from(self.period.period());
        let n = self.period.preperiod() + word(&(&beyond % &period)).expect("less than a word");
        UBig::from(self.values[n as usize]) + beyond / period * self.period.saltus()
    }

    /// The value of a 64-bit heap.
    pub(super) fn nimber(&self, heap: u64) -> Nimber {
        let (heap, added) = self.period.fold(heap);
        Nimber(u64::from(self.values[heap as usize]) + added)
    }

    /// A test of whether `heap` less a smaller or equal number has value 0; only if the saltus is 0.
    pub(super) fn zero_below(&self, heap: u64) -> impl Fn(u64) -> bool {
        let (folded, _) = self.period.fold(heap);
        // Above this heap, heap − s folds to folded − s, so that most tests need no division.
        let least = if folded == heap { 0 } else { self.period.preperiod() };
        move |s| match folded.checked_sub(s) {
            Some(rest) if rest >= least => self.values[rest as usize] == 0,
            _ => self.nimber(heap - s) == Nimber::ZERO,
        }
    }

    /// The heaps of value `target`, ascending, in a game whose values grow without bound.
    pub(super) fn heaps_of(&self, target: &UBig) -> Vec<UBig> {
        let (period, saltus) = (self.period.period(), self.period.saltus());
        let mut heaps = Vec::new();
        for (n, &value) in (0u64..).zip(&self.values) {
            let value = UBig::from(value);
            if value == *target {
                heaps.push(n.into());
            } else if n >= self.period.preperiod() && value < *target {
                let above = target - &value;
                if (&above % saltus) == 0 {
                    heaps.push(above / saltus * period + n);
                }
            }
        }
        heaps.sort_unstable();
        heaps
    }
}
