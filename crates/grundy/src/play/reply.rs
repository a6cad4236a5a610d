//! A move that the opponent has chosen, and how well it was chosen.

use crate::answer::Answer;
use crate::solver::SolveError;
use crate::text::ListedMove;

/// How much care a move was chosen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// Any legal move.
    None,
    /// Any move that keeps the value.
    Value,
    /// A perfect move.
    Best,
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub chosen: ListedMove,
    /// How much care it was chosen with.
    pub care: MoveQuality,
    /// What was known of the position; `None` where its value is out of reach.
    pub known: Option<Answer>,
    /// What could not be known, a sentence each without its full stop.
    pub notes: Vec<String>,
    /// Why the value of the position is out of reach; the last of the notes says it.
    pub unknown: Option<SolveError>,
}
