//! Writes and reads the blocks of a stream.
//!
//! A file is a sequence of blocks and a trailer. A block is a header of 16 bytes, little-endian, and its bytes, compressed by LZ4 if the
//! stream is one that is compressed, and where that is smaller:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | number of stored bytes; in the trailer 2³² − 1 |
//! | 4 | number of bytes when decompressed, equal if they are not compressed; in the trailer the number of blocks |
//! | 4 | the source of the block, such as the partition that sent it |
//! | 4 | CRC-32 of the header before and the stored bytes |
//!
//! CRC-32 finds every change of up to 32 bits in a row, and the trailer a file that became shorter.

use super::StorageError;
use crc32fast::Hasher;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of stored bytes in the header of a trailer.
const TRAILER: u32 = u32::MAX;
/// The most bytes of a block.
pub const MAX_BLOCK: usize = 1 << 20;

/// A block in memory.
#[derive(Debug)]
pub(super) struct Block {
    source: u32,
    pub(super) bytes: Box<[u8]>,
}

/// Writes a stream, block by block.
#[derive(Debug)]
pub struct BlockWriter<'a> {
    pub(super) sink: Sink<'a>,
    pub(super) blocks: u32,
    pub(super) held_bytes: &'a AtomicU64,
}

#[derive(Debug)]
pub(super) enum Sink<'a> {
    Memory {
        streams: &'a Mutex<HashMap<String, Arc<Vec<Block>>>>,
        name: String,
        blocks: Vec<Block>,
    },
    /// `compressed`: the bytes of a block when compressed; `None` if blocks are not.
    File {
        out: BufWriter<File>,
        path: PathBuf,
        compressed: Option<Vec<u8>>,
    },
}

impl BlockWriter<'_> {
    /// Appends a block of at most [`MAX_BLOCK`] bytes; an empty one is left out.
    ///
    /// # Errors
    /// If the file cannot be written to.
    ///
    /// # Panics
    /// If the block is too large.
    pub fn append(&mut self, source: u32, bytes: &[u8]) -> Result<(), StorageError> {
        assert!(bytes.len() <= MAX_BLOCK, "a block of at most {MAX_BLOCK} bytes");
        if bytes.is_empty() {
            return Ok(());
        }
        self.blocks += 1;
        match &mut self.sink {
            Sink::Memory { blocks, .. } => {
                blocks.push(Block { source, bytes: bytes.into() });
                self.held_bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                Ok(())
            }
            Sink::File { out, path, compressed } => {
                let stored = match compressed {
                    Some(compressed) => compress(bytes, compressed),
                    None => bytes,
                };
                let header = header(stored.len() as u32, bytes.len() as u32, source, stored);
                let written = out.write_all(&header).and_then(|()| out.write_all(stored));
                written.map_err(|error| StorageError::io(path, error))
            }
        }
    }

    /// Completes the stream. A stream that is dropped instead is not complete, and reading it is an error.
    ///
    /// # Errors
    /// If the file cannot be written to.
    pub fn finish(self) -> Result<(), StorageError> {
        match self.sink {
            Sink::Memory { streams, name, blocks } => {
                let mut streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
                let replaced = streams.insert(name, Arc::new(blocks));
                let bytes = replaced.map_or(0, |blocks| blocks.iter().map(|block| block.bytes.len() as u64).sum());
                self.held_bytes.fetch_sub(bytes, Ordering::Relaxed);
                Ok(())
            }
            Sink::File { mut out, path, .. } => {
                let written = out.write_all(&header(TRAILER, self.blocks, 0, &[])).and_then(|()| out.flush());
                written.map_err(|error| StorageError::io(&path, error))
            }
        }
    }
}

/// Reads a stream, block by block.
#[derive(Debug)]
pub struct BlockReader {
    pub(super) source: Source,
}

#[derive(Debug)]
pub(super) enum Source {
    Memory { blocks: Arc<Vec<Block>>, next: usize },
    File { from: BufReader<File>, path: PathBuf, blocks: u32, stored: Vec<u8> },
}

impl BlockReader {
    /// Reads the next block into `block`, and returns its source; `None` after the last block.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn next(&mut self, block: &mut Vec<u8>) -> Result<Option<u32>, StorageError> {
        block.clear();
        match &mut self.source {
            Source::Memory { blocks, next } => {
                let Some(found) = blocks.get(*next) else { return Ok(None) };
                *next += 1;
                block.extend_from_slice(&found.bytes);
                Ok(Some(found.source))
            }
            Source::File { from, path, blocks, stored } => {
                let read = read_block(from, *blocks, stored, block);
                *blocks += 1;
                read.map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => {
                        StorageError::Damaged { path: path.clone() }
                    }
                    _ => StorageError::io(path, error),
                })
            }
        }
    }
}

/// Reads block number `number` of a file; `None` for its trailer.
fn read_block(from: &mut impl Read, number: u32, stored: &mut Vec<u8>, block: &mut Vec<u8>) -> io::Result<Option<u32>> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let mut found = [0; 16];
    from.read_exact(&mut found)?;
    let field = |at: usize| u32::from_le_bytes(found[at..at + 4].try_into().expect("four bytes"));
    let (length, plain, source) = (field(0), field(4), field(8));
    if length == TRAILER {
        let is_end = found == header(TRAILER, number, 0, &[]) && from.read(&mut [0])? == 0;
        return if is_end { Ok(None) } else { Err(damaged()) };
    }
    if plain as usize > MAX_BLOCK || length > plain {
        return Err(damaged());
    }
    stored.resize(length as usize, 0);
    from.read_exact(stored)?;
    if found != header(length, plain, source, stored) {
        return Err(damaged());
    }
    if length == plain {
        block.extend_from_slice(stored);
    } else {
        block.resize(plain as usize, 0);
        match lz4_flex::block::decompress_into(stored, block) {
            Ok(count) if count == plain as usize => (),
            _ => return Err(damaged()),
        }
    }
    Ok(Some(source))
}

/// Compresses a block into `compressed`; returns the bytes themselves if they would not become fewer.
fn compress<'a>(bytes: &'a [u8], compressed: &'a mut Vec<u8>) -> &'a [u8] {
    compressed.resize(lz4_flex::block::get_maximum_output_size(bytes.len()), 0);
    match lz4_flex::block::compress_into(bytes, compressed) {
        Ok(length) if length < bytes.len() => &compressed[..length],
        _ => bytes,
    }
}

/// The header of a block.
fn header(stored: u32, plain: u32, source: u32, bytes: &[u8]) -> [u8; 16] {
    let mut header = [0; 16];
    header[..4].copy_from_slice(&stored.to_le_bytes());
    header[4..8].copy_from_slice(&plain.to_le_bytes());
    header[8..12].copy_from_slice(&source.to_le_bytes());
    let mut hasher = Hasher::new();
    hasher.update(&header[..12]);
    hasher.update(bytes);
    header[12..].copy_from_slice(&hasher.finalize().to_le_bytes());
    header
}
