//! A set of values as bits: value v is bit v mod 64 of word ⌊v/64⌋.

/// The lower half of each run of 2^(bit + 1) values, for each bit below 6.
pub(super) const LOWER: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A set of values.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet {
    /// The words; as many as the largest value that was ever inserted, or for which space was reserved, needs.
    words: Vec<u64>,
}

impl ValueSet {
    /// Removes all values.
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    pub(super) fn insert(&mut self, value: u16) {
        *self.word(usize::from(value) / 64) |= 1 << (value % 64);
    }

    pub(super) fn has(&self, value: u16) -> bool {
        self.words.get(usize::from(value) / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The word with this number, for modification.
    pub(super) fn word(&mut self, i: usize) -> &mut u64 {
        if i >= self.words.len() {
            self.words.resize(i + 1, 0);
        }
        &mut self.words[i]
    }

    pub(super) fn unite(&mut self, other: &Self) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &add) in self.words.iter_mut().zip(&other.words) {
            *word |= add;
        }
    }

    /// Inserts `64·high ⊕ v` for each v in `other`.
    pub(super) fn unite_high_sums(&mut self, high: u16, other: &Self) {
        let high = usize::from(high);
        // An index xor `high` is below the least power of two that exceeds both.
        let capacity = (high + 1).max(other.words.len()).max(self.words.len()).next_power_of_two();
        self.words.resize(capacity, 0);
        // This changes no index. It shows the compiler that they are within bounds.
        let Some(mask) = self.words.len().checked_sub(1) else {
            return;
        };
        for (i, &word) in other.words.iter().enumerate() {
            self.words[(i ^ high) & mask] |= word;
        }
    }

    /// Inserts `2^bit ⊕ v` for each v in `other`; `bit` must be below 6. Neighbouring runs of 2^bit values change places.
    pub(super) fn unite_swapped(&mut self, bit: usize, other: &Self) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let (lower, run) = (LOWER[bit], 1 << bit);
        for (word, &add) in self.words.iter_mut().zip(&other.words) {
            *word |= (add & lower) << run | add >> run & lower;
        }
    }

    /// The least value that is not in the set.
    pub(super) fn mex(&self) -> usize {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full + self.words.get(full).map_or(0, |word| word.trailing_ones() as usize)
    }

    /// The least values that are not in the set, ascending; at most `most`.
    pub(super) fn missing(&self, most: usize) -> Vec<u16> {
        let mut missing = Vec::with_capacity(most);
        let words = self.words.iter().copied().chain(std::iter::repeat(0));
        for (i, word) in (0..=usize::from(u16::MAX) / 64).zip(words) {
            let mut free = !word;
            while free != 0 {
                if missing.len() == most {
                    return missing;
                }
                missing.push((64 * i) as u16 + free.trailing_zeros() as u16);
                free &= free - 1;
            }
        }
        missing
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.words.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sums_are_those_of_the_members(
            members in prop::collection::btree_set(0u16..700, 0..40),
            others in prop::collection::btree_set(0u16..300, 0..40),
            high in 0u16..32,
            bit in 0usize..6,
        ) {
            let (mut set, mut other) = (ValueSet::default(), ValueSet::default());
            members.iter().for_each(|&v| set.insert(v));
            others.iter().for_each(|&v| other.insert(v));
            let (mut sums, mut swapped) = (other.clone(), ValueSet::default());
            swapped.unite_swapped(bit, &set);
            sums.unite_high_sums(high, &swapped);
            let value = 64 * high + (1 << bit);
            other.unite(&set);
            let all = |set: &ValueSet| -> BTreeSet<u16> {
                (0u16..3000).filter(|v| set.words.get(usize::from(v / 64)).is_some_and(|w| w >> (v % 64) & 1 == 1)).collect()
            };
            prop_assert_eq!(all(&other), &members | &others);
            prop_assert_eq!(all(&sums), members.iter().map(|m| m ^ value).chain(others).collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn the_mex_may_lie_beyond_the_words() {
        let mut set = ValueSet::default();
        assert_eq!(set.mex(), 0);
        for value in 0..130 {
            set.insert(value);
            assert_eq!(set.mex(), usize::from(value) + 1);
        }
        set.clear();
        set.insert(200);
        assert_eq!(set.mex(), 0);
    }
}
