//! Reads the bytes of a table; compares the checksum of a block before any of its bytes are used.

use crate::TableError;
use crate::header::BLOCK;
use bytes::{Buf, Bytes};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a table: a file, or bytes of the program.
#[derive(Debug)]
pub(crate) enum TableBytes {
    File(File),
    Static(Cursor<&'static [u8]>),
}

impl Read for TableBytes {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(out),
            Self::Static(bytes) => bytes.read(out),
        }
    }
}

impl Seek for TableBytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Static(bytes) => bytes.seek(to),
        }
    }
}

/// The file of an open table. Its pages are read in blocks whose checksums are compared; its offset indexes and its footer are in memory.
#[derive(Debug)]
pub(crate) struct TableFile {
    file: Mutex<TableBytes>,
    blocks: Vec<u32>,
    pages_end: u64,
    /// The offset at which `tail` begins.
    tail_at: u64,
    tail: Bytes,
    /// The blocks most recently used by point reads, the latest first.
    recent: Mutex<VecDeque<(u64, Bytes)>>,
}

/// The number of cached blocks: half a mebibyte.
const CACHED_BLOCKS: usize = 16;

impl TableFile {
    /// Creates a source from the file, the checksums of the blocks of its first `pages_end` bytes, and the bytes from `tail_at` on.
    pub(crate) fn new(file: TableBytes, blocks: Vec<u32>, pages_end: u64, tail_at: u64, tail: Bytes) -> Self {
        Self { file: Mutex::new(file), blocks, pages_end, tail_at, tail, recent: Mutex::default() }
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// The offset indexes and the footer.
    pub(crate) fn tail(&self) -> &Bytes {
        &self.tail
    }

    /// A range of [`TableFile::tail`], by its offset in the file.
    pub(crate) fn of_tail(&self, start: u64, length: u64) -> Option<&[u8]> {
        let from = usize::try_from(start.checked_sub(self.tail_at)?).ok()?;
        self.tail.get(from..from.checked_add(usize::try_from(length).ok()?)?)
    }

    /// Reads the bytes between the pages and the tail, without checking them.
    pub(crate) fn between(&self) -> Result<Vec<u8>, TableError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(read_at(&mut file, self.pages_end, self.tail_at - self.pages_end)?)
    }

    /// Reads a range of the bytes between the pages and the tail, without checking them.
    pub(crate) fn read_between(&self, start: i64, length: i32) -> Result<Vec<u8>, TableError> {
        let range = u64::try_from(start).ok().zip(u64::try_from(length).ok());
        let range = range.filter(|&(start, length)| {
            start >= self.pages_end && start.checked_add(length).is_some_and(|end| end <= self.tail_at)
        });
        let (start, length) = range.ok_or_else(|| {
            TableError::damaged("its structure", "a column index is not between the pages and the offset indexes")
        })?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(read_at(&mut file, start, length)?)
    }

    /// The offset at which the pages end.
    pub(crate) fn pages_end(&self) -> u64 {
        self.pages_end
    }

    /// Reads a range of the pages, for point reads: its blocks are cached.
    pub(crate) fn read_cached(&self, start: u64, length: u64) -> Result<Bytes, TableError> {
        let block = start / BLOCK;
        if start.checked_add(length).is_none_or(|end| end > self.pages_end || end > (block + 1) * BLOCK) {
            return self.read(start, length);
        }
        let skip = (start % BLOCK) as usize;
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let at = recent.iter().position(|(number, _)| *number == block);
        let bytes = match at.and_then(|at| recent.remove(at)) {
            Some((_, bytes)) => bytes,
            None => self.read(block * BLOCK, BLOCK.min(self.pages_end - block * BLOCK))?,
        };
        recent.truncate(CACHED_BLOCKS - 1);
        recent.push_front((block, bytes.clone()));
        Ok(bytes.slice(skip..skip + length as usize))
    }

    /// Reads a range of the pages, without caching. All its blocks are checked.
    pub(crate) fn read(&self, start: u64, length: u64) -> Result<Bytes, TableError> {
        let end = start.checked_add(length).filter(|&end| end <= self.pages_end);
        let end = end.ok_or_else(|| TableError::damaged("its structure", "a page lies outside the file"))?;
        let (first, last) = (start / BLOCK, end.div_ceil(BLOCK));
        let from = first * BLOCK;
        let bytes = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            read_at(&mut file, from, (last * BLOCK).min(self.pages_end) - from)?
        };
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

/// Reads `length` bytes of a file.
pub(crate) fn read_at(file: &mut TableBytes, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length as usize);
    file.seek(SeekFrom::Start(start))?;
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// The pages of a source, as input for the Parquet reader.
#[derive(Clone, Debug)]
pub(crate) struct ParquetInput(pub(crate) Arc<TableFile>);

impl Length for ParquetInput {
    fn len(&self) -> u64 {
        self.0.pages_end
    }
}

impl ChunkReader for ParquetInput {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<Self::T> {
        Ok(self.get_bytes(start, self.0.pages_end.saturating_sub(start) as usize)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        self.0.read(start, length as u64).map_err(|error| ParquetError::External(Box::new(error)))
    }
}
