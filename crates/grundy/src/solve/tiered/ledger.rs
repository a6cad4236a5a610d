//! The book of what a run has met and holds, asked before anything grows.

use crate::limits::{LimitHit, Limits};

/// Positions met and bytes held, beside the limits.
pub(super) struct Ledger<'a> {
    limits: &'a Limits<'a>,
    /// Positions met.
    pub(super) positions: u64,
    /// Bytes held.
    bytes: u64,
    /// The most bytes held at one time.
    peak: u64,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, positions: 0, bytes: 0, peak: 0 }
    }

    pub(super) fn limits(&self) -> &'a Limits<'a> {
        self.limits
    }

    /// Enters bytes that are about to be allocated, if they may be.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), LimitHit> {
        let needed = self.bytes + bytes as u64;
        self.limits.check(self.positions, needed)?;
        self.bytes = needed;
        self.peak = self.peak.max(needed);
        Ok(())
    }

    /// Enters bytes that were freed.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<(), LimitHit> {
        self.limits.check(self.positions, self.bytes)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn peak(&self) -> u64 {
        self.peak
    }
}
