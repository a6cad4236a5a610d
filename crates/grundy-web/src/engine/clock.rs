//! The time of the present request.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// When the present request has to end.
#[derive(Debug)]
pub(super) struct Clock {
    began: Instant,
    /// Milliseconds from `began` to the end.
    end: AtomicU64,
}

impl Clock {
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), end: AtomicU64::new(u64::MAX) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// A request begins that may take so many milliseconds.
    pub(super) fn start(&self, milliseconds: u64) {
        self.end.store(self.now().saturating_add(milliseconds), Ordering::Relaxed);
    }

    /// Whether the time is up.
    pub(super) fn is_over(&self) -> bool {
        self.now() >= self.end.load(Ordering::Relaxed)
    }
}
