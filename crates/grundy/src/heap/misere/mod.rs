//! Misère play of heap games: Nim and subtraction games by a rule on their values, take-and-break games by misère quotients.
//!
//! In general Grundy values do not determine the misère outcome of a heap game. For subtraction games they do: the
//! outcome is that of misère Nim on the values (Ferguson 1974, "On sums of graph games with last player losing"), because
//! of the pairing property `g(n) = 1 ⇔ g(n − min S) = 0`. Statement and proof are in the theory notes of the repository.
//!
//! For other take-and-break games [`QuotientSearcher`] computes a finite monoid that gives the outcome of every sum. It learns
//! a candidate from outcomes (`learner`, `oracle`), proves it for all sums of the heaps so far (`proof`), and
//! extends it to all heaps where the elements of heaps repeat (`period`).

mod census;
pub(crate) mod certificate;
mod element_set;
mod end;
mod genus;
mod lazy;
mod learner;
mod meter;
mod monoid;
mod oracle;
mod period;
mod presentation;
mod proof;
mod quotient;
mod searcher;

pub use census::{CensusBounds, MisereCensus, MisereEntry, misere_census};
pub use certificate::{MisereCertificate, MisereCertificateError};
pub use end::QuotientEnd;
pub use genus::{Genera, Genus};
pub(in crate::heap) use lazy::LazyQuotient;
pub use presentation::Presentation;
pub use quotient::MisereQuotient;
pub use searcher::{MAX_ORDER, QuotientSearcher};

use super::arithmetic::nim_sum;
use dashu_int::UBig;

/// The theory of misère play of a heap game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereTheory {
    /// The game is Nim.
    Bouton,
    /// Each heap has exactly the options of a Nim heap of its value: misère Nim on the values.
    NimHeaps,
    /// The game is a subtraction game: misère Nim on the values.
    Ferguson,
    /// The game is another take-and-break game: a misère quotient, of the heaps up to some size or of all heaps.
    Quotient,
}

/// Returns whether a sum of heaps with these values is lost for the player to move in misère Nim.
///
/// If some heap exceeds 1, the condition is that of normal play; otherwise the sum is lost if the number of ones is odd
/// (Bouton 1901).
pub fn is_p_position(values: &[UBig]) -> bool {
    if values.iter().any(|v| *v > UBig::ONE) {
        nim_sum(values).is_zero()
    } else {
        values.iter().filter(|v| v.is_one()).count() % 2 == 1
    }
}

/// The value that heap `i` must get so that the sum is lost for the player who moves next.
pub(super) fn goal(values: &[UBig], i: usize) -> UBig {
    let others = || values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, v)| v);
    if others().any(|v| *v > UBig::ONE) {
        others().fold(UBig::ZERO, |sum, v| sum ^ v)
    } else if others().filter(|v| v.is_one()).count() % 2 == 0 {
        UBig::ONE
    } else {
        UBig::ZERO
    }
}
