//! Checks that the rare values below the values of 128 common heaps are options; for numbers up to 255.

use super::block_lanes::{BlockCheck, OptionSearch};
use super::byte_groups::{BLOCK, ByteGroups, Unions};
use super::byte_sets::ByteSets;
use super::history::History;
use super::space::Space;

/// The rare options of a heap that are looked at first, and the sets of the latest heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteCheck<const N: usize> {
    space: Space,
    /// The splits with the chosen parts, and moves that only take stones and change the class.
    options: ByteGroups,
    /// For each number, the rare values below the common value with this number, for both class flips.
    below: [Box<[[u64; N]]>; 2],
    /// The common values with each number, for both class flips.
    values: [Box<[u16]>; 2],
    unions: Unions,
    sets: ByteSets,
}

impl<const N: usize> ByteCheck<N> {
    /// The options at these offsets, each with its number.
    pub(super) fn new(space: Space, options: Vec<(usize, usize)>, sets: ByteSets) -> Self {
        let common = |flip| (0..64 * N).map(move |number| space.value(number as u16, true, flip));
        let below = |flip| {
            let rare_below = |least: u16| {
                let mut set = [0; N];
                let is_below = |&rare: &usize| space.value(rare as u16, false, flip) < least;
                (0..64 * N).filter(is_below).for_each(|rare| set[rare / 64] |= 1 << (rare % 64));
                set
            };
            common(flip).map(rare_below).collect()
        };
        Self {
            space,
            options: ByteGroups::new(options),
            below: [below(0), below(1)],
            values: [common(0).collect(), common(1).collect()],
            unions: Unions::new(sets.planes().len()),
            sets,
        }
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        self.options.count()
    }

    /// The values of a block of common heaps with these numbers, from heap `heap` on.
    #[inline(always)]
    pub(super) fn common_values(&self, heap: u64, numbers: &[u16; BLOCK]) -> [u16; BLOCK] {
        let first = self.space.class_flip(heap);
        let mut values = [0; BLOCK];
        for j in 0..BLOCK {
            let flip = if self.space.parity.is_some() { (first + j) & 1 } else { 0 };
            values[j] = self.values[flip][usize::from(numbers[j]) & (64 * N - 1)];
        }
        values
    }

    /// [`BlockCheck::find_failure`] for the first `count` heaps of the block, whose numbers are in `sets`.
    #[inline(always)]
    pub(super) fn find_failure_in(
        &mut self,
        sets: &ByteSets,
        (heap, count): (u64, usize),
        search: &mut impl OptionSearch,
    ) -> Option<usize> {
        let at = sets.numbers().len() - (sets.heap() - heap) as usize;
        self.options.unite(sets.planes(), at, &mut self.unions);
        let covered: [[u64; N]; BLOCK] = self.unions.rows();
        let numbers = &sets.numbers()[at..][..BLOCK];
        for j in 0..count {
            let x = heap + j as u64;
            let flip = self.space.class_flip(x);
            let below = &self.below[flip][usize::from(numbers[j]) & (64 * N - 1)];
            for word in 0..N {
                let mut missed = below[word] & !covered[j][word];
                while missed != 0 {
                    let number = 64 * word as u16 + missed.trailing_zeros() as u16;
                    if !search.accepts(x, self.space.value(number, false, flip)) {
                        return Some(j);
                    }
                    missed &= missed - 1;
                }
            }
        }
        None
    }
}

impl<const N: usize> BlockCheck for ByteCheck<N> {
    const BEFORE: usize = 0;

    fn heap(&self) -> u64 {
        self.sets.heap()
    }

    fn reserve_heaps(&mut self, heaps: usize) {
        self.sets.reserve_heaps(heaps);
    }

    fn restart(&mut self, heap: u64) {
        self.sets.restart(heap);
    }

    #[inline(always)]
    fn append(&mut self, numbers: &[u8], history: &mut History) {
        let mut wide = [0; BLOCK];
        for (wide, &number) in wide.iter_mut().zip(numbers) {
            *wide = number.into();
        }
        history.extend(&self.common_values(self.sets.heap(), &wide));
        self.sets.extend(&wide);
    }

    #[inline(always)]
    fn find_failure(&mut self, heap: u64, search: &mut impl OptionSearch) -> Option<usize> {
        // The sets are taken out for the call, which changes other fields.
        let sets = std::mem::replace(&mut self.sets, ByteSets::new(self.space, 0, 0));
        let failure = self.find_failure_in(&sets, (heap, BLOCK), search);
        self.sets = sets;
        failure
    }
}
