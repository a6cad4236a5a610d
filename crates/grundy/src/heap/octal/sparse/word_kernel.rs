//! Computes the values of 64 heaps at a time, for common values whose ranks are below 16 or 32.
//!
//! The options of a heap are united as `byte_kernel` says, with one word of 16 or 32 bits for each set. For each heap there is the set of its
//! own rank and, if splits may take different numbers of stones, the union of these sets for the heaps that are left after the stones are
//! taken. So each rare heap is one offset, however many digits allow a split. A block is processed in four phases.
//!
//! 1. The options with rare parts above 64 are united for the whole block.
//! 2. For sixteen heaps at a time, those with rare parts from 17 to 64 are added; then heap by heap those at offsets that are
//!    smaller, which form a chain: the rank of a heap is the least that is not an option.
//! 3. The rare options by splits with the chosen parts are united for the whole block.
//! 4. Rare values below a heap's value that are not among them are searched one by one.
//!
//! A heap whose rank does not fit the word ends the run, and so does one that is not common after all.

use super::chain::{BLOCK, CHAIN_REACH, STEP};
use super::history::History;
use super::kernel::{HeapValues, Kernel, MAX_SEARCHED_PART, Stop};
use super::short_word::ShortWord;
use super::space::{Rules, Space};
use super::witness::{SmallParts, Witnesses};
use super::word_check::WordCheck;
use super::word_common_options::WordCommonOptions;
use super::word_rare_options::WordRareOptions;
use super::word_sets::WordSets;
use crate::simd::SimdLevel;

/// The words of the latest heaps and the tables for one set of rare heaps.
#[derive(Clone, Debug)]
pub(super) struct WordKernel<W> {
    common: WordCommonOptions<W>,
    rare: WordRareOptions<W>,
    sets: WordSets<W>,
    /// Number of heaps that must be kept.
    span: usize,
}

impl<W: ShortWord> WordKernel<W> {
    /// Whether the words hold the values of these rare heaps, and all ranks of a group.
    pub(super) fn hold(rules: &Rules, space: Space, rare: &HeapValues) -> bool {
        rules.last + STEP <= CHAIN_REACH
            && 1 << space.group_bits() <= W::BITS
            && rare.iter().all(|&(_, value)| usize::from(space.rank(value)) < W::BITS)
    }

    /// The tables, if the words [`Self::hold`] all values of `rare`; `parts` are the common heaps whose splits are examined first, with
    /// ranks that the words hold, and `part_limit` is A, the largest part that is searched.
    pub(super) fn new(
        rules: &Rules,
        space: Space,
        rare: &HeapValues,
        parts: &HeapValues,
        history: &History,
        part_limit: u64,
        simd: SimdLevel,
    ) -> Option<Self> {
        if !Self::hold(rules, space, rare) {
            return None;
        }
        let with_ranks = |list: &HeapValues| -> Vec<(usize, usize)> {
            list.iter().map(|&(heap, value)| (heap as usize, usize::from(space.rank(value)))).collect()
        };
        let (rare, parts) = (with_ranks(rare), with_ranks(parts));
        debug_assert!(parts.iter().all(|&(_, rank)| rank < W::BITS));
        let largest = rare.iter().chain(&parts).map(|&(heap, _)| heap).max().unwrap_or(0);
        // A check on another thread also reads what a search for splits with small parts reads. It begins with CHAIN_REACH empty sets, and
        // goes on in whole blocks.
        let span = largest.max(BLOCK).max(part_limit.min(MAX_SEARCHED_PART) as usize).next_multiple_of(BLOCK)
            + 2 * CHAIN_REACH;
        let common = WordCommonOptions::new(rules, space, &rare, simd);
        let rare = WordRareOptions::new(rules, space, parts, simd);
        let mut sets = WordSets::new(space, &rules.breaks, span);
        sets.fill(history);
        Some(Self { common, rare, sets, span })
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.sets.push(value);
    }

    /// Computes values up to heap `end`, or to the next heap that is rare or whose rank the words do not hold.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        debug_assert_eq!(self.heap(), history.heaps());
        while self.heap() + BLOCK as u64 <= end {
            let (heap, at) = (self.heap(), self.sets.reserve());
            let full = self.append_block(at);
            let ranks = self.sets.ranks()[at..].try_into().expect("a block");
            history.extend(&self.rare.common_values(heap, ranks));
            let count = full.unwrap_or(BLOCK);
            let failure =
                self.rare.find_failure(&self.sets, (heap, at, count), &mut SmallParts { rules, history, witnesses });
            if let Some(bad) = failure.or(full) {
                self.sets.drop_from(at + bad);
                history.truncate(heap + bad as u64);
                return Stop::ComputeOne;
            }
        }
        Stop::End
    }

    /// Appends the words of a block, if all its heaps are common. Returns the place of the first rank that the words do not hold.
    #[inline(always)]
    fn append_block(&mut self, at: usize) -> Option<usize> {
        self.common.append_block(&mut self.sets, at);
        let ranks: &[u8; BLOCK] = self.sets.ranks()[at..].try_into().expect("a block");
        let is_full = ranks.iter().fold(0, |largest: u8, &rank| largest.max(rank)) >= W::BITS as u8;
        if is_full { ranks.iter().position(|&rank| usize::from(rank) == W::BITS) } else { None }
    }
}

impl<W: ShortWord> Kernel for WordKernel<W> {
    const BLOCK: usize = BLOCK;
    type Check = WordCheck<W>;

    fn heap(&self) -> u64 {
        self.sets.heap()
    }

    fn span(&self) -> usize {
        self.span
    }

    fn sets_per_heap(&self) -> usize {
        self.common.sets_per_heap() + self.rare.sets_per_heap()
    }

    fn fill(&mut self, history: &History) {
        self.sets.fill(history);
    }

    fn holds_all(&self) -> bool {
        self.sets.holds_all()
    }

    fn reserve_heaps(&mut self, heaps: usize) {
        self.sets.reserve_heaps(heaps);
    }

    #[inline(always)]
    fn try_append(&mut self) -> bool {
        let at = self.sets.reserve();
        let is_held = self.append_block(at).is_none();
        if !is_held {
            self.sets.drop_from(at);
        }
        is_held
    }

    fn copy_ranks(&self, count: usize, to: &mut Vec<u8>) {
        let ranks = self.sets.ranks();
        to.extend_from_slice(&ranks[ranks.len() - count..]);
    }

    fn check(&self) -> WordCheck<W> {
        WordCheck::new(self.rare.clone(), self.sets.without_words())
    }
}
