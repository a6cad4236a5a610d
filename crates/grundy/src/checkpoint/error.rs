//! The error of writing a checkpoint, reading it or continuing from it.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Why a checkpoint cannot be written, read, or continued from.
///
/// Two errors are equal if their variants and messages are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The checkpoint cannot be read.
    Read(Arc<io::Error>),
    /// The checkpoint cannot be written.
    Write(Arc<io::Error>),
    /// The file does not begin with the magic number of a checkpoint.
    NotACheckpoint,
    /// Another version of the program wrote the checkpoint.
    OtherVersion,
    /// The checkpoint is truncated or changed.
    Damaged,
    /// The checkpoint belongs to another run.
    OtherRun {
        /// The fingerprint in the checkpoint.
        found: String,
        /// The fingerprint of this run.
        expected: String,
    },
    /// The checksum is right, but the bytes are not a state of this run.
    Invalid,
    /// The state is valid but cannot be restored, for example because it needs more memory than the limit allows.
    Restore(Arc<dyn Error + Send + Sync>),
}

impl CheckpointError {
    /// Returns the error of a failed write of a state.
    pub fn from_write(error: io::Error) -> Self {
        Self::Write(Arc::new(error))
    }

    /// Returns the error of a failed read of a file.
    pub fn from_read(error: io::Error) -> Self {
        Self::Read(Arc::new(error))
    }

    /// The error of a failed read of a state. A state that ends early is [`CheckpointError::Invalid`].
    pub(super) fn from_decode(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Invalid } else { Self::from_read(error) }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the checkpoint cannot be read: {error}"),
            Self::Write(error) => write!(f, "the checkpoint cannot be written: {error}"),
            Self::NotACheckpoint => f.write_str("the file is not a checkpoint"),
            Self::OtherVersion => f.write_str("the checkpoint was written by another version of this program"),
            Self::Damaged => f.write_str("the checkpoint is damaged: its checksum is wrong"),
            Self::OtherRun { found, expected } => {
                write!(f, "the checkpoint belongs to another run: {found}; this run is: {expected}")
            }
            Self::Invalid => f.write_str("the checkpoint does not hold a state of this run"),
            Self::Restore(error) => write!(f, "the checkpoint cannot be restored: {error}"),
        }
    }
}

impl Error for CheckpointError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read(error) | Self::Write(error) => Some(&**error),
            Self::Restore(error) => Some(&**error),
            Self::NotACheckpoint | Self::OtherVersion | Self::Damaged | Self::OtherRun { .. } | Self::Invalid => None,
        }
    }
}

impl PartialEq for CheckpointError {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.to_string() == other.to_string()
    }
}

impl Eq for CheckpointError {}
