//! The error of an exploration.

use crate::limits::RunError;
use crate::text::RulesError;
use std::fmt;

/// Why an exploration ended before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExploreError {
    /// A limit was exceeded, or the run was interrupted.
    Run(RunError),
    /// The rules failed at a position.
    Rules(Box<RulesError>),
}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExploreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Run(error) => Some(error),
            Self::Rules(error) => Some(error),
        }
    }
}

impl<E: Into<RunError>> From<E> for ExploreError {
    fn from(error: E) -> Self {
        Self::Run(error.into())
    }
}

impl From<RulesError> for ExploreError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}
