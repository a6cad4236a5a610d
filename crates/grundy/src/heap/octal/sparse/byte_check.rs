//! Checks blocks of 128 heaps whose sets are planes of bytes, with sets of its own.

use super::byte_groups::BLOCK;
use super::byte_rare_options::ByteRareOptions;
use super::byte_sets::ByteSets;
use super::history::History;
use super::kernel::{BlockCheck, OptionSearch};

/// The rare options of blocks, and the sets of the latest heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteCheck {
    rare: ByteRareOptions,
    sets: ByteSets,
}

impl ByteCheck {
    /// The check of these options. There are no heaps in `sets`.
    pub(super) fn new(rare: ByteRareOptions, sets: ByteSets) -> Self {
        Self { rare, sets }
    }
}

impl BlockCheck for ByteCheck {
    const UNREAD_HEAPS: usize = 0;

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
        let mut wide = [0; BLOCK];
        for (wide, &rank) in wide.iter_mut().zip(ranks) {
            *wide = rank.into();
        }
        history.extend(&self.rare.common_values(self.sets.heap(), &wide));
        self.sets.extend(&wide);
    }

    #[inline(always)]
    fn find_failure(&mut self, heap: u64, search: &mut impl OptionSearch) -> Option<usize> {
        self.rare.find_failure(&self.sets, (heap, BLOCK), search)
    }
}
