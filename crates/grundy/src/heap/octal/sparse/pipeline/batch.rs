//! Consecutive heaps that are checked together: made on one thread, checked on any.

use super::super::chain::{BEFORE, BLOCK, STEP};
use super::super::history::History;
use super::super::rare_options::RareOptions;
use super::super::short_word::ShortWord;
use super::super::space::Rules;
use super::super::witness::Witnesses;
use super::super::word_lanes::WordLanes;
use super::super::word_sets::WordSets;
use super::Pipeline;
use crate::simd::{SimdLevel, Vectorized};

/// The most heaps of a batch. Their words and values fit a core's cache.
pub(super) const BATCH: u64 = 1 << 15;

/// Some heaps, as if all were common.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The first heap.
    first: u64,
    /// The numbers of the heaps that a check reads before the first, and of the heaps.
    numbers: Vec<u8>,
    /// The values of the heaps, up to the first that is not common after all.
    values: Vec<u16>,
    failed: bool,
}

impl Batch {
    /// Whether a heap of the batch has to be computed alone: the one after those whose values there are.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// The values of its heaps, once it is checked.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }
}

/// Makes batches.
#[derive(Debug)]
pub(super) struct Producer<'a, W> {
    lanes: &'a mut WordLanes<W>,
    end: u64,
    simd: SimdLevel,
}

impl<'a, W: ShortWord> Producer<'a, W> {
    /// A producer that continues after some heaps.
    pub(super) fn new(lanes: &'a mut WordLanes<W>, pipeline: &Pipeline<'_>) -> Self {
        Self { lanes, end: pipeline.end, simd: pipeline.simd }
    }

    /// Makes the next batch. Returns whether there are more.
    pub(super) fn fill(&mut self, batch: &mut Batch) -> bool {
        batch.first = self.lanes.heap();
        self.lanes.sets.reserve_heaps(BATCH as usize);
        let is_last = self.simd.run(ExtendCall { producer: self, end: batch.first + BATCH });
        let count = (self.lanes.heap() - batch.first) as usize + self.lanes.span();
        let numbers = self.lanes.sets.numbers();
        batch.numbers.clear();
        batch.numbers.extend_from_slice(&numbers[numbers.len() - count..]);
        batch.failed = false;
        !is_last
    }

    /// Appends blocks up to heap `to`. Returns whether no more blocks can be appended.
    #[inline(always)]
    fn extend(&mut self, to: u64) -> bool {
        while self.lanes.heap() < to {
            if self.lanes.heap() + BLOCK as u64 > self.end {
                return true;
            }
            let at = self.lanes.sets.reserve();
            if self.lanes.append_block(at).is_some() {
                self.lanes.sets.drop_from(at);
                return true;
            }
        }
        false
    }
}

/// A call of [`Producer::extend`].
struct ExtendCall<'a, 'b, W> {
    producer: &'a mut Producer<'b, W>,
    end: u64,
}

impl<W: ShortWord> Vectorized for ExtendCall<'_, '_, W> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.producer.extend(self.end)
    }
}

/// Checks batches.
#[derive(Clone, Debug)]
pub(super) struct Checker<'a, W> {
    rare: &'a RareOptions<W>,
    rules: &'a Rules,
    simd: SimdLevel,
    witnesses: Witnesses,
    /// The words and the values of the latest batch, and of those before it that are read.
    sets: WordSets<W>,
    history: History,
    /// Number of heaps before a batch that are read.
    span: usize,
}

impl<'a, W: ShortWord> Checker<'a, W> {
    pub(super) fn new(
        rare: &'a RareOptions<W>,
        lanes: &WordLanes<W>,
        witnesses: Witnesses,
        pipeline: &Pipeline<'a>,
    ) -> Self {
        let (sets, span) = (lanes.sets.without_words(), lanes.span());
        let history = History::resume(Vec::new(), 0, Vec::new(), span);
        Self { rare, rules: pipeline.rules, simd: pipeline.simd, witnesses, sets, history, span }
    }

    /// Checks that the heaps of a batch are common, and computes their values, up to the first heap that is not.
    pub(super) fn check(&mut self, batch: &mut Batch) {
        let count = batch.numbers.len() - self.span;
        let failure = self.simd.run(CheckCall { checker: self, batch });
        let good = failure.map_or(count, |heap| (heap - batch.first) as usize);
        batch.values.clear();
        batch.values.extend_from_slice(&self.history.before(batch.first + count as u64, count)[..good]);
        batch.failed = failure.is_some();
    }

    /// The first heap for which the check fails.
    #[inline(always)]
    fn find_failure(&mut self, batch: &Batch) -> Option<u64> {
        let mut new = &batch.numbers[self.span..];
        if self.sets.heap() == batch.first {
            self.sets.reserve_heaps(new.len());
            self.history.reserve(new.len());
        } else {
            // The words of the first heaps are not read.
            new = &batch.numbers[BEFORE..];
            let heap = batch.first - (self.span - BEFORE) as u64;
            self.sets.restart(heap);
            self.history = History::resume(Vec::new(), heap, Vec::new(), self.span);
        }
        let (blocks, rest) = new.as_chunks();
        debug_assert!(rest.is_empty(), "whole blocks");
        for numbers in blocks {
            self.history.extend(&self.rare.common_values(self.sets.heap(), numbers));
            for numbers in numbers.as_chunks::<STEP>().0 {
                self.sets.extend(numbers);
            }
        }
        let end = self.sets.heap();
        for heap in (batch.first..end).step_by(BLOCK) {
            let block = (heap, self.sets.own().len() - (end - heap) as usize, BLOCK);
            let (history, witnesses) = (&self.history, &mut self.witnesses);
            if let Some(bad) = self.rare.find_failure(&self.sets, block, self.rules, history, witnesses) {
                return Some(heap + bad as u64);
            }
        }
        None
    }
}

/// A call of [`Checker::find_failure`].
struct CheckCall<'a, 'b, W> {
    checker: &'a mut Checker<'b, W>,
    batch: &'a Batch,
}

impl<W: ShortWord> Vectorized for CheckCall<'_, '_, W> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self) -> Option<u64> {
        self.checker.find_failure(self.batch)
    }
}
