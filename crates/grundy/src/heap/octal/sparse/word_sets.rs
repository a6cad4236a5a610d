//! The sets that blocks of 64 heaps read: words of 16 or 32 bits for the latest heaps.

use super::chain::{BLOCK, CHAIN_REACH, STEP};
use super::history::History;
use super::short_word::ShortWord;
use super::space::Space;
use super::word_groups::WordGroups;

/// The words of consecutive heaps.
#[derive(Clone, Debug)]
pub(super) struct WordSets<W> {
    space: Space,
    /// The numbers of stones that are taken in a split.
    breaks: Vec<usize>,
    /// The set of the rank of each heap; empty for heaps before the first and for rare heaps.
    own: Vec<W>,
    /// For each heap, the union of the sets of the heaps that are left after the stones of a split are taken; empty if splits
    /// always take equally many.
    left: Vec<W>,
    /// The ranks of the heaps; [`BITS`](super::rank_set::RankSet::BITS) if the set is empty.
    ranks: Vec<u8>,
    /// Number of heaps that must be kept.
    span: usize,
    /// The heap whose words come next.
    heap: u64,
}

impl<W: ShortWord> WordSets<W> {
    /// No words yet. At least `span` heaps are kept.
    pub(super) fn new(space: Space, breaks: &[usize], span: usize) -> Self {
        let capacity = span + (span / 2).max(1 << 12);
        Self {
            space,
            breaks: breaks.to_vec(),
            own: Vec::with_capacity(capacity),
            left: Vec::with_capacity(if breaks.len() == 1 { 0 } else { capacity }),
            ranks: Vec::with_capacity(capacity),
            span,
            heap: 0,
        }
    }

    /// Fills in the words of the latest heaps. The history may keep fewer heaps than the span: a window determines the values after it.
    pub(super) fn fill(&mut self, history: &History) {
        self.truncate(0);
        for back in (1..=self.span as u64).rev() {
            let heap = history.heaps().checked_sub(back).filter(|&heap| heap > 0);
            let value = heap.and_then(|heap| Some((heap, history.get(heap)?)));
            self.push_words(value.filter(|&(heap, value)| !self.space.is_rare(heap, value)).map(|(_, value)| value));
        }
        self.heap = history.heaps();
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.reserve();
        self.push_words(Some(value));
        self.heap += 1;
    }

    fn push_words(&mut self, common: Option<u16>) {
        // A rank that the word does not hold is in no relevant option, and neither are its sums with ranks of rare heaps.
        let rank = common.map_or(W::BITS, |value| usize::from(self.space.rank(value)).min(W::BITS)) as u8;
        self.ranks.push(rank);
        self.own.push(W::singleton(rank));
        if self.breaks.len() == 1 {
            return;
        }
        let places = self.breaks.iter().filter_map(|&i| (self.own.len() - 1).checked_sub(i));
        self.left.push(places.fold(W::default(), |left, place| left | self.own[place]));
    }

    /// Appends the words of some heaps with these ranks.
    #[inline(always)]
    pub(super) fn extend(&mut self, ranks: &[u8; STEP]) {
        let at = self.own.len();
        let mut own = [W::default(); STEP];
        for j in 0..STEP {
            own[j] = W::singleton(ranks[j]);
        }
        self.own.extend_from_slice(&own);
        if self.breaks.len() > 1 {
            let mut left = [W::default(); STEP];
            for &i in &self.breaks {
                unite_at(&mut left, &self.own, at - i);
            }
            self.left.extend_from_slice(&left);
        }
        self.ranks.extend_from_slice(ranks);
        self.heap += STEP as u64;
    }

    /// Drops the latest words, back to a place.
    pub(super) fn drop_from(&mut self, place: usize) {
        self.heap -= (self.own.len() - place) as u64;
        self.truncate(place);
    }

    fn truncate(&mut self, places: usize) {
        self.own.truncate(places);
        self.left.truncate(places);
        self.ranks.truncate(places);
    }

    /// Makes room for another block, and may drop older words for it; returns the place of the next words.
    #[inline(always)]
    pub(super) fn reserve(&mut self) -> usize {
        if self.own.len() + BLOCK > self.own.capacity() {
            self.drop_old();
        }
        self.own.len()
    }

    /// Makes room for some heaps, so that no words are dropped while they are appended.
    pub(super) fn reserve_heaps(&mut self, heaps: usize) {
        if self.own.len() + heaps > self.own.capacity() {
            self.drop_old();
            self.own.reserve(heaps);
        }
    }

    /// Drops all words that need not be kept.
    fn drop_old(&mut self) {
        let gone = self.own.len().saturating_sub(self.span);
        self.own.copy_within(gone.., 0);
        if !self.left.is_empty() {
            self.left.copy_within(gone.., 0);
        }
        self.ranks.copy_within(gone.., 0);
        self.truncate(self.span);
    }

    /// The same game's sets, without any words.
    pub(super) fn without_words(&self) -> Self {
        Self::new(self.space, &self.breaks, self.span)
    }

    /// Keeps only empty sets, of [`CHAIN_REACH`] heaps; heap `heap` is next.
    pub(super) fn restart(&mut self, heap: u64) {
        self.truncate(0);
        (0..CHAIN_REACH).for_each(|_| self.push_words(None));
        self.heap = heap;
    }

    /// Whether the words hold the ranks of all heaps that are kept, and none is rare.
    pub(super) fn holds_all(&self) -> bool {
        self.ranks.iter().rev().take(self.span).all(|&rank| usize::from(rank) < W::BITS)
    }

    /// The heap whose words come next.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// The sets of the ranks of the heaps.
    #[inline(always)]
    pub(super) fn own(&self) -> &[W] {
        &self.own
    }

    /// The ranks of the heaps.
    #[inline(always)]
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    /// For the heaps from place `at` on: the union of the sets of the heaps that are left after the stones of a split are taken and
    /// a part in `parts`, which has its rank added.
    #[inline(always)]
    pub(super) fn unite<const L: usize>(&self, parts: &WordGroups, at: usize) -> [W; L] {
        let (left, at) = match self.breaks[..] {
            [stones] => (&self.own, at - stones),
            _ => (&self.left, at),
        };
        parts.unite(left, at)
    }
}

/// Unites sets with those of consecutive places from `at` on.
#[inline(always)]
pub(super) fn unite_at<W: ShortWord, const L: usize>(sets: &mut [W; L], others: &[W], at: usize) {
    let others: &[W; L] = others[at..][..L].try_into().expect("as long");
    for l in 0..L {
        sets[l] |= others[l];
    }
}
