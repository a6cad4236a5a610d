//! What theory may know of a game without playing it out: periods, claims and their proofs, and how a game says so.

use crate::value::{Grundy, Outcome};
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

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Observed { preperiod, period, saltus, .. } | Self::Proved { preperiod, period, saltus, .. }) = self;
        write!(f, "period {period}")?;
        if *saltus != 0 {
            write!(f, " with saltus {saltus}")?;
        }
        write!(f, " from {preperiod}, {}", if matches!(self, Self::Proved { .. }) { "proved" } else { "observed" })
    }
}

/// What theory says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The value for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, where the position has one.
    pub grundy: Grundy,
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
