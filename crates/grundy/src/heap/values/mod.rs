//! The Grundy values and P-positions of subtraction games, and the proof that they are periodic.
mod again;
mod counts;
mod cycle;
mod free;
mod p_positions;
mod plain;
mod planes;
mod recent;
mod takes;
mod walk;

pub use cycle::find_period;
pub use p_positions::p_positions;

use super::Set;
use walk::Walk;

/// What a search for a period did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Number of heaps computed, from heap 0 on.
    pub heaps: u64,
    /// The largest value among them.
    pub max_value: u64,
    /// What was proved.
    pub found: Option<Found>,
}

/// `g(n + period) = g(n) + saltus` for all heaps `n >= preperiod`, proved; each is the least there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The least heap from which the values repeat.
    pub preperiod: u64,
    /// The least length of the repetition, in heaps.
    pub period: u64,
    /// What is added once a period: 0 for a finite set.
    pub saltus: u64,
}

/// The values of heaps 0 to `heaps` − 1.
pub fn grundy_values(set: &Set, heaps: u64) -> Vec<u32> {
    assert!(heaps <= u64::from(u32::MAX), "values of 2^32 heaps or more");
    let mut values = vec![0; usize::try_from(heaps).expect("a table that fits in memory")];
    Walk::new(set, heaps).fill(&mut values);
    if walk::rises(set) {
        let mut count = 0;
        for value in &mut values {
            let short = *value;
            *value = count - short;
            count += u32::from(short == 0);
        }
    }
    values
}

/// The values that a period repeats: those of heaps 0 to preperiod + period − 1. `None` if these are more than `most`.
pub fn window(set: &Set, found: &Found, most: u64) -> Option<Vec<u32>> {
    let heaps = found.preperiod.checked_add(found.period).filter(|&heaps| heaps <= most.min(u32::MAX.into()))?;
    Some(grundy_values(set, heaps))
}

impl Found {
    /// A heap below preperiod + period, and what is to be added to its value, to have the value of `heap`.
    #[must_use]
    pub fn fold(&self, heap: u64) -> (u64, u64) {
        let beyond = heap.saturating_sub(self.preperiod);
        (heap - beyond + beyond % self.period, beyond / self.period * self.saltus)
    }
}
