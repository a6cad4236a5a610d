//! The error of opening a game.

use super::spec_error::{SpecError, UnknownGame};
use crate::graph::FileError;
use crate::text::ParseError;
use std::fmt;
use std::ops::Range;

/// Why a game cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// No game has this name.
    UnknownGame(UnknownGame),
    /// The text is not a game, or its parameters or a position in it are wrong.
    Text(ParseError),
    /// The game does not end because a player has no move, so misère play is the same game.
    MisereChangesNothing {
        /// The name of the game, without parameters.
        name: String,
    },
    /// A sum was opened under misère play, in which the values of the summands do not add up.
    MisereSum,
    /// The game is a file, and [`FileAccess::Denied`](super::FileAccess::Denied) was given. The file system was not accessed.
    FileDenied {
        /// The bytes of the text that name the file.
        at: Range<usize>,
    },
    /// The game is a rules file. The crate `grundy-rules` opens it.
    RulesFile {
        /// The path of the file.
        path: String,
    },
    /// The graph file cannot be read.
    Graph(FileError),
}

impl OpenError {
    /// This error with its byte ranges moved by `offset`, for a game inside a longer text.
    pub(super) fn with_offset(self, offset: usize) -> Self {
        let shift = |at: Range<usize>| at.start + offset..at.end + offset;
        match self {
            Self::UnknownGame(unknown) => Self::UnknownGame(UnknownGame { at: shift(unknown.at), ..unknown }),
            Self::Text(error) => Self::Text(ParseError { at: shift(error.at), ..error }),
            Self::FileDenied { at } => Self::FileDenied { at: shift(at) },
            other => other,
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(unknown) => unknown.fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::MisereChangesNothing { name } => {
                write!(f, "misère play would change nothing: {name} does not end by a player having no move")
            }
            Self::MisereSum => {
                f.write_str("a sum of different games is for normal play; under misère play values do not add up")
            }
            Self::FileDenied { .. } => f.write_str("the game is a file, and files may not be opened here"),
            Self::RulesFile { path } => write!(f, "`{path}` is a rules file, which the crate `grundy-rules` opens"),
            Self::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::Graph(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for OpenError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<SpecError> for OpenError {
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::UnknownGame(unknown) => Self::UnknownGame(unknown),
            SpecError::Text(error) => Self::Text(error),
        }
    }
}

impl From<FileError> for OpenError {
    fn from(error: FileError) -> Self {
        Self::Graph(error)
    }
}
