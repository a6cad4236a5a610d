//! Reads the solved positions of a tier in the order of their words.

use super::streams::{values_name, words_name};
use super::values::ValueReader;
use crate::solve::partitioned::exchange::{Exchange, ExchangeError};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::solve::partitioned::words::{WordReader, words_of};
use crate::value::Verdict;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The positions of a tier in ascending order of their words, merged from partitions whose streams are all in one storage.
pub struct TierRows {
    parts: Vec<Part>,
    /// The next granule of each part, with its bits and the number of the part.
    next: BinaryHeap<Reverse<(u64, u64, usize)>>,
}

struct Part {
    words: WordReader,
    values: ValueReader,
}

impl TierRows {
    /// Copies the streams of a tier to process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    pub fn collect(exchange: &mut dyn Exchange, tier: u32) -> Result<(), ExchangeError> {
        exchange.collect(&|partition| words_name(tier, partition))?;
        exchange.collect(&|partition| values_name(tier, partition))
    }

    /// Opens the streams of a tier in these partitions.
    ///
    /// # Errors
    /// If a stream cannot be opened.
    pub fn open(storage: &Storage, tier: u32, partitions: impl Iterator<Item = u32>) -> Result<Self, ExchangeError> {
        let mut rows = Self { parts: Vec::new(), next: BinaryHeap::new() };
        for partition in partitions {
            let mut words = WordReader::open(storage, &words_name(tier, partition))?;
            if let Some((granule, bits)) = words.next_granule()? {
                let name = values_name(tier, partition);
                let values = ValueReader::open(storage, &name)?.ok_or(StorageError::Missing { name })?;
                rows.next.push(Reverse((granule, bits, rows.parts.len())));
                rows.parts.push(Part { words, values });
            }
        }
        Ok(rows)
    }

    /// Appends the next words with their verdicts: those of one granule; none after the last.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub fn next(&mut self, rows: &mut Vec<(u64, Verdict)>) -> Result<(), ExchangeError> {
        let Some(Reverse((granule, bits, number))) = self.next.pop() else { return Ok(()) };
        let Part { words, values } = &mut self.parts[number];
        for word in words_of(granule, bits) {
            rows.push((word, values.next()?));
        }
        if let Some((granule, bits)) = words.next_granule()? {
            self.next.push(Reverse((granule, bits, number)));
        }
        Ok(())
    }
}
