//! Kernels compute blocks of heaps as if all were common, and check whether they are.

use super::history::History;
use std::fmt::Debug;

/// On several threads, a check searches only splits with a part up to this size, so that it reads few heaps before its batch. For the
/// values that are left, the thread that appends the values searches splits with any part up to A.
pub(super) const MAX_SEARCHED_PART: u64 = if cfg!(test) { 1 << 10 } else { 1 << 15 };

/// Heaps, each with its value.
pub(super) type HeapValues = [(u64, u16)];

/// Why a run of blocks ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The given end is less than a block away.
    End,
    /// The next heap must be computed alone.
    ComputeOne,
}

/// The tables that compute the ranks of a block of heaps as if all were common.
pub(super) trait Kernel: Debug + Send {
    /// Number of heaps in a block.
    const BLOCK: usize;
    /// The tables that check its blocks.
    type Check: BlockCheck;

    /// The heap whose rank comes next.
    fn heap(&self) -> u64;

    /// Number of heaps back from a block that are read.
    fn span(&self) -> usize;

    /// Number of sets that are united for each heap.
    fn sets_per_heap(&self) -> usize;

    /// Fills in the latest heaps.
    fn fill(&mut self, history: &History);

    /// Fills in some of the latest heaps, or all if that does not take long. Returns whether all are filled in.
    fn fill_some(&mut self, history: &History) -> bool {
        self.fill(history);
        true
    }

    /// Whether the sets hold the ranks of all heaps that are kept, and none is rare.
    fn holds_all(&self) -> bool;

    /// Makes room for some heaps.
    fn reserve_heaps(&mut self, heaps: usize);

    /// Appends a block. Returns whether the sets hold its ranks; if not, nothing is appended.
    fn try_append(&mut self) -> bool;

    /// Appends the ranks of the latest heaps, which the sets must hold.
    fn copy_ranks(&self, count: usize, to: &mut Vec<u8>);

    /// The tables that check the blocks, without any heaps.
    fn check(&self) -> Self::Check;
}

/// Tables that check whether the heaps of a block are common.
pub(super) trait BlockCheck: Clone + Debug + Send {
    /// Number of the first heaps of the span whose sets are never read.
    const UNREAD_HEAPS: usize;

    /// The heap whose rank comes next.
    fn heap(&self) -> u64;

    /// Makes room for some heaps.
    fn reserve_heaps(&mut self, heaps: usize);

    /// Forgets all heaps; heap `heap` is next.
    fn restart(&mut self, heap: u64);

    /// Appends a block with these ranks, and its values to the history.
    fn append(&mut self, ranks: &[u8], history: &mut History);

    /// The first heap of a block that has a rare value below its own which `search` does not accept; as its place in the block. The block
    /// begins with heap `heap`, and must have been appended.
    fn find_failure(&mut self, heap: u64, search: &mut impl OptionSearch) -> Option<usize>;
}

/// Searches rare options that are not among those of the chosen parts.
pub(super) trait OptionSearch {
    /// Whether a rare value is an option of a heap, or is left to be searched later.
    fn accepts(&mut self, heap: u64, value: u16) -> bool;
}

#[cfg(test)]
mod tests;
