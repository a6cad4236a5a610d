//! Blocks with one word a set, of 16, 32 or 64 bits, or with two or four words of 64 bits.

use super::history::History;
use super::lanes::{Lanes, Stop};
use super::pipeline::{Pipeline, PipelineResult};
use super::recurrence::Recurrence;
use super::space::Rules;
use super::witness::Witnesses;
use super::word_lanes::WordLanes;

/// [`WordLanes`], or [`Lanes`] of one, two or four planes.
#[derive(Clone, Debug)]
pub(super) enum Planes {
    Bits16(Box<WordLanes<u16>>),
    Bits32(Box<WordLanes<u32>>),
    One(Lanes<1>),
    Two(Lanes<2>),
    Four(Lanes<4>),
}

/// Evaluates an expression for any number of planes.
macro_rules! each {
    ($planes:expr, $lanes:ident => $what:expr) => {
        match $planes {
            Planes::Bits16($lanes) => $what,
            Planes::Bits32($lanes) => $what,
            Planes::One($lanes) => $what,
            Planes::Two($lanes) => $what,
            Planes::Four($lanes) => $what,
        }
    };
}

impl Planes {
    /// Number of bits of a set.
    #[cfg(test)]
    pub(super) fn set_bits(&self) -> usize {
        match self {
            Self::Bits16(_) => 16,
            Self::Bits32(_) => 32,
            Self::One(_) => 64,
            Self::Two(_) => 128,
            Self::Four(_) => 256,
        }
    }

    /// [`Lanes::heap`] for any number of planes.
    pub(super) fn heap(&self) -> u64 {
        each!(self, lanes => lanes.heap())
    }

    /// [`Lanes::span`] for any number of planes.
    pub(super) fn span(&self) -> usize {
        each!(self, lanes => lanes.span())
    }

    /// [`Lanes::push`] for any number of planes.
    pub(super) fn push(&mut self, value: u16) {
        each!(self, lanes => lanes.push(value));
    }

    /// [`Lanes::run`] for any number of planes.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        each!(self, lanes => {
            if lanes.heap() != history.heaps() {
                lanes.fill(history);
            }
            lanes.run(end, rules, history, witnesses)
        })
    }

    /// [`Pipeline::run`] for words; `None` for planes.
    pub(super) fn run_on_threads(
        &mut self,
        pipeline: Pipeline<'_>,
        history: &mut History,
        witnesses: &Witnesses,
        recurrence: &mut Recurrence,
    ) -> Option<PipelineResult> {
        match self {
            Self::Bits16(lanes) => pipeline.run(lanes, history, witnesses, recurrence),
            Self::Bits32(lanes) => pipeline.run(lanes, history, witnesses, recurrence),
            Self::One(_) | Self::Two(_) | Self::Four(_) => None,
        }
    }
}
