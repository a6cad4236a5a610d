//! The back end of one process.

use super::exchange::{Exchange, ExchangeError, Inboxes, PartitionRun, Work, run_partitions};
use super::storage::Storage;
use std::ops::Range;
use std::sync::Arc;

/// A back end of one process with all partitions, whose streams are in memory or in a folder.
#[derive(Debug)]
pub struct LocalExchange {
    storage: Arc<Storage>,
    partitions: u32,
    threads: usize,
    block_bytes: usize,
    next_round: u64,
}

impl LocalExchange {
    /// Creates a back end that works on at most `threads` partitions at a time and collects messages in blocks of `block_bytes` bytes.
    pub fn new(storage: Storage, partitions: u32, threads: usize, block_bytes: usize) -> Self {
        Self { storage: Arc::new(storage), partitions, threads, block_bytes, next_round: 0 }
    }
}

impl Exchange for LocalExchange {
    fn partitions(&self) -> u32 {
        self.partitions
    }

    fn local(&self) -> Range<u32> {
        0..self.partitions
    }

    fn storage(&self) -> &Arc<Storage> {
        &self.storage
    }

    fn next_round(&self) -> u64 {
        self.next_round
    }

    fn set_next_round(&mut self, round: u64) {
        self.next_round = round;
    }

    fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError> {
        let round = self.next_round;
        let inboxes = Inboxes::new(&self.storage, round, self.local());
        let run = PartitionRun {
            storage: &self.storage,
            partitions: self.partitions,
            local: self.local(),
            round,
            threads: self.threads,
            block_bytes: self.block_bytes,
        };
        run_partitions(&run, &|to, from, block| Ok(inboxes.append(to, from, block)?), work)?;
        inboxes.finish()?;
        self.next_round = round + 1;
        Ok(())
    }

    fn sum(&mut self, _counts: &mut [u64]) -> Result<(), ExchangeError> {
        Ok(())
    }

    fn collect(&mut self, _name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        Ok(())
    }
}
