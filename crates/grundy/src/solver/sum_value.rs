//! Outcome and Grundy value of a sum, from the Grundy values of its summands.

use crate::answer::PositionValue;
use crate::value::{Grundy, Outcome, Unknown};

/// Outcome and Grundy value of the sum of summands that have values.
pub(super) fn value_of_parts(parts: Vec<Grundy>) -> PositionValue {
    let grundy = Grundy::of_sum(parts).unwrap_or_else(|why| why);
    let outcome = match &grundy {
        // One summand is ∞(K), and the Nim sum of the others is too large to be in K.
        Grundy::Unknown(Unknown::TooLarge) => Outcome::Draw,
        value => value.outcome().unwrap_or(Outcome::Draw),
    };
    PositionValue { outcome, remoteness: None, grundy }
}
