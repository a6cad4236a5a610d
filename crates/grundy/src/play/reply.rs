//! The move that the opponent chose, and how it was selected.

use crate::answer::Answer;
use crate::solver::SolveError;
use crate::text::ListedMove;

/// How a move was selected: random, value-preserving or best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// Any legal move.
    None,
    /// Any move that keeps the value.
    Value,
    /// A perfect move.
    Best,
}

/// The move that the opponent chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The chosen move.
    pub chosen: ListedMove,
    /// How the move was selected.
    pub quality: MoveQuality,
    /// What was known of the position; `None` where its value is out of reach.
    pub known: Option<Answer>,
    /// What could not be known, a sentence each without its full stop.
    pub notes: Vec<String>,
    /// Why the value of the position is out of reach; the last of the notes says it.
    pub unknown: Option<SolveError>,
}
