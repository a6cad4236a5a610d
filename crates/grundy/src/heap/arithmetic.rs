//! Arithmetic with heaps and their values.

use dashu_int::UBig;

/// Returns the Nim sum: the sum in binary without carries.
pub fn nim_sum(values: &[UBig]) -> UBig {
    values.iter().fold(UBig::ZERO, |sum, value| sum ^ value)
}

/// A heap as a machine word, for tables and lists.
pub(super) fn word(heap: &UBig) -> Option<u64> {
    u64::try_from(heap).ok()
}
