//! What a check of a position needs from the rules, and what may be wrong with a stored value.

use crate::value::{Outcome, Undefined};
use std::fmt;

/// Facts from the rules that a check needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesAt {
    /// The outcome of the position if it has no options.
    pub terminal: Outcome,
    /// The reason why positions of the game have no Grundy value, as [`crate::Game::without_grundy`] gives it.
    pub without_grundy: Option<Undefined>,
}

/// The kind of error in a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueFault {
    /// The position, or one of its options, is not stored.
    Missing,
    /// The store could not be read at that position.
    Unreadable,
    /// The outcome differs from the one that the options, or the rules for a terminal position, give.
    Outcome,
    /// The outcome agrees with the options, but the remoteness does not.
    Remoteness,
    /// The Grundy value does not follow from the options' values, or the position should have none.
    Grundy,
    /// The Grundy value agrees with the options' values, but its stage does not.
    Stage,
}

impl std::error::Error for ValueFault {}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "it or one of its options is not stored",
            Self::Unreadable => "it or one of its options cannot be read",
            Self::Outcome => "the stored outcome does not follow from the options",
            Self::Remoteness => "the stored remoteness does not follow from the options",
            Self::Grundy => "the stored Grundy value does not follow from the options",
            Self::Stage => "the stored stage of the Grundy value does not follow from the options",
        })
    }
}
