//! Random numbers from a seed: equal seeds give equal games.
//!
//! SplitMix64, after Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", figure 17.

/// A pseudorandom number generator; suitable for choosing moves, not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    ///
    /// ```
    /// use grundy::play::Rng;
    /// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
    /// assert_eq!(one.below(1000), other.below(1000));
    /// assert!((0.0..1.0).contains(&one.unit()));
    /// ```
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number of 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number below `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        // The high half of the product; for the few moves of a position the bias is too small to be observed.
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // The first outputs for seed 0, as the authors' Java class gives them.
        let mut rng = Rng::new(0);
        assert_eq!([rng.next_u64(), rng.next_u64()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    #[test]
    fn every_number_below_the_bound_occurs() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 5];
        (0..5000).for_each(|_| counts[rng.below(5)] += 1);
        assert!(counts.iter().all(|&n| (800..1200).contains(&n)), "{counts:?}");
    }
}
