//! Blocks of heaps for sets of any size: with one word for each set, of 16 or 32 bits, or with planes of bytes.

use super::block_lanes::{BlockLanes, Stop};
use super::byte_lanes::ByteLanes;
use super::history::History;
use super::pipeline::{Pipeline, PipelineResult};
use super::recurrence::Recurrence;
use super::space::{Rules, Space};
use super::witness::Witnesses;
use super::word_lanes::WordLanes;

/// The tables for blocks, by the number of bits of a set.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    Bits16(Box<WordLanes<u16>>),
    Bits32(Box<WordLanes<u32>>),
    Bits64(Box<ByteLanes<1>>),
    Bits128(Box<ByteLanes<2>>),
    Bits256(Box<ByteLanes<4>>),
}

/// Evaluates an expression for sets of any size.
macro_rules! each {
    ($any:expr, $lanes:ident => $what:expr) => {
        match $any {
            Lanes::Bits16($lanes) => $what,
            Lanes::Bits32($lanes) => $what,
            Lanes::Bits64($lanes) => $what,
            Lanes::Bits128($lanes) => $what,
            Lanes::Bits256($lanes) => $what,
        }
    };
}

impl Lanes {
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

    /// `heap` for sets of any size.
    pub(super) fn heap(&self) -> u64 {
        each!(self, lanes => lanes.heap())
    }

    /// `span` for sets of any size.
    pub(super) fn span(&self) -> usize {
        each!(self, lanes => lanes.span())
    }

    /// `sets_per_heap` for sets of any size.
    pub(super) fn sets_per_heap(&self) -> usize {
        each!(self, lanes => lanes.sets_per_heap())
    }

    /// `push` for sets of any size.
    pub(super) fn push(&mut self, value: u16) {
        each!(self, lanes => lanes.push(value));
    }

    /// `run` for sets of any size.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        each!(self, lanes => lanes.run(end, rules, history, witnesses))
    }

    /// Fills in some of the latest heaps, if they are missing. Returns whether none is missing.
    #[inline(always)]
    pub(super) fn fill_some(&mut self, history: &History) -> bool {
        each!(self, lanes => lanes.heap() == history.heaps() || lanes.fill_some(history))
    }

    /// The largest offset back from a heap of the rare options that are examined for all heaps, or more.
    pub(super) fn rare_reach(&self) -> usize {
        match self {
            Self::Bits16(lanes) => lanes.span(),
            Self::Bits32(lanes) => lanes.span(),
            Self::Bits64(lanes) => lanes.rare_reach(),
            Self::Bits128(lanes) => lanes.rare_reach(),
            Self::Bits256(lanes) => lanes.rare_reach(),
        }
    }

    /// Whether the sets hold the numbers of all values up to this one, as far as they must.
    pub(super) fn holds_up_to(&self, space: Space, largest: u16) -> bool {
        match self {
            Self::Bits16(_) | Self::Bits32(_) => true,
            Self::Bits64(lanes) => lanes.holds_up_to(space, largest),
            Self::Bits128(lanes) => lanes.holds_up_to(space, largest),
            Self::Bits256(lanes) => lanes.holds_up_to(space, largest),
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
        each!(self, lanes => pipeline.run(&mut **lanes, history, witnesses, recurrence))
    }
}
