//! The answer about one position that every front end renders: value, remoteness, Grundy value, moves, and how they were found.

#[cfg(feature = "json")]
pub mod json;
mod note;
mod partial;
mod searched;

pub use note::Note;
pub use partial::{PartialAnswer, PartialMove, PartialMoves, Proved};
pub use searched::Searched;

use crate::game::Play;
use crate::limits::RunError;
use crate::value::{Grundy, Outcome, Remoteness, Verdict};
use dashu_int::UBig;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Outcome, remoteness and Grundy value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// Number of moves to the end; `None` for a draw, or if it is not known.
    pub remoteness: Option<Remoteness>,
    /// The Grundy value, or why there is none.
    pub grundy: Grundy,
}

impl PositionValue {
    /// Creates the value of a solved position.
    pub fn solved(verdict: Verdict, grundy: Grundy) -> Self {
        Self { outcome: verdict.outcome(), remoteness: verdict.remoteness(), grundy }
    }

    /// Returns the verdict; `None` if the position is won or lost in an unknown number of moves.
    pub fn verdict(&self) -> Option<Verdict> {
        match (self.outcome, self.remoteness) {
            (Outcome::Win, Some(r)) => Some(Verdict::Win(r)),
            (Outcome::Loss, Some(r)) => Some(Verdict::Loss(r)),
            (Outcome::Draw, None) => Some(Verdict::Draw),
            _ => None,
        }
    }
}

/// Outcome, remoteness and Grundy value, as far as they are known.
///
/// ```
/// use grundy::{Grundy, Nimber, PositionValue, Remoteness, Verdict};
/// let value = PositionValue::solved(Verdict::Win(Remoteness(3)), Grundy::Finite(Nimber(2)));
/// assert_eq!(value.to_string(), "win in 3 moves, Grundy value 2");
/// ```
impl fmt::Display for PositionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict() {
            Some(verdict) => verdict.fmt(f)?,
            None => self.outcome.fmt(f)?,
        }
        match self.grundy {
            Grundy::Finite(_) | Grundy::Large(_) | Grundy::Infinite(_) => write!(f, ", Grundy value {}", self.grundy),
            Grundy::Undefined(_) | Grundy::Unknown(_) => Ok(()),
        }
    }
}

/// A solved game that is read position by position: in memory, a table on disk, another machine.
pub trait Solution<P: ?Sized> {
    /// Returns the value of `at`; `None` if the solution does not hold that position.
    ///
    /// # Errors
    /// If the solution is stored somewhere and cannot be read.
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError>;

    /// Returns the stage of a finite Grundy value of a game with cycles, which [`crate::verify`] needs. `None` if the solution holds no
    /// stage of that position.
    ///
    /// # Errors
    /// If the solution is stored somewhere and cannot be read.
    fn stage(&self, _at: &P) -> Result<Option<u32>, StoreError> {
        Ok(None)
    }

    /// Returns whether the solution holds the options of every position that it holds. A table of openings does not.
    fn holds_options(&self) -> bool {
        true
    }
}

impl<P: ?Sized, S: Solution<P> + ?Sized> Solution<P> for &S {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        (**self).get(at)
    }

    fn stage(&self, at: &P) -> Result<Option<u32>, StoreError> {
        (**self).stage(at)
    }

    fn holds_options(&self) -> bool {
        (**self).holds_options()
    }
}

/// Why a stored solution could not be read.
#[derive(Clone, Debug)]
pub struct StoreError {
    /// Description of the error, without a full stop.
    pub message: String,
    /// The error of the store.
    pub source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StoreError {
    /// Creates an error of a store, with its own message.
    pub fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self { message: error.to_string(), source: Some(Arc::new(error)) }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl PartialEq for StoreError {
    fn eq(&self, other: &Self) -> bool {
        self.message == other.message
    }
}

impl Eq for StoreError {}

/// The answer about one position: its value, its moves, and how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The game as text.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
    /// The position as text.
    pub position: String,
    /// Outcome, remoteness and Grundy value of the position.
    pub value: PositionValue,
    /// The moves, best first; `None` if they were not requested.
    pub moves: Option<Moves>,
    /// A short description of the method that found the value.
    pub method: String,
    /// Notes on what is not known.
    pub notes: Vec<Note<RunError>>,
}

impl Answer {
    /// Returns whether an interrupt ended the run before it knew the remoteness, so that a longer run may know it.
    pub fn is_interrupted(&self) -> bool {
        self.notes.iter().any(|note| matches!(note.cause, Some(RunError::Interrupted { .. })))
    }
}

/// The game, the position and its value. [`explain`](crate::explain::explain) gives the reasons.
///
/// ```
/// let answer = grundy::solve("bash:3", "21")?;
/// assert_eq!(answer.to_string(), "bash:3 21: win in 11 moves, Grundy value 1");
/// # Ok::<(), grundy::Error>(())
/// ```
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text of a sum across games is its position too.
        if self.game != self.position {
            write!(f, "{} ", self.game)?;
        }
        write!(f, "{}: {}", self.position, self.value)
    }
}

/// The moves of a position, best first: wins by smallest remoteness, then draws, then losses by largest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The best moves, up to the requested number.
    pub listed: Vec<MoveAnswer>,
    /// The number of all moves.
    pub total: UBig,
}

impl Moves {
    /// Returns whether there are more moves than are listed.
    pub fn is_truncated(&self) -> bool {
        self.total > UBig::from(self.listed.len())
    }
}

/// One move of an answered position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move as text.
    pub text: String,
    /// Whether the move keeps the position's value and, where known, its remoteness. Another winning move may be slower: `outcome` says
    /// whether a move wins.
    pub is_best: bool,
    /// The outcome for the player who makes the move.
    pub outcome: Outcome,
    /// Whether the player who makes the move moves again.
    pub moves_again: bool,
    /// The option as text.
    pub after: String,
    /// The value of the option, for the player who moves there.
    pub after_value: PositionValue,
}
