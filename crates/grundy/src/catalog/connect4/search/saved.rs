//! Saves what a search has proved, and loads it again.
//!
//! The state is the number of entries of the table, the number of positions and, for each, its key and its scores as an entry of two words has them.
//! Every stored bound is proved, so it also holds when another position is searched.

use super::board::Board;
use super::table::{ScoreRange, Table};
use crate::checkpoint::{CheckpointError, Decoder, write_u64};
use std::io::{self, Read, Write};

impl Table {
    /// Writes all positions with their bounds.
    pub(super) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut count = 0;
        self.for_each(|_, _| count += 1);
        write_u64(out, self.len() as u64)?;
        write_u64(out, count)?;
        let mut written = Ok(());
        self.for_each(|key, range| {
            if written.is_ok() {
                written = write_u64(out, key).and_then(|()| write_u64(out, range.to_bits()));
            }
        });
        written
    }

    /// Adds what [`Self::write_to`] has written. If the table that wrote it had more than `most` entries, positions replace others.
    pub(super) fn read_from<const STRIDE: u32>(
        &mut self,
        board: &Board<STRIDE>,
        most: usize,
        state: &mut dyn Read,
    ) -> Result<(), CheckpointError> {
        Decoder::read_all(state, |from| {
            let entries = from.read_size()?;
            if !entries.is_power_of_two() {
                return Err(CheckpointError::Invalid);
            }
            let entries = entries.min(most).max(self.len());
            if entries > self.len() {
                *self = self.resized(board, entries);
            }
            for _ in 0..from.read_u64()? {
                let (key, bits) = (from.read_u64()?, from.read_u64()?);
                let range = ScoreRange::from_bits(bits);
                let is_key = key != 0 && (board.key_bits() >= 64 || key >> board.key_bits() == 0);
                if !is_key || bits >> 14 != 0 || range.lower > range.upper {
                    return Err(CheckpointError::Invalid);
                }
                self.put(key, range);
            }
            Ok(())
        })
    }
}
