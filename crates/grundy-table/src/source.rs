//! The bytes of a table, of which none is given out before its block was checked.

use crate::TableError;
use crate::header::BLOCK;
use bytes::{Buf, Bytes};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex};

/// The file of a table that was opened: pages by checked blocks, the rest in memory, checked before.
#[derive(Debug)]
pub(crate) struct Source {
    file: Mutex<File>,
    blocks: Vec<u32>,
    pages_end: u64,
    tail: Bytes,
}

impl Source {
    /// The file, the checksums of the blocks of its first `pages_end` bytes, and the bytes after those.
    pub(crate) fn new(file: File, blocks: Vec<u32>, pages_end: u64, tail: Bytes) -> Self {
        Self { file: Mutex::new(file), blocks, pages_end, tail }
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// The bytes after the pages.
    pub(crate) fn tail(&self) -> &Bytes {
        &self.tail
    }

    /// Some bytes of the pages, every block of which is read and checked.
    pub(crate) fn read(&self, start: u64, length: u64) -> Result<Bytes, TableError> {
        let end = start.checked_add(length).filter(|&end| end <= self.pages_end);
        let end = end.ok_or_else(|| TableError::damaged("its structure", "a page lies outside the file"))?;
        let (first, last) = (start / BLOCK, end.div_ceil(BLOCK));
        let from = first * BLOCK;
        let mut bytes = vec![0; ((last * BLOCK).min(self.pages_end) - from) as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            file.seek(SeekFrom::Start(from))?;
            file.read_exact(&mut bytes)?;
        }
        for (block, here) in (first..).zip(bytes.chunks(BLOCK as usize)) {
            let (expected, got) = (self.blocks[block as usize], crc32fast::hash(here));
            if expected != got {
                return Err(TableError::damaged(
                    format!("block {block} of {BLOCK} bytes"),
                    format!("its checksum should be {expected:08x} and is {got:08x}"),
                ));
            }
        }
        let skip = (start - from) as usize;
        Ok(Bytes::from(bytes).slice(skip..skip + length as usize))
    }
}

/// The source as the Parquet reader asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Shared(pub(crate) Arc<Source>);

impl Length for Shared {
    fn len(&self) -> u64 {
        self.0.pages_end + self.0.tail.len() as u64
    }
}

impl ChunkReader for Shared {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<Self::T> {
        let length = match start.checked_sub(self.0.pages_end) {
            Some(_) => Length::len(self).saturating_sub(start),
            None => self.0.pages_end - start,
        };
        Ok(self.get_bytes(start, length as usize)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        match start.checked_sub(self.0.pages_end) {
            Some(at) => {
                let at = at as usize;
                let end = at.checked_add(length).filter(|&end| end <= self.0.tail.len());
                end.map(|end| self.0.tail.slice(at..end)).ok_or_else(|| ParquetError::EOF("beyond the file".to_owned()))
            }
            None => self.0.read(start, length as u64).map_err(|error| ParquetError::External(Box::new(error))),
        }
    }
}
