//! The order in which options are tried, learnt from the search: moves of kinds that answered questions before come first.
//!
//! This is the history heuristic of Schaeffer 1989, with the visited positions as the weight of an answer.

use super::table;

/// Number of counters.
const KINDS: usize = 1 << 12;

/// The largest weight. When a counter reaches it, all counters are halved.
const MAX_WEIGHT: u32 = 1 << 20;

/// The weights of the kinds of moves.
#[derive(Clone)]
pub(super) struct History {
    weights: Box<[u32]>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { weights: vec![0; KINDS].into() }
    }

    fn slot(kind: u64) -> usize {
        table::hash(&kind) as usize % KINDS
    }

    /// The weight of a kind of moves.
    pub(super) fn weight(&self, kind: u64) -> i64 {
        self.weights[Self::slot(kind)].into()
    }

    /// Counts a move that answered a question after a search of `visited` positions.
    pub(super) fn add(&mut self, kind: u64, visited: u64) {
        let weight = &mut self.weights[Self::slot(kind)];
        *weight += visited.max(1).ilog2() + 1;
        if *weight >= MAX_WEIGHT {
            self.weights.iter_mut().for_each(|weight| *weight /= 2);
        }
    }
}
