//! Errors of reading a table.

use grundy::catalog::OpenError;
use grundy::text::{ParseError, RulesError};
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read.
    Io {
        /// The path of the file, if it is known.
        path: Option<PathBuf>,
        /// The error of reading it.
        error: io::Error,
    },
    /// The file is not a table.
    NotATable(&'static str),
    /// The table was written in a later version of the format.
    Newer {
        /// The version of its format.
        version: String,
    },
    /// The file differs from what was written.
    Damaged {
        /// The part of the file that is damaged.
        part: String,
        /// What is wrong with it.
        what: String,
    },
    /// The table belongs to another game, or to other rules.
    OtherGame {
        /// The game and the rules of the table.
        table: String,
        /// The game and the rules that it was opened with.
        expected: String,
    },
    /// The rules of the game failed at a position that was looked up.
    Rules(Box<RulesError>),
}

impl TableError {
    /// Adds the path of the file to an error of reading it.
    pub(crate) fn at(self, path: &Path) -> Self {
        match self {
            Self::Io { path: None, error } => Self::Io { path: Some(path.to_owned()), error },
            other => other,
        }
    }

    pub(crate) fn damaged(part: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Damaged { part: part.into(), what: what.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path: Some(path), error } => write!(f, "`{}` cannot be read: {error}", path.display()),
            Self::Io { path: None, error } => write!(f, "the table cannot be read: {error}"),
            Self::NotATable(why) => write!(f, "the file is not a table of solved positions: {why}"),
            Self::Newer { version } => {
                write!(f, "the table has format {version}, and formats up to {} are known", crate::VERSION)
            }
            Self::Damaged { part, what } => write!(f, "the table is damaged, {part}: {what}"),
            Self::OtherGame { table, expected } => write!(f, "the file is a table of {table}, not of {expected}"),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Rules(error) => Some(error),
            Self::NotATable(_) | Self::Newer { .. } | Self::Damaged { .. } | Self::OtherGame { .. } => None,
        }
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        Self::Io { path: None, error }
    }
}

impl From<RulesError> for TableError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl From<parquet::errors::ParquetError> for TableError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        use parquet::errors::ParquetError;
        match error {
            ParquetError::External(inner) => match inner.downcast::<TableError>() {
                Ok(inner) => *inner,
                Err(inner) => match inner.downcast::<io::Error>() {
                    Ok(inner) => (*inner).into(),
                    Err(inner) => Self::damaged("its structure", inner.to_string()),
                },
            },
            other => Self::damaged("its structure", other.to_string()),
        }
    }
}

/// Why a position in text cannot be looked up.
#[derive(Debug)]
#[non_exhaustive]
pub enum GetError {
    /// The table cannot be read.
    Table(TableError),
    /// The game of the table is defined by a rules file, which this crate cannot run. The caller must open the game and use
    /// [`TableSolution::new`](crate::TableSolution::new) with it.
    RulesFile {
        /// The game as the table names it.
        game: String,
    },
    /// The game of the table is defined by the program that wrote it. The caller must use
    /// [`TableSolution::new`](crate::TableSolution::new) with the game.
    OwnGame {
        /// The game as the table names it.
        game: String,
    },
    /// The game of the table cannot be opened.
    Open {
        /// The game as the table names it.
        game: String,
        /// Why it cannot be opened.
        error: Box<OpenError>,
    },
    /// The file of the game cannot be read.
    GameFile {
        /// The game as the table names it.
        game: String,
        /// Why its file cannot be read.
        error: io::Error,
    },
    /// The text is not a position of the game.
    Position(ParseError),
}

impl fmt::Display for GetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::RulesFile { game } => write!(
                f,
                "the game of the table, `{game}`, is defined by a rules file; open the game and use `TableSolution::new(&table, game.as_dyn())`"
            ),
            Self::OwnGame { game } => write!(
                f,
                "the game of the table, `{game}`, is defined by the program that wrote it; use `TableSolution::new(&table, game.as_dyn())`"
            ),
            Self::Open { game, error } => write!(f, "the game of the table, `{game}`, cannot be opened: {error}"),
            Self::GameFile { game, error } => {
                write!(f, "the file of the game of the table, `{game}`, cannot be read: {error}")
            }
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl Error for GetError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            Self::Open { error, .. } => Some(&**error),
            Self::GameFile { error, .. } => Some(error),
            Self::Position(error) => Some(error),
            Self::RulesFile { .. } | Self::OwnGame { .. } => None,
        }
    }
}

impl From<TableError> for GetError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<ParseError> for GetError {
    fn from(error: ParseError) -> Self {
        Self::Position(error)
    }
}

/// Calls the Parquet reader, and reports a panic as damage. Its decoders panic at bytes that no writer produces, such as a number with
/// more bits than the page has left.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    // The error drops any buffers that were being filled.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(TableError::damaged("its structure", "a page cannot be decoded")))
}
