//! The ranks of 64 heaps, if all of them are common.

use super::chain::{BLOCK, CHAIN_REACH, Near, Ranks, STEP};
use super::short_word::ShortWord;
use super::space::{Rules, Space};
use super::word_groups::WordGroups;
use super::word_sets::WordSets;
use crate::simd::{SimdLevel, Vectorized};

/// The common options of a heap: by taking, or by a split with a rare part.
#[derive(Clone, Debug)]
pub(super) struct WordCommonOptions<W> {
    /// Options by taking or with a rare part up to 16.
    near: Near<W>,
    /// The rare heaps from 17 to 64.
    middle: WordGroups,
    /// The rare heaps above 64.
    far: WordGroups,
    simd: SimdLevel,
}

impl<W: ShortWord> WordCommonOptions<W> {
    /// The options if `rare` are the rare heaps with their ranks. No move may take more than [`CHAIN_REACH`] − [`STEP`] stones.
    pub(super) fn new(rules: &Rules, space: Space, rare: &[(usize, usize)], simd: SimdLevel) -> Self {
        let takes: Vec<usize> = rules.takes.iter().filter(|i| !space.changes_class(**i)).copied().collect();
        let between = |from: usize, to: usize| {
            rare.iter().copied().filter(move |&(heap, _)| from <= heap && heap <= to).collect::<Vec<_>>()
        };
        Self {
            near: Near::new(&takes, &rules.breaks, &between(1, STEP)),
            middle: WordGroups::new(between(STEP + 1, BLOCK)),
            far: WordGroups::new(between(BLOCK + 1, usize::MAX)),
            simd,
        }
    }

    /// Number of sets that are united for each heap, without those of the near rare heaps.
    pub(super) fn sets_per_heap(&self) -> usize {
        self.middle.count() + self.far.count()
    }

    /// Appends the words of a block at place `at`, where the words end. A rank may be too large for a word; then the later ones of
    /// the block are meaningless.
    pub(super) fn append_block(&mut self, sets: &mut WordSets<W>, at: usize) {
        self.simd.run(AppendCall { options: self, sets, at });
    }

    /// [`Self::append_block`], compiled for the vectors of the caller.
    #[inline(always)]
    fn append_block_here(&mut self, sets: &mut WordSets<W>, at: usize) {
        let far: [W; BLOCK] = sets.unite(&self.far, at);
        let mut ranks: Ranks = [0; CHAIN_REACH + BLOCK];
        for (rank, &before) in ranks.iter_mut().zip(&sets.ranks()[at - CHAIN_REACH..at]) {
            *rank = before.into();
        }
        self.near.begin(&ranks);
        for from in (0..BLOCK).step_by(STEP) {
            let mut options: [W; STEP] = sets.unite(&self.middle, at + from);
            for j in 0..STEP {
                options[j] |= far[from + j];
            }
            self.near.chain(&options, &mut ranks, CHAIN_REACH + from);
            let ranks: &[u16; STEP] = ranks[CHAIN_REACH + from..][..STEP].try_into().expect("as long");
            sets.extend(&ranks.map(|rank| rank as u8));
        }
    }
}

/// A call of [`WordCommonOptions::append_block_here`].
struct AppendCall<'a, W> {
    options: &'a mut WordCommonOptions<W>,
    sets: &'a mut WordSets<W>,
    at: usize,
}

impl<W: ShortWord> Vectorized for AppendCall<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.options.append_block_here(self.sets, self.at);
    }
}
