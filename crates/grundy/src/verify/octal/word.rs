//! Sets of numbers below 16, 32 or 64 as words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word of 16, 32 or 64 bits.
pub(super) trait Word:
    Copy
    + Debug
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Number of bits.
    const BITS: usize;

    /// The low bits of `bits`.
    fn of_bits(bits: u64) -> Self;

    /// This word, with zeros above it.
    fn bits(self) -> u64;

    /// The word less 1: for the set of one number, the numbers below it.
    fn below(self) -> Self;

    /// The set with the number `step` added, by exclusive or, to each of its numbers; `step` is a power of two.
    #[inline(always)]
    fn exchange(self, step: u32) -> Self {
        // The numbers without the bit `step`: 64 bits of `step` ones and `step` zeros in turn.
        let without = Self::of_bits(u64::MAX / ((1 << step) + 1));
        (self & without) << step | (self >> step) & without
    }
}

macro_rules! impl_word {
    ($($word:ty),*) => { $(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn of_bits(bits: u64) -> Self {
                bits as $word
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn below(self) -> Self {
                self.wrapping_sub(1)
            }
        }
    )* };
}

impl_word!(u16, u32, u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>() {
        for bit in 0..W::BITS.ilog2() {
            for number in 0..W::BITS {
                let step = 1 << bit;
                assert_eq!(
                    W::of_bits(1 << number).exchange(step).bits(),
                    1 << (number ^ step as usize),
                    "{number} {step}"
                );
            }
        }
        assert_eq!(W::of_bits(1 << 5).below().bits(), 0b11111);
    }

    #[test]
    fn a_number_is_added_to_all_of_a_set() {
        check::<u16>();
        check::<u32>();
        check::<u64>();
    }
}
