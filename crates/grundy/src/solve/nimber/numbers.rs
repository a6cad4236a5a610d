//! Proof and disproof numbers: estimates of the effort that is left until it is known whether a component has a value.

use super::entries::{Entries, Words};

/// The number of a proof that is impossible, and of a limit that no number of a possible proof reaches.
pub(super) const NEVER: u32 = 1 << 30;

/// The greatest number of a question that is not answered.
pub(super) const MOST: u32 = NEVER - 2;

/// The greatest effort of an estimate. It is far below [`NEVER`], so that it takes many to make a number that is as large.
const MOST_EFFORT: u32 = 1 << 21;

/// Estimates of the effort that is left until it is proved whether the value of a component is *n*.
///
/// A number is 0 if that is proved, and [`NEVER`] if the opposite is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The proof number: the effort to prove that the value is *n*.
    pub(super) yes: u32,
    /// The disproof number: the effort to prove that it is not.
    pub(super) no: u32,
}

impl Numbers {
    /// As limits: there are none.
    pub(super) const NEVER: Self = Self { yes: NEVER, no: NEVER };
    /// Greater than those of every question that is not answered.
    pub(super) const LAST: Self = Self { yes: NEVER - 1, no: NEVER - 1 };
    /// It is proved that the value is not *n*.
    pub(super) const NO: Self = Self { yes: NEVER, no: 0 };

    /// The numbers of a component of which nothing is known but its weight.
    pub(super) fn of_weight(weight: u32) -> Self {
        let effort = weight.clamp(1, MOST_EFFORT);
        Self { yes: effort, no: effort }
    }
}

/// The meaning of the words of a table of numbers.
struct Pairs;

impl Words for Pairs {
    fn merged(_old: u64, new: u64) -> u64 {
        new
    }

    /// The numbers of a question that needs more effort are kept.
    fn rank(word: u64) -> u64 {
        (word as u32).min((word >> 32) as u32).into()
    }
}

/// The numbers with which questions were left. An entry is not removed when its question is answered.
///
/// An entry is found by a hash. If two questions have the same hash, a search may take the numbers of one for those of the other. That can
/// cost time, but numbers prove nothing.
pub(super) struct NumberTable(Entries<Pairs>);

impl NumberTable {
    /// Creates an empty table that grows to at most `bytes` bytes, but has at least 16 entries.
    pub(super) fn new(bytes: u64) -> Self {
        Self(Entries::new(bytes))
    }

    /// Returns the numbers of the question whether a component has the value `n`, if they are stored.
    #[inline]
    pub(super) fn get(&self, component: u64, n: u32) -> Option<Numbers> {
        self.0.get(key(component, n)).map(|word| Numbers { yes: word as u32, no: (word >> 32) as u32 })
    }

    /// Stores the numbers of a question.
    pub(super) fn put(&self, component: u64, n: u32, numbers: Numbers) {
        self.0.put(key(component, n), u64::from(numbers.yes) | u64::from(numbers.no) << 32);
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The key of a question. It is not 0.
fn key(component: u64, n: u32) -> u64 {
    (component ^ u64::from(n) << 57).max(1)
}
