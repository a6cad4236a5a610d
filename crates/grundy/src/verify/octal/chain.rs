//! The numbers of consecutive heaps, each of which depends on those right before it.

use super::word::Word;

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Number of heaps whose numbers are computed with the same sets of options farther back.
pub(super) const STEP: usize = 16;
/// The farthest that an option may be back from a heap.
pub(super) const BEFORE: usize = 64;

/// The numbers of the heaps before a block, and of its own.
pub(super) type Numbers = [u8; BEFORE + BLOCK];

/// The option with the heap at some distance back.
#[derive(Clone, Debug)]
pub(super) struct NearOption {
    /// The place among the [`BEFORE`] heaps before.
    place: u8,
    /// The set of the option's number, for each number of that heap.
    sets: [u64; 64],
}

impl NearOption {
    /// The option with the heap `distance` back, whose number is added to `number`.
    pub(super) fn new(distance: usize, number: usize) -> Self {
        Self { place: (BEFORE - distance) as u8, sets: std::array::from_fn(|other| 1 << ((number ^ other) % 64)) }
    }
}

/// Computes the numbers of [`STEP`] heaps from place `to` on. `sets` are their options farther back. The number of a heap
/// without a free number is [`Word::BITS`].
#[inline(always)]
pub(super) fn extend<W: Word>(near: &[NearOption], sets: &[W; STEP], numbers: &mut Numbers, to: usize) {
    // The loop over the options is unrolled if their number is known to the compiler.
    macro_rules! unrolled {
        ($($count:literal)*) => {
            match near.len() {
                $($count => extend_by::<W>(near.first_chunk::<$count>().expect("as many"), sets, numbers, to),)*
                _ => extend_by(near, sets, numbers, to),
            }
        };
    }
    unrolled!(0 1 2 3 4 5 6 7 8 9 10 11 12);
}

#[inline(always)]
fn extend_by<W: Word>(near: &[NearOption], sets: &[W; STEP], numbers: &mut Numbers, to: usize) {
    for (place, set) in (to..).zip(sets) {
        let before: &[u8; BEFORE] = numbers[place - BEFORE..][..BEFORE].try_into().expect("as many");
        let options = near.iter().fold(set.bits(), |options, near| {
            // The remainders change nothing. They show the compiler that both indices are within bounds.
            options | near.sets[usize::from(before[usize::from(near.place) % BEFORE]) % 64]
        });
        numbers[place] = (!options).trailing_zeros().min(W::BITS as u32) as u8;
    }
}
