//! Checks blocks of 64 heaps whose sets are words, with sets of its own.

use super::chain::{BLOCK, CHAIN_REACH, STEP};
use super::history::History;
use super::kernel::{BlockCheck, OptionSearch};
use super::short_word::ShortWord;
use super::word_rare_options::WordRareOptions;
use super::word_sets::WordSets;

/// The rare options of blocks, and the sets of the latest heaps.
#[derive(Clone, Debug)]
pub(super) struct WordCheck<W> {
    rare: WordRareOptions<W>,
    sets: WordSets<W>,
}

impl<W: ShortWord> WordCheck<W> {
    /// The check of these options. There are no heaps in `sets`.
    pub(super) fn new(rare: WordRareOptions<W>, sets: WordSets<W>) -> Self {
        Self { rare, sets }
    }
}

impl<W: ShortWord> BlockCheck for WordCheck<W> {
    const UNREAD_HEAPS: usize = CHAIN_REACH;

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
    fn append(&mut self, ranks: &[u8], history: &mut History) {
        let ranks: &[u8; BLOCK] = ranks.try_into().expect("a block");
        history.extend(&self.rare.common_values(self.sets.heap(), ranks));
        for ranks in ranks.as_chunks::<STEP>().0 {
            self.sets.extend(ranks);
        }
    }

    #[inline(always)]
    fn find_failure(&mut self, heap: u64, search: &mut impl OptionSearch) -> Option<usize> {
        let at = self.sets.own().len() - (self.sets.heap() - heap) as usize;
        self.rare.find_failure(&self.sets, (heap, at, BLOCK), search)
    }
}
