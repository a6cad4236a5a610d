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

/// Evaluates an expression for any number of planes.
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
}
