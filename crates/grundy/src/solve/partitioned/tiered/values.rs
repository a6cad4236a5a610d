//! The values of a tier's positions in one partition, in as many bytes each as their remoteness may need.

use super::streams::STREAM_BLOCK;
use crate::solve::partitioned::codes::{code, verdict};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::storage::{BlockReader, Storage, StorageError};
use crate::value::Verdict;

/// The values of a tier in one partition, by row. In a stream, the source of a block is the number of bytes of a value.
pub(super) struct TierValues {
    width: usize,
    bytes: Vec<u8>,
}

impl TierValues {
    /// Draws, for a tier with `above` tiers above it: a move leads at least one tier higher, so that no remoteness is greater.
    pub(super) fn new(rows: usize, above: usize) -> Self {
        let width = match above {
            0..=126 => 1,
            127..=32766 => 2,
            _ => 4,
        };
        Self { width, bytes: vec![0; width * rows] }
    }

    /// Number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(super) fn set(&mut self, row: usize, verdict: Verdict) {
        let code = code(verdict).to_le_bytes();
        debug_assert!(code[self.width..].iter().all(|byte| *byte == 0), "a remoteness of at most the tiers above");
        self.bytes[self.width * row..self.width * (row + 1)].copy_from_slice(&code[..self.width]);
    }

    /// The value of a row.
    #[inline]
    pub(super) fn get(&self, row: u32) -> Verdict {
        let at = self.width * row as usize;
        verdict(read_code(&self.bytes[at..at + self.width]))
    }

    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        let mut writer = storage.create(name)?;
        self.bytes.chunks(STREAM_BLOCK).try_for_each(|block| writer.append(self.width as u32, block))?;
        writer.finish()
    }

    /// Reads the values of `rows` rows; `None` if there is no such stream.
    pub(super) fn read(storage: &Storage, name: &str, rows: u64) -> Result<Option<Self>, ExchangeError> {
        let Some(mut reader) = storage.open(name)? else { return Ok(None) };
        let (mut values, mut block) = (Self { width: 1, bytes: Vec::new() }, Vec::new());
        while let Some(width) = reader.next(&mut block)? {
            values.width = width as usize;
            values.bytes.extend_from_slice(&block);
        }
        let is_valid = matches!(values.width, 1 | 2 | 4) && values.bytes.len() as u64 == values.width as u64 * rows;
        if is_valid { Ok(Some(values)) } else { Err(ExchangeError::Invalid) }
    }
}

fn read_code(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// Reads the values of a stream, row by row.
pub(super) struct ValueReader {
    blocks: BlockReader,
    block: Vec<u8>,
    width: usize,
    at: usize,
}

impl ValueReader {
    pub(super) fn open(storage: &Storage, name: &str) -> Result<Option<Self>, StorageError> {
        Ok(storage.open(name)?.map(|blocks| Self { blocks, block: Vec::new(), width: 1, at: 0 }))
    }

    pub(super) fn next(&mut self) -> Result<Verdict, ExchangeError> {
        if self.at == self.block.len() {
            self.width = self.blocks.next(&mut self.block)?.ok_or_else(invalid)? as usize;
            self.at = 0;
            if !matches!(self.width, 1 | 2 | 4) || !self.block.len().is_multiple_of(self.width) {
                return Err(ExchangeError::Invalid);
            }
        }
        let code = read_code(&self.block[self.at..self.at + self.width]);
        self.at += self.width;
        Ok(verdict(code))
    }
}
