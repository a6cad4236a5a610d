//! Streams of blocks by name, in memory or as files of a folder.
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

mod files;

use crc32fast::Hasher;
use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of stored bytes in the header of a trailer.
const TRAILER: u32 = u32::MAX;
/// The most bytes of a block.
pub const MAX_BLOCK: usize = 1 << 20;
/// The beginning of the names of files that are not streams.
pub(super) const SPARE: &str = "spare-";
/// Number of bytes of a spare file, which its next stream overwrites. With none, ext4 would take the file for one that is replaced
/// (`auto_da_alloc`): it would write the next stream to the disk as soon as it is closed, and removing that would wait for the disk.
const SPARE_BYTES: u64 = 1;
/// Number of bytes that are read or written at a time.
const BUFFER: usize = 1 << 14;

/// The streams of one process: in memory, or as files of a folder.
#[derive(Debug)]
pub struct Storage {
    place: Place,
    /// Bytes of streams in memory.
    held_bytes: Arc<AtomicU64>,
    /// The files that may not be on the disk itself yet.
    unsynced: Mutex<BTreeSet<PathBuf>>,
    /// Files of [`SPARE_BYTES`], for the next streams. A file system takes much longer to create a file than to rename one: ext4 searches for
    /// an inode that was not freed in the last minutes.
    spare: Mutex<Vec<PathBuf>>,
    /// The beginning of the names of spare files: several processes may share a folder.
    spare_prefix: String,
    /// Number of streams that were removed.
    removed: AtomicU64,
}

#[derive(Debug)]
enum Place {
    Memory(Mutex<HashMap<String, Arc<Vec<Block>>>>),
    Folder(PathBuf),
}

/// A block in memory.
#[derive(Debug)]
struct Block {
    source: u32,
    bytes: Box<[u8]>,
}

impl Storage {
    /// Creates a storage in memory.
    pub fn in_memory() -> Self {
        Self::new(Place::Memory(Mutex::default()))
    }

    /// Creates a storage in a folder, which must exist. Its files have the names of the streams.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(Place::Folder(folder.into()))
    }

    fn new(place: Place) -> Self {
        let (held_bytes, unsynced, spare) = (Arc::default(), Mutex::default(), Mutex::default());
        let spare_prefix = format!("{SPARE}{:x}", RandomState::new().hash_one(0));
        Self { place, held_bytes, unsynced, spare, spare_prefix, removed: AtomicU64::new(0) }
    }

    /// Returns the folder; `None` in memory.
    pub fn folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Memory(_) => None,
            Place::Folder(folder) => Some(folder),
        }
    }

    /// Returns the number of bytes of streams in memory.
    pub fn held_bytes(&self) -> u64 {
        self.held_bytes.load(Ordering::Relaxed)
    }

    /// Creates a stream. If there is one of this name, it is replaced: in memory when the new one is finished, in a folder at once.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(&self, name: &str) -> Result<BlockWriter<'_>, StorageError> {
        self.create_with(name, Some(Vec::new()))
    }

    /// Creates a stream like [`Self::create`], whose blocks are not compressed: for a stream that is read once, soon after it was written.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create_uncompressed(&self, name: &str) -> Result<BlockWriter<'_>, StorageError> {
        self.create_with(name, None)
    }

    fn create_with(&self, name: &str, compressed: Option<Vec<u8>>) -> Result<BlockWriter<'_>, StorageError> {
        let sink = match &self.place {
            Place::Memory(streams) => Sink::Memory { streams, name: name.to_owned(), blocks: Vec::new() },
            Place::Folder(folder) => {
                let path = folder.join(name);
                let spare = self.spare().pop();
                let created = match spare {
                    Some(spare) => fs::rename(&spare, &path).and_then(|()| open_to_write(&path)),
                    None => File::create(&path),
                };
                let file = created.map_err(|error| StorageError::io(&path, error))?;
                self.unsynced().insert(path.clone());
                Sink::File { out: BufWriter::with_capacity(BUFFER, file), path, compressed }
            }
        };
        Ok(BlockWriter { sink, blocks: 0, held_bytes: &self.held_bytes })
    }

    /// Opens a stream for reading from its first block; `None` if there is none of this name.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(&self, name: &str) -> Result<Option<BlockReader>, StorageError> {
        let source = match &self.place {
            Place::Memory(streams) => {
                let streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(blocks) = streams.get(name) else { return Ok(None) };
                Source::Memory { blocks: blocks.clone(), next: 0 }
            }
            Place::Folder(folder) => {
                let path = folder.join(name);
                match File::open(&path) {
                    Ok(file) => Source::File {
                        from: BufReader::with_capacity(BUFFER, file),
                        path,
                        blocks: 0,
                        stored: Vec::new(),
                    },
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                    Err(error) => return Err(StorageError::io(&path, error)),
                }
            }
        };
        Ok(Some(BlockReader { source }))
    }

    /// Returns whether there is a stream of this name.
    ///
    /// # Errors
    /// If the file system does not say.
    pub fn contains(&self, name: &str) -> Result<bool, StorageError> {
        match &self.place {
            Place::Memory(streams) => Ok(streams.lock().unwrap_or_else(PoisonError::into_inner).contains_key(name)),
            Place::Folder(folder) => {
                let path = folder.join(name);
                path.try_exists().map_err(|error| StorageError::io(&path, error))
            }
        }
    }

    /// Removes a stream if it exists.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), StorageError> {
        match &self.place {
            Place::Memory(streams) => {
                let removed = streams.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
                let bytes = removed.map_or(0, |blocks| blocks.iter().map(|block| block.bytes.len() as u64).sum());
                self.held_bytes.fetch_sub(bytes, Ordering::Relaxed);
                Ok(())
            }
            Place::Folder(folder) => {
                let path = folder.join(name);
                self.unsynced().remove(&path);
                let number = self.removed.fetch_add(1, Ordering::Relaxed);
                let spare = folder.join(format!("{}-{number}", self.spare_prefix));
                let shortened = |()| open_to_write(&spare)?.set_len(SPARE_BYTES);
                match fs::rename(&path, &spare).and_then(shortened) {
                    Ok(()) => self.spare().push(spare),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => (),
                    Err(error) => return Err(StorageError::io(&path, error)),
                }
                Ok(())
            }
        }
    }

    /// Makes sure that all files that were written so far survive a failure of the machine.
    ///
    /// # Errors
    /// If a file cannot be written to the disk.
    pub fn sync_all(&self) -> Result<(), StorageError> {
        let Place::Folder(folder) = &self.place else { return Ok(()) };
        let written = std::mem::take(&mut *self.unsynced());
        for path in written.iter().chain([folder]) {
            File::open(path).and_then(|file| file.sync_all()).map_err(|error| StorageError::io(path, error))?;
        }
        Ok(())
    }

    fn spare(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unsynced(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.unsynced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        for spare in self.spare().drain(..) {
            // A spare file that stays does no harm.
            let _ = fs::remove_file(spare);
        }
    }
}

/// Opens a file that exists, with what it contains.
fn open_to_write(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Writes a stream, block by block.
#[derive(Debug)]
pub struct BlockWriter<'a> {
    sink: Sink<'a>,
    blocks: u32,
    held_bytes: &'a AtomicU64,
}

#[derive(Debug)]
enum Sink<'a> {
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
    source: Source,
}

#[derive(Debug)]
enum Source {
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

/// Why a stream cannot be read or written. Two errors are equal if their variants and messages are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum StorageError {
    /// The file cannot be read or written.
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: Arc<io::Error>,
    },
    /// The file is truncated or changed.
    Damaged {
        /// The path of the file.
        path: PathBuf,
    },
    /// A stream that the state of the run names does not exist.
    Missing {
        /// The name of the stream.
        name: String,
    },
}

impl StorageError {
    /// Creates the error of an operation on a file.
    pub fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error: Arc::new(error) }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Damaged { path } => write!(f, "{}: the file is damaged", path.display()),
            Self::Missing { name } => write!(f, "the file `{name}` of the run is missing"),
        }
    }
}

impl Error for StorageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Damaged { .. } | Self::Missing { .. } => None,
        }
    }
}

impl PartialEq for StorageError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for StorageError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(storage: &Storage, name: &str, blocks: &[(u32, Vec<u8>)]) {
        append_all(storage.create(name).unwrap(), blocks);
    }

    fn append_all(mut writer: BlockWriter<'_>, blocks: &[(u32, Vec<u8>)]) {
        blocks.iter().for_each(|(source, bytes)| writer.append(*source, bytes).unwrap());
        writer.finish().unwrap();
    }

    fn read(storage: &Storage, name: &str) -> Result<Vec<(u32, Vec<u8>)>, StorageError> {
        let mut reader = storage.open(name)?.expect("a stream");
        let (mut all, mut block) = (Vec::new(), Vec::new());
        while let Some(source) = reader.next(&mut block)? {
            all.push((source, block.clone()));
        }
        Ok(all)
    }

    fn blocks() -> Vec<(u32, Vec<u8>)> {
        let mut random = fastrand::Rng::with_seed(22);
        let noise = (0..100).map(|_| random.u8(..)).collect();
        vec![(3, vec![7; 300]), (0, noise), (1, b"a".to_vec())]
    }

    #[test]
    fn a_stream_comes_back_and_can_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for storage in [Storage::in_memory(), Storage::in_folder(folder.path())] {
            assert!(storage.open("a").unwrap().is_none());
            write(&storage, "a", &[(9, vec![1])]);
            write(&storage, "a", &blocks());
            assert_eq!(read(&storage, "a").unwrap(), blocks());
            assert_eq!(storage.held_bytes(), if storage.folder().is_none() { 401 } else { 0 });
            storage.remove("a").unwrap();
            storage.remove("a").unwrap();
            assert_eq!((storage.open("a").unwrap().is_none(), storage.held_bytes()), (true, 0));
        }
    }

    #[test]
    fn the_file_of_a_removed_stream_is_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::in_folder(folder.path());
        let spare = format!("{}-0", storage.spare_prefix);
        let names = || {
            let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<_> = names.collect();
            names.sort();
            names
        };
        ["a", "b"].iter().for_each(|name| write(&storage, name, &blocks()));
        storage.remove("a").unwrap();
        assert_eq!(names(), ["b", &spare]);
        assert_eq!(fs::metadata(folder.path().join(&spare)).unwrap().len(), SPARE_BYTES, "its space is free at once");
        write(&storage, "c", &blocks()[1..]);
        assert_eq!(names(), ["b", "c"]);
        assert_eq!(read(&storage, "c").unwrap(), blocks()[1..]);
        storage.remove("b").unwrap();
        drop(storage);
        assert_eq!(names(), ["c"]);
    }

    #[test]
    fn a_stream_that_is_not_compressed_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::in_folder(folder.path());
        append_all(storage.create_uncompressed("a").unwrap(), &blocks());
        assert_eq!(read(&storage, "a").unwrap(), blocks());
        assert_eq!(fs::metadata(folder.path().join("a")).unwrap().len(), 401 + 4 * 16);
    }

    #[test]
    fn every_changed_byte_of_a_file_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::in_folder(folder.path());
        write(&storage, "a", &blocks());
        let path = folder.path().join("a");
        let file = fs::read(&path).unwrap();
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 4;
            fs::write(&path, &changed).unwrap();
            assert_eq!(read(&storage, "a"), Err(StorageError::Damaged { path: path.clone() }), "byte {at} changed");
            fs::write(&path, &file[..at]).unwrap();
            assert_eq!(read(&storage, "a"), Err(StorageError::Damaged { path: path.clone() }), "the first {at} bytes");
        }
        fs::write(&path, [&file[..], &[0]].concat()).unwrap();
        assert_eq!(read(&storage, "a"), Err(StorageError::Damaged { path }));
    }
}
