//! Ranks of a block of 128 heaps, each of which may depend on those right before it.

use super::byte_groups::BLOCK;
use super::chain::{self, CHAIN_REACH, Near, Ranks, STEP};

/// [`Near`] computes the options by moves that take at most so many stones.
const MAX_NEAR_STONES: usize = CHAIN_REACH - STEP;

/// The options by taking stones, and by splits with a rare part that is small.
#[derive(Clone, Debug)]
pub(super) struct ByteChain<const N: usize> {
    near: Near<[u64; N]>,
    /// The offsets of all other options, at least [`STEP`], each with the rank that is added; the smallest last.
    middle: Vec<(usize, u64)>,
    /// The ranks of a block and of the heaps before it that are read; meaningless between blocks.
    ranks: Vec<u64>,
    /// Number of heaps before a block that are read.
    before: usize,
}

impl<const N: usize> ByteChain<N> {
    /// The options by taking stones, at common heaps, and by splits that take as many as `breaks` says and leave one of these rare parts,
    /// each with its rank.
    pub(super) fn new(takes: &[usize], breaks: &[usize], rare: Vec<(usize, usize)>) -> Self {
        let near = |list: &[usize]| list.iter().copied().filter(|&i| i <= MAX_NEAR_STONES).collect::<Vec<_>>();
        let (near_takes, near_breaks) = (near(takes), near(breaks));
        let near_parts: Vec<_> = rare.iter().copied().filter(|&(part, _)| part <= STEP).collect();
        let splits = rare.iter().flat_map(|&part| breaks.iter().map(move |&stones| (stones, part)));
        let moves = takes.iter().map(|&stones| (stones, (0, 0))).chain(splits);
        let others = moves.filter(|&(stones, (part, _))| part > STEP || stones > MAX_NEAR_STONES);
        let mut middle: Vec<_> = others.map(|(stones, (part, rank))| (part + stones, rank as u64)).collect();
        // The ranks right before a step are known last.
        middle.sort_unstable_by(|a, b| b.cmp(a));
        middle.dedup();
        let before = middle.first().map_or(0, |&(offset, _)| offset).max(CHAIN_REACH);
        Self { near: Near::new(&near_takes, &near_breaks, &near_parts), middle, ranks: vec![0; before + BLOCK], before }
    }

    /// Number of offsets whose options are added to a step of heaps at once.
    pub(super) fn count(&self) -> usize {
        self.middle.len()
    }

    /// The ranks of a block, given those of the heaps before it and, for each word, the sets of the other options. A rank is 64 `N` if
    /// the set is full.
    #[inline(always)]
    pub(super) fn ranks(&mut self, before: &[u16], sets: &[[u64; BLOCK]; N]) -> [u16; BLOCK] {
        for (rank, &before) in self.ranks.iter_mut().zip(&before[before.len() - self.before..]) {
            *rank = before.into();
        }
        let mut block = [0; BLOCK];
        for half in (0..BLOCK).step_by(chain::BLOCK) {
            let mut near: Ranks = [0; CHAIN_REACH + chain::BLOCK];
            for (near, &rank) in near[..CHAIN_REACH].iter_mut().zip(&self.ranks[self.before + half - CHAIN_REACH..]) {
                *near = rank as u16;
            }
            self.near.begin(&near);
            for from in (0..chain::BLOCK).step_by(STEP) {
                let options = self.unite_middle(sets, half + from);
                self.near.chain(&options, &mut near, CHAIN_REACH + from);
                for j in 0..STEP {
                    self.ranks[self.before + half + from + j] = near[CHAIN_REACH + from + j].into();
                }
            }
            block[half..][..chain::BLOCK].copy_from_slice(&near[CHAIN_REACH..]);
        }
        block
    }

    /// The sets of a step of heaps, united with those of the options at other offsets.
    #[inline(always)]
    fn unite_middle(&self, sets: &[[u64; BLOCK]; N], from: usize) -> [[u64; N]; STEP] {
        let mut united = [[0; N]; STEP];
        for (w, set) in sets.iter().enumerate() {
            let words = self.unite_word(set[from..][..STEP].try_into().expect("as long"), 64 * w as u64, from);
            for j in 0..STEP {
                united[j][w] = words[j];
            }
        }
        united
    }

    /// The words of a step for the ranks from `first` on, united with those of the options at other offsets.
    #[inline(always)]
    fn unite_word(&self, mut words: [u64; STEP], first: u64, from: usize) -> [u64; STEP] {
        for &(offset, add) in &self.middle {
            let others: &[u64; STEP] = self.ranks[self.before + from - offset..][..STEP].try_into().expect("as long");
            for j in 0..STEP {
                words[j] |= one_hot((others[j] ^ add).wrapping_sub(first));
            }
        }
        words
    }
}

/// The set of a rank below 64; empty for other ranks.
#[inline(always)]
fn one_hot(rank: u64) -> u64 {
    if rank < 64 { 1 << rank } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::byte_sets::NONE;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The ranks of a block as defined, and as the chain computes them, up to the first that `64 N` bits do not hold.
    fn check<const N: usize>(
        (takes, breaks, rare): (&[usize], &[usize], &[(usize, u16)]),
        before: &[u16],
        given: &[Vec<u16>],
    ) -> Result<(), TestCaseError> {
        let limit = 64 * N as u16;
        let mut sets = [[0; BLOCK]; N];
        for (j, given) in given.iter().enumerate() {
            given.iter().map(|g| g % limit).for_each(|g| sets[usize::from(g) / 64][j] |= 1 << (g % 64));
        }
        let before: Vec<u16> = before.iter().map(|&n| if n < limit { n } else { NONE }).collect();
        let rare: Vec<_> = rare.iter().map(|&(part, rank)| (part, usize::from(rank % limit))).collect();
        let found = ByteChain::<N>::new(takes, breaks, rare.clone()).ranks(&before, &sets);
        let mut ranks = before;
        for (j, &rank) in found.iter().enumerate() {
            let taken = takes.iter().map(|i| ranks[ranks.len() - i]);
            let splits = rare.iter().flat_map(|&(part, add)| {
                let ranks = &ranks;
                breaks.iter().map(move |i| ranks[ranks.len() - part - i] ^ add as u16)
            });
            let options: BTreeSet<u16> = taken.chain(splits).chain(given[j].iter().map(|g| g % limit)).collect();
            let least = (0..limit).find(|n| !options.contains(n)).unwrap_or(limit);
            prop_assert_eq!(rank, least, "{} bits, place {}", 64 * N, j);
            if least == limit {
                break;
            }
            ranks.push(least);
        }
        Ok(())
    }

    proptest! {
        /// Any number of moves, near and far, some of which take more than [`MAX_NEAR_STONES`].
        #[test]
        fn ranks_are_the_least_that_are_no_options(
            takes in prop::collection::btree_set(1usize..8, 0..5),
            breaks in prop::collection::btree_set(0usize..8, 0..5),
            long in prop::collection::btree_set(40usize..150, 0..2),
            rare in prop::collection::btree_map(1usize..BLOCK, 0u16..256, 0..40),
            before in prop::collection::vec(0u16..256, 3 * BLOCK),
            given in prop::collection::vec(prop::collection::vec(0u16..256, 0..9), BLOCK),
            small in 1u16..=256,
        ) {
            let takes: Vec<_> = takes.into_iter().chain(long.iter().copied()).collect();
            let breaks: Vec<_> = breaks.into_iter().chain(long).collect();
            let rare: Vec<_> = rare.into_iter().map(|(part, rank)| (part, rank % small)).collect();
            let before: Vec<_> = before.into_iter().map(|rank| rank % small).collect();
            let moves = (&takes[..], &breaks[..], &rare[..]);
            check::<1>(moves, &before, &given)?;
            check::<2>(moves, &before, &given)?;
            check::<4>(moves, &before, &given)?;
        }
    }
}
