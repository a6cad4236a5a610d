//! The positions of a game to solve, and the error of solving them.

use crate::checkpoint::CheckpointError;
use crate::graph::ExploreError;
use crate::limits::{LimitHit, RunError};
use crate::solve::partitioned::ExchangeError;
use crate::text::{Key, RulesError, TheoryError};
use std::error::Error;
use std::fmt;

/// Which positions to solve.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// All positions that are reachable from this one.
    From(&'a Key),
    /// All vertices of an explicit graph, or all positions that have an index.
    All,
}

/// Why a game was not completely solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A limit was exceeded, the run was interrupted, or one of its threads panicked.
    Run(RunError),
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
    /// The positions of the game have no indices, so that they cannot all be solved.
    NoIndices,
    /// The indices of the game stand for classes of equivalent positions, so that all positions can be solved only with one of each class stored.
    OnlyClasses,
    /// The game has no classes of equivalent positions, or does not know their sizes.
    NoClasses,
    /// The opening of the game cannot be solved: its positions are not words, or some move does not lead to the next tier.
    NoOpening,
    /// Theory does not reach a component of the game; the sentence says why.
    OutOfReach(String),
    /// A run in partitions failed: a stream cannot be read or written, another process was lost, or the game cannot be solved in partitions.
    Exchange(ExchangeError),
    /// The state of the run could not be saved, or that of an earlier run could not be restored.
    Checkpoint(CheckpointError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Exchange(error) => error.fmt(f),
            Self::OutOfReach(why) => f.write_str(why),
            Self::NoIndices => f.write_str(
                "the positions of this game have no indices, so only those can be solved that are reachable from one",
            ),
            Self::OnlyClasses => f.write_str("all positions of this game can be solved only by class"),
            Self::NoClasses => f.write_str("no symmetries of this game are known"),
            Self::NoOpening => f.write_str(
                "the opening can be solved only of a game in which the number of moves made can be seen on the board, as in connect four",
            ),
            Self::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Run(error) => error.source(),
            Self::Rules(error) => Some(error),
            Self::Exchange(error) => error.source(),
            Self::Checkpoint(error) => Some(error),
            _ => None,
        }
    }
}

impl From<CheckpointError> for BuildError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl From<ExchangeError> for BuildError {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::Run(error) => error.into(),
            ExchangeError::Rules(error) => Self::Rules(error),
            error => Self::Exchange(error),
        }
    }
}

impl From<LimitHit> for BuildError {
    fn from(hit: LimitHit) -> Self {
        Self::Run(hit.into())
    }
}

impl From<RunError> for BuildError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Checkpoint(error) => Self::Checkpoint(*error),
            error => Self::Run(error),
        }
    }
}

impl From<RulesError> for BuildError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl From<ExploreError> for BuildError {
    fn from(error: ExploreError) -> Self {
        match error {
            ExploreError::Run(error) => error.into(),
            ExploreError::Rules(error) => Self::Rules(error),
        }
    }
}

impl From<TheoryError> for BuildError {
    fn from(error: TheoryError) -> Self {
        match error {
            TheoryError::Rules(error) => Self::Rules(error),
            TheoryError::Interrupted => RunError::Interrupted { positions: 0 }.into(),
            TheoryError::NoTheory | TheoryError::NoSingleHeaps { .. } => Self::NoIndices,
            TheoryError::OutOfReach(why) => Self::OutOfReach(why),
        }
    }
}
