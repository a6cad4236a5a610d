//! The binary digits of the heaps, column by column.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// k + 1. More heaps than there are cannot be taken from; then no number of heaps but 0 is a multiple of it.
pub(super) fn modulus(heaps: &[UBig], k: usize) -> usize {
    k.min(heaps.len()) + 1
}

/// The number of heaps with a 1 in each column, the last column first.
pub(super) fn ones(heaps: &[UBig]) -> Vec<usize> {
    let mut ones = vec![0; heaps.iter().map(BitTest::bit_len).max().unwrap_or(0)];
    for heap in heaps {
        for (column, ones) in ones.iter_mut().enumerate().take(heap.bit_len()) {
            *ones += usize::from(heap.bit(column));
        }
    }
    ones
}
