//! The outcomes of a tier's positions without moves, in one partition: pairs of numbers, the difference to the row before and the outcome.
//!
//! They are written when the values of the tier's options are requested, and read when the replies are.

use super::streams::{STREAM_BLOCK, ends_name};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_u32, write_number};
use crate::solve::partitioned::storage::{BlockWriter, Storage, StorageError};
use crate::value::Outcome;

/// Writes the outcomes of a tier, in ascending order of their rows. Without any, there is no stream.
pub(super) struct EndWriter<'a> {
    storage: &'a Storage,
    name: String,
    writer: Option<BlockWriter<'a>>,
    block: Vec<u8>,
    last: u32,
}

impl<'a> EndWriter<'a> {
    pub(super) fn new(storage: &'a Storage, tier: u32, partition: u32) -> Self {
        Self { storage, name: ends_name(tier, partition), writer: None, block: Vec::new(), last: 0 }
    }

    /// Appends the outcome of a row.
    pub(super) fn append(&mut self, row: u32, outcome: Outcome) -> Result<(), StorageError> {
        write_number(&mut self.block, (row - self.last).into());
        self.last = row;
        self.block.push(match outcome {
            Outcome::Draw => 0,
            Outcome::Win => 1,
            Outcome::Loss => 2,
        });
        if self.block.len() >= STREAM_BLOCK { self.write_block() } else { Ok(()) }
    }

    fn write_block(&mut self) -> Result<(), StorageError> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(self.storage.create_uncompressed(&self.name)?),
        };
        writer.append(0, &self.block)?;
        self.block.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), StorageError> {
        if !self.block.is_empty() {
            self.write_block()?;
        }
        self.writer.map_or(Ok(()), BlockWriter::finish)
    }
}

/// Calls `each` with every row of a tier without moves, and its outcome.
pub(super) fn read_ends(
    storage: &Storage,
    tier: u32,
    partition: u32,
    mut each: impl FnMut(u32, Outcome) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let Some(mut ends) = storage.open(&ends_name(tier, partition))? else { return Ok(()) };
    let (mut block, mut row, mut is_first) = (Vec::new(), 0_u32, true);
    while ends.next(&mut block)?.is_some() {
        let mut rest = &block[..];
        while !rest.is_empty() {
            let difference = read_u32(&mut rest)?;
            if difference == 0 && !is_first {
                return Err(invalid());
            }
            is_first = false;
            row = row.checked_add(difference).ok_or_else(invalid)?;
            let outcome = match read_u32(&mut rest)? {
                0 => Outcome::Draw,
                1 => Outcome::Win,
                2 => Outcome::Loss,
                _ => return Err(invalid()),
            };
            each(row, outcome)?;
        }
    }
    Ok(())
}
