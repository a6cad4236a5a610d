//! Computes the values of sixteen heaps at a time, for common values whose numbers are below 64, 128 or 256.
//!
//! A set of such values is one, two or four 64-bit words, its planes; xor with a rare value exchanges planes and
//! permutes the bits of each. Let hot(y) be the set that contains only g(y), or the empty set if heap y is rare. The
//! common options of heap x are
//!
//! ⋃ over the rare values v of v ⊕ ⋃ { hot(x − d) : d = i + r, r rare with g(r) = v, i breaking },
//!
//! and the options by taking, hot(x − i). For sixteen consecutive heaps x, each hot(x − d) with d > 16 is a run of
//! known words, and all of them are processed in parallel. Offsets up to 16 lie within the block and form a chain, in
//! which each value found adds its options to the sets of the next heaps. (A table of rows of sixteen words for each
//! value was slower, because each row overlaps the one before, and loads waited for stores: 0.106 took 20 ns a heap,
//! not 17.) Each heap is first assumed to be common, with the least common value that is not an option. Then the rare
//! values below it are searched in the same way, among splits with a few chosen common parts, and any that are not
//! found are searched one by one. A heap that is not common after all ends the run.

use super::history::History;
use super::permute::Groups;
use super::space::{Rules, Space};
use super::witness::{Split, Witnesses};

/// Number of heaps in a block.
const BLOCK: usize = 16;
/// One word for each heap of a block.
type Words = [u64; BLOCK];

/// The words of the latest heaps and the tables for one set of rare heaps.
#[derive(Clone, Debug)]
pub(super) struct Lanes<const N: usize> {
    space: Space,
    /// Offsets up to 16, each with the number that is added, for the common options.
    near: Vec<(usize, usize)>,
    /// Offsets above 16, for the common options.
    far: Groups,
    /// Offsets for rare options.
    rare: Groups,
    /// For each number, the rare values below the common value with this number, for either parity.
    below: [Box<[[u64; N]]>; 2],
    /// The values with each number, for either turn.
    values: [Box<[u16]>; 2],
    /// The words of the latest heaps, with zeros for heaps before the first; one vector for each plane, of equal lengths.
    one_hot_sets: [Vec<u64>; N],
    /// Number of words that must be kept.
    span: usize,
    /// The heap whose words come next.
    heap: u64,
}

/// Heaps, each with its value.
pub(super) type Heaps = [(u64, u16)];

/// Why a run of blocks ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The given end is less than a block away.
    End,
    /// The next heap must be computed alone.
    Single,
}

impl<const N: usize> Lanes<N> {
    /// Number of numbers that the planes hold.
    const NUMBERS: usize = 64 * N;

    /// The tables, if the planes hold all values of `rare`; `parts` are the common heaps whose splits are examined first.
    pub(super) fn new(rules: &Rules, space: Space, rare: &Heaps, parts: &Heaps, history: &History) -> Option<Self> {
        let number = |value: u16| usize::from(space.number(value));
        if rare.iter().any(|&(_, value)| number(value) >= Self::NUMBERS) {
            return None;
        }
        let splits = |list: &Heaps| -> Vec<(usize, usize)> {
            let fitting = list.iter().filter(|&&(_, value)| number(value) < Self::NUMBERS);
            fitting
                .flat_map(|&(heap, value)| rules.breaks.iter().map(move |&i| (heap as usize + i, number(value))))
                .collect()
        };
        let (mut to_common, mut to_rare) = (splits(rare), splits(parts));
        for &i in &rules.takes {
            // An odd step changes the class if heap parity is part of it.
            let list = if space.parity.is_some() && i % 2 == 1 { &mut to_rare } else { &mut to_common };
            list.push((i, 0));
        }
        let mut near = to_common.clone();
        near.retain(|&(offset, _)| offset <= BLOCK);
        near.sort_unstable();
        near.dedup();
        let span = to_common.iter().chain(&to_rare).map(|&(offset, _)| offset).max().unwrap_or(1).max(BLOCK);
        to_common.retain(|&(offset, _)| offset > BLOCK);
        let common = |turned| (0..Self::NUMBERS).map(move |number| space.value(number as u16, true, turned));
        let below = |turned| {
            let rare_below = |least: u16| {
                let mut planes = [0; N];
                let is_below = |&rare: &usize| space.value(rare as u16, false, turned) < least;
                (0..Self::NUMBERS).filter(is_below).for_each(|rare| planes[rare / 64] |= 1 << (rare % 64));
                planes
            };
            common(turned).map(rare_below).collect()
        };
        let mut lanes = Self {
            space,
            near,
            far: Groups::new(to_common),
            rare: Groups::new(to_rare),
            below: [below(0), below(1)],
            values: [common(0).collect(), common(1).collect()],
            one_hot_sets: std::array::from_fn(|_| Vec::with_capacity(3 * span + (1 << 12))),
            span,
            heap: 0,
        };
        lanes.fill(history);
        Some(lanes)
    }

    /// Fills in the words of the latest heaps.
    pub(super) fn fill(&mut self, history: &History) {
        self.heap = history.heaps();
        self.one_hot_sets.iter_mut().for_each(Vec::clear);
        for back in (1..=self.span as u64).rev() {
            let heap = self.heap.checked_sub(back).filter(|&heap| heap > 0);
            let value = heap.map(|heap| (heap, history.get(heap).expect("a heap within the span is kept")));
            self.push_words(value.filter(|&(heap, value)| !self.space.is_rare(heap, value)).map(|(_, value)| value));
        }
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.reserve();
        self.push_words(Some(value));
        self.heap += 1;
    }

    fn push_words(&mut self, common: Option<u16>) {
        let number = common.map(|value| usize::from(self.space.number(value)));
        for (plane, one_hot) in self.one_hot_sets.iter_mut().enumerate() {
            // A number that no plane holds is in no relevant option, and neither are its sums with numbers of rare heaps.
            one_hot.push(number.filter(|number| number / 64 == plane).map_or(0, |number| 1 << (number % 64)));
        }
    }

    /// The heap from which on blocks may be run.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// The largest offset back from a heap that is read.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// Computes values up to heap `end`, or to the next heap that is rare or whose number the planes do not hold.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        debug_assert_eq!(self.heap, history.heaps());
        let mut carry = self.carry();
        while self.heap + BLOCK as u64 <= end {
            let at = self.reserve();
            let far = self.far.unite::<u64, N, BLOCK>(&self.one_hot_sets, at);
            let mut sets = [[0; 2 * BLOCK]; N];
            for p in 0..N {
                for l in 0..BLOCK {
                    sets[p][l] = carry[p][l] | far[p][l];
                }
            }
            let (numbers, full) = self.chain(&mut sets);
            for (p, one_hot) in self.one_hot_sets.iter_mut().enumerate() {
                // A number of another plane becomes 0.
                let hot = |&number: &u16| if usize::from(number) / 64 == p { 1 << (number % 64) } else { 0 };
                one_hot.extend(numbers.iter().map(hot));
            }
            let covered = self.rare.unite::<u64, N, BLOCK>(&self.one_hot_sets, at);
            let first = self.space.turned(self.heap);
            let mut values = [0; BLOCK];
            let mut missed = [[0; BLOCK]; N];
            let mut any = 0;
            for j in 0..BLOCK {
                let turn = if self.space.parity.is_some() { (first + j) & 1 } else { 0 };
                values[j] = self.values[turn][usize::from(numbers[j])];
                let below = &self.below[turn][usize::from(numbers[j])];
                for p in 0..N {
                    missed[p][j] = below[p] & !covered[p][j];
                    any |= missed[p][j];
                }
            }
            history.extend(&values);
            if (any != 0 || full)
                && let Some(bad) = self.find_failure(&sets, &missed, rules, history, witnesses)
            {
                self.one_hot_sets.iter_mut().for_each(|one_hot| one_hot.truncate(at + bad));
                history.truncate(self.heap + bad as u64);
                self.heap += bad as u64;
                return Stop::Single;
            }
            for p in 0..N {
                carry[p].copy_from_slice(&sets[p][BLOCK..]);
            }
            self.heap += BLOCK as u64;
        }
        Stop::End
    }

    /// Drops older words if another block does not fit; returns the place of the next words.
    #[inline(always)]
    fn reserve(&mut self) -> usize {
        if self.one_hot_sets[0].len() + BLOCK > self.one_hot_sets[0].capacity() {
            for one_hot in &mut self.one_hot_sets {
                let gone = one_hot.len() - self.span;
                one_hot.copy_within(gone.., 0);
                one_hot.truncate(self.span);
            }
        }
        self.one_hot_sets[0].len()
    }

    /// The numbers of a block's heaps, if all are common, and whether some set was full. `sets` holds the options at
    /// offsets above 16 and those from before the block; this adds the others, including those of the next block.
    #[inline(always)]
    fn chain(&self, sets: &mut [[u64; 2 * BLOCK]; N]) -> ([u16; BLOCK], bool) {
        let mut numbers = [0; BLOCK];
        let mut full = false;
        for j in 0..BLOCK {
            let mut plane = 0;
            while plane < N - 1 && sets[plane][j] == u64::MAX {
                plane += 1;
            }
            let set = sets[plane][j];
            full |= set == u64::MAX;
            let number = 64 * plane + ((!set).trailing_zeros() as usize & 63);
            numbers[j] = number as u16;
            for &(offset, add) in &self.near {
                let sum = number ^ add;
                sets[sum / 64 % N][j + offset] |= 1 << (sum % 64);
            }
        }
        (numbers, full)
    }

    /// The first heap of the block for which the assumption fails; the values must be known.
    #[inline(always)]
    fn find_failure(
        &self,
        sets: &[[u64; 2 * BLOCK]; N],
        missed: &[Words; N],
        rules: &Rules,
        history: &History,
        witnesses: &mut Witnesses,
    ) -> Option<usize> {
        for j in 0..BLOCK {
            if sets.iter().all(|set| set[j] == u64::MAX) {
                return Some(j);
            }
            let x = self.heap + j as u64;
            let turned = self.space.turned(x);
            for (plane, missed) in missed.iter().enumerate() {
                let mut missed = missed[j];
                while missed != 0 {
                    let number = 64 * plane as u16 + missed.trailing_zeros() as u16;
                    if witnesses.search(x, self.space.value(number, false, turned), rules, history) != Split::Small {
                        return Some(j);
                    }
                    missed &= missed - 1;
                }
            }
        }
        None
    }

    /// The options that heaps before the next block contribute to it.
    fn carry(&self) -> [Words; N] {
        let mut carry = [[0; BLOCK]; N];
        for back in 1..=BLOCK {
            let hot = |p: &usize| self.one_hot_sets[*p][self.one_hot_sets[*p].len() - back];
            let Some(plane) = (0..N).find(|p| hot(p) != 0) else { continue };
            let number = 64 * plane + hot(&plane).trailing_zeros() as usize;
            for &(offset, add) in self.near.iter().filter(|&&(offset, _)| offset >= back) {
                let sum = number ^ add;
                carry[sum / 64][offset - back] |= 1 << (sum % 64);
            }
        }
        carry
    }
}
