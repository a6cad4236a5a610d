//! Sets of Grundy values below 55, as words: bit n stands for the value n. Larger values have no bit.

/// The number of values that have a bit.
pub(super) const SET_BITS: u32 = 55;
/// The set of all values that have a bit.
pub(super) const FULL_SET: u64 = (1 << SET_BITS) - 1;

/// The set of one value; empty if it has no bit.
pub(super) fn bit(value: u32) -> u64 {
    if value < SET_BITS { 1 << value } else { 0 }
}

/// Whether a set contains a value.
pub(super) fn contains(set: u64, value: u32) -> bool {
    set & bit(value) != 0
}
