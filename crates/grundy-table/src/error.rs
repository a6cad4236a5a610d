//! Why a table gives no answer.

use std::fmt;
use std::io;

/// Why a table gives no answer.
#[derive(Debug)]
pub enum TableError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is no table.
    NotATable(&'static str),
    /// The table was written by a later program.
    Newer {
        /// The version of its format.
        version: String,
    },
    /// The file is not what was written.
    Damaged {
        /// RowFilter part of it.
        part: String,
        /// What it should be, and what it is.
        what: String,
    },
    /// The table is of another game, or of other rules.
    OtherGame {
        /// What the table is of.
        table: String,
        /// What it was opened as.
        asked: String,
    },
}

impl TableError {
    pub(crate) fn damaged(part: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Damaged { part: part.into(), what: what.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotATable(why) => write!(f, "is no table of solved positions: {why}"),
            Self::Newer { version } => {
                write!(f, "is a table in format {version}, and this program knows formats up to {}", crate::VERSION)
            }
            Self::Damaged { part, what } => write!(f, "is damaged, {part}: {what}"),
            Self::OtherGame { table, asked } => write!(f, "is a table of {table}, not of {asked}"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<parquet::errors::ParquetError> for TableError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        use parquet::errors::ParquetError;
        match error {
            ParquetError::External(inner) => match inner.downcast::<TableError>() {
                Ok(inner) => *inner,
                Err(inner) => match inner.downcast::<io::Error>() {
                    Ok(inner) => Self::Io(*inner),
                    Err(inner) => Self::damaged("its structure", inner.to_string()),
                },
            },
            other => Self::damaged("its structure", other.to_string()),
        }
    }
}

/// Has the Parquet reader read something. At bytes that no writer makes its decoders panic, as at a number of more bits than the page has
/// left; whoever sealed such bytes finds the table damaged, and the program goes on.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    // What was being read into is dropped with the error.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(TableError::damaged("its structure", "a page cannot be decoded")))
}
