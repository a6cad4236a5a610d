//! Errors of writing a table.

use grundy::solver::BuildError;
use grundy::text::RulesError;
use std::error::Error;
use std::fmt;
use std::io;

/// Why a table cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output cannot be written, or a file of the game cannot be read.
    Io(io::Error),
    /// Two fields of the [`Header`](crate::Header) contradict each other. The text names them and says what to do.
    Header(&'static str),
    /// The sort keys of the first rows of pages do not match the rows.
    FirstKeys {
        /// The row before which exactly one key must be added, or the number of rows if a key has no row.
        row: u64,
    },
    /// A row holds what the table cannot store.
    Row {
        /// The number of the row, from 0.
        row: u64,
        /// What the row has that cannot be stored, without a full stop.
        what: &'static str,
    },
    /// The solution has no rows.
    NoRows,
    /// The rows of the solution could not be read.
    Build(BuildError),
    /// The rules of the game failed.
    Rules(Box<RulesError>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the table cannot be written: {error}"),
            Self::Header(contradiction) => write!(f, "the header of the table contradicts itself: {contradiction}"),
            Self::FirstKeys { row } => {
                write!(
                    f,
                    "the sort keys do not fit row {row}; give one key where `wants_first_key` is true, and no other"
                )
            }
            Self::Row { row, what } => write!(f, "row {row} has {what}, which a table cannot store"),
            Self::NoRows => f.write_str("the solution has no rows, so there is no table; solve from another position"),
            Self::Build(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Build(error) => Some(error),
            Self::Rules(error) => Some(error),
            Self::Header(_) | Self::FirstKeys { .. } | Self::Row { .. } | Self::NoRows => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<BuildError> for WriteError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<RulesError> for WriteError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}
