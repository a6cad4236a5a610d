//! What an explanation of an answer uses besides the answer itself.

use super::{LostHeaps, Reason};
use crate::value::Grundy;

/// The evidence for a position's value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The reason that theory gives, if it gives one.
    pub reason: Option<Reason>,
    /// How the Grundy values of the different parts follow from those of their options, as far as the parts have few options.
    pub steps: Vec<MexStep>,
    /// The lost heaps of a game whose position is a single heap, if its values have a proved period.
    pub lost_heaps: Option<LostHeaps>,
    /// Best play to the end, as moves: the winner hurries, the loser delays. Empty where it was not computed, and for draws.
    pub line: Vec<String>,
}

/// One application of the definition of the Grundy value: a part of a position, and its options with their values.
///
/// The value is the least number that is not the value of an option (the mex). Options with an infinite value are left out of account,
/// because each of them has an option of that value (Smith 1966).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MexStep {
    /// The text of the part: a heap, a chip's vertex, a summand, or the whole position.
    pub part: String,
    /// Its Grundy value.
    pub value: Grundy,
    /// The texts of its options, each once, with their Grundy values.
    pub options: Vec<(String, Grundy)>,
}
