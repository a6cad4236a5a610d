//! The state that the threads of one search share, apart from the table: its budget, the limits,
//! cancellation, and the positions that are being searched.

use super::table;
use crate::limits::{LimitHit, Limits, Progress, RunError};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cancelled;

/// The shared state of a search that answers one question.
pub(super) struct Control<'a> {
    limits: &'a Limits<'a>,
    /// The progress to report; `done` counts the positions before this search.
    progress: Progress,
    /// The search ends after this number of positions.
    budget: u64,
    /// Number of threads.
    workers: usize,
    /// Number of positions that this search has visited.
    visited: AtomicU64,
    is_cancelled: AtomicBool,
    /// Why the caller's limits ended the search.
    stopped: Mutex<Option<RunError>>,
    /// The hashes of positions that threads are searching; empty if there is one thread.
    entered: Box<[AtomicU64]>,
}

impl<'a> Control<'a> {
    /// Number of slots for positions that are being searched.
    const ENTERED: usize = 1 << 12;

    /// Creates the state of a search by `workers` threads, which ends after `budget` positions.
    pub(super) fn new(limits: &'a Limits<'a>, progress: Progress, budget: u64, workers: usize) -> Self {
        let entered = if workers > 1 { Self::ENTERED } else { 0 };
        Self {
            limits,
            progress,
            budget,
            workers,
            visited: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            stopped: Mutex::new(None),
            entered: (0..entered).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether several threads search.
    pub(super) fn is_shared(&self) -> bool {
        !self.entered.is_empty()
    }

    /// Adds to the number of visited positions, and returns it.
    pub(super) fn count(&self, positions: u64) -> u64 {
        self.visited.fetch_add(positions, Relaxed) + positions
    }

    /// Counts `positions` positions, reports progress and checks whether the search may continue. `path_bytes` is the size of what the
    /// calling thread stores of its path.
    pub(super) fn check(&self, positions: u64, path_bytes: u64) -> Result<(), Cancelled> {
        let visited = self.count(positions);
        if self.is_cancelled.load(Relaxed) {
            return Err(Cancelled);
        }
        let done = self.progress.done + visited;
        (self.limits.on_progress)(Progress { done, ..self.progress });
        // The paths of all threads have about the same size.
        let paths = self.workers as u64 * path_bytes;
        let (needed, limit) = (self.progress.bytes + paths, self.limits.max_memory());
        if (self.limits.stop)() {
            self.stop(RunError::Interrupted { positions: done });
        } else if needed > limit {
            self.stop(LimitHit::Memory { limit, needed }.into());
        } else if visited < self.budget {
            return Ok(());
        }
        self.cancel();
        Err(Cancelled)
    }

    fn stop(&self, why: RunError) {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    /// Ends the search on all threads.
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
    }

    /// Number of visited positions, and why the caller's limits ended the search, if they did.
    pub(super) fn finish(self) -> (u64, Option<RunError>) {
        (self.visited.into_inner(), self.stopped.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.entered[table::hash(&hash) as usize % Self::ENTERED]
    }

    /// Whether a thread is searching the position with this hash. A wrong result only costs time.
    pub(super) fn is_entered(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// Marks a position as being searched.
    pub(super) fn enter(&self, hash: u64) {
        if self.is_shared() {
            self.slot(hash).store(hash, Relaxed);
        }
    }

    /// Removes the mark of a position.
    pub(super) fn leave(&self, hash: u64) {
        if self.is_shared() {
            self.slot(hash).store(0, Relaxed);
        }
    }
}
