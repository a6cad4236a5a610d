//! Random cases: SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators") and sizes drawn from it.

use std::ops::RangeInclusive;

/// Random numbers that the seed settles.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in a range that does not span all 64 bits, each as likely as another.
    pub(crate) fn among(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (least, most) = range.into_inner();
        least + self.next() % (most - least + 1)
    }

    /// Whether something with a chance of one in `n` happens.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.among(1..=n) == 1
    }

    /// A size from 1 to `most`: small and large ones are as likely as another, the largest is drawn now and then.
    pub(crate) fn size(&mut self, most: u64) -> u64 {
        if self.one_in(16) {
            return most;
        }
        let bits = self.among(0..=u64::from(most.ilog2()));
        self.among(1 << bits..=(2u64 << bits).wrapping_sub(1).min(most))
    }

    /// Puts items in a random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.among(0..=i as u64) as usize);
        }
    }
}
