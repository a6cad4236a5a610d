//! A set of 256 bits, with the operations that find lines on a board.

use crate::catalog::grid::bits;

/// A set of numbers below 256, in four words, the lowest bits first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bitset256([u64; 4]);

impl Bitset256 {
    /// The set with these words.
    pub(super) fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    /// The words of this set.
    pub(super) fn to_words(self) -> [u64; 4] {
        self.0
    }

    /// The number of bits that are set.
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn contains(self, bit: u8) -> bool {
        self.0[usize::from(bit / 64)] >> (bit % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, bit: u8) {
        self.0[usize::from(bit / 64)] |= 1 << (bit % 64);
    }

    /// This set without one bit.
    pub(super) fn without(mut self, bit: u8) -> Self {
        self.0[usize::from(bit / 64)] &= !(1 << (bit % 64));
        self
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The bits that are in neither set.
    pub(super) fn nor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| !(self.0[i] | other.0[i])))
    }

    /// This set shifted towards bit 0.
    pub(super) fn shifted(self, by: u32) -> Self {
        let (words, by) = ((by / 64) as usize, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Self(std::array::from_fn(|i| {
            let (low, high) = (word(i + words), word(i + words + 1));
            // In two steps, because a shift by 64 is none.
            low >> by | high << 1 << (63 - by)
        }))
    }

    /// The bits that are set, in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        [0, 64, 128, 192]
            .into_iter()
            .zip(self.0)
            .flat_map(|(from, word): (u8, u64)| bits(word).map(move |bit| from + bit))
    }
}
