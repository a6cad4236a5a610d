//! The deadline of the current request.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A clock that knows the deadline of the current request.
#[derive(Debug)]
pub(super) struct Clock {
    began: Instant,
    /// The deadline, in milliseconds after `began`.
    end: AtomicU64,
}

impl Clock {
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), end: AtomicU64::new(u64::MAX) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Starts a request that may take `milliseconds`.
    pub(super) fn start(&self, milliseconds: u64) {
        self.end.store(self.now().saturating_add(milliseconds), Ordering::Relaxed);
    }

    /// Whether the deadline has passed.
    pub(super) fn is_over(&self) -> bool {
        self.now() >= self.end.load(Ordering::Relaxed)
    }
}
