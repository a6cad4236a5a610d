//! Positions as sums of components: an optional facet of impartial games under normal play.

use super::{Key, RulesError, TheoryError};
use crate::limits::Limits;
use std::cmp::Ordering;

/// An impartial game under normal play whose positions are sums of components, each a word.
///
/// A component is *canonical*: equivalent components are the same word. Components whose value is known without a search are added to the
/// Nim heap of their sum instead of being listed. No word of a component is 0.
pub trait DynComponents: Send + Sync {
    /// Returns the components of a position.
    ///
    /// # Errors
    /// If the rules fail.
    fn split(&self, at: &Key) -> Result<ComponentSum, RulesError>;

    /// Writes each option of a component to `sum` and calls `visit` with it, in a fixed order, until `visit` returns `false`. A
    /// search is fastest if options with small components come first.
    ///
    /// # Errors
    /// If the rules fail.
    fn expand(
        &self,
        component: u64,
        sum: &mut ComponentSum,
        visit: &mut dyn FnMut(&ComponentSum) -> bool,
    ) -> Result<(), RulesError>;

    /// Returns an estimate of the effort of solving a component, which decides what a search examines first. The weight of a sum is the sum of
    /// the weights. Proof and disproof numbers count a weight above 2²⁵ as 2²⁵.
    fn weight(&self, component: u64) -> u32;

    /// Returns values that a component cannot have by a theorem, as a set of bits: bit *n* for the value *n*, which is at most 54.
    fn impossible_values(&self, _component: u64) -> u64 {
        0
    }

    /// Returns whether the components that can be reached from a position are so few that the game's theory solves all of them, and no search is
    /// needed.
    ///
    /// # Errors
    /// If the rules fail, or the run is stopped.
    fn is_enumerable(&self, _at: &Key, _limits: &Limits<'_>) -> Result<bool, TheoryError> {
        Ok(false)
    }

    /// Returns whether play may come back to a component, as far as the game knows. If so, a search fails with
    /// [`DynComponents::repeat_error`] when it comes back to one, and does not cancel equal components.
    fn may_repeat(&self) -> bool {
        false
    }

    /// Returns the error of a game in which play came back to this component; `None` in games in which it cannot.
    fn repeat_error(&self, _component: u64) -> Option<RulesError> {
        None
    }

    /// Returns how many components a search may expand between two checks of its limits, at most `max`. It should take a few milliseconds.
    fn check_interval(&self, max: u64) -> u64 {
        max
    }

    /// Appends the bytes of a component, for a file. Unlike its word, they do not depend on earlier calls.
    fn write_component(&self, component: u64, out: &mut Vec<u8>) {
        out.extend(component.to_le_bytes());
    }

    /// Returns the component that `write_component` wrote; `None` if the bytes cannot be a component of this game. The caller must ensure that
    /// they belong to this game: a component that is not canonical may be accepted.
    ///
    /// # Errors
    /// If there is no memory for the component.
    fn read_component(&self, bytes: &[u8]) -> Result<Option<u64>, RulesError>;

    /// Compares two components, for the order in a file. Unlike that of their words, it does not depend on earlier calls.
    fn compare_components(&self, a: u64, b: u64) -> Ordering {
        a.to_le_bytes().cmp(&b.to_le_bytes())
    }
}

/// A sum of components and of one Nim heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentSum {
    /// The components, in any order.
    pub components: Vec<u64>,
    /// The size of the Nim heap.
    pub heap: u32,
}

impl ComponentSum {
    /// Makes the sum empty.
    #[inline]
    pub fn clear(&mut self) {
        self.components.clear();
        self.heap = 0;
    }
}
