//! Copies streams as plain files, without reading their contents.

use super::{BUFFER, Place, Storage, StorageError};
use crate::limits::Limits;
use crate::solve::partitioned::exchange::ExchangeError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

impl Storage {
    /// Makes a file a stream, whose name must not be in use: as a link to it, or as a copy where the file system has no links. The file must not be
    /// written to any more.
    pub(in super::super) fn link_or_copy(
        &self,
        name: &str,
        from: &Path,
        limits: &Limits<'_>,
    ) -> Result<(), ExchangeError> {
        let to = self.path(name)?;
        self.unsynced().insert(to.clone());
        if fs::hard_link(from, &to).is_ok() {
            return Ok(());
        }
        let mut source = File::open(from).map_err(|error| StorageError::io(from, error))?;
        // A file that exists may be a link to the same file.
        let mut copy = File::create_new(&to).map_err(|error| StorageError::io(&to, error))?;
        let mut buffer = vec![0; 4 * BUFFER];
        loop {
            limits.check(0, 0)?;
            match source.read(&mut buffer).map_err(|error| StorageError::io(from, error))? {
                0 => return Ok(()),
                count => copy.write_all(&buffer[..count]).map_err(|error| StorageError::io(&to, error))?,
            }
        }
    }

    /// Opens the file of a stream for writing at any place, and creates it if it does not exist.
    pub(in super::super) fn open_file(&self, name: &str) -> Result<File, StorageError> {
        let path = self.path(name)?;
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| StorageError::io(&path, error))?;
        self.unsynced().insert(path);
        Ok(file)
    }

    /// The error of the file of a stream.
    pub(in super::super) fn file_error(&self, name: &str, error: io::Error) -> StorageError {
        StorageError::io(&self.path(name).unwrap_or_default(), error)
    }

    /// The path of the file of a stream.
    fn path(&self, name: &str) -> Result<PathBuf, StorageError> {
        match &self.place {
            Place::Folder(folder) => Ok(folder.join(name)),
            Place::Memory(_) => Err(StorageError::Missing { name: name.to_owned() }),
        }
    }
}
