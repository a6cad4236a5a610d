//! Sets of numbers, as the chain of a block needs them.

use std::fmt::Debug;

/// A set of numbers below [`Self::BITS`].
pub(super) trait NumberSet: Copy + Debug + Send + Sync {
    /// How many numbers may be in a set.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one number below [`Self::BITS`].
    fn of(number: usize) -> Self;

    fn union(self, other: Self) -> Self;

    /// The least number that is not in the set; [`Self::BITS`] if there is none.
    fn least_missing(self) -> u16;
}

macro_rules! impl_number_set {
    ($($word:ty),*) => { $(
        impl NumberSet for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(number: usize) -> Self {
                1 << number
            }

            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn least_missing(self) -> u16 {
                (!u64::from(self) | 1 << Self::BITS).trailing_zeros() as u16
            }
        }
    )* };
}

impl_number_set!(u16, u32);

/// Number n is bit n mod 64 of word ⌊n/64⌋.
impl<const N: usize> NumberSet for [u64; N] {
    const BITS: usize = 64 * N;
    const EMPTY: Self = [0; N];

    #[inline(always)]
    fn of(number: usize) -> Self {
        let mut set = Self::EMPTY;
        set[number / 64] = 1 << (number % 64);
        set
    }

    #[inline(always)]
    fn union(mut self, other: Self) -> Self {
        for (word, other) in self.iter_mut().zip(other) {
            *word |= other;
        }
        self
    }

    #[inline(always)]
    fn least_missing(self) -> u16 {
        let mut number = Self::BITS as u16;
        for (word, bits) in self.into_iter().enumerate().rev() {
            number = if bits == u64::MAX { number } else { 64 * word as u16 + (!bits).trailing_zeros() as u16 };
        }
        number
    }
}
