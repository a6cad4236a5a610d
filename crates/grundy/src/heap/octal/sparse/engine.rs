//! Computes values heap after heap: in blocks while all heaps are common and the sets hold their ranks, otherwise one by one.

mod tables;

use super::any_kernel::AnyKernel;
use super::history::History;
use super::kernel::Stop;
use super::pipeline::{MIN_HEAPS, Pipeline};
use super::recurrence::{Recurrence, bytes_of_windows};
use super::space::{Rules, Space};
use super::stamps::{Candidate, Stamps};
use super::witness::{Split, Witnesses};
use crate::simd::SimdLevel;
use tables::ChosenParts;

/// Number of heaps between two checks of the memory, and between two scans of the values.
pub(super) const CHUNK: u64 = 1 << 12;

/// Words of 16 or 32 bits are used if at most one of so many heaps has a rank that they do not hold.
const HEAPS_PER_LARGE_RANK: u64 = 512;

/// One thread is used for so many heaps if several threads computed few: they soon met a heap that had to be computed alone.
const HEAPS_ON_ONE_THREAD: u64 = 1 << 15;

/// The engine, with everything that is known about a game's heaps.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    rules: Rules,
    space: Space,
    history: History,
    /// The rare heaps with their values, ascending.
    rare: Vec<(u64, u16)>,
    /// A: the largest part of the splits that are tried before all others.
    part: u64,
    /// The largest value.
    largest: u16,
    /// The kernel; `None` if it has to be rebuilt.
    kernel: Option<AnyKernel>,
    /// The parts that were chosen for blocks because they were expected to find many rare values.
    expected_parts: Option<ChosenParts>,
    /// The parts with which many searches succeeded, which are examined in blocks, too.
    successful_parts: Vec<(u64, u16)>,
    /// The heap at which they were looked for last, and the number of heaps until they are looked for again.
    reviewed_at: u64,
    review_after: u64,
    stamps: Stamps,
    witnesses: Witnesses,
    /// The first heap that may be in a block.
    blocks_from: u64,
    /// The heap from which on the kernel was used, and how often a block ended early since then.
    blocks_since: u64,
    ended_early: u64,
    /// The first heap at which several threads may be used.
    threads_from: u64,
    simd: SimdLevel,
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The run reached the given end.
    End,
    /// The latest heap is rare.
    Rare,
    /// The latest heap needed a larger part than any before.
    Part,
    /// The value of the next heap may depend on values that were dropped, or those of later heaps would. `window` is W after it, as far
    /// as it is known.
    Dropped { window: u64 },
    /// The value of the next heap exceeds 65535, or it is a rare heap beyond 2³².
    TooLarge,
    /// The planes of bytes for the next heaps are filled in step by step. The next run goes on with that.
    Filling,
}

impl Engine {
    /// An engine for a history of which all values are known. `part` must be less than the number of known heaps.
    pub(super) fn new(rules: Rules, space: Space, history: History, part: u64) -> Self {
        let values = (1..).zip(history.first().iter().copied().skip(1));
        let rare = values.filter(|&(heap, value)| space.is_rare(heap, value)).collect();
        let largest = history.first().iter().copied().max().unwrap_or(0);
        Self::with(rules, space, history, rare, part, largest)
    }

    /// An engine that continues where another one was.
    pub(super) fn with(
        rules: Rules,
        space: Space,
        history: History,
        rare: Vec<(u64, u16)>,
        part: u64,
        largest: u16,
    ) -> Self {
        let witnesses = Witnesses::new(part, &history);
        let stamps = Stamps::new(&rules, space, std::iter::empty(), largest);
        // In a block, a heap that is left by taking must be common, and neither heap of a split is empty. So blocks begin farther from the
        // last rare heap than any move takes stones.
        let blocks_from = rare.last().map_or(0, |&(heap, _)| heap + 1 + rules.last as u64);
        let heaps = history.heaps();
        let mut engine = Self {
            rules,
            space,
            history,
            rare,
            part,
            largest,
            kernel: None,
            expected_parts: None,
            successful_parts: Vec::new(),
            reviewed_at: heaps,
            review_after: CHUNK,
            stamps,
            witnesses,
            blocks_from,
            blocks_since: 0,
            ended_early: 0,
            threads_from: 0,
            simd: SimdLevel::best(),
        };
        engine.stamps = engine.new_stamps();
        engine
    }

    /// An engine that recomputes the values of this one from heap `heap` on, given the `window()` values before it.
    pub(super) fn recompute_from(&self, heap: u64, window: &[u16]) -> Self {
        debug_assert_eq!(window.len() as u64, self.window());
        let first = self.history.first()[..=self.window() as usize].to_vec();
        let base = heap - window.len() as u64;
        let history = History::resume(first, base, window.to_vec(), window.len());
        let mut engine =
            Self::with(self.rules.clone(), self.space, history, self.rare.clone(), self.part, self.largest);
        engine.expected_parts = self.expected_parts.clone();
        engine.successful_parts = self.successful_parts.clone();
        engine.witnesses = self.witnesses.clone();
        engine
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    pub(super) fn rare(&self) -> &[(u64, u16)] {
        &self.rare
    }

    pub(super) fn part(&self) -> u64 {
        self.part
    }

    pub(super) fn largest(&self) -> u16 {
        self.largest
    }

    pub(super) fn simd(&self) -> SimdLevel {
        self.simd
    }

    /// Number of 64-bit words in a set of common values, which are half of all values: 1, 2 or 4. 0: more, so that heaps with such values
    /// are computed one by one.
    pub(super) fn words(&self) -> usize {
        match self.largest {
            0..128 => 1,
            128..256 => 2,
            256..512 => 4,
            _ => 0,
        }
    }

    /// R: the last rare heap, 0 if there is none.
    pub(super) fn last_rare(&self) -> u64 {
        self.rare.last().map_or(0, |&(heap, _)| heap)
    }

    /// The memory of a search that keeps `retained` first and latest values, with windows of W values, in bytes.
    pub(super) fn bytes(&self, retained: usize, window: u64) -> u64 {
        // Two bytes for each of the first values, and three for each of the latest, since half as many more are kept for a time. A proof
        // recomputes values twice: once it keeps as many, once those of a window.
        let values = (retained as u64).saturating_mul(10).saturating_add(window.saturating_mul(5));
        let bytes_of_sets = 2 + 8 * self.words() as u64;
        let sets = window.saturating_mul(bytes_of_sets).saturating_mul(3) / 2;
        values.saturating_add(sets).saturating_add(bytes_of_windows(window))
    }

    /// W = max(R, A) + k: the number of values that determine the next.
    pub(super) fn window(&self) -> u64 {
        self.last_rare().max(self.part) + self.rules.last as u64
    }

    /// Number of bits of the sets in blocks; 0 if no block was computed since the last rare heap.
    #[cfg(test)]
    pub(super) fn set_bits(&self) -> usize {
        self.kernel.as_ref().map_or(0, AnyKernel::set_bits)
    }

    /// The parts with which many searches succeeded.
    #[cfg(test)]
    pub(super) fn successful_parts(&self) -> &[(u64, u16)] {
        &self.successful_parts
    }

    /// An engine that uses vectors of this width.
    #[cfg(test)]
    pub(super) fn with_simd(mut self, simd: SimdLevel) -> Self {
        self.simd = simd;
        self
    }

    /// [`Self::run`], compiled for the vectors of the caller.
    #[inline(always)]
    pub(super) fn run_here(&mut self, end: u64) -> Event {
        let mut candidate = Candidate::default();
        while self.history.heaps() < end {
            self.history.reserve(CHUNK as usize);
            let x = self.history.heaps();
            if self.blocks_at(x) {
                let kernel = self.kernel.as_mut().expect("made above");
                if !kernel.fill_some(&self.history) {
                    return Event::Filling;
                }
                let to = end.min(x + CHUNK);
                let stop = kernel.run(to, &self.rules, &mut self.history, &mut self.witnesses);
                let (latest, base) = self.history.latest();
                let fresh = &latest[(x - base) as usize..];
                let largest = fresh.iter().fold(self.largest, |largest, &value| largest.max(value));
                if largest > self.largest {
                    self.largest = largest;
                    self.stamps.reserve_for(largest);
                }
                if stop == Stop::End && !fresh.is_empty() {
                    if self.history.heaps() - self.reviewed_at >= self.review_after {
                        self.review_parts();
                    }
                    continue;
                }
                if stop == Stop::ComputeOne {
                    self.ended_early += 1;
                    // Wider words may fit better.
                    if self.ended_early > 8 + (self.history.heaps() - self.blocks_since) / HEAPS_PER_LARGE_RANK {
                        self.kernel = None;
                    }
                }
            }
            match self.compute_one(&mut candidate) {
                Event::End => {}
                event => return event,
            }
        }
        Event::End
    }

    /// Computes values on several threads, up to heap `end` or up to a heap that [`Self::run`] has to compute; none if threads are of
    /// no use. Returns a window that recurred, as [`Recurrence::scan`] does.
    pub(super) fn run_on_threads(
        &mut self,
        end: u64,
        threads: usize,
        recurrence: &mut Recurrence,
    ) -> Option<(u64, u64)> {
        let x = self.history.heaps();
        let is_early = threads < 2 || x < self.threads_from || end < x + MIN_HEAPS;
        if is_early || !self.blocks_at(x) || !self.kernel.as_mut()?.fill_some(&self.history) {
            return None;
        }
        let (last_rare, pipeline) = (self.last_rare(), Pipeline::new(end, threads, &self.rules, self.simd));
        let kernel = self
            .kernel
            .as_mut()
            .filter(|kernel| pipeline.may_begin(x, last_rare, (kernel.span(), kernel.sets_per_heap())))?;
        let run = kernel.run_on_threads(pipeline, &mut self.history, &mut self.witnesses, recurrence)?;
        if run.largest > self.largest {
            self.largest = run.largest;
            self.stamps.reserve_for(run.largest);
        }
        if self.history.heaps() < x + MIN_HEAPS {
            self.threads_from = self.history.heaps() + HEAPS_ON_ONE_THREAD;
        }
        run.recurred
    }

    /// Whether a block may begin at heap `x`; then there is a kernel.
    #[inline(always)]
    fn blocks_at(&mut self, x: u64) -> bool {
        if x < self.blocks_from {
            return false;
        }
        if self.kernel.is_none() {
            self.kernel = self.new_kernel();
            (self.blocks_since, self.ended_early) = (x, 0);
            if self.kernel.is_none() {
                // The values of a few more heaps would change nothing.
                self.blocks_from = x + CHUNK / 4;
            }
        }
        // No option that is counted in a block may come from a split into equal parts. Those with a rare part do not: the other part is common.
        self.kernel.as_ref().is_some_and(|kernel| !self.rules.unequal || x > 2 * kernel.rare_reach() as u64)
    }

    /// Computes the value of the next heap by whatever splits are necessary.
    #[inline(always)]
    fn compute_one(&mut self, candidate: &mut Candidate) -> Event {
        let x = self.history.heaps();
        if !self.stamps.next(&self.rules, &self.history, candidate) {
            return Event::TooLarge;
        }
        let (mut value, mut is_rare, mut part) = (candidate.common, false, self.part);
        for &open in &candidate.open {
            match self.witnesses.search(x, open, &self.rules, &self.history) {
                Split::Small => {}
                Split::Large(least) => part = part.max(least),
                Split::None => {
                    (value, is_rare) = (open, true);
                    break;
                }
                Split::Unknown => return Event::Dropped { window: self.window() },
            }
        }
        let part = if part > self.part { part.next_power_of_two() } else { part };
        // The values that the next heaps need must not be dropped.
        let window = if is_rare { x } else { part } + self.rules.last as u64;
        if (is_rare || part > self.part) && window + 2 * CHUNK > self.history.retained() as u64 {
            return Event::Dropped { window };
        }
        if (is_rare || part > self.part) && window > u32::MAX.into() {
            return Event::TooLarge;
        }
        self.history.push(value);
        if value > self.largest {
            let words = self.words();
            self.largest = value;
            self.stamps.reserve_for(value);
            if self.words() != words
                || self.kernel.as_ref().is_some_and(|kernel| !kernel.holds_up_to(self.space, value))
            {
                self.kernel = None;
            }
        }
        if is_rare {
            self.rare.push((x, value));
            self.stamps.add(&self.rules, x, value);
            self.kernel = None;
            (self.reviewed_at, self.review_after) = (x, CHUNK);
            self.blocks_from = x + 1 + self.rules.last as u64;
            return Event::Rare;
        }
        if let Some(kernel) = self.kernel.as_mut().filter(|kernel| kernel.heap() == x) {
            kernel.push(value);
        }
        if part > self.part {
            self.part = part;
            self.witnesses = Witnesses::new(self.part, &self.history);
            self.kernel = None;
            (self.reviewed_at, self.review_after) = (x, CHUNK);
            return Event::Part;
        }
        Event::End
    }
}
