//! Blocks with one, two or four words a set.

use super::history::History;
use super::lanes::{Lanes, Stop};
use super::space::Rules;
use super::witness::Witnesses;

/// [`Lanes`] of one, two or four planes.
#[derive(Clone, Debug)]
pub(super) enum Planes {
    One(Lanes<1>),
    Two(Lanes<2>),
    Four(Lanes<4>),
}

/// The same for whatever number of planes.
macro_rules! each {
    ($planes:expr, $lanes:ident => $what:expr) => {
        match $planes {
            Planes::One($lanes) => $what,
            Planes::Two($lanes) => $what,
            Planes::Four($lanes) => $what,
        }
    };
}

impl Planes {
    /// As [`Lanes::heap`].
    pub(super) fn heap(&self) -> u64 {
        each!(self, lanes => lanes.heap())
    }

    /// As [`Lanes::span`].
    pub(super) fn span(&self) -> usize {
        each!(self, lanes => lanes.span())
    }

    /// As [`Lanes::push`].
    pub(super) fn push(&mut self, value: u16) {
        each!(self, lanes => lanes.push(value));
    }

    /// As [`Lanes::run`].
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, past: &mut History, seen: &mut Witnesses) -> Stop {
        each!(self, lanes => {
            if lanes.heap() != past.heaps() {
                lanes.fill(past);
            }
            lanes.run(end, rules, past, seen)
        })
    }
}
