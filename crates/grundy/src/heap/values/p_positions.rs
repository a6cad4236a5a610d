//! The P-positions of a subtraction game, 64 heaps at a time.
//!
//! A heap is a P-position if it reaches none. So the P-positions of a word are found by removing the heaps
//! that reach an earlier P-position: the result is the complement of the OR of the plane of P-positions shifted by each
//! number of the set. Two other methods are used if they are shorter.
//!
//! - The heaps that reach a P-position are also the OR of *the set*, as a plane, shifted by each P-position. The method
//!   shifts by whichever are fewer, the numbers or the P-positions so far: for example, there are few P-positions if
//!   primes are taken.
//! - For a set of few long runs a counter holds the number of P-positions that the runs reach.
//!
//! In an all-but set, every heap larger than the largest number left out reaches heap 0.

use super::shifts::{BLOCK, Shifts, WORDS, gather};
use crate::heap::Set;

/// From this average number of members in a run on, counting is shorter than shifting. (Measured for 1 to 20 runs;
/// the rates cross between 200 and 1000.)
const LONG_RUN: u64 = 300;
/// The least number of members with which P-positions are listed, in case they are fewer.
const MIN_LISTED_MEMBERS: usize = 64;

/// Returns the P-positions of heaps 0 to `heaps` − 1 as bits: heap n is bit n mod 64 of word n / 64. The remaining bits
/// are 0.
///
/// The time for each heap is linear in 1 + m / 64 for m members up to the heap, or in the number of runs if there are
/// many members. Memory is one or two bits for each heap, and 8 bytes for each member if they are listed.
///
/// # Panics
/// If that does not fit in memory.
///
/// ```
/// use grundy::heap::{Set, values::p_positions};
/// assert_eq!(p_positions(&Set::of(&[1, 3, 4])?, 10), [0b1010000101]);
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn p_positions(set: &Set, heaps: u64) -> Vec<u64> {
    let words = usize::try_from(heaps.div_ceil(64)).expect("a table that fits in memory");
    let Some(runs) = set.runs() else {
        return by_shifting(&members(set, heaps), heaps);
    };
    let endless = runs.iter().find(|run| run.1.is_none()).map(|run| run.0);
    let heaps = endless.map_or(heaps, |first| heaps.min(first));
    let runs: Vec<(u64, u64)> = runs
        .iter()
        .filter(|run| run.0 < heaps)
        .map(|run| (run.0, run.1.map_or(heaps, |last| last.min(heaps))))
        .collect();
    let count: u64 = runs.iter().map(|run| run.1 - run.0 + 1).sum();
    let mut table = if count / LONG_RUN > runs.len() as u64 {
        by_counting(&runs, heaps)
    } else {
        by_shifting(&members(set, heaps), heaps)
    };
    table.resize(words, 0);
    table
}

/// The members that a heap below `heaps` can take.
pub(super) fn members(set: &Set, heaps: u64) -> Vec<usize> {
    let members = set.up_to(heaps.saturating_sub(1));
    members.into_iter().map(|s| usize::try_from(s).expect("a number below that of the heaps")).collect()
}

/// The P-positions, computed by shifted planes.
fn by_shifting(members: &[usize], heaps: u64) -> Vec<u64> {
    let mut plane = Plane::new(members, heaps);
    plane.grow(heaps);
    let mut words = plane.words;
    words.drain(..WORDS);
    words.truncate(heaps.div_ceil(64) as usize);
    if !heaps.is_multiple_of(64) {
        *words.last_mut().expect("a word") &= !(!0 << (heaps % 64));
    }
    words
}

/// The P-positions from heap 0 on, as far as they are computed.
pub(super) struct Plane {
    shifts: Shifts,
    /// The words, after an empty block before heap 0, so that no shift begins before the table.
    words: Vec<u64>,
    /// Number of blocks that are computed.
    blocks: usize,
    listed: Option<ListedPositions>,
}

impl Plane {
    /// An empty plane for at most `heaps` heaps.
    pub(super) fn new(members: &[usize], heaps: u64) -> Self {
        let words = (heaps.div_ceil(BLOCK as u64) as usize + 1) * WORDS;
        // Memory that is not yet written to costs nothing.
        Self {
            shifts: Shifts::new(members),
            words: vec![0; words],
            blocks: 0,
            listed: ListedPositions::new(members, words),
        }
    }

    /// Computes the plane up to at least heap `heaps` − 1, in whole blocks, and returns the number of computed heaps.
    pub(super) fn grow(&mut self, heaps: u64) -> u64 {
        let Self { shifts, words: plane, .. } = self;
        while ((self.blocks * BLOCK) as u64) < heaps {
            let block = self.blocks;
            let at = (block + 1) * WORDS;
            let far = shifts.far_up_to(((block + 1) * BLOCK - 1) as u64);
            let mut reach = [0; WORDS];
            match &self.listed {
                Some(listed) if listed.heaps.len() < far.len() => {
                    for &heap in &listed.heaps {
                        gather(&mut reach, &listed.set, block * BLOCK - heap);
                    }
                }
                _ => {
                    for &s in far {
                        gather(&mut reach, plane, 64 * at - s);
                    }
                }
            }
            for (i, far) in reach.into_iter().enumerate() {
                plane[at + i] = shifts.settle(!(far | shifts.near(plane, at + i)));
            }
            self.listed = self.listed.take().and_then(|listed| listed.with(&plane[at..at + WORDS], block));
            self.blocks += 1;
        }
        (self.blocks * BLOCK) as u64
    }

    /// The computed heaps, from heap 0 on.
    pub(super) fn words(&self) -> &[u64] {
        &self.words[WORDS..][..self.blocks * WORDS]
    }
}

/// The P-positions so far, as long as they are fewer than the members.
struct ListedPositions {
    /// The P-positions, in ascending order.
    heaps: Vec<usize>,
    /// The most that are listed.
    most: usize,
    /// The set as a plane, with space for a block beyond the last heap.
    set: Vec<u64>,
}

impl ListedPositions {
    fn new(members: &[usize], words: usize) -> Option<Self> {
        if members.len() < MIN_LISTED_MEMBERS {
            return None;
        }
        let mut set = vec![0; words + 1];
        for s in members {
            set[s / 64] |= 1 << (s % 64);
        }
        Some(Self { heaps: Vec::new(), most: members.len(), set })
    }

    /// Adds the P-positions of a block; `None` if there are too many.
    fn with(mut self, words: &[u64], block: usize) -> Option<Self> {
        for (i, &word) in words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.heaps.push(block * BLOCK + i * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        (self.heaps.len() < self.most).then_some(self)
    }
}

/// The P-positions, computed by counting those that the runs reach. A run is its first and last number; they ascend.
fn by_counting(runs: &[(u64, u64)], heaps: u64) -> Vec<u64> {
    let mut table = vec![0u64; heaps.div_ceil(64) as usize];
    let (mut entered, mut left) = (0, 0);
    let mut reached = 0;
    for n in 0..heaps {
        entered += usize::from(runs.get(entered).is_some_and(|run| run.0 == n));
        left += usize::from(runs.get(left).is_some_and(|run| run.1 + 1 == n));
        for run in &runs[..entered] {
            let heap = n - run.0;
            reached += table[(heap / 64) as usize] >> (heap % 64) & 1;
        }
        for run in &runs[..left] {
            let heap = n - run.1 - 1;
            reached -= table[(heap / 64) as usize] >> (heap % 64) & 1;
        }
        table[(n / 64) as usize] |= u64::from(reached == 0) << (n % 64);
    }
    table
}
