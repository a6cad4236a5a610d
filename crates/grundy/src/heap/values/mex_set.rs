//! A set of small numbers that quickly returns its least element.

/// Numbers below a bound, as a hierarchical bitset: each level has one bit for each nonempty word of the level below,
/// up to a single word.
pub(super) struct MexSet {
    /// The levels, the numbers first, a single word last.
    levels: Vec<Vec<u64>>,
}

impl MexSet {
    /// All numbers below `bound`, which is not 0.
    pub(super) fn all(bound: usize) -> Self {
        let mut levels = Vec::new();
        let mut bits = bound;
        loop {
            let mut level = vec![!0; bits.div_ceil(64)];
            if !bits.is_multiple_of(64) {
                level[bits / 64] = !(!0 << (bits % 64));
            }
            bits = level.len();
            levels.push(level);
            if bits == 1 {
                return Self { levels };
            }
        }
    }

    /// Adds a number.
    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was = *word;
            *word |= 1 << (at % 64);
            if was != 0 {
                break;
            }
            at /= 64;
        }
    }

    /// Removes a number.
    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            *word &= !(1 << (at % 64));
            if *word != 0 {
                break;
            }
            at /= 64;
        }
    }

    /// The least number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(super) fn least(&self) -> usize {
        self.levels.iter().rev().fold(0, |at, level| {
            debug_assert_ne!(level[at], 0, "a number is free");
            at * 64 + level[at].trailing_zeros() as usize
        })
    }
}

#[cfg(test)]
mod tests {
    use super::MexSet;
    use std::collections::BTreeSet;

    #[test]
    fn gives_the_least_of_what_is_left() {
        for bound in [1, 2, 63, 64, 65, 4096, 4097, 300_000] {
            let mut mex_set = MexSet::all(bound);
            let mut plain: BTreeSet<usize> = (0..bound).collect();
            let mut random = fastrand::Rng::with_seed(1);
            // Mostly low numbers are removed, so that the least one rises and falls.
            for step in 0..3 * bound.min(10_000) {
                let number = random.usize(..bound.min(step / 2 + 1));
                if step % 3 == 0 {
                    mex_set.insert(number);
                    plain.insert(number);
                } else if plain.len() > 1 {
                    let number = if step % 3 == 1 { number } else { *plain.first().unwrap() };
                    if plain.len() > 1 && plain.remove(&number) {
                        mex_set.remove(number);
                    }
                }
                assert_eq!(mex_set.least(), *plain.first().unwrap(), "below {bound}, step {step}");
            }
        }
    }
}
