//! A vector of bits.

/// A vector of bits, initially all unset.
#[derive(Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(bits: u64) -> Self {
        Self(vec![0; bits.div_ceil(64) as usize])
    }

    /// Grows the vector to at least `bits` bits.
    pub(crate) fn grow(&mut self, bits: u64) {
        let words = bits.div_ceil(64) as usize;
        if words > self.0.len() {
            self.0.resize(words, 0);
        }
    }

    /// Returns whether a bit is set; a bit beyond the end is not.
    pub(crate) fn get(&self, at: u64) -> bool {
        self.0.get((at / 64) as usize).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Sets a bit.
    ///
    /// # Panics
    /// If the bit is beyond the end.
    pub(crate) fn set(&mut self, at: u64) {
        self.0[(at / 64) as usize] |= 1 << (at % 64);
    }

    /// Unsets all bits.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The first bit of `from..to` that is not set.
    pub(crate) fn first_unset(&self, from: u64, to: u64) -> Option<u64> {
        let mut at = from;
        while at < to {
            let rest = !self.0[(at / 64) as usize] >> (at % 64);
            match rest {
                0 => at = (at / 64 + 1) * 64,
                _ => return Some(at + u64::from(rest.trailing_zeros())).filter(|&at| at < to),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_unset_bit() {
        let mut bits = Bits::new(100);
        (0..70).for_each(|at| bits.set(at));
        assert_eq!((bits.first_unset(0, 70), bits.first_unset(3, 100)), (None, Some(70)));
        bits.grow(200);
        bits.set(199);
        assert!(bits.get(199) && bits.get(69) && !bits.get(70) && !bits.get(10_000));
        bits.clear();
        assert_eq!(bits.first_unset(0, 200), Some(0));
    }
}
