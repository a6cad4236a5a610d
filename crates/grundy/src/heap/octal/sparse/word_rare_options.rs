//! Checks that the rare values below the values of 64 common heaps are options.

use super::chain::BLOCK;
use super::kernel::OptionSearch;
use super::short_word::ShortWord;
use super::space::{Rules, Space};
use super::word_groups::WordGroups;
use super::word_sets::{WordSets, unite_at};
use crate::simd::{SimdLevel, Vectorized};

/// The rare options of a heap that are looked at first: by taking, and by splits with a few common parts.
#[derive(Clone, Debug)]
pub(super) struct WordRareOptions<W> {
    space: Space,
    /// The parts whose splits are examined for all heaps of a block at once.
    parts: WordGroups,
    /// The numbers of stones that may be taken if one heap is left and the option is rare.
    takes: Vec<usize>,
    /// For each heap of a block, the ranks whose rare value is below the common value with the same rank; for both class flips of the
    /// block's first heap. Either all ranks of a group are in the set, or none.
    rare_is_less: [[W; BLOCK]; 2],
    /// [`Space::group_bits`]. A word holds all ranks of a group.
    group_bits: usize,
    simd: SimdLevel,
}

impl<W: ShortWord> WordRareOptions<W> {
    /// The options by splits with these parts, each with its rank.
    pub(super) fn new(rules: &Rules, space: Space, parts: Vec<(usize, usize)>, simd: SimdLevel) -> Self {
        let less = [0, 1].map(|flip| {
            let value = |rank: usize, common| space.value(rank as u16, common, flip);
            let is_less = |&rank: &usize| value(rank, false) < value(rank, true);
            W::of_bits((0..W::BITS).filter(is_less).fold(0, |bits, rank| bits | 1 << rank))
        });
        let flip = |place: usize| if space.parity.is_some() { place & 1 } else { 0 };
        Self {
            space,
            parts: WordGroups::new(parts),
            takes: rules.takes.iter().filter(|i| space.changes_class(**i)).copied().collect(),
            rare_is_less: [0, 1].map(|first| std::array::from_fn(|j| less[flip(first + j)])),
            group_bits: space.group_bits() as usize,
            simd,
        }
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        self.parts.count() + self.takes.len()
    }

    /// The values of a block of common heaps with these ranks, from heap `heap` on.
    #[inline(always)]
    pub(super) fn common_values(&self, heap: u64, ranks: &[u8; BLOCK]) -> [u16; BLOCK] {
        self.space.common_values(ranks, self.space.class_flip(heap))
    }

    /// The first heap of a block that has a rare value below its own which `search` does not accept, among the first `count`; as its
    /// place in the block. The block begins with heap `heap`, whose words are at place `at`.
    #[inline(always)]
    pub(super) fn find_failure(
        &self,
        sets: &WordSets<W>,
        (heap, at, count): (u64, usize, usize),
        search: &mut impl OptionSearch,
    ) -> Option<usize> {
        let missed = self.simd.run(MissedCall { options: self, sets, at, first: self.space.class_flip(heap) });
        if missed.iter().fold(W::default(), |any, &missed| any | missed) == W::default() {
            return None;
        }
        let mut places = 0u64;
        for (j, &missed) in missed[..count].iter().enumerate() {
            places |= u64::from(missed != W::default()) << j;
        }
        while places != 0 {
            let j = places.trailing_zeros() as usize & (BLOCK - 1);
            let x = heap + j as u64;
            let mut missed = missed[j].bits();
            while missed != 0 {
                let value = self.space.value(missed.trailing_zeros() as u16, false, self.space.class_flip(x));
                if !search.accepts(x, value) {
                    return Some(j);
                }
                missed &= missed - 1;
            }
            places &= places - 1;
        }
        None
    }

    /// For each heap of a block, the rare ranks below its value that are not options by taking or with the chosen parts. `first` is
    /// the class flip of the first heap.
    #[inline(always)]
    fn missed(&self, sets: &WordSets<W>, at: usize, first: usize) -> [W; BLOCK] {
        let mut covered: [W; BLOCK] = sets.unite(&self.parts, at);
        for &i in &self.takes {
            unite_at(&mut covered, sets.own(), at - i);
        }
        let mut groups: [W; BLOCK] = sets.own()[at..][..BLOCK].try_into().expect("a block");
        for (bit, &lower) in W::LOWER.iter().enumerate().take(self.group_bits) {
            for group in &mut groups {
                *group |= (*group & lower) << (1 << bit) | *group >> (1 << bit) & lower;
            }
        }
        let less = &self.rare_is_less[first & 1];
        let mut missed = [W::default(); BLOCK];
        for j in 0..BLOCK {
            missed[j] = groups[j].below(less[j]) & !covered[j];
        }
        missed
    }
}

/// A call of [`WordRareOptions::missed`].
struct MissedCall<'a, W> {
    options: &'a WordRareOptions<W>,
    sets: &'a WordSets<W>,
    at: usize,
    first: usize,
}

impl<W: ShortWord> Vectorized for MissedCall<'_, W> {
    type Output = [W; BLOCK];

    #[inline(always)]
    fn run(self) -> [W; BLOCK] {
        self.options.missed(self.sets, self.at, self.first)
    }
}
