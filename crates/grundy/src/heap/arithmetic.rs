//! Arithmetic with heaps and their values.

use dashu_int::UBig;

/// Returns the Nim sum of the values: their sum in binary without carries.
pub fn nim_sum(values: &[UBig]) -> UBig {
    values.iter().fold(UBig::ZERO, |sum, value| sum ^ value)
}

/// A heap as a 64-bit integer; `None` if it is larger.
pub(super) fn word(heap: &UBig) -> Option<u64> {
    u64::try_from(heap).ok()
}
