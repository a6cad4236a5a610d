//! Numbers of consecutive heaps, each of which may depend on those right before it.

use super::permute::Word;

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Number of heaps to which the options with larger rare parts are added at once.
pub(super) const STEP: usize = 16;
/// The most places before a heap that the chain reads: a rare part up to [`STEP`], and the stones taken.
pub(super) const BEFORE: usize = 64;
/// The numbers of a block and of the heaps before it.
pub(super) type Numbers = [u8; BEFORE + BLOCK];

/// Computes the numbers of some heaps from place `to` on, given the sets of their other options; returns whether some set was full.
/// `near` has the options right before a heap: the place among the [`BEFORE`] heaps before it, and the number that is added.
#[inline(always)]
pub(super) fn chain<W: Word>(near: &[(u8, u8)], sets: &[u64; STEP], numbers: &mut Numbers, to: usize) -> bool {
    match near.len() {
        0 => chain_of::<W, 0>(near, sets, numbers, to),
        1 => chain_of::<W, 1>(near, sets, numbers, to),
        2 => chain_of::<W, 2>(near, sets, numbers, to),
        3 => chain_of::<W, 3>(near, sets, numbers, to),
        4 => chain_of::<W, 4>(near, sets, numbers, to),
        5 => chain_of::<W, 5>(near, sets, numbers, to),
        6 => chain_of::<W, 6>(near, sets, numbers, to),
        7 => chain_of::<W, 7>(near, sets, numbers, to),
        8 => chain_of::<W, 8>(near, sets, numbers, to),
        9 => chain_of::<W, 9>(near, sets, numbers, to),
        10 => chain_of::<W, 10>(near, sets, numbers, to),
        11 => chain_of::<W, 11>(near, sets, numbers, to),
        12 => chain_of::<W, 12>(near, sets, numbers, to),
        _ => chain_of_any::<W>(near, sets, numbers, to),
    }
}

/// [`chain`] for `K` near offsets.
#[inline(always)]
fn chain_of<W: Word, const K: usize>(near: &[(u8, u8)], sets: &[u64; STEP], numbers: &mut Numbers, to: usize) -> bool {
    let near: [(u8, u8); K] = near.try_into().expect("the number of near offsets");
    chain_of_any::<W>(&near, sets, numbers, to)
}

/// [`chain`] for any number of near offsets.
#[inline(always)]
fn chain_of_any<W: Word>(near: &[(u8, u8)], sets: &[u64; STEP], numbers: &mut Numbers, to: usize) -> bool {
    let mut is_full = false;
    for (j, &set) in sets.iter().enumerate() {
        let before: &[u8; BEFORE] = numbers[to + j - BEFORE..][..BEFORE].try_into().expect("as long");
        let set = near.iter().fold(set, |set, &(place, add)| {
            // This changes no place. It shows the compiler that it is within bounds.
            set | 1 << ((before[usize::from(place) & (BEFORE - 1)] ^ add) & 63)
        });
        // The least number that is not in the set, or BITS.
        let number = (!set | 1 << W::BITS).trailing_zeros() as u8;
        numbers[to + j] = number;
        is_full |= usize::from(number) == W::BITS;
    }
    is_full
}
