//! Estimates of the effort of questions.

use super::NimberSearch;
use super::proof_numbers::ProofNumbers;
use super::value_set::SET_BITS;
use rustc_hash::FxHashSet;

/// What the estimates depend on.
pub(super) struct Estimates<'s, 'a> {
    pub(super) search: &'s NimberSearch<'a>,
    /// The components of the open questions, in a game in which play may come back to one.
    pub(super) path: &'s FxHashSet<u64>,
}

impl Estimates<'_, '_> {
    /// The numbers of the question whether an option has the value `n`, if a heap and `unsolved` components, at least one, are left of it.
    pub(super) fn of_option(&self, unsolved: &[u64], heap: u32, n: u32) -> ProofNumbers {
        debug_assert!(!unsolved.is_empty(), "an option without unsolved components has a value");
        match *unsolved {
            // The search ends with an error if play comes back to a component, so all else is searched before.
            _ if !self.path.is_empty() && unsolved.iter().any(|component| self.path.contains(component)) => {
                ProofNumbers::AVOIDED
            }
            [component] => self.of_component(component, n ^ heap),
            _ => {
                let weights = unsolved.iter().map(|&component| self.weight(component));
                ProofNumbers::of_weight(weights.fold(0, u32::saturating_add))
            }
        }
    }

    /// The numbers of the question whether a component has the value `n`.
    pub(super) fn of_component(&self, component: u64, n: u32) -> ProofNumbers {
        let stored = if n < SET_BITS { self.search.proof_numbers.get(component, n) } else { None };
        stored.unwrap_or_else(|| ProofNumbers::of_weight(self.weight(component)))
    }

    fn weight(&self, component: u64) -> u32 {
        self.search.game.weight(component)
    }
}
