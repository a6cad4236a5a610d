//! What theory may know of a game without playing it out: periods, claims and their reasons, and how a game says so.

mod period_search;

pub use period_search::{PERIOD_HEAPS, PERIOD_MEMORY, PeriodError, PeriodSearch};

use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::fmt;

/// `g(n + period) = g(n) + saltus` for all heaps `n >= preperiod`, seen or proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The values computed so far repeat, which proves nothing about the rest.
    Observed {
        /// First heap from which they repeat.
        preperiod: u64,
        /// Length of the repetition, in heaps.
        period: u64,
        /// What is added once a period.
        saltus: u64,
        /// Number of heaps computed.
        heaps: u64,
    },
    /// The values repeat for ever.
    Proved {
        /// Least heap from which they repeat.
        preperiod: u64,
        /// Least length of the repetition, in heaps.
        period: u64,
        /// What is added once a period.
        saltus: u64,
        /// Number of heaps that the proof computed.
        checked_to: u64,
        /// The theorem that turns those heaps into all heaps.
        by: &'static str,
    },
}

impl Period {
    /// First heap from which the values repeat.
    pub fn preperiod(&self) -> u64 {
        let (Self::Observed { preperiod, .. } | Self::Proved { preperiod, .. }) = self;
        *preperiod
    }

    /// Length of the repetition, in heaps.
    pub fn period(&self) -> u64 {
        let (Self::Observed { period, .. } | Self::Proved { period, .. }) = self;
        *period
    }

    /// What is added once a period.
    pub fn saltus(&self) -> u64 {
        let (Self::Observed { saltus, .. } | Self::Proved { saltus, .. }) = self;
        *saltus
    }

    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Self::Proved { .. })
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "period {}", self.period())?;
        if self.saltus() != 0 {
            write!(f, " with saltus {}", self.saltus())?;
        }
        write!(f, " from {}, {}", self.preperiod(), if self.is_proved() { "proved" } else { "observed" })
    }
}

/// What a search for a period found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodFound {
    /// The period, if one was found.
    pub period: Option<Period>,
    /// Number of heaps whose values were computed; 0 where a formula serves.
    pub heaps: u64,
    /// The largest value among them; `None` where it is not known or grows for ever.
    pub max_value: Option<u64>,
    /// A sentence on what else is known, without its full stop; may be empty.
    pub note: String,
}

impl PeriodFound {
    /// A period that a formula gives.
    pub fn by_formula(period: Period) -> Self {
        Self { period: Some(period), heaps: 0, max_value: None, note: String::new() }
    }

    /// No period among the values of so many heaps; `note` is a sentence without its full stop, or empty.
    pub fn none(heaps: u64, note: &str) -> Self {
        Self { period: None, heaps, max_value: None, note: note.to_owned() }
    }
}

/// Where the value of a heap or a number comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The value of a Nim heap is its size.
    Size,
    /// The value is the residue modulo a number.
    Residue {
        /// The modulus.
        modulus: UBig,
        /// Who found that.
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
    /// As a few words say.
    Said(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("the value of a Nim heap is its size (Bouton 1901)"),
            Self::Residue { modulus, source } => write!(f, "heap mod {modulus} ({source})"),
            Self::Period(period) => period.fmt(f),
            Self::Table { to } => write!(f, "values tabulated to heap {to}"),
            Self::Said(words) => f.write_str(words),
            Self::Primes(_) => f.write_str("number of prime factors with multiplicity"),
        }
    }
}

/// Why a position has its value: what [`crate::explain`] puts into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position is a sum; each component with its value and where that comes from.
    Sum(Vec<Component>),
    /// A pair of heaps in Wythoff's game.
    Wythoff {
        /// The heaps, the smaller one first.
        heaps: (UBig, UBig),
        /// The index of the cold pair with the same difference, and that pair.
        pair: (UBig, UBig, UBig),
    },
    /// Heaps of Moore's game, in which a move takes from up to so many of them.
    Moore {
        /// The heaps.
        heaps: Vec<UBig>,
        /// The most heaps of one move.
        most: usize,
    },
    /// A sentence that says it all.
    Rule(String),
}

/// One component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The component as text: a heap, a number, a summand.
    pub text: String,
    /// Its Grundy value.
    pub value: UBig,
    /// Where the value comes from.
    pub why: Why,
}

/// What theory says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The value for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, where the position has one and it is known.
    pub grundy: Grundy,
}

/// How large the game expanded from a position is at least, found without expanding it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtLeast {
    /// Positions.
    pub positions: u64,
    /// Moves.
    pub moves: u64,
}

/// Why theory says nothing of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silent {
    /// There is no theory for this kind of game or play: it must be played out.
    NoTheory,
    /// There is one and it does not reach this far; a sentence that says how far and what to do.
    TooFar(String),
}

/// How a game says what theory knows of it. Claims are held against the solvers by the tests.
pub trait Theory<P: ?Sized> {
    /// The value of `at` without playing it out.
    ///
    /// # Errors
    /// If theory is silent there.
    fn claim(&self, at: &P) -> Result<Claim, Silent>;

    /// Where the claim about `at` comes from, in a few words: a theorem with its source, a period, a table.
    fn method(&self, at: &P) -> String;
}
