//! Results of theory about a game, without expanding it: periods, claims about positions, and the reasons for these claims.

mod evidence;
mod lost_heaps;
mod period;
mod period_error;

pub use evidence::{Evidence, MexStep};
pub use lost_heaps::LostHeaps;
pub use period::{Period, PeriodSearch, SearchEnd};
pub use period_error::{PERIOD_HEAPS, PERIOD_MEMORY, PeriodError};

use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::fmt;

/// The source of the value of a heap or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// The value of a Nim heap is its size.
    Size,
    /// The value is the residue modulo a number.
    Residue {
        /// The modulus.
        modulus: UBig,
        /// The source of this rule.
        source: &'static str,
    },
    /// The values repeat.
    Period(Period),
    /// The value is in a table.
    Table {
        /// The last heap of the table.
        to: u64,
    },
    /// The value is the number of prime factors, each with its multiplicity.
    Primes(Vec<(u64, u32)>),
    /// The definition: the least number that is not the value of an option.
    Options,
    /// Another reason, in a few words.
    Text(String),
}

impl fmt::Display for ValueSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("the value of a Nim heap is its size (Bouton 1901)"),
            Self::Residue { modulus, source } => write!(f, "heap mod {modulus} ({source})"),
            Self::Period(period) => period.fmt(f),
            Self::Table { to } => write!(f, "values tabulated to heap {to}"),
            Self::Options => f.write_str("least number that is not the value of an option"),
            Self::Text(text) => f.write_str(text),
            Self::Primes(_) => f.write_str("number of prime factors with multiplicity"),
        }
    }
}

/// The reason for a position's value. [`crate::explain`] writes it as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position is a sum of components, each with its value and the reason for it.
    Sum(Vec<Component>),
    /// A pair of heaps in Wythoff's game.
    Wythoff {
        /// The heaps, the smaller one first.
        heaps: (UBig, UBig),
        /// The index of the cold pair with equal difference, and that pair.
        pair: (UBig, UBig, UBig),
    },
    /// Heaps of Moore's game.
    Moore {
        /// The heaps.
        heaps: Vec<UBig>,
        /// The largest number of heaps that one move takes from.
        most: usize,
    },
    /// The parts of a position with their Grundy values, at least one of which is infinite.
    Loopy(Vec<(String, Grundy)>),
    /// A complete sentence.
    Rule(String),
}

/// One component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The text of the component: a heap, a number or a summand.
    pub text: String,
    /// Its Grundy value.
    pub value: UBig,
    /// The source of the value.
    pub source: ValueSource,
}

/// The claim of theory about one position. The tests compare claims with the solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, if the position has one and it is known.
    pub grundy: Grundy,
}

/// A lower bound of the size of the game expanded from a position, computed without expanding it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpansionBound {
    /// Number of positions.
    pub positions: u64,
    /// Number of moves.
    pub moves: u64,
}

/// Why theory makes no claim about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimError {
    /// No theory covers this kind of game or play: the position must be solved by expanding it.
    NoTheory,
    /// The theory does not reach this position. The sentence gives its bounds.
    OutOfReach(String),
    /// The limits ended the computation. Only functions that take limits return this.
    Interrupted,
}

/// The largest heap of a square of positions whose values are computed at once, in memory.
const MAX_SQUARE_HEAP: u64 = 2000;

/// The largest heap of a square of positions whose values are computed at once.
///
/// # Errors
/// If it is too large.
pub(crate) fn square_heap(largest: u64) -> Result<usize, ClaimError> {
    if largest > MAX_SQUARE_HEAP {
        return Err(ClaimError::OutOfReach(format!(
            "all positions of two heaps are tabulated up to {MAX_SQUARE_HEAP}"
        )));
    }
    Ok(largest as usize)
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTheory => f.write_str("no theory covers this kind of game or play"),
            Self::OutOfReach(bounds) => f.write_str(bounds),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ClaimError {}
