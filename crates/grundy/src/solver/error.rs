//! The error of solving a position.

use crate::answer::{PositionValue, Searched, StoreError};
use crate::graph::ExploreError;
use crate::limits::{LimitHit, RunError};
use crate::solve::SearchError;
use crate::text::{RulesError, TheoryError};
use crate::value::{Grundy, Nimber, Outcome};
use std::error::Error;
use std::fmt;

/// Why a position could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit of the run was exceeded, it was interrupted, or one of its threads panicked.
    Run(RunError),
    /// A search was stopped before it had decided the position and, if moves are listed, its options. It has what is proved until then.
    Undecided(Box<Searched>),
    /// The search of a position failed.
    Search(SearchError),
    /// A search over components was stopped before it had proved the Grundy value of the position or, if moves are listed, those of its
    /// options.
    NoGrundy {
        /// The outcome of the position, if it is proved.
        outcome: Option<Outcome>,
        /// The Grundy value of the position, if it is proved: then one of an option is not.
        grundy: Option<Nimber>,
        /// Why the search ended.
        stopped: RunError,
    },
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
    /// Theory does not reach the position. The sentence gives the bounds of the theory.
    OutOfReach(String),
    /// Several tokens on a graph with cycles, or under misère play, make the game too large.
    Product {
        /// A lower bound of the number of positions of the game.
        least: u128,
        /// An upper bound of the number of positions of the game.
        most: u128,
        /// The limit that was exceeded.
        hit: LimitHit,
    },
    /// A summand has no Grundy value, or none that is known.
    NoValue {
        /// The text of the summand.
        part: String,
        /// The reason why it has no value.
        grundy: Grundy,
    },
    /// The value of a summand is known, but not those of its options, and there are too many of them to be examined.
    NoOptionValues {
        /// The text of the summand.
        part: String,
    },
    /// The store cannot be read.
    Store(StoreError),
    /// The store contains the position but not one of its options.
    StoreIncomplete,
    /// An option was not among the solved positions: the rules or their symmetries are inconsistent.
    Unsolved,
}

/// A sentence, without its full stop, about a search over components that was stopped: what it has proved of the position.
fn unproved(outcome: Option<Outcome>, grundy: Option<Nimber>) -> String {
    match (outcome, grundy) {
        (_, Some(value)) => {
            format!("the position has the Grundy value {value}, but those of some moves were not found")
        }
        (Some(outcome), None) => {
            format!("the Grundy value was not proved within the limits; the position is proved to be a {outcome}")
        }
        (None, None) => "the position was not decided within the limits".to_owned(),
    }
}

impl SolveError {
    /// The error of a run that ended after the value of the position was proved: it has this value. Other errors stay what they are.
    pub(super) fn with_position(self, value: &PositionValue) -> Self {
        match self {
            Self::Run(stopped @ (RunError::Limit(_) | RunError::Interrupted { .. }))
            | Self::NoGrundy { stopped, .. } => {
                Self::NoGrundy { outcome: Some(value.outcome), grundy: value.grundy.finite(), stopped }
            }
            error => error,
        }
    }

    /// The error of a sum one of whose summands was not solved: what is proved of the summand says nothing about the sum.
    pub(super) fn of_summand(self) -> Self {
        match self {
            Self::NoGrundy { stopped, .. } => Self::NoGrundy { outcome: None, grundy: None, stopped },
            error => error,
        }
    }

    /// Returns a sentence, without its full stop, about what a search that was stopped has proved of the position, and why it ended; `None`
    /// for other errors.
    pub fn unproved(&self) -> Option<(String, Option<&RunError>)> {
        match self {
            Self::Undecided(searched) => Some((searched.summary(), searched.stopped.as_ref())),
            Self::NoGrundy { outcome, grundy, stopped } => Some((unproved(*outcome, *grundy), Some(stopped))),
            _ => None,
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(RunError::Limit(hit)) => write!(f, "the position cannot be solved within the limits: {hit}"),
            Self::Run(error) => error.fmt(f),
            Self::Undecided(searched) => {
                f.write_str(&searched.summary())?;
                match &searched.stopped {
                    Some(RunError::Interrupted { positions }) => write!(f, ": stopped after {positions} positions"),
                    Some(error) => write!(f, ": {error}"),
                    None => Ok(()),
                }
            }
            Self::Search(error) => error.fmt(f),
            Self::NoGrundy { outcome, grundy, stopped } => {
                f.write_str(&unproved(*outcome, *grundy))?;
                match stopped {
                    RunError::Interrupted { positions } => write!(f, ": stopped after {positions} components"),
                    error => write!(f, ": {error}"),
                }
            }
            Self::Rules(error) => error.fmt(f),
            Self::OutOfReach(how_far) => write!(f, "the position is out of reach: {how_far}"),
            Self::Product { least, most, hit } => {
                write!(f, "all places of the chips together are ")?;
                match (*least, *most) {
                    (least, u128::MAX) => write!(f, "at least {least}")?,
                    (least, most) if least == most => write!(f, "{most}")?,
                    (least, most) => write!(f, "between {least} and {most}")?,
                }
                write!(f, " positions, which is too many here: {hit}")
            }
            Self::NoValue { part, grundy } => {
                write!(f, "`{part}` cannot be added up: {}", grundy.reason().unwrap_or("no value"))
            }
            Self::NoOptionValues { part } => {
                write!(f, "the value of `{part}` is known, those of its options are not, so the sum's moves are not")
            }
            Self::Store(error) => error.fmt(f),
            Self::StoreIncomplete => {
                write!(f, "the table knows the position and not one of its options; build it again or leave it out")
            }
            Self::Unsolved => {
                write!(
                    f,
                    "an option is not among the positions that were solved: the rules or their symmetries contradict themselves"
                )
            }
        }
    }
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Run(error) => error.source(),
            Self::Undecided(searched) => searched.stopped.as_ref().map(|error| error as _),
            Self::Search(error) => Some(error),
            Self::Product { hit, .. } => Some(hit),
            Self::NoGrundy { stopped, .. } => Some(stopped),
            Self::Rules(error) => Some(error),
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl From<LimitHit> for SolveError {
    fn from(hit: LimitHit) -> Self {
        Self::Run(hit.into())
    }
}

impl From<RunError> for SolveError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<SearchError> for SolveError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Run(error) => error.into(),
            SearchError::Rules(error) => Self::Rules(error),
            error => Self::Search(error),
        }
    }
}

impl From<RulesError> for SolveError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl From<ExploreError> for SolveError {
    fn from(error: ExploreError) -> Self {
        match error {
            ExploreError::Run(error) => error.into(),
            ExploreError::Rules(error) => Self::Rules(error),
        }
    }
}

impl From<StoreError> for SolveError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TheoryError> for SolveError {
    fn from(error: TheoryError) -> Self {
        match error {
            TheoryError::NoTheory | TheoryError::NoSingleHeaps { .. } => Self::OutOfReach(error.to_string()),
            TheoryError::OutOfReach(how_far) => Self::OutOfReach(how_far),
            TheoryError::Rules(error) => Self::Rules(error),
            TheoryError::Interrupted => RunError::Interrupted { positions: 0 }.into(),
        }
    }
}
