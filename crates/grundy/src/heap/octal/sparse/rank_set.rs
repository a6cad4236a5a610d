//! Sets of ranks, as the chain of a block needs them.

use std::fmt::Debug;

/// A set of ranks below [`Self::BITS`].
pub(super) trait RankSet: Copy + Debug + Send + Sync {
    /// How many ranks may be in a set.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one rank below [`Self::BITS`].
    fn of(rank: usize) -> Self;

    fn union(self, other: Self) -> Self;

    /// The least rank that is not in the set; [`Self::BITS`] if there is none.
    fn least_missing(self) -> u16;
}

macro_rules! impl_rank_set {
    ($($word:ty),*) => { $(
        impl RankSet for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(rank: usize) -> Self {
                1 << rank
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

impl_rank_set!(u16, u32);

/// Rank n is bit n mod 64 of word ⌊n/64⌋.
impl<const N: usize> RankSet for [u64; N] {
    const BITS: usize = 64 * N;
    const EMPTY: Self = [0; N];

    #[inline(always)]
    fn of(rank: usize) -> Self {
        let mut set = Self::EMPTY;
        set[rank / 64] = 1 << (rank % 64);
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
        let mut rank = Self::BITS as u16;
        for (word, bits) in self.into_iter().enumerate().rev() {
            rank = if bits == u64::MAX { rank } else { 64 * word as u16 + (!bits).trailing_zeros() as u16 };
        }
        rank
    }
}
