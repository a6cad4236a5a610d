//! The values of a subtraction game from heap 0 on, a block at a time, by the method that suits its set.
//!
//! Cost in operations for each heap with m members in r runs: planes about V (m + 70) / 64 for V ≤ m + 1 values, the
//! definition 2 m, counting 14 r + 8. The walk begins with planes, and changes to the definition if there are many
//! values. (The numbers were fitted on one machine, for m up to 1000 and r up to 20; an operation took a fifth of a
//! nanosecond there. Where they are inexact, the methods are about equally fast.)

use super::counts::{Counts, Run};
use super::plain::Plain;
use super::planes::Planes;
use super::shifts::BLOCK;
use crate::heap::Set;

/// The most values for which planes are used.
const MAX_PLANES: usize = 64;

/// Computes the values of a subtraction game, heap after heap.
///
/// For an all-but set, the output is the number of different values so far minus the value.
pub(super) struct ValueStream {
    method: Method,
    /// The numbers that can be taken, if they are listed.
    members: Vec<usize>,
    /// The last block.
    block: [u32; BLOCK],
    /// Number of values of the block that are already written.
    written: usize,
    /// Approximate number of operations for each heap.
    cost: u64,
}

enum Method {
    Planes(Planes),
    Plain(Plain),
    Counts(Counts),
}

impl ValueStream {
    /// The heaps below `heaps` of the game in which a number in `set` may be taken.
    ///
    /// # Panics
    /// If the numbers below `heaps` that matter do not fit in memory.
    pub(super) fn new(set: &Set, heaps: u64) -> Self {
        // Values are computed in whole blocks.
        let most = heaps.max(1).checked_next_multiple_of(BLOCK as u64).unwrap_or(u64::MAX);
        if let Some(runs) = set.runs() {
            let rising = is_rising(set);
            let runs: Vec<Run> = runs
                .iter()
                .filter(|run| run.0 < most)
                .map(|&(first, last)| (to_usize(first), last.map(|last| to_usize(last.min(most)))))
                .collect();
            let members: usize = runs.iter().map(|run| run.1.map_or(0, |last| last - run.0 + 1)).sum();
            let counting = 14 * runs.len() + 8;
            if rising || runs.is_empty() || counting < listing_cost(members) {
                return Self::by(Method::Counts(Counts::new(runs, rising)), Vec::new(), counting);
            }
        }
        let members: Vec<usize> = set.up_to(most - 1).into_iter().map(to_usize).collect();
        let cost = listing_cost(members.len());
        Self::by(Method::Planes(Planes::new(&members, most)), members, cost)
    }

    fn by(method: Method, members: Vec<usize>, cost: usize) -> Self {
        Self { method, members, block: [0; BLOCK], written: BLOCK, cost: cost as u64 }
    }

    /// Returns the approximate number of operations for each heap.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Writes the next values.
    pub(super) fn fill(&mut self, out: &mut [u32]) {
        let rest = &self.block[self.written..];
        let (first, out) = out.split_at_mut(rest.len().min(out.len()));
        first.copy_from_slice(&rest[..first.len()]);
        self.written += first.len();
        let (blocks, last) = out.as_chunks_mut();
        for block in blocks {
            self.next(block);
        }
        if !last.is_empty() {
            let mut block = [0; BLOCK];
            self.next(&mut block);
            last.copy_from_slice(&block[..last.len()]);
            (self.block, self.written) = (block, last.len());
        }
    }

    fn next(&mut self, out: &mut [u32; BLOCK]) {
        match &mut self.method {
            Method::Planes(planes) => {
                planes.block(out);
                if planes.values() > MAX_PLANES {
                    let members = std::mem::take(&mut self.members);
                    self.method = Method::Plain(Plain::new(members, planes.heap(), planes.recent()));
                }
            }
            Method::Plain(plain) => plain.block(out),
            Method::Counts(counts) => counts.block(out),
        }
    }
}

/// Whether the set is an all-but set, so that values grow without end.
pub(super) fn is_rising(set: &Set) -> bool {
    set.runs().is_some_and(|runs| runs.last().is_some_and(|run| run.1.is_none()))
}

/// Approximate number of operations for each heap if the members are listed.
fn listing_cost(members: usize) -> usize {
    (members + 1).saturating_mul(members + 70).div_ceil(64).min(2 * members + 70)
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).expect("a number below that of the heaps")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        // The set determines the method, so the test compares each method with the others.
        #[test]
        fn the_methods_agree(
            members in prop::collection::btree_set((1usize..1500, 1usize..40).prop_map(|(s, small)| s / small + 1), 1..60),
            changed in 0usize..20,
        ) {
            let members: Vec<usize> = members.into_iter().collect();
            let heaps = 20 * BLOCK as u64;
            let mut planes = Planes::new(&members, heaps);
            let mut plain = Plain::new(members.clone(), 0, Vec::new());
            let mut counts = Counts::new(members.iter().map(|&s| (s, Some(s))).collect(), false);
            let mut later = None;
            let mut blocks = [[0; BLOCK]; 3];
            for block in 0..20 {
                if block == changed {
                    later = Some(Plain::new(members.clone(), planes.heap(), planes.recent()));
                }
                planes.block(&mut blocks[0]);
                plain.block(&mut blocks[1]);
                counts.block(&mut blocks[2]);
                prop_assert_eq!(blocks[0], blocks[1]);
                prop_assert_eq!(blocks[0], blocks[2]);
                if let Some(later) = &mut later {
                    later.block(&mut blocks[1]);
                    prop_assert_eq!(blocks[0], blocks[1]);
                }
            }
        }
    }
}
