//! The move that the opponent chose, and how it was selected.

use crate::answer::{Answer, Proved};
use crate::solver::SolveError;
use crate::text::ListedMove;

/// The rule by which a move was selected: random, value-preserving or best.
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
    /// The rule by which the move was selected.
    pub quality: MoveQuality,
    /// The answer about the position; `None` if its value cannot be computed, or a search ended when it knew a best move.
    pub known: Option<Answer>,
    /// What is proved of the position after the move, for the player who moves there, if the value of the position is not known.
    pub proved: Option<Proved>,
    /// Whether the move is proved to be a best one.
    pub is_best: bool,
    /// Notes on what is not known, each a sentence without its full stop.
    pub notes: Vec<String>,
    /// Why the value of the position cannot be computed; the last of the notes describes it. `None` if it is known, or known well enough to
    /// prove that the move is a best one.
    pub unknown: Option<SolveError>,
}
