//! A search for a period within limits of memory and time.

use super::PeriodFound;
use crate::limits::Bytes;
use std::fmt;

/// Number of heaps of a search without a limit, in games other than take-and-break games.
pub const PERIOD_HEAPS: u64 = 10_000_000;

/// The least memory for a search in a take-and-break game: a million values of two bytes, some eight times over.
pub const PERIOD_MEMORY: u64 = 16 << 20;

/// What a search for a period came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodSearch {
    /// The period, proved or observed, or how far it was looked for.
    pub found: PeriodFound,
    /// How the values were computed, in a few words; may be empty.
    pub method: String,
}

/// Why there was no search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodError {
    /// The game has no single heaps, or is a rules file, of which no theorem says how far one must look.
    NoHeaps,
    /// The game is under misère play, and periods are those of Grundy values.
    Misere,
    /// A search takes more memory than that.
    Memory {
        /// The bytes that are allowed.
        allowed: u64,
    },
    /// Values computed twice differ.
    Inconsistent {
        /// Heaps computed until then.
        heaps: u64,
    },
}

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeaps => f.write_str("it is not a game of single heaps whose period can be proved"),
            Self::Misere => f.write_str("a period is one of Grundy values, which belong to normal play"),
            Self::Memory { allowed } => {
                write!(f, "a search takes {} and {} are allowed", Bytes(PERIOD_MEMORY), Bytes(*allowed))
            }
            Self::Inconsistent { heaps } => write!(
                f,
                "after {heaps} heaps values computed twice differ: a fault of the machine, or of this program; please report it"
            ),
        }
    }
}

impl std::error::Error for PeriodError {}
