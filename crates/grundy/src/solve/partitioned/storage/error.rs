//! Errors of streams.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

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
