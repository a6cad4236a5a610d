//! Why a search for a period is impossible, and the bounds of a search.

use crate::limits::Bytes;
use std::fmt;

/// The default limit of a search, in heaps. Take-and-break games have another default, `PeriodSearcher::default_limit`.
pub const PERIOD_HEAPS: u64 = 10_000_000;

/// The least memory of a search in a take-and-break game: a million values of two bytes, some eight times over.
pub const PERIOD_MEMORY: u64 = 16 << 20;

/// Why a search for a period is impossible, or its result is not reliable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodError {
    /// The game has no single heaps, or is a rules file, for which no theorem bounds a search.
    NoHeaps,
    /// The game is under misère play, and periods are those of Grundy values.
    Misere,
    /// A search needs more memory than allowed.
    Memory {
        /// The memory allowed, in bytes.
        allowed: u64,
    },
    /// Two computations of a value differ.
    Inconsistent {
        /// Number of heaps computed.
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
