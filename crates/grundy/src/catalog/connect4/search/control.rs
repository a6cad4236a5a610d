//! The state that the threads of one search share, apart from the table: cancellation, limits, and the positions in
//! work.

use crate::limits::{Limits, Progress};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cancelled;

/// The shared state of a search of one position with one window.
pub(super) struct Control<'a> {
    limits: &'a Limits<'a>,
    /// The progress to report; `done` counts the positions before this search.
    progress: Progress,
    /// The search ends after this number of positions.
    budget: u64,
    /// Number of positions that this search has visited.
    seen: AtomicU64,
    is_cancelled: AtomicBool,
    is_interrupted: AtomicBool,
    /// The keys of positions that threads are searching; empty if there is one thread.
    entered: Box<[AtomicU64]>,
}

impl<'a> Control<'a> {
    /// Number of positions that a worker searches between two checks.
    pub(super) const INTERVAL: u64 = 4096;

    /// Number of slots for positions that are being searched.
    const ENTERED: usize = 1 << 12;

    /// Creates the state of a search by `workers` threads, which ends after `budget` positions.
    pub(super) fn new(limits: &'a Limits<'a>, progress: Progress, budget: u64, workers: usize) -> Self {
        let entered = if workers > 1 { Self::ENTERED } else { 0 };
        Self {
            limits,
            progress,
            budget,
            seen: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            is_interrupted: AtomicBool::new(false),
            entered: (0..entered).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds to the number of visited positions, and returns it.
    pub(super) fn count(&self, positions: u64) -> u64 {
        self.seen.fetch_add(positions, Relaxed) + positions
    }

    /// Counts the positions of an interval, reports progress and checks whether the search may continue.
    pub(super) fn check(&self) -> Result<(), Cancelled> {
        let seen = self.count(Self::INTERVAL);
        if self.is_cancelled.load(Relaxed) {
            return Err(Cancelled);
        }
        (self.limits.on_progress)(Progress { done: self.progress.done + seen, ..self.progress });
        if (self.limits.stop)() {
            self.is_interrupted.store(true, Relaxed);
        } else if seen < self.budget {
            return Ok(());
        }
        self.cancel();
        Err(Cancelled)
    }

    /// Ends the search on all threads.
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
    }

    /// Number of visited positions. A worker adds those since its last check when it ends.
    pub(super) fn seen(&self) -> u64 {
        self.seen.load(Relaxed)
    }

    /// Whether the caller's limits ended the search.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Relaxed)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        &self.entered[hash as usize % Self::ENTERED]
    }

    /// Marks a position as being searched; `false` if another thread is searching it. A wrong result only costs time.
    pub(super) fn enter(&self, key: u64) -> bool {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key {
            return false;
        }
        slot.store(key, Relaxed);
        true
    }

    /// Removes the mark of a position.
    pub(super) fn leave(&self, key: u64) {
        self.slot(key).store(0, Relaxed);
    }
}
