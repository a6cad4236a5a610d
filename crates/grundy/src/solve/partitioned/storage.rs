//! Streams of blocks by name, in memory or as files of a folder.

mod blocks;
mod error;
mod files;

pub use blocks::{BlockReader, BlockWriter, MAX_BLOCK};
pub use error::StorageError;

use blocks::{Block, Sink, Source};
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

    /// Returns the names of all streams, and in a folder of all other files whose names are texts, except spare files.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn names(&self) -> Result<Vec<String>, StorageError> {
        let folder = match &self.place {
            Place::Memory(streams) => {
                return Ok(streams.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect());
            }
            Place::Folder(folder) => folder,
        };
        let failed = |error| StorageError::io(folder, error);
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().into_string();
            names.extend(name.ok().filter(|name| !name.starts_with(SPARE)));
        }
        Ok(names)
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
