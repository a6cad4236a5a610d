//! The book of what a run has met and holds, asked before anything grows.

use super::page::Page;
use super::tier::Tier;
use crate::limits::{Limits, Phase, RunError, Stage};

/// Positions met and bytes held, beside the limits.
pub(super) struct MemoryBudget<'a> {
    limits: &'a Limits<'a>,
    /// Positions met.
    pub(super) positions: u64,
    /// Bytes held.
    bytes: u64,
    /// The most bytes held at one time.
    peak: u64,
    /// The tier that is expanded, and how many positions it and the one before have.
    tier: u32,
    sizes: [u64; 2],
    /// Positions of all tiers that have been met in full.
    closed: u64,
}

impl<'a> MemoryBudget<'a> {
    pub(super) fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, positions: 0, bytes: 0, peak: 0, tier: 0, sizes: [0; 2], closed: 0 }
    }

    pub(super) fn limits(&self) -> &'a Limits<'a> {
        self.limits
    }

    /// Enters bytes that are about to be allocated, if they may be.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), RunError> {
        let needed = self.bytes + bytes as u64;
        self.limits.report(Stage { bytes: needed, ..self.stage() })?;
        self.bytes = needed;
        self.peak = self.peak.max(needed);
        Ok(())
    }

    /// Enters a tier that an earlier run has met in full, and its values.
    pub(super) fn take_up<P: Page>(&mut self, tier: &Tier<P>) -> Result<(), RunError> {
        self.positions += tier.positions;
        self.climb(tier.number, tier.positions);
        self.take(tier.bytes_held())
    }

    /// Enters bytes that were freed.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<(), RunError> {
        self.limits.report(self.stage())
    }

    /// A tier has been met in full, and its positions are expanded now.
    pub(super) fn climb(&mut self, tier: u32, positions: u64) {
        self.tier = tier;
        self.closed += positions;
        self.sizes = [self.sizes[1], positions];
    }

    /// How far the run is on its way up. How many positions there are in all is estimated once the tiers become smaller, as
    /// if they went on to shrink as from the last one to this.
    fn stage(&self) -> Stage {
        let [last, this] = self.sizes;
        let of = (this < last).then(|| self.positions.max(self.closed + this * this / (last - this)));
        Stage { phase: Phase::Explore, level: self.tier, done: self.positions, of, bytes: self.bytes }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn peak(&self) -> u64 {
        self.peak
    }
}
