//! The move that the opponent chose, and how it was selected.

use crate::answer::{Answer, Note, PositionValue, Proved, Searched};
use crate::solver::SolveError;
use crate::text::ListedMove;
use crate::value::Outcome;

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
    /// The value of the position; `None` if its outcome is not proved, if there is no list of moves with their values, or if the move was chosen
    /// at random without an answer.
    pub value: Option<PositionValue>,
    /// What is proved of the position after the move, for the player who moves there, if there is no answer about the position.
    pub proved: Option<Proved>,
    /// Whether the move is proved to keep the outcome of the position and, if its remoteness is known, the remoteness.
    pub is_best: bool,
    /// Notes on what is not known, and on what is proved of the move.
    pub notes: Vec<Note<SolveError>>,
}

impl Reply {
    /// Returns why the value of the position cannot be computed; `None` if it is known, or known well enough to prove that the move is a best
    /// one, or if the moves were not listed.
    pub fn unsolved(&self) -> Option<&SolveError> {
        self.notes.iter().find_map(|note| note.cause.as_ref())
    }

    /// Returns what is proved of the move, for the player who makes it, if there is no answer about the position.
    pub fn bounds(&self) -> Option<Searched> {
        Some(self.proved.as_ref()?.bounds.before_move(self.chosen.moves_again))
    }

    /// Returns the outcome of the move, for the player who makes it; `None` if it is not proved.
    pub fn outcome(&self) -> Option<Outcome> {
        let listed = self.known.as_ref().and_then(|answer| answer.moves.as_ref()).map(|moves| &moves.listed);
        let listed = listed.and_then(|listed| listed.iter().find(|m| m.text == self.chosen.text));
        listed.map(|m| m.outcome).or_else(|| self.bounds()?.outcome())
    }
}
