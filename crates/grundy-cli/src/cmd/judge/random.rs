//! Random cases: numbers, sizes and orders.

use grundy::play::Rng;
use std::ops::RangeInclusive;

/// A random number generator; equal seeds give equal numbers.
pub(crate) struct Random {
    rng: Rng,
    /// The largest size.
    most: u64,
}

impl Random {
    /// Creates a generator whose sizes are at most `most`, which is at least 1.
    pub(crate) fn new(seed: u64, most: u64) -> Self {
        Self { rng: Rng::new(seed), most }
    }

    /// A uniform random number in a range, which must not span all 64 bits.
    pub(crate) fn in_range(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (least, most) = range.into_inner();
        least + self.rng.next_u64() % (most - least + 1)
    }

    /// Returns `true` with probability 1/`n`.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.in_range(1..=n) == 1
    }

    /// A random size from 1 to `most`, or to the largest size of the generator, with a uniform number of bits, and sometimes the
    /// largest one.
    pub(crate) fn size(&mut self, most: u64) -> u64 {
        let most = most.min(self.most);
        if self.one_in(16) {
            return most;
        }
        let bits = self.in_range(0..=u64::from(most.ilog2()));
        self.in_range(1 << bits..=(2u64 << bits).wrapping_sub(1).min(most))
    }

    /// Shuffles items.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.in_range(0..=i as u64) as usize);
        }
    }
}
