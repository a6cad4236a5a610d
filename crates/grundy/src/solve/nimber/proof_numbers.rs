//! Proof and disproof numbers: estimates of the effort that is left until it is known whether a component has a value.

use super::entries::{Entries, EntryFormat};

/// The proof number of a statement that is disproved. As a threshold: the question is not left.
pub(super) const INFINITE: u32 = 1 << 30;

/// The largest number of a question that is not answered.
pub(super) const MAX_UNDECIDED: u32 = INFINITE - 2;

/// The largest effort of an estimate. It is far below [`INFINITE`], so that numbers do not reach that by adding up.
const MAX_EFFORT: u32 = 1 << 25;

/// Estimates of the effort that is left until it is proved whether the value of a component is *n*.
///
/// A number is 0 if that is proved, and [`INFINITE`] if the opposite is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// The proof number: the effort to prove that the value is *n*.
    pub(super) proof: u32,
    /// The disproof number: the effort to prove that it is not.
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// As thresholds: the question is never left.
    pub(super) const INFINITE: Self = Self { proof: INFINITE, disproof: INFINITE };
    /// The numbers of an option that leads back to an open component: larger than those that a search computes.
    pub(super) const AVOIDED: Self = Self { proof: INFINITE - 1, disproof: INFINITE - 1 };
    /// It is proved that the value is not *n*.
    pub(super) const DISPROVED: Self = Self { proof: INFINITE, disproof: 0 };

    /// The numbers of a component of which nothing is known but its weight.
    pub(super) fn of_weight(weight: u32) -> Self {
        let effort = weight.clamp(1, MAX_EFFORT);
        Self { proof: effort, disproof: effort }
    }
}

/// The words of a table of proof and disproof numbers.
struct ProofNumberFormat;

impl EntryFormat for ProofNumberFormat {
    fn merge(_old: u64, new: u64) -> u64 {
        new
    }

    /// The lesser of the two numbers: the question that seems to need more effort stays.
    fn rank(word: u64) -> u64 {
        (word as u32).min((word >> 32) as u32).into()
    }
}

/// The numbers of questions that were left, and raised numbers of questions that some thread is searching. An entry is not removed when its question is answered.
///
/// Two questions with different `n` have equal keys only if their components differ in at least 16 bits (the keys 0 and 1 are one). A search may
/// then use the numbers of one for the other. That can cost time, but numbers prove nothing.
pub(super) struct ProofNumberTable(Entries<ProofNumberFormat>);

impl ProofNumberTable {
    /// Creates an empty table that grows to at most `bytes` bytes, but has at least 16 entries.
    pub(super) fn new(bytes: u64) -> Self {
        Self(Entries::new(bytes))
    }

    /// Returns the numbers of the question whether a component has the value `n`, if they are stored.
    #[inline]
    pub(super) fn get(&self, component: u64, n: u32) -> Option<ProofNumbers> {
        self.0.get(key(component, n)).map(|word| ProofNumbers { proof: word as u32, disproof: (word >> 32) as u32 })
    }

    /// Prefetches the numbers of a question.
    #[inline]
    pub(super) fn prefetch(&self, component: u64, n: u32) {
        self.0.prefetch(key(component, n));
    }

    /// Stores the numbers of a question.
    pub(super) fn put(&self, component: u64, n: u32, numbers: ProofNumbers) {
        self.0.put(key(component, n), u64::from(numbers.proof) | u64::from(numbers.disproof) << 32);
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The multiplier of Fibonacci hashing: 2⁶⁴ divided by the golden ratio, as an odd number.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The key of a question. It is not 0.
///
/// Words of components may use all bits. Each `n` changes bits all over the word, so that a component and one of its options, which differ
/// in a few bits, do not have equal keys for two small numbers.
fn key(component: u64, n: u32) -> u64 {
    (component ^ u64::from(n).wrapping_mul(MULTIPLIER)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::nimber::value_set::SET_BITS;

    #[test]
    fn equal_keys_need_components_that_differ_in_many_bits() {
        for (n, m) in (0..SET_BITS).flat_map(|n| (0..n).map(move |m| (n, m))) {
            let difference = key(u64::MAX, n) ^ key(u64::MAX, m);
            assert!(difference.count_ones() >= 16, "{n} and {m}: {difference:#x}");
        }
        assert_ne!(key(0, 0), 0);
    }
}
