//! Sets of Grundy values, as words.
//!
//! Bit n stands for the value n, and the last bit for all larger values too.

/// Number of bits of a set of values.
pub(super) const SET_BITS: u32 = 56;
/// All bits of a set of values.
pub(super) const FULL_SET: u64 = (1 << SET_BITS) - 1;
/// All values that have a bit of their own.
pub(super) const SINGLE_VALUES: u64 = FULL_SET >> 1;
/// The bit of a set that stands for all larger values too.
pub(super) const LAST_BIT: u32 = SET_BITS - 1;

/// A set that contains a value, and no other if it has a bit of its own.
pub(super) fn set_of(value: u32) -> u64 {
    1 << value.min(LAST_BIT)
}

/// The set of one value; empty if it has no bit of its own.
pub(super) fn bit(value: u32) -> u64 {
    if value < LAST_BIT { 1 << value } else { 0 }
}

/// Whether a set contains a value that has a bit of its own.
pub(super) fn contains(set: u64, value: u32) -> bool {
    set & bit(value) != 0
}
