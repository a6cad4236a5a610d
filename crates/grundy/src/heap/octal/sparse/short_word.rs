//! Sets of ranks below 16 or 32 as words.

use super::super::value_set;
use super::rank_set::RankSet;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word of 16 or 32 bits.
pub(super) trait ShortWord:
    RankSet
    + Default
    + PartialEq
    + BitOr<Output = Self>
    + BitOrAssign
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// [`value_set::LOWER`], cut to this word.
    const LOWER: [Self; 6];

    /// The lowest bits of `bits`.
    fn of_bits(bits: u64) -> Self;

    /// This word, with zeros above it.
    fn bits(self) -> u64;

    /// The set of one rank up to [`RankSet::BITS`]; the empty set for that rank.
    fn singleton(rank: u8) -> Self;

    /// For a set of consecutive ranks: the ranks below them, and those among them that are in `less`. All ranks for the empty
    /// set.
    fn below(self, less: Self) -> Self;
}

macro_rules! impl_short_word {
    ($($word:ty, $wider:ty);*) => { $(
        impl ShortWord for $word {
            const LOWER: [Self; 6] = {
                let mut lower = [0; 6];
                let mut bit = 0;
                while bit < 6 {
                    lower[bit] = value_set::LOWER[bit] as $word;
                    bit += 1;
                }
                lower
            };

            #[inline(always)]
            fn of_bits(bits: u64) -> Self {
                bits as $word
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn singleton(rank: u8) -> Self {
                // The shift of a word twice as wide has no bit left for the rank BITS, and fills vectors that are no wider than necessary.
                ((1 as $wider) << (u32::from(rank) & (<$wider>::BITS - 1))) as $word
            }

            #[inline(always)]
            fn below(self, less: Self) -> Self {
                self.wrapping_sub(1) & !self | self & less
            }
        }
    )* };
}

impl_short_word!(u16, u32; u32, u64);
