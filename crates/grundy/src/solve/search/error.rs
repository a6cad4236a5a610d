//! The error of a search.

use crate::limits::RunError;
use crate::text::RulesError;
use std::error::Error;
use std::fmt;

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A limit was exceeded before the search began, or one of its threads panicked.
    Run(RunError),
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
    /// A position can come back, so the search cannot prove a draw. Retrograde analysis can.
    Recurs {
        /// The text of the position.
        position: String,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Recurs { position } => {
                write!(f, "`{position}` can come back: the search solves only games in which no position recurs")
            }
        }
    }
}

impl Error for SearchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Run(error) => error.source(),
            Self::Rules(error) => Some(error),
            Self::Recurs { .. } => None,
        }
    }
}

impl From<RunError> for SearchError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<RulesError> for SearchError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}
