//! Checks that the rare values below the values of 128 common heaps are options.

use super::block_lanes::{BlockCheck, OptionSearch};
use super::byte_groups::{BLOCK, ByteGroups, PlaneBlock, Unions};
use super::byte_sets::ByteSets;
use super::history::History;
use super::space::Space;

/// The rare options of a heap that are looked at first, and the sets of the latest heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteCheck {
    space: Space,
    /// The splits with the chosen parts.
    parts: ByteGroups,
    /// The numbers of stones that may be taken if one heap is left and the option is rare.
    takes: Vec<usize>,
    unions: Unions,
    sets: ByteSets,
}

impl ByteCheck {
    /// The options by splits with these parts, each at its offset with its number, and by taking so many stones.
    pub(super) fn new(space: Space, parts: Vec<(usize, usize)>, takes: Vec<usize>, sets: ByteSets) -> Self {
        Self { space, parts: ByteGroups::new(parts), takes, unions: Unions::new(sets.planes().len()), sets }
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        self.parts.count() + self.takes.len()
    }

    /// The values of a block of common heaps with these numbers, from heap `heap` on.
    #[inline(always)]
    pub(super) fn common_values(&self, heap: u64, numbers: &[u16; BLOCK]) -> [u16; BLOCK] {
        self.space.common_values(numbers, self.space.class_flip(heap))
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
        self.unions.clear();
        self.parts.unite(sets.planes(), at, &mut self.unions);
        for &stones in &self.takes {
            sets.unite_left(stones, at, &mut self.unions);
        }
        self.unions.complete();
        let numbers: &[u16; BLOCK] = sets.numbers()[at..][..BLOCK].try_into().expect("a block");
        let below = Below::new(self.space, numbers, self.space.class_flip(heap));
        let mut any: PlaneBlock = [0; BLOCK];
        for (p, covered) in self.unions.planes().iter().enumerate() {
            for j in 0..BLOCK {
                any[j] |= below.byte(p, j) & !covered[j];
            }
        }
        for (word, any) in any.as_chunks::<8>().0.iter().enumerate() {
            let mut any = u64::from_le_bytes(*any);
            while any != 0 {
                let j = 8 * word + any.trailing_zeros() as usize / 8;
                if j >= count {
                    return None;
                }
                if !self.accepts(&below, heap, j, search) {
                    return Some(j);
                }
                any &= !(0xff << (8 * (j % 8)));
            }
        }
        None
    }

    /// Whether `search` accepts all rare values below that of the heap at place `j` of a block that are not in the unions.
    #[inline(always)]
    fn accepts(&self, below: &Below, heap: u64, j: usize, search: &mut impl OptionSearch) -> bool {
        let x = heap + j as u64;
        for (p, covered) in self.unions.planes().iter().enumerate() {
            let mut missed = below.byte(p, j) & !covered[j];
            while missed != 0 {
                let number = 8 * p as u16 + missed.trailing_zeros() as u16;
                if !search.accepts(x, self.space.value(number, false, self.space.class_flip(x))) {
                    return false;
                }
                missed &= missed - 1;
            }
        }
        true
    }
}

/// For each heap of a block, the numbers of the rare values below its value: all numbers below one.
struct Below {
    /// The plane with that number, for each heap.
    planes: PlaneBlock,
    /// The bits below it in that plane.
    bits: PlaneBlock,
}

impl Below {
    /// The sets of common heaps with these numbers; `flip` is [`Space::class_flip`] of the first.
    #[inline(always)]
    fn new(space: Space, numbers: &[u16; BLOCK], flip: usize) -> Self {
        let values = space.common_values(numbers, flip);
        let (mut planes, mut bits) = ([0; BLOCK], [0; BLOCK]);
        for j in 0..BLOCK {
            let least = space.least_not_less(values[j], numbers[j]);
            planes[j] = (least / 8).min(u8::MAX.into()) as u8;
            bits[j] = ((1u16 << (least % 8)) - 1) as u8;
        }
        Self { planes, bits }
    }

    /// The byte of a plane, for the heap at place `j`.
    #[inline(always)]
    fn byte(&self, plane: usize, j: usize) -> u8 {
        let all = if plane < usize::from(self.planes[j]) { u8::MAX } else { 0 };
        all | if plane == usize::from(self.planes[j]) { self.bits[j] } else { 0 }
    }
}

impl BlockCheck for ByteCheck {
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
        let sets = std::mem::replace(&mut self.sets, ByteSets::new(self.space, &[], 0, 0));
        let failure = self.find_failure_in(&sets, (heap, BLOCK), search);
        self.sets = sets;
        failure
    }
}
