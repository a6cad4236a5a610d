//! Sets of Grundy values, as words.
//!
//! Bit n stands for the value n, and the last bit for all larger values too.

/// Number of bits of a set of values.
pub(super) const SET_BITS: u32 = 56;
/// All bits of a set of values.
pub(super) const FULL_SET: u64 = (1 << SET_BITS) - 1;
/// The bit of a set that stands for all larger values too.
pub(super) const LAST_BIT: u32 = SET_BITS - 1;

/// The set of all values up to `value`, which is at most the last bit.
#[inline]
pub(super) fn up_to(value: u32) -> u64 {
    FULL_SET >> (LAST_BIT - value)
}

/// A set that contains a value, and no other if it has a bit of its own.
pub(super) fn set_of(value: u32) -> u64 {
    1 << value.min(LAST_BIT)
}

/// The set of one value; empty if it has no bit of its own.
pub(super) fn bit(value: u32) -> u64 {
    if value < LAST_BIT { 1 << value } else { 0 }
}

/// The least `count` values that are not excluded, and how many of them the last bit stands for.
pub(super) fn least_missing(excluded: u64, count: u32) -> (u64, u32) {
    let mut missing = !excluded & up_to(LAST_BIT - 1);
    let all = missing.count_ones();
    if count > all {
        return (missing | 1 << LAST_BIT, count - all);
    }
    let mut left = 0;
    for _ in 0..count {
        let least = missing & missing.wrapping_neg();
        left |= least;
        missing ^= least;
    }
    (left, 0)
}

/// The set of the Nim sums of the values of a set and a heap, or a larger one.
pub(super) fn add_heap(set: u64, heap: u32) -> u64 {
    if heap == 0 {
        return set;
    }
    if set >> LAST_BIT != 0 || heap >= LAST_BIT {
        return FULL_SET;
    }
    let mut sums = 0;
    let mut rest = set;
    while rest != 0 {
        sums |= 1 << (rest.trailing_zeros() ^ heap).min(LAST_BIT);
        rest &= rest - 1;
    }
    sums
}
