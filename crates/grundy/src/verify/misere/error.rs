//! The errors of a certificate of a misère quotient.

use crate::limits::LimitHit;
use std::fmt;

/// Why the verification of a certificate failed or gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisereCheckError {
    /// The certificate is wrong, or does not prove what it claims.
    Fault(MisereFault),
    /// The verification needs more memory than allowed.
    Limit(LimitHit),
    /// The caller stopped the verification.
    Stopped,
}

impl fmt::Display for MisereCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Limit(hit) => hit.fmt(f),
            Self::Stopped => f.write_str("the verification was stopped"),
        }
    }
}

impl std::error::Error for MisereCheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Fault(fault) => Some(fault),
            Self::Limit(hit) => Some(hit),
            Self::Stopped => None,
        }
    }
}

impl From<MisereFault> for MisereCheckError {
    fn from(fault: MisereFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<LimitHit> for MisereCheckError {
    fn from(hit: LimitHit) -> Self {
        Self::Limit(hit)
    }
}

/// The kind and the place of an error in a certificate of a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisereFault {
    /// The game is unknown, or its name is not in normal form.
    Game(String),
    /// A list has a wrong length, or an entry that is out of range or out of order.
    List {
        /// The word before the list.
        name: &'static str,
        /// The expected form.
        expected: String,
    },
    /// The preperiod or the period is out of range or not the least.
    Repetition(&'static str),
    /// Element 0 is not neutral for this element.
    NotNeutral(usize),
    /// Two elements whose two products differ.
    NotCommutative(usize, usize),
    /// Three elements whose two products differ.
    NotAssociative(usize, usize, usize),
    /// An element that is no product of elements of heaps.
    NotGenerated(usize),
    /// Two elements that no element distinguishes.
    NotReduced(usize, usize),
    /// The empty sum is listed as lost.
    EmptyIsLost,
    /// A heap without moves whose element is not that of the empty sum.
    WithoutMoves {
        /// The heap.
        heap: u64,
    },
    /// A heap that is lost beside an element, although an option of it is.
    LostOption {
        /// The heap.
        heap: u64,
        /// The element beside it.
        beside: usize,
        /// The element of the option.
        option: usize,
    },
    /// A sum that is not listed as lost and has no option that is.
    NoLostOption {
        /// The heaps of the sum.
        heaps: Vec<u64>,
    },
}

impl fmt::Display for MisereFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(why) => f.write_str(why),
            Self::List { name, expected } => write!(f, "{name}: expected {expected}"),
            Self::Repetition(expected) => write!(f, "heaps all: expected {expected}"),
            Self::NotNeutral(x) => write!(f, "the product of the elements 0 and {x} is not {x}"),
            Self::NotCommutative(x, y) => write!(f, "the products of the elements {x} and {y} in both orders differ"),
            Self::NotAssociative(x, y, z) => {
                write!(f, "the product of the elements {x}, {y} and {z} depends on the brackets")
            }
            Self::NotGenerated(x) => write!(f, "element {x} is not the element of any sum of heaps"),
            Self::NotReduced(x, y) => {
                write!(f, "no element distinguishes the elements {x} and {y}, so they should be one")
            }
            Self::EmptyIsLost => f.write_str("element 0 is listed as lost, but a player who cannot move wins"),
            Self::WithoutMoves { heap } => write!(f, "heap {heap} has no moves, so its element should be 0"),
            Self::LostOption { heap, beside, option } => write!(
                f,
                "heap {heap} beside element {beside} is listed as lost, and so is its option with element {option}"
            ),
            Self::NoLostOption { heaps } => {
                let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
                write!(f, "the sum {} is not listed as lost, but no option of it is", heaps.join(" "))
            }
        }
    }
}

impl std::error::Error for MisereFault {}
