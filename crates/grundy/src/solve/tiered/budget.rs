//! Memory budget of a run: counts positions and bytes, and checks the limits before anything grows.

use super::page::Page;
use super::tier::Tier;
use crate::limits::{Limits, Phase, Progress, RunError};

/// The numbers of positions found and bytes held, with the limits.
pub(super) struct MemoryBudget<'a> {
    limits: &'a Limits<'a>,
    /// Number of positions found.
    pub(super) positions: u64,
    /// Number of bytes held.
    bytes: u64,
    /// The largest number of bytes held at one time.
    peak_bytes: u64,
    /// The tier that is being expanded; `sizes` has the numbers of positions of the tier before and of this tier.
    tier: u32,
    sizes: [u64; 2],
    /// Number of positions of all tiers that are complete.
    closed: u64,
}

impl<'a> MemoryBudget<'a> {
    pub(super) fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, positions: 0, bytes: 0, peak_bytes: 0, tier: 0, sizes: [0; 2], closed: 0 }
    }

    pub(super) fn limits(&self) -> &'a Limits<'a> {
        self.limits
    }

    /// Adds bytes that are about to be allocated; an error if a limit would be exceeded.
    pub(super) fn reserve(&mut self, bytes: usize) -> Result<(), RunError> {
        let needed = self.bytes + bytes as u64;
        self.limits.report(Progress { bytes: needed, ..self.progress() })?;
        self.bytes = needed;
        self.peak_bytes = self.peak_bytes.max(needed);
        Ok(())
    }

    /// Adds a tier that an earlier run completed, with its values.
    pub(super) fn restore_tier<P: Page>(&mut self, tier: &Tier<P>) -> Result<(), RunError> {
        self.positions += tier.positions;
        self.start_tier(tier.number, tier.positions);
        self.reserve(tier.bytes_held())
    }

    /// Subtracts bytes that were freed.
    pub(super) fn release(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// Checks the limits; an error if the run must end.
    pub(super) fn check(&self) -> Result<(), RunError> {
        self.limits.report(self.progress())
    }

    /// Records that a tier is complete and that its positions are being expanded.
    pub(super) fn start_tier(&mut self, tier: u32, positions: u64) {
        self.tier = tier;
        self.closed += positions;
        self.sizes = [self.sizes[1], positions];
    }

    /// The progress of the forward pass. Once the tiers become smaller, the total number of positions is estimated,
    /// assuming that they continue to shrink as from the last tier to this one.
    fn progress(&self) -> Progress {
        let [last, this] = self.sizes;
        let of = (this < last).then(|| self.positions.max(self.closed + this * this / (last - this)));
        Progress { phase: Phase::Explore, level: self.tier, done: self.positions, of, bytes: self.bytes }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}
