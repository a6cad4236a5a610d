//! Consecutive heaps that are checked together: made on one thread, checked on any.

use super::super::history::History;
use super::super::kernel::{BlockCheck, Kernel, OptionSearch};
use super::super::space::Rules;
use super::super::witness::Witnesses;
use super::Pipeline;
use super::queue::Need;
use crate::simd::{SimdLevel, Vectorized};

/// The most heaps of a batch. Their words and values fit a core's cache.
pub(super) const BATCH: u64 = 1 << 15;

/// The most rare values of a batch that a check may leave to be searched.
const MAX_OPEN: u64 = if cfg!(test) { 4 } else { 1 << 10 };
/// The most splits that the search of these values may have to examine, unless a single value has more.
const MAX_OPEN_SPLITS: u64 = 1 << 26;

/// Some heaps, as if all were common.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The first heap.
    first: u64,
    /// The ranks of the heaps that a check reads before the first, and of the heaps.
    ranks: Vec<u8>,
    /// The values of the heaps, as if all were common.
    values: Vec<u16>,
    /// Rare values, each with its heap, that the check leaves to be searched; ascending by heap.
    open: Vec<(u64, u16)>,
    /// Whether the check ended before the last heap; then the values end there.
    has_ended_early: bool,
}

impl Batch {
    /// Whether the check ended before the last heap. The heaps that are left continue on one thread.
    pub(super) fn has_ended_early(&self) -> bool {
        self.has_ended_early
    }

    /// The most splits that [`Self::append_to`] examines.
    pub(super) fn open_splits(&self, witnesses: &Witnesses, rules: &Rules) -> u64 {
        self.open.len() as u64 * splits_of_a_value(witnesses, rules)
    }

    /// Appends the values of the heaps, once they are checked, up to the first heap that has to continue on one thread. Returns whether there
    /// is one.
    #[inline(always)]
    pub(super) fn append_to(&self, history: &mut History, witnesses: &mut Witnesses, rules: &Rules) -> bool {
        history.reserve(BATCH as usize);
        history.extend(&self.values);
        for &(heap, value) in &self.open {
            if !witnesses.finds_small_part(heap, value, rules, history) {
                history.truncate(heap);
                return true;
            }
        }
        self.has_ended_early
    }
}

/// The most splits that are examined for one value.
fn splits_of_a_value(witnesses: &Witnesses, rules: &Rules) -> u64 {
    (witnesses.part() * rules.breaks.len() as u64).max(1)
}

/// Makes batches.
#[derive(Debug)]
pub(super) struct Producer<'a, K> {
    kernel: &'a mut K,
    end: u64,
    simd: SimdLevel,
}

impl<'a, K: Kernel> Producer<'a, K> {
    /// A producer that continues after some heaps.
    pub(super) fn new(kernel: &'a mut K, pipeline: &Pipeline<'_>) -> Self {
        Self { kernel, end: pipeline.end, simd: pipeline.simd }
    }

    /// Makes the next batch. Returns whether there are more.
    pub(super) fn fill(&mut self, batch: &mut Batch, need: Need<'_>) -> bool {
        batch.first = self.kernel.heap();
        self.kernel.reserve_heaps(BATCH as usize);
        let is_last = self.simd.run(ExtendCall { producer: self, end: batch.first + BATCH, need });
        let count = (self.kernel.heap() - batch.first) as usize + self.kernel.span();
        batch.ranks.clear();
        self.kernel.copy_ranks(count, &mut batch.ranks);
        !is_last
    }

    /// Appends blocks up to heap `to`. Returns whether no more blocks can be appended.
    #[inline(always)]
    fn extend(&mut self, to: u64, need: Need<'_>) -> bool {
        while self.kernel.heap() < to {
            if self.kernel.heap() + K::BLOCK as u64 > self.end || !need.is_needed() || !self.kernel.try_append() {
                return true;
            }
        }
        false
    }
}

/// A call of [`Producer::extend`].
struct ExtendCall<'a, 'b, K> {
    producer: &'a mut Producer<'b, K>,
    end: u64,
    need: Need<'a>,
}

impl<K: Kernel> Vectorized for ExtendCall<'_, '_, K> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.producer.extend(self.end, self.need)
    }
}

/// Checks batches.
#[derive(Debug)]
pub(super) struct Checker<'a, K: Kernel> {
    /// The tables, with the sets of the latest batch, and of the heaps before it that are read.
    check: K::Check,
    rules: &'a Rules,
    simd: SimdLevel,
    witnesses: Witnesses,
    /// The values of these heaps.
    history: History,
    /// Number of heaps before a batch that are read.
    span: usize,
}

impl<'a, K: Kernel> Checker<'a, K> {
    pub(super) fn new(kernel: &K, witnesses: Witnesses, pipeline: &Pipeline<'a>) -> Self {
        let (check, span) = (kernel.check(), kernel.span());
        let history = History::resume(Vec::new(), 0, Vec::new(), span);
        Self { check, rules: pipeline.rules, simd: pipeline.simd, witnesses, history, span }
    }

    /// Computes the values of the heaps of a batch, and checks that they are common but for values that remain to be searched. Ends early if
    /// too many do, or if the batch is not needed any more.
    pub(super) fn check(&mut self, batch: &mut Batch, need: Need<'_>) {
        let count = batch.ranks.len() - self.span;
        batch.open.clear();
        batch.values.clear();
        batch.has_ended_early = !need.is_needed();
        if batch.has_ended_early {
            return;
        }
        let end = self.simd.run(CheckCall { checker: self, batch, need });
        let checked = end.map_or(count, |heap| (heap - batch.first) as usize);
        batch.values.extend_from_slice(&self.history.before(batch.first + count as u64, count)[..checked]);
        batch.has_ended_early = end.is_some();
    }

    /// The heap at which the check ends early.
    #[inline(always)]
    fn find_end(&mut self, batch: &mut Batch, need: Need<'_>) -> Option<u64> {
        let mut new = &batch.ranks[self.span..];
        if self.check.heap() == batch.first {
            self.check.reserve_heaps(new.len());
            self.history.reserve(new.len());
        } else {
            // The sets of the first heaps are not read.
            let before = K::Check::UNREAD_HEAPS;
            new = &batch.ranks[before..];
            let heap = batch.first - (self.span - before) as u64;
            self.check.restart(heap);
            self.check.reserve_heaps(new.len());
            self.history = History::resume(Vec::new(), heap, Vec::new(), self.span);
        }
        let blocks = new.chunks_exact(K::BLOCK);
        debug_assert!(blocks.remainder().is_empty(), "whole blocks");
        for ranks in blocks {
            self.check.append(ranks, &mut self.history);
        }
        let (rules, history, witnesses) = (self.rules, &self.history, &mut self.witnesses);
        let most = (MAX_OPEN_SPLITS / splits_of_a_value(witnesses, rules)).clamp(1, MAX_OPEN) as usize;
        let mut search = LatestOnly { rules, history, witnesses, open: &mut batch.open, most };
        for heap in (batch.first..self.check.heap()).step_by(K::BLOCK) {
            if !need.is_needed() {
                return Some(heap);
            }
            if let Some(bad) = self.check.find_failure(heap, &mut search) {
                return Some(heap + bad as u64);
            }
        }
        None
    }
}

/// A call of [`Checker::find_end`].
struct CheckCall<'a, 'b, K: Kernel> {
    checker: &'a mut Checker<'b, K>,
    batch: &'a mut Batch,
    need: Need<'a>,
}

impl<K: Kernel> Vectorized for CheckCall<'_, '_, K> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self) -> Option<u64> {
        self.checker.find_end(self.batch, self.need)
    }
}

/// Accepts options that have a split with a part up to A and one of the latest heaps, and leaves up to `most` others to be searched.
struct LatestOnly<'a> {
    rules: &'a Rules,
    history: &'a History,
    witnesses: &'a mut Witnesses,
    open: &'a mut Vec<(u64, u16)>,
    most: usize,
}

impl OptionSearch for LatestOnly<'_> {
    #[inline(always)]
    fn accepts(&mut self, heap: u64, value: u16) -> bool {
        if self.witnesses.finds_small_part(heap, value, self.rules, self.history) {
            return true;
        }
        let has_room = self.open.len() < self.most;
        if has_room {
            self.open.push((heap, value));
        }
        has_room
    }
}
