//! Kernels for sets of any size: with one word for each set, of 16 or 32 bits, or with planes of bytes.

use super::byte_kernel::ByteKernel;
use super::history::History;
use super::kernel::{Kernel, Stop};
use super::pipeline::{Pipeline, PipelineResult};
use super::recurrence::Recurrence;
use super::space::{Rules, Space};
use super::witness::Witnesses;
use super::word_kernel::WordKernel;

/// The kernels, by the number of bits of a set.
#[derive(Clone, Debug)]
pub(super) enum AnyKernel {
    Bits16(Box<WordKernel<u16>>),
    Bits32(Box<WordKernel<u32>>),
    Bits64(Box<ByteKernel<1>>),
    Bits128(Box<ByteKernel<2>>),
    Bits256(Box<ByteKernel<4>>),
}

/// Evaluates an expression for sets of any size.
macro_rules! each {
    ($any:expr, $kernel:ident => $what:expr) => {
        match $any {
            AnyKernel::Bits16($kernel) => $what,
            AnyKernel::Bits32($kernel) => $what,
            AnyKernel::Bits64($kernel) => $what,
            AnyKernel::Bits128($kernel) => $what,
            AnyKernel::Bits256($kernel) => $what,
        }
    };
}

impl AnyKernel {
    /// Number of bits of a set.
    #[cfg(test)]
    pub(super) fn set_bits(&self) -> usize {
        match self {
            Self::Bits16(_) => 16,
            Self::Bits32(_) => 32,
            Self::Bits64(_) => 64,
            Self::Bits128(_) => 128,
            Self::Bits256(_) => 256,
        }
    }

    /// The heap whose rank comes next.
    pub(super) fn heap(&self) -> u64 {
        each!(self, kernel => kernel.heap())
    }

    /// Number of heaps back from a block that are read.
    pub(super) fn span(&self) -> usize {
        each!(self, kernel => kernel.span())
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        each!(self, kernel => kernel.sets_per_heap())
    }

    /// Appends the value of a heap that was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        each!(self, kernel => kernel.push(value));
    }

    /// Computes blocks, as long as all of their heaps are common.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        each!(self, kernel => kernel.run(end, rules, history, witnesses))
    }

    /// Fills in some of the latest heaps, if they are missing. Returns whether none is missing.
    #[inline(always)]
    pub(super) fn fill_some(&mut self, history: &History) -> bool {
        each!(self, kernel => kernel.heap() == history.heaps() || kernel.fill_some(history))
    }

    /// The largest offset back from a heap of the rare options that are examined for all heaps, or more.
    pub(super) fn rare_reach(&self) -> usize {
        match self {
            Self::Bits16(kernel) => kernel.span(),
            Self::Bits32(kernel) => kernel.span(),
            Self::Bits64(kernel) => kernel.rare_reach(),
            Self::Bits128(kernel) => kernel.rare_reach(),
            Self::Bits256(kernel) => kernel.rare_reach(),
        }
    }

    /// Whether the sets hold the ranks of all values up to this one, as far as they must.
    pub(super) fn holds_up_to(&self, space: Space, largest: u16) -> bool {
        match self {
            Self::Bits16(_) | Self::Bits32(_) => true,
            Self::Bits64(kernel) => kernel.holds_up_to(space, largest),
            Self::Bits128(kernel) => kernel.holds_up_to(space, largest),
            Self::Bits256(kernel) => kernel.holds_up_to(space, largest),
        }
    }

    /// [`Pipeline::run`] for sets of any size.
    pub(super) fn run_on_threads(
        &mut self,
        pipeline: Pipeline<'_>,
        history: &mut History,
        witnesses: &mut Witnesses,
        recurrence: &mut Recurrence,
    ) -> Option<PipelineResult> {
        each!(self, kernel => pipeline.run(&mut **kernel, history, witnesses, recurrence))
    }
}
