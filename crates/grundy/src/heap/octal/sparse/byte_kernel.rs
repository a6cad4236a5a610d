//! Computes the values of 128 heaps at a time, for common values whose ranks are below 64, 128 or 256.
//!
//! Let hot(y) be the set that contains only the rank of heap y, or the empty
//! set if heap y is rare. The common options of heap x are
//!
//! ⋃ over the rare values v of v ⊕ ⋃ { hot(x − d) : d = i + r, r rare with g(r) = v, i breaking },
//!
//! and the options by taking, hot(x − i). Sets are planes of bytes (`byte_groups`), in which the union over i is taken once for all rare
//! heaps (`byte_sets`). A block is processed in three phases.
//!
//! 1. The options by splits with large rare parts, all of whose offsets are a block or more, are united for the whole block.
//! 2. For sixteen heaps at a time, those with rare parts above 16 are added; then, heap by heap, those at smaller offsets, which form a
//!    chain: the rank of a heap is the least that is not an option (`byte_chain`).
//! 3. The rare options are united for the whole block, and rare values that are not among them are searched (`byte_rare_options`).
//!
//! A heap whose rank the planes do not hold ends the run, and so does one that is not common after all.

use super::byte_chain::ByteChain;
use super::byte_check::ByteCheck;
use super::byte_groups::{BLOCK, ByteGroups, Unions};
use super::byte_rare_options::ByteRareOptions;
use super::byte_sets::ByteSets;
use super::history::History;
use super::kernel::{HeapValues, Kernel, MAX_SEARCHED_PART, Stop};
use super::space::{Rules, Space};
use super::witness::{SmallParts, Witnesses};
use crate::simd::{SimdLevel, Vectorized};

/// The sets of the latest heaps and the tables for one set of rare heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteKernel<const N: usize> {
    /// The options by taking, and by splits with a small rare part.
    chain: ByteChain<N>,
    /// The other offsets.
    far: ByteGroups,
    rare: ByteRareOptions,
    sets: ByteSets,
    unions: Unions,
    /// The largest offset of a rare option.
    rare_reach: usize,
    /// Number of heaps that must be kept.
    span: usize,
    simd: SimdLevel,
}

impl<const N: usize> ByteKernel<N> {
    /// The tables, without any heaps; `None` if ranks of values up to `largest` reach 64·`N`. `parts` are the common heaps whose splits
    /// are examined first, and `part_limit` is A, the largest part that is searched.
    pub(super) fn new(
        rules: &Rules,
        space: Space,
        (rare, parts): (&HeapValues, &HeapValues),
        (largest, part_limit): (u16, u64),
        simd: SimdLevel,
    ) -> Option<Self> {
        let planes = planes(space, largest);
        if planes > 8 * N {
            return None;
        }
        let with_ranks = |list: &HeapValues| -> Vec<(usize, usize)> {
            list.iter().map(|&(heap, value)| (heap as usize, usize::from(space.rank(value)))).collect()
        };
        let (rare, parts) = (with_ranks(rare), with_ranks(parts));
        let (changing, keeping): (Vec<_>, Vec<_>) = rules.takes.iter().partition(|&&i| space.changes_class(i));
        let least = rules.breaks.first().copied().unwrap_or(0);
        let offsets = |list: Vec<(usize, usize)>| list.into_iter().map(|(part, rank)| (part + least, rank)).collect();
        let (far, near) = rare.iter().partition(|&&(part, _)| part + least >= BLOCK);
        let reach = |list: &[(usize, usize)]| list.iter().map(|&(part, _)| part).max().unwrap_or(0) + rules.last;
        let (common_reach, rare_reach) = (reach(&rare), reach(&parts));
        // A check on another thread also reads what a search for splits with small parts reads, and goes on in whole blocks.
        let searched = part_limit.min(MAX_SEARCHED_PART) as usize + rules.last;
        let span = common_reach.max(rare_reach).max(searched).max(BLOCK + rules.last).next_multiple_of(BLOCK);
        let sets = ByteSets::new(space, &rules.breaks, planes, span, simd);
        let rare = ByteRareOptions::new(space, offsets(parts), changing, planes, simd);
        let (chain, far) = (ByteChain::new(&keeping, &rules.breaks, near), ByteGroups::new(offsets(far)));
        Some(Self { chain, far, rare, sets, unions: Unions::new(planes), rare_reach, span, simd })
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.sets.push(value);
    }

    /// The largest offset back from a heap of the rare options that are examined for all heaps.
    pub(super) fn rare_reach(&self) -> usize {
        self.rare_reach
    }

    /// Whether the planes hold the ranks of all values up to this one.
    pub(super) fn holds_up_to(&self, space: Space, largest: u16) -> bool {
        planes(space, largest) <= self.sets.planes().len()
    }

    /// Computes values up to heap `end`, or to the next heap that is rare or whose rank the planes do not hold.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        debug_assert_eq!(self.heap(), history.heaps());
        while self.heap() + BLOCK as u64 <= end {
            let heap = self.heap();
            self.sets.reserve_heaps(BLOCK);
            let (ranks, full) = self.ranks();
            history.extend(&self.rare.common_values(heap, &ranks));
            self.sets.extend(&ranks);
            let count = full.unwrap_or(BLOCK);
            let failure =
                self.rare.find_failure(&self.sets, (heap, count), &mut SmallParts { rules, history, witnesses });
            if let Some(bad) = failure.or(full) {
                self.sets.drop_from(self.sets.ranks().len() - BLOCK + bad);
                history.truncate(heap + bad as u64);
                return Stop::ComputeOne;
            }
        }
        Stop::End
    }

    /// The ranks of the next block's heaps, if all are common, and the place of the first that the planes do not hold.
    fn ranks(&mut self) -> ([u16; BLOCK], Option<usize>) {
        self.simd.run(RanksCall(self))
    }

    /// [`Self::ranks`], compiled for the vectors of the caller.
    #[inline(always)]
    fn ranks_here(&mut self) -> ([u16; BLOCK], Option<usize>) {
        let at = self.sets.ranks().len();
        self.unions.clear();
        self.far.unite(self.sets.planes(), at, &mut self.unions);
        self.unions.complete();
        let ranks = self.chain.ranks(self.sets.ranks(), &self.unions.words());
        let most = 8 * self.sets.planes().len();
        let is_full = usize::from(ranks.iter().fold(0, |largest, &rank| rank.max(largest))) >= most;
        let full = if is_full { ranks.iter().position(|&rank| usize::from(rank) >= most) } else { None };
        (ranks, full)
    }
}

impl<const N: usize> Kernel for ByteKernel<N> {
    const BLOCK: usize = BLOCK;
    type Check = ByteCheck;

    fn heap(&self) -> u64 {
        self.sets.heap()
    }

    fn span(&self) -> usize {
        self.span
    }

    fn sets_per_heap(&self) -> usize {
        self.chain.count() + self.far.count() + self.rare.sets_per_heap()
    }

    fn fill(&mut self, history: &History) {
        self.sets.fill(history);
    }

    fn fill_some(&mut self, history: &History) -> bool {
        self.sets.fill_some(history)
    }

    fn holds_all(&self) -> bool {
        self.sets.holds_all()
    }

    fn reserve_heaps(&mut self, heaps: usize) {
        self.sets.reserve_heaps(heaps);
    }

    #[inline(always)]
    fn try_append(&mut self) -> bool {
        let (ranks, full) = self.ranks();
        if full.is_none() {
            self.sets.extend(&ranks);
        }
        full.is_none()
    }

    fn copy_ranks(&self, count: usize, to: &mut Vec<u8>) {
        let ranks = self.sets.ranks();
        to.extend(ranks[ranks.len() - count..].iter().map(|&rank| rank as u8));
    }

    fn check(&self) -> ByteCheck {
        let mut sets = self.sets.clone();
        sets.restart(0);
        ByteCheck::new(self.rare.clone(), sets)
    }
}

/// A call of [`ByteKernel::ranks_here`].
struct RanksCall<'a, const N: usize>(&'a mut ByteKernel<N>);

impl<const N: usize> Vectorized for RanksCall<'_, N> {
    type Output = ([u16; BLOCK], Option<usize>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.0.ranks_here()
    }
}

/// Number of planes for the ranks of all values up to `largest`, and of those that only differ from them in bits below the one that is
/// left out.
fn planes(space: Space, largest: u16) -> usize {
    let planes_per_group = (1usize << space.group_bits()).div_ceil(8);
    (usize::from(space.rank(largest)) / 8 + 1).next_multiple_of(planes_per_group)
}
