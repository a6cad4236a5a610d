//! The limits of a verification, and the bytes in use.

use super::MisereCheckError;
use crate::limits::{LimitHit, Limits};

/// Counts the bytes in use, and ends a verification that needs too many or is stopped.
pub(super) struct Meter<'l> {
    limits: &'l Limits<'l>,
    bytes: u64,
}

impl<'l> Meter<'l> {
    pub(super) fn new(limits: &'l Limits<'l>) -> Self {
        Self { limits, bytes: 0 }
    }

    /// Counts bytes before they are allocated.
    pub(super) fn allocate(&mut self, bytes: u64) -> Result<(), MisereCheckError> {
        self.bytes = self.bytes.saturating_add(bytes);
        match self.limits.memory {
            Some(limit) if self.bytes > limit => Err(LimitHit::Memory { limit, needed: self.bytes }.into()),
            _ => Ok(()),
        }
    }

    /// Counts bytes as free again.
    pub(super) fn release(&mut self, bytes: u64) {
        self.bytes -= bytes;
    }

    /// Calls the caller's `stop`.
    pub(super) fn check(&self) -> Result<(), MisereCheckError> {
        if (self.limits.stop)() { Err(MisereCheckError::Stopped) } else { Ok(()) }
    }
}
