//! Looks for the values of splits into two heaps.
//!
//! The value of a heap is the least that is not among those of its options. Most smaller values are those of many splits, so the first
//! few splits have them. The others are searched with vectors among all splits of each total, several at a time; only for the heap's own
//! value every split is examined. What is found is kept for the next heaps, which may split the same total.
//!
//! For a heap some way beyond those whose values are known, the splits of which both parts are known can be examined before
//! ([`PairSearch::add`]), and those with the smallest parts later ([`PairSearch::complete`]).

use super::Game;
use super::splits::unite_pairs;
use super::value_set::ValueSet;
use crate::simd::{SimdLevel, Vectorized};
use std::collections::VecDeque;

/// The least number of splits of each total whose values are collected at first.
const MIN_FIRST_SPLITS: usize = 128;
/// More are collected if more values than these have to be searched for a heap, and fewer if fewer have to be. So dense games have few
/// searches: 0.004 took twice as long with a fixed number of first splits.
const SEARCHES: std::ops::RangeInclusive<usize> = 6..=12;
/// Number of splits that are examined together.
const TOGETHER: usize = 512;
/// The most values that are searched together. With three, 0.007 takes 0.91 of the time with one; six need more vectors than there are.
const MAX_VALUES: usize = 3;

/// The known heaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownHeaps<'a> {
    /// The values of heaps 0, 1, 2, ….
    pub(super) values: &'a [u16],
    /// The largest value.
    pub(super) largest: u16,
    /// The values of the heaps …, 3, 2, 1, which may be the smaller parts of splits.
    pub(super) reversed: &'a [u16],
}

/// The values of the splits of the latest totals, as far as they were looked for.
#[derive(Clone, Debug)]
pub(super) struct PairSearch {
    /// Whether the two parts of a split must differ.
    unequal: bool,
    /// The latest totals.
    totals: VecDeque<Total>,
    /// The total after the latest.
    next: usize,
    /// Number of splits of the next total whose values are collected at first, if there are so many.
    first: usize,
    /// Number of values that were searched for the last heap.
    searches: usize,
    /// One byte per value, 0 between calls.
    marks: Vec<u8>,
    simd: SimdLevel,
}

/// The values that some total was searched for.
#[derive(Clone, Debug, Default)]
pub(super) struct Total {
    /// Number of splits with the smallest parts whose values are not yet collected, since the larger part was not known.
    near: usize,
    /// Number of splits with the smallest parts that are not searched: their values are collected, but for the `near` ones.
    first: usize,
    /// Values of splits.
    present: ValueSet,
    /// Values of no split, but for the `near` ones.
    absent: ValueSet,
}

impl PairSearch {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            unequal: *game == Game::Grundy,
            totals: VecDeque::new(),
            next: 0,
            first: MIN_FIRST_SPLITS,
            searches: 0,
            marks: Vec::new(),
            simd: SimdLevel::best(),
        }
    }

    /// Uses vectors of this width.
    #[cfg(test)]
    pub(super) fn use_simd(&mut self, simd: SimdLevel) {
        self.simd = simd;
    }

    /// A search with the totals of this one from `total` on, which must be complete.
    pub(super) fn since(&self, total: usize) -> Self {
        let mut since = Self { totals: VecDeque::new(), marks: Vec::new(), ..self.clone() };
        let first = self.next - self.totals.len();
        since.totals.extend(self.totals.iter().skip(total.saturating_sub(first)).cloned());
        since
    }

    /// The total after the latest.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Drops all totals before `total`.
    pub(super) fn drop_before(&mut self, total: usize) {
        while self.next - self.totals.len() < total && self.totals.pop_front().is_some() {}
    }

    /// Adds a total, the next one unless there is none yet, with the splits of which both parts are known.
    pub(super) fn add(&mut self, total: usize, heaps: KnownHeaps<'_>) {
        debug_assert!(self.totals.is_empty() || total == self.next, "totals come one by one");
        let (count, near) = (self.splits(total), total.saturating_sub(heaps.values.len()));
        if self.searches > *SEARCHES.end() {
            self.first = (self.first + self.first / 8).min(count.max(MIN_FIRST_SPLITS));
        } else if self.searches < *SEARCHES.start() {
            self.first = (self.first - self.first / 16).max(MIN_FIRST_SPLITS);
        }
        let near = near.min(count);
        let mut latest = Total { near, first: count.min(near + self.first), ..Total::default() };
        self.collect(near + 1..latest.first + 1, total, heaps, &mut latest.present);
        self.totals.push_back(latest);
        self.next = total + 1;
    }

    /// Examines the splits of a total that were left out, since all heaps below it are known.
    pub(super) fn complete(&mut self, total: usize, heaps: KnownHeaps<'_>) {
        let place = self.place(total);
        let mut of_total = std::mem::take(&mut self.totals[place]);
        self.collect(1..of_total.near + 1, total, heaps, &mut of_total.present);
        of_total.near = 0;
        self.totals[place] = of_total;
    }

    /// Inserts the values of the splits of a total with these parts.
    fn collect(&mut self, parts: std::ops::Range<usize>, total: usize, heaps: KnownHeaps<'_>, set: &mut ValueSet) {
        if !parts.is_empty() {
            let others = &heaps.values[total + 1 - parts.end..total + 1 - parts.start];
            unite_pairs(&heaps.values[parts], others, heaps.largest, &mut self.marks, set);
        }
    }

    /// Takes what another search found, for totals up to the next one and for others after them.
    pub(super) fn unite(&mut self, found: Self) {
        for (total, found) in (found.next - found.totals.len()..).zip(found.totals) {
            if total == self.next {
                self.totals.push_back(found);
                self.next += 1;
            } else {
                let place = self.place(total);
                self.totals[place].present.unite(&found.present);
                self.totals[place].absent.unite(&found.absent);
            }
        }
        (self.first, self.searches) = (found.first, found.searches);
    }

    /// The values of splits of a total that were found so far.
    pub(super) fn known(&self, total: usize) -> &ValueSet {
        &self.totals[self.place(total)].present
    }

    /// The least value that is not in `options` and not that of a split of one of these totals. Inserts values of splits into `options`.
    /// At least `together` values are searched, if there may be so many searches at a time.
    pub(super) fn least_missing(
        &mut self,
        totals: impl Iterator<Item = usize> + Clone,
        options: &mut ValueSet,
        heaps: KnownHeaps<'_>,
        together: usize,
    ) -> usize {
        // For sparse games, one or two searches for a heap are enough.
        let most = if self.searches > 2 { MAX_VALUES } else { together.min(MAX_VALUES) };
        self.searches = 0;
        loop {
            let mut missing: Vec<u16> = options.missing(most);
            let Some(&last) = missing.last() else { return options.mex() };
            for total in totals.clone() {
                self.search(total, &mut missing, options, heaps);
            }
            if let Some(&least) = missing.first() {
                return least.into();
            }
            if last == u16::MAX {
                return options.mex();
            }
        }
    }

    /// Searches the splits of a total for some of these values; moves those that it finds from `missing` to `options`.
    fn search(&mut self, total: usize, missing: &mut Vec<u16>, options: &mut ValueSet, heaps: KnownHeaps<'_>) {
        let (place, count) = (self.place(total), self.splits(total));
        let known = &mut self.totals[place];
        let is_open = |&&value: &&u16| !known.present.has(value) && !known.absent.has(value);
        let open: Vec<u16> = missing.iter().filter(is_open).copied().collect();
        if let Some(&last) = open.last() {
            // Part `count` is the first one.
            let own = &heaps.reversed[heaps.reversed.len() - count..heaps.reversed.len() - known.first];
            let others = &heaps.values[total - count..total - known.first];
            self.searches += open.len();
            let value = |i: usize| open.get(i).copied().unwrap_or(last);
            let found = match open.len() {
                1 => self.simd.run(Search { own, others, values: [last] }),
                _ => self.simd.run(Search { own, others, values: std::array::from_fn::<_, MAX_VALUES, _>(value) }),
            };
            for (i, &value) in open.iter().enumerate() {
                let set = if found >> i & 1 == 1 { &mut known.present } else { &mut known.absent };
                set.insert(value);
            }
        }
        missing.retain(|&value| {
            let is_found = known.present.has(value);
            if is_found {
                options.insert(value);
            }
            !is_found
        });
    }

    /// Number of splits of a total; the smaller parts are 1, 2, ….
    fn splits(&self, total: usize) -> usize {
        if self.unequal { total.saturating_sub(1) / 2 } else { total / 2 }
    }

    fn place(&self, total: usize) -> usize {
        self.totals.len() - (self.next - total)
    }
}

/// The values at which two values at the same place have these sums, as bits.
struct Search<'a, const K: usize> {
    own: &'a [u16],
    others: &'a [u16],
    values: [u16; K],
}

impl<const K: usize> Vectorized for Search<'_, K> {
    type Output = u8;

    #[inline(always)]
    fn run(self) -> u8 {
        let (own, others) = (self.own.as_rchunks::<TOGETHER>(), self.others.as_rchunks::<TOGETHER>());
        let all = (1 << K) - 1;
        let mut found = 0;
        for (own, others) in own.1.iter().zip(others.1).rev() {
            // The least difference is 0 if a sum is there.
            let mut least = [u16::MAX; K];
            for (least, &value) in least.iter_mut().zip(&self.values) {
                for i in 0..TOGETHER {
                    *least = (*least).min(own[i] ^ others[i] ^ value);
                }
            }
            for (k, &least) in least.iter().enumerate() {
                found |= u8::from(least == 0) << k;
            }
            if found == all {
                return all;
            }
        }
        for (own, other) in own.0.iter().zip(others.0) {
            for (k, &value) in self.values.iter().enumerate() {
                found |= u8::from(own ^ other == value) << k;
            }
        }
        found
    }
}
