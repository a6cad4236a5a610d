//! Looks for the values of splits into two heaps.
//!
//! The value of a heap is the least that is not among those of its options. Most smaller values are those of many splits, so the first
//! few splits have them. The others are searched one by one, with vectors, among all splits of each total; only for the heap's own
//! value every split is examined. What is found is kept for the next heaps, which may split the same total.

use super::Game;
use super::splits::unite_pairs;
use super::value_set::ValueSet;
use crate::simd::{SimdLevel, Vectorized};
use std::collections::VecDeque;

/// The least number of splits of each total whose values are collected at first.
const MIN_FIRST_SPLITS: usize = 128;
/// More are collected if more searches than these are needed for a heap, and fewer if fewer are. So dense games have few searches: 0.004
/// took twice as long with a fixed number of first splits.
const SEARCHES: std::ops::RangeInclusive<usize> = 3..=6;
/// Number of splits that are examined together.
const TOGETHER: usize = 512;

/// The values of the splits of the latest totals, as far as they were looked for.
#[derive(Clone, Debug)]
pub(super) struct PairSearch {
    /// Whether the two parts of a split must differ.
    unequal: bool,
    /// Number of totals that are kept.
    retained: usize,
    /// The latest totals.
    totals: VecDeque<Total>,
    /// The total after the latest.
    next: usize,
    /// Number of splits of the next total whose values are collected at first, if there are so many.
    first: usize,
    /// Number of searches since the latest total was prepared.
    searches: usize,
    /// The values of the heaps …, 3, 2, 1.
    reversed: Vec<u16>,
    /// One byte a value, 0 between calls.
    marks: Vec<u8>,
    simd: SimdLevel,
}

/// The values that some total was searched for.
#[derive(Clone, Debug, Default)]
struct Total {
    /// Number of splits whose values were collected at first.
    first: usize,
    /// Values of splits.
    present: ValueSet,
    /// Values of no split.
    absent: ValueSet,
}

impl PairSearch {
    pub(super) fn new(game: &Game) -> Self {
        let (unequal, retained) = (*game == Game::Grundy, game.last() + 1);
        Self {
            unequal,
            retained,
            totals: VecDeque::new(),
            next: 0,
            first: MIN_FIRST_SPLITS,
            searches: 0,
            reversed: Vec::new(),
            marks: Vec::new(),
            simd: SimdLevel::best(),
        }
    }

    /// Prepares for the splits of the total `values.len()`, where `values` are those of the heaps below it.
    /// `largest` is the largest of them.
    pub(super) fn prepare(&mut self, values: &[u16], largest: u16) {
        let total = values.len();
        if self.next > total {
            return;
        }
        let mut latest =
            if self.totals.len() == self.retained { self.totals.pop_front() } else { None }.unwrap_or_default();
        latest.present.clear();
        latest.absent.clear();
        let count = self.splits(total);
        if self.searches > *SEARCHES.end() {
            self.first = (self.first + self.first / 8).min(count.max(MIN_FIRST_SPLITS));
        } else if self.searches < *SEARCHES.start() {
            self.first = (self.first - self.first / 16).max(MIN_FIRST_SPLITS);
        }
        self.searches = 0;
        latest.first = count.min(self.first);
        if latest.first > 0 {
            let (low, high) = (&values[1..=latest.first], &values[total - latest.first..]);
            unite_pairs(low, high, largest, &mut self.marks, &mut latest.present);
        }
        if count > self.reversed.len() {
            let known = (2 * count).min(total - 1);
            self.reversed.clear();
            self.reversed.extend(values[1..=known].iter().rev());
        }
        self.totals.push_back(latest);
        self.next = total + 1;
    }

    /// The values of splits of a total, which must be among the latest, that were found so far.
    pub(super) fn known(&self, total: usize) -> &ValueSet {
        &self.totals[self.place(total)].present
    }

    /// Whether a value is that of a split of a total, which must be among the latest.
    pub(super) fn has(&mut self, total: usize, value: u16, values: &[u16]) -> bool {
        let (place, count) = (self.place(total), self.splits(total));
        let known = &self.totals[place];
        if known.present.has(value) || known.absent.has(value) {
            return known.present.has(value);
        }
        // Part `count` is the first one.
        let own = &self.reversed[self.reversed.len() - count..self.reversed.len() - known.first];
        let others = &values[total - count..total - known.first];
        self.searches += 1;
        let is_present = self.simd.run(Search { own, others, value });
        let known = &mut self.totals[place];
        if is_present {
            known.present.insert(value)
        } else {
            known.absent.insert(value)
        };
        is_present
    }

    /// Number of splits of a total; the smaller parts are 1, 2, ….
    fn splits(&self, total: usize) -> usize {
        if self.unequal { total.saturating_sub(1) / 2 } else { total / 2 }
    }

    fn place(&self, total: usize) -> usize {
        self.totals.len() - (self.next - total)
    }
}

/// Whether two values at the same place have a sum.
struct Search<'a> {
    own: &'a [u16],
    others: &'a [u16],
    value: u16,
}

impl Vectorized for Search<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let (own, others) = (self.own.as_rchunks::<TOGETHER>(), self.others.as_rchunks::<TOGETHER>());
        for (own, others) in own.1.iter().zip(others.1).rev() {
            let mut is_found = false;
            for i in 0..TOGETHER {
                is_found |= own[i] ^ others[i] == self.value;
            }
            if is_found {
                return true;
            }
        }
        own.0.iter().zip(others.0).any(|(own, other)| own ^ other == self.value)
    }
}
