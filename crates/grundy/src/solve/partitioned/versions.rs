//! Which round wrote the current stream of each partition.

use super::exchange::ExchangeError;
use super::run::Run;
use std::sync::atomic::{AtomicU64, Ordering};

/// The round in which each partition's stream was written last. A round writes only the streams that change.
#[derive(Debug)]
pub(super) struct Versions(Vec<AtomicU64>);

impl Versions {
    /// No stream was written.
    pub(super) const NEVER: u64 = 0;

    pub(super) fn new(partitions: u32) -> Self {
        Self((0..partitions).map(|_| AtomicU64::new(Self::NEVER)).collect())
    }

    pub(super) fn read(numbers: &[u64]) -> Self {
        Self(numbers.iter().map(|version| AtomicU64::new(*version)).collect())
    }

    pub(super) fn get(&self, partition: u32) -> u64 {
        self.0[partition as usize].load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, partition: u32, version: u64) {
        self.0[partition as usize].store(version, Ordering::Relaxed);
    }

    /// Retires the streams of this process that a round replaced. `before` are all versions before the round, and `name` is the name of the stream
    /// of a version and partition.
    pub(super) fn retire_replaced(
        &self,
        before: &[u64],
        name: impl Fn(u64, u32) -> String,
        run: &mut Run<'_, '_>,
    ) -> Result<(), ExchangeError> {
        for partition in run.exchange.local() {
            let old = before[partition as usize];
            if old != Self::NEVER && old != self.get(partition) {
                run.retire(name(old, partition), old)?;
            }
        }
        Ok(())
    }

    /// The versions that this process knows: those of its partitions.
    pub(super) fn of_this_process(&self) -> Vec<u64> {
        self.0.iter().map(|version| version.load(Ordering::Relaxed)).collect()
    }

    /// The versions of all partitions, of which each process knows its own.
    pub(super) fn gather(&self, run: &mut Run<'_, '_>) -> Result<Vec<u64>, ExchangeError> {
        let local = run.exchange.local();
        let is_local = |at: usize| local.contains(&(at as u32));
        let mut all: Vec<u64> =
            self.0.iter().enumerate().map(|(at, v)| if is_local(at) { v.load(Ordering::Relaxed) } else { 0 }).collect();
        run.exchange.sum(&mut all)?;
        Ok(all)
    }
}
