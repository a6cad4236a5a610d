//! Blocks of heaps for sets of any size: with one word for each set, of 16 or 32 bits, or with planes of bytes.

use super::blocks::{Blocks, Stop};
use super::byte_blocks::ByteBlocks;
use super::history::History;
use super::pipeline::{Pipeline, PipelineResult};
use super::recurrence::Recurrence;
use super::space::{Rules, Space};
use super::witness::Witnesses;
use super::word_blocks::WordBlocks;

/// The tables for blocks, by the number of bits of a set.
#[derive(Clone, Debug)]
pub(super) enum AnyBlocks {
    Bits16(Box<WordBlocks<u16>>),
    Bits32(Box<WordBlocks<u32>>),
    Bits64(Box<ByteBlocks<1>>),
    Bits128(Box<ByteBlocks<2>>),
    Bits256(Box<ByteBlocks<4>>),
}

/// Evaluates an expression for sets of any size.
macro_rules! each {
    ($any:expr, $blocks:ident => $what:expr) => {
        match $any {
            AnyBlocks::Bits16($blocks) => $what,
            AnyBlocks::Bits32($blocks) => $what,
            AnyBlocks::Bits64($blocks) => $what,
            AnyBlocks::Bits128($blocks) => $what,
            AnyBlocks::Bits256($blocks) => $what,
        }
    };
}

impl AnyBlocks {
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

    /// The heap whose number comes next.
    pub(super) fn heap(&self) -> u64 {
        each!(self, blocks => blocks.heap())
    }

    /// Number of heaps back from a block that are read.
    pub(super) fn span(&self) -> usize {
        each!(self, blocks => blocks.span())
    }

    /// Number of sets that are united for each heap.
    pub(super) fn sets_per_heap(&self) -> usize {
        each!(self, blocks => blocks.sets_per_heap())
    }

    /// Appends the value of a heap that was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        each!(self, blocks => blocks.push(value));
    }

    /// Computes blocks, as long as all of their heaps are common.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        each!(self, blocks => blocks.run(end, rules, history, witnesses))
    }

    /// Fills in some of the latest heaps, if they are missing. Returns whether none is missing.
    #[inline(always)]
    pub(super) fn fill_some(&mut self, history: &History) -> bool {
        each!(self, blocks => blocks.heap() == history.heaps() || blocks.fill_some(history))
    }

    /// The largest offset back from a heap of the rare options that are examined for all heaps, or more.
    pub(super) fn rare_reach(&self) -> usize {
        match self {
            Self::Bits16(blocks) => blocks.span(),
            Self::Bits32(blocks) => blocks.span(),
            Self::Bits64(blocks) => blocks.rare_reach(),
            Self::Bits128(blocks) => blocks.rare_reach(),
            Self::Bits256(blocks) => blocks.rare_reach(),
        }
    }

    /// Whether the sets hold the numbers of all values up to this one, as far as they must.
    pub(super) fn holds_up_to(&self, space: Space, largest: u16) -> bool {
        match self {
            Self::Bits16(_) | Self::Bits32(_) => true,
            Self::Bits64(blocks) => blocks.holds_up_to(space, largest),
            Self::Bits128(blocks) => blocks.holds_up_to(space, largest),
            Self::Bits256(blocks) => blocks.holds_up_to(space, largest),
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
        each!(self, blocks => pipeline.run(&mut **blocks, history, witnesses, recurrence))
    }
}
