//! Optional facets of a game: symmetries and theory.

use super::{Key, ListedMove, MoveTexts, RulesError};
use crate::limits::Limits;
use crate::theory::{Claim, ClaimError, ExpansionBound, PeriodError, PeriodSearch, Reason};
use crate::value::{Grundy, Nimber, Outcome};
use dashu_int::UBig;
use std::fmt;
use std::ops::Range;

/// Classes of equivalent positions; solving one position solves the whole class.
pub trait Symmetry {
    /// Returns the canonical position of the class of `at`.
    ///
    /// # Errors
    /// If the rules fail.
    fn canonical(&self, at: &Key) -> Result<Key, RulesError>;

    /// Returns the number of positions in the class of `at`; `None` if the game does not know the sizes of its classes.
    fn class_size(&self, at: &Key) -> Option<u64>;

    /// Checks that a position is equivalent to others of its class, as far as its moves show it. For games whose classes are
    /// declared, and may be declared wrongly.
    ///
    /// # Errors
    /// If the position differs from others of its class, or the rules fail at one of them.
    fn check(&self, _at: &Key) -> Result<(), RulesError> {
        Ok(())
    }
}

/// The theory of a game: values of positions without solving the game.
pub trait Theory {
    /// Returns outcome and Grundy value of a position, as far as theory gives them.
    ///
    /// # Errors
    /// If theory makes no claim, or the rules fail.
    fn claim(&self, at: &Key) -> Result<Claim, TheoryError>;

    /// Computes the tables that the claim about `at` needs, within `limits`. Otherwise the claim itself computes them, and
    /// cannot be interrupted.
    ///
    /// # Errors
    /// If `limits` end the computation. What theory does not reach is an error of the claim.
    fn prepare(&self, _at: &Key, _limits: &Limits<'_>) -> Result<(), TheoryError> {
        Ok(())
    }

    /// Returns whether every claim under normal play includes a Grundy value.
    fn claims_values(&self) -> bool;

    /// Returns a short name of the theorem, period or table behind the claim about `at`.
    fn method(&self, at: &Key) -> String;

    /// Returns the reason that theory gives for a position's value; `None` if there is none.
    ///
    /// # Errors
    /// If the rules fail.
    fn reason(&self, at: &Key) -> Result<Option<Reason>, RulesError>;

    /// Returns at most `at_most` moves to options of Grundy value `target`, without listing the other moves; `None` if
    /// theory cannot find them.
    fn moves_to(&self, at: &Key, target: &UBig, at_most: usize) -> Option<Vec<ListedMove>>;

    /// Appends the texts of the moves that [`Theory::moves_to`] returns for a single heap and the value 0, and returns `true`; `false` if
    /// theory has no way that is faster, and then what was appended is not valid.
    fn push_winning_moves(&self, _heap: u64, _at_most: usize, _out: &mut MoveTexts) -> bool {
        false
    }

    /// Returns lower bounds of the size of the game expanded from `at`, found without expanding it; the largest numbers if it has no end.
    fn expansion_bound(&self, at: &Key) -> ExpansionBound;

    /// Returns the independent components of a position, in games whose counts are of components.
    fn components(&self, at: &Key) -> Vec<Key>;

    /// Returns the smallest single heap, in games that have a sequence of single heaps; `None` in other games.
    fn least_heap(&self) -> Option<u64>;

    /// Returns the smallest heap, in games whose positions may be two heaps; `None` in other games.
    fn least_in_pair(&self) -> Option<u64>;

    /// Returns outcome and Grundy value of every position of two heaps from [`Theory::least_in_pair`] to `largest`, row by row, in games
    /// whose theory gives them all at once; `None` in other games.
    ///
    /// # Errors
    /// If `largest` is above 2000.
    fn square(&self, largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, TheoryError>>;

    /// Calls `visit` with the Grundy values of single heaps, one block of consecutive heaps after the other; `None` if the
    /// game has no sequence of single heaps or play is misère.
    ///
    /// # Errors
    /// If theory does not reach the last of them, or `limits` end the computation.
    fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), TheoryError>>;

    /// Searches the values of at most `limit` single heaps for their period; `None` if the game has no sequence of
    /// single heaps. Calls `go_on` from time to time with the number of heaps so far; the search ends if that returns
    /// `false`.
    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch>;

    /// Searches the values of at most `heaps` single heaps for their period, within `limits`. Without `heaps`, the
    /// search takes some ten seconds. `None` if the game has no sequence of single heaps.
    ///
    /// # Errors
    /// If play is misère, there is too little memory, or two computations of a value differ.
    fn search_period(&self, _heaps: Option<u64>, _limits: &Limits<'_>) -> Option<Result<PeriodSearch, PeriodError>> {
        None
    }

    /// Returns the name that certificates use for the take-and-break game of these single heaps: `octal:0.77` or
    /// `grundys-game`. `None` in other games.
    fn take_and_break(&self) -> Option<String> {
        None
    }

    /// Returns the lost position of two heaps with number `index`, from 0, the smaller heap first; `None` in games
    /// without a formula for lost pairs.
    fn cold_pair(&self, _index: u64) -> Option<(UBig, UBig)> {
        None
    }
}

/// Why theory makes no claim about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TheoryError {
    /// There is no theory for this kind of game or play, so that the position must be solved.
    NoTheory,
    /// The game has no sequence of single heaps with Grundy values.
    NoSingleHeaps {
        /// The name of the game.
        game: String,
    },
    /// Theory does not reach the position. The sentence gives the bounds of the theory.
    OutOfReach(String),
    /// The rules failed.
    Rules(Box<RulesError>),
    /// The limits ended the computation. Only functions that take limits return this.
    Interrupted,
}

impl fmt::Display for TheoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTheory => f.write_str("no theory covers this game"),
            Self::NoSingleHeaps { game } => {
                write!(f, "`{game}` has no single heaps, so it has no sequence of Grundy values")
            }
            Self::OutOfReach(how_far) => f.write_str(how_far),
            Self::Rules(error) => error.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for TheoryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Rules(error) => Some(error),
            Self::NoTheory | Self::NoSingleHeaps { .. } | Self::OutOfReach(_) | Self::Interrupted => None,
        }
    }
}

impl From<ClaimError> for TheoryError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::NoTheory => Self::NoTheory,
            ClaimError::OutOfReach(how_far) => Self::OutOfReach(how_far),
            ClaimError::Interrupted => Self::Interrupted,
        }
    }
}

impl From<RulesError> for TheoryError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}
