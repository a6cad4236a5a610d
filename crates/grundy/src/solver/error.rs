//! Why a question has no answer.

use crate::limits::RunError;
use crate::text::RulesError;
use crate::value::Grundy;
use std::fmt;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// A limit of the run was hit.
    Limit(RunError),
    /// Theory does not reach the position; a sentence that says how far it does.
    TooFar(String),
    /// Several chips on a graph with cycles, or under misère play, make too large a game.
    Product {
        /// The game has at least so many positions.
        least: u128,
        /// It has at most so many.
        most: u128,
        /// The limit that was hit.
        hit: RunError,
    },
    /// A summand has no Grundy value, or none that is known.
    NoValue {
        /// The summand as text.
        part: String,
        /// Why it has none.
        grundy: Grundy,
    },
    /// The value of a summand is known, those of its options are not, and there are too many to be looked at.
    NoOptionValues {
        /// The summand as text.
        part: String,
    },
    /// The store that was handed in knows the position and not one of its options.
    StoreIncomplete,
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(hit) => write!(f, "the position cannot be solved within the limits: {hit}"),
            Self::TooFar(how_far) => write!(f, "the position is out of reach: {how_far}"),
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
            Self::NoOptionValues { part } => write!(
                f,
                "the value of `{part}` is known, those of its options are not, so the sum's moves are not; --no-moves \
                 gives the value alone"
            ),
            Self::Rules(trouble) => trouble.fmt(f),
            Self::StoreIncomplete => {
                write!(f, "the table knows the position and not one of its options; build it again or leave it out")
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl From<RunError> for SolveError {
    fn from(hit: RunError) -> Self {
        Self::Limit(hit)
    }
}
