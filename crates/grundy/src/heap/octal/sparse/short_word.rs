//! Sets of numbers below 16 or 32 as words.

use super::permute::Word;
use std::ops::Not;

/// A word of 16 or 32 bits.
pub(super) trait ShortWord: Word + Not<Output = Self> {
    /// The set of one number up to [`BITS`](super::number_set::NumberSet::BITS); the empty set for that number.
    fn one_hot(number: u8) -> Self;

    /// For a set of consecutive numbers: the numbers below them, and those among them that are in `less`. All numbers for the empty
    /// set.
    fn below(self, less: Self) -> Self;
}

macro_rules! impl_short_word {
    ($($word:ty, $wider:ty);*) => { $(
        impl ShortWord for $word {
            #[inline(always)]
            fn one_hot(number: u8) -> Self {
                // The shift of a word twice as wide has no bit left for the number BITS, and fills lanes that are no wider than necessary.
                ((1 as $wider) << (u32::from(number) & (<$wider>::BITS - 1))) as $word
            }

            #[inline(always)]
            fn below(self, less: Self) -> Self {
                self.wrapping_sub(1) & !self | self & less
            }
        }
    )* };
}

impl_short_word!(u16, u32; u32, u64);
