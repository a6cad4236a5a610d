//! The answer about one position that was not solved within the limits: what is proved of it and of its moves.

use super::{PositionValue, Searched};
use crate::game::Play;
use crate::value::{Grundy, Nimber, Outcome, Verdict};
use dashu_int::UBig;
use std::cmp::Reverse;

/// What is proved of a position that was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Bounds of the outcome and of the remoteness, for the player to move.
    pub bounds: Searched,
    /// The Grundy value, if it is proved.
    pub grundy: Option<Nimber>,
}

impl Proved {
    /// Nothing is proved.
    pub const NOTHING: Self = Self { bounds: Searched::UNKNOWN, grundy: None };

    /// Returns the value of the position, if its outcome is proved; `grundy_of` gives the Grundy value to report if only the outcome is.
    pub fn value(&self, grundy_of: impl FnOnce(Outcome) -> Grundy) -> Option<PositionValue> {
        let outcome = self.bounds.outcome()?;
        let remoteness = self.bounds.verdict().and_then(Verdict::remoteness);
        let grundy = self.grundy.map_or_else(|| grundy_of(outcome), Grundy::Finite);
        Some(PositionValue { outcome, remoteness, grundy })
    }

    /// This, with the Grundy value that follows from the outcome, if there is one.
    pub(crate) fn with_grundy_of_outcome(self, grundy_of: impl FnOnce(Outcome) -> Grundy) -> Self {
        let of_outcome = || grundy_of(self.bounds.outcome()?).finite();
        Self { grundy: self.grundy.or_else(of_outcome), ..self }
    }

    /// What a Grundy value proves.
    pub(crate) fn of_grundy(value: &Grundy) -> Option<Self> {
        Some(Self { bounds: Searched::of_outcome(value.outcome()?), grundy: value.finite() })
    }
}

/// The answer about one position that was not solved within the limits, or not all of its moves.
///
/// ```
/// use grundy::{catalog, limits::Limits, solver::Solver, Play};
/// let game = catalog::open("connect4:7x6", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().start().unwrap();
/// let limits = Limits { positions: Some(1000), ..Limits::NONE };
/// let mut solver = Solver::new(&game).limits(limits);
/// let error = solver.solve(&at).unwrap_err();
/// let partial = solver.partial_answer(&at, &error)?.unwrap();
/// assert_eq!((partial.proved.bounds.outcome(), partial.moves.unwrap().listed.len()), (None, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialAnswer {
    /// The game as text.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
    /// The position as text.
    pub position: String,
    /// What is proved of the position.
    pub proved: Proved,
    /// The moves, the best by what is proved first; `None` if they were not requested.
    pub moves: Option<PartialMoves>,
    /// A short description of the method that proved something; `None` if nothing is proved.
    pub method: Option<&'static str>,
    /// Why the position was not solved, as an error says it or in a front end's own words; `None` if solving it was not tried.
    pub why: Option<String>,
    /// Notes on what else is not known, a sentence each.
    pub notes: Vec<String>,
}

/// The moves of a position that was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialMoves {
    /// The moves, the best by what is proved first, up to the requested number.
    pub listed: Vec<PartialMove>,
    /// The number of all moves.
    pub total: UBig,
    /// The number of moves of which something is proved, whether they are listed or not.
    pub proved: usize,
}

/// One move of a position that was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialMove {
    /// The move as text.
    pub text: String,
    /// Whether the player who makes the move moves again.
    pub moves_again: bool,
    /// The option as text.
    pub after: String,
    /// What is proved of the option, for the player who moves there.
    pub proved: Proved,
}

impl PartialMove {
    /// Returns what is proved for the player who makes the move.
    pub fn bounds(&self) -> Searched {
        self.proved.bounds.before_move(self.moves_again)
    }
}

impl PartialMoves {
    /// Creates the list of at most `at_most` of the `examined` moves, the best ones first. `total` is the number of all moves.
    pub(crate) fn new(mut examined: Vec<PartialMove>, total: UBig, at_most: usize) -> Self {
        examined.sort_by_key(|m| Reverse(m.bounds().preference()));
        let proved = examined.iter().filter(|m| m.bounds().is_informative()).count();
        examined.truncate(at_most);
        Self { listed: examined, total, proved }
    }

    /// Returns whether there are more moves than are listed.
    pub fn is_truncated(&self) -> bool {
        self.total > UBig::from(self.listed.len())
    }
}

impl PartialAnswer {
    /// Returns whether anything is proved of the position or of one of its moves.
    pub fn is_informative(&self) -> bool {
        self.proved.grundy.is_some()
            || self.proved.bounds.is_informative()
            || self.moves.as_ref().is_some_and(|moves| moves.proved > 0)
    }
}
