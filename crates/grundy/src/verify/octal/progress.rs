//! The progress of a check, for its caller, and the request to stop.

use super::{CertificateCheckError, CheckOptions};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the values computed by all threads.
pub(super) struct CheckProgress<'a> {
    options: &'a CheckOptions<'a>,
    done: AtomicU64,
    /// Total number of values to compute.
    of: u64,
}

impl<'a> CheckProgress<'a> {
    pub(super) fn new(options: &'a CheckOptions<'a>, of: u64) -> Self {
        Self { options, done: AtomicU64::new(0), of }
    }

    /// Adds computed values; an error if the check must stop.
    pub(super) fn advance(&self, heaps: u64) -> Result<(), CertificateCheckError> {
        let done = self.done.fetch_add(heaps, Ordering::Relaxed) + heaps;
        (self.options.progress)(done, self.of);
        self.go_on()
    }

    /// Returns an error if the check must stop.
    pub(super) fn go_on(&self) -> Result<(), CertificateCheckError> {
        if (self.options.stop)() {
            Err(CertificateCheckError::Stopped { heaps: self.done(), of: self.of })
        } else {
            Ok(())
        }
    }

    /// Number of values computed so far.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}
