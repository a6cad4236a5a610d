//! The progress of a check, for its caller, and the request to stop.

use super::{NotVerified, Work};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the values computed by all threads.
pub(super) struct Pace<'a> {
    work: &'a Work<'a>,
    done: AtomicU64,
    /// Total number of values to compute.
    of: u64,
}

impl<'a> Pace<'a> {
    pub(super) fn new(work: &'a Work<'a>, of: u64) -> Self {
        Self { work, done: AtomicU64::new(0), of }
    }

    /// Adds computed values; an error if the check must stop.
    pub(super) fn advance(&self, heaps: u64) -> Result<(), NotVerified> {
        let done = self.done.fetch_add(heaps, Ordering::Relaxed) + heaps;
        (self.work.progress)(done, self.of);
        self.go_on()
    }

    /// Returns an error if the check must stop.
    pub(super) fn go_on(&self) -> Result<(), NotVerified> {
        if (self.work.stop)() { Err(NotVerified::Stopped { heaps: self.done(), of: self.of }) } else { Ok(()) }
    }

    /// Number of values computed so far.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}
