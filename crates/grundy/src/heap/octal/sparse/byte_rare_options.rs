//! Checks that the rare values below the values of 128 common heaps are options.

use super::byte_groups::{BLOCK, ByteGroups, PlaneBlock, Unions};
use super::byte_sets::ByteSets;
use super::kernel::OptionSearch;
use super::space::Space;
use crate::simd::{SimdLevel, Vectorized};

/// The rare options of a heap that are looked at first.
#[derive(Clone, Debug)]
pub(super) struct ByteRareOptions {
    space: Space,
    /// The splits with the chosen parts.
    parts: ByteGroups,
    /// The numbers of stones that may be taken if one heap is left and the option is rare.
    takes: Vec<usize>,
    unions: Unions,
    simd: SimdLevel,
}

impl ByteRareOptions {
    /// The options by splits with these parts, each at its offset with its rank, and by taking so many stones; in this number of planes.
    pub(super) fn new(
        space: Space,
        parts: Vec<(usize, usize)>,
        takes: Vec<usize>,
        planes: usize,
        simd: SimdLevel,
    ) -> Self {
        Self { space, parts: ByteGroups::new(parts), takes, unions: Unions::new(planes), simd }
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        self.parts.count() + self.takes.len()
    }

    /// The values of a block of common heaps with these ranks, from heap `heap` on.
    #[inline(always)]
    pub(super) fn common_values(&self, heap: u64, ranks: &[u16; BLOCK]) -> [u16; BLOCK] {
        self.space.common_values(ranks, self.space.class_flip(heap))
    }

    /// The first heap of a block that has a rare value below its own which `search` does not accept, among the first `count`; as its
    /// place in the block. The block begins with heap `heap`, and its ranks are in `sets`.
    #[inline(always)]
    pub(super) fn find_failure(
        &mut self,
        sets: &ByteSets,
        (heap, count): (u64, usize),
        search: &mut impl OptionSearch,
    ) -> Option<usize> {
        let Missed { below, any } = self.simd.run(MissedCall { options: self, sets, heap });
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

    /// Finds the rare ranks below the values of a block that begins with heap `heap`; [`Self::unions`] has the rare options afterwards.
    #[inline(always)]
    fn missed(&mut self, sets: &ByteSets, heap: u64) -> Missed {
        let at = sets.ranks().len() - (sets.heap() - heap) as usize;
        self.unions.clear();
        self.parts.unite(sets.planes(), at, &mut self.unions);
        for &stones in &self.takes {
            sets.unite_left(stones, at, &mut self.unions);
        }
        self.unions.complete();
        let ranks: &[u16; BLOCK] = sets.ranks()[at..][..BLOCK].try_into().expect("a block");
        let below = Below::new(self.space, ranks, self.space.class_flip(heap));
        let mut any: PlaneBlock = [0; BLOCK];
        for (p, covered) in self.unions.planes().iter().enumerate() {
            for j in 0..BLOCK {
                any[j] |= below.byte(p, j) & !covered[j];
            }
        }
        Missed { below, any }
    }

    /// Whether `search` accepts all rare values below that of the heap at place `j` of a block that are not in the unions.
    #[inline(always)]
    fn accepts(&self, below: &Below, heap: u64, j: usize, search: &mut impl OptionSearch) -> bool {
        let x = heap + j as u64;
        for (p, covered) in self.unions.planes().iter().enumerate() {
            let mut missed = below.byte(p, j) & !covered[j];
            while missed != 0 {
                let rank = 8 * p as u16 + missed.trailing_zeros() as u16;
                if !search.accepts(x, self.space.value(rank, false, self.space.class_flip(x))) {
                    return false;
                }
                missed &= missed - 1;
            }
        }
        true
    }
}

/// The rare values of a block's heaps that are not among the options.
struct Missed {
    below: Below,
    /// For each heap, the union over all planes of the ranks below its value that are not options: 0 if all are.
    any: PlaneBlock,
}

/// A call of [`ByteRareOptions::missed`].
struct MissedCall<'a> {
    options: &'a mut ByteRareOptions,
    sets: &'a ByteSets,
    heap: u64,
}

impl Vectorized for MissedCall<'_> {
    type Output = Missed;

    #[inline(always)]
    fn run(self) -> Missed {
        self.options.missed(self.sets, self.heap)
    }
}

/// For each heap of a block, the ranks of the rare values below its value: all ranks below one.
struct Below {
    /// The plane with that rank, for each heap.
    planes: PlaneBlock,
    /// The bits below it in that plane.
    bits: PlaneBlock,
}

impl Below {
    /// The sets of common heaps with these ranks; `flip` is [`Space::class_flip`] of the first.
    #[inline(always)]
    fn new(space: Space, ranks: &[u16; BLOCK], flip: usize) -> Self {
        let values = space.common_values(ranks, flip);
        let (mut planes, mut bits) = ([0; BLOCK], [0; BLOCK]);
        for j in 0..BLOCK {
            let least = space.least_not_less(values[j], ranks[j]);
            planes[j] = (least / 8).min(u8::MAX.into()) as u8;
            bits[j] = ((1u16 << (least % 8)) - 1) as u8;
        }
        Self { planes, bits }
    }

    /// The byte of a plane, for the heap at place `j`.
    #[inline(always)]
    fn byte(&self, plane: usize, j: usize) -> u8 {
        // Compared as bytes, as in `OneHot`.
        let plane = plane as u8;
        let all = if plane < self.planes[j] { u8::MAX } else { 0 };
        all | if plane == self.planes[j] { self.bits[j] } else { 0 }
    }
}
