//! How far a check is, told to its caller, and whether it is to go on.

use super::{NotVerified, Work};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the values computed by all threads.
pub(super) struct Pace<'a> {
    work: &'a Work<'a>,
    done: AtomicU64,
    /// Values to compute in all.
    of: u64,
}

impl<'a> Pace<'a> {
    pub(super) fn new(work: &'a Work<'a>, of: u64) -> Self {
        Self { work, done: AtomicU64::new(0), of }
    }

    /// Counts values, and tells whether to go on.
    pub(super) fn advance(&self, heaps: u64) -> Result<(), NotVerified> {
        let done = self.done.fetch_add(heaps, Ordering::Relaxed) + heaps;
        (self.work.progress)(done, self.of);
        self.go_on()
    }

    /// Tells whether to go on.
    pub(super) fn go_on(&self) -> Result<(), NotVerified> {
        if (self.work.stop)() { Err(NotVerified::Stopped { heaps: self.done(), of: self.of }) } else { Ok(()) }
    }

    /// Values computed so far.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}
