//! When the present job has to end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The end of the present job, which whoever works looks at now and then.
#[derive(Debug)]
pub(crate) struct Clock {
    began: Instant,
    /// Milliseconds from `began` to the end.
    end: AtomicU64,
    given_up: AtomicBool,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), end: AtomicU64::new(u64::MAX), given_up: AtomicBool::new(false) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// A job begins that may take so many milliseconds.
    pub(crate) fn start(&self, milliseconds: u64) {
        self.end.store(self.now().saturating_add(milliseconds), Ordering::Relaxed);
    }

    /// What is left of the time.
    pub(crate) fn left(&self) -> Duration {
        Duration::from_millis(self.end.load(Ordering::Relaxed).saturating_sub(self.now()))
    }

    /// Nobody wants the answer any more.
    pub(crate) fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) || self.left().is_zero()
    }
}
