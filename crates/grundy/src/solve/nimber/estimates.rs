//! Estimates of the effort of questions.

use super::NimberSearch;
use super::numbers::Numbers;
use super::value_set::LAST_BIT;
use rustc_hash::FxHashSet;

/// What the estimates depend on.
pub(super) struct Estimates<'s, 'a> {
    pub(super) search: &'s NimberSearch<'a>,
    /// The components of the open questions, in a game in which play may come back to one.
    pub(super) path: &'s FxHashSet<u64>,
}

impl Estimates<'_, '_> {
    /// The numbers of the question whether an option has the value `n`, if `parts` and a heap are left of it.
    pub(super) fn of_option(&self, parts: &[u64], heap: u32, n: u32) -> Numbers {
        match *parts {
            [] => Numbers::NO,
            // The search ends with an error if play comes back to a component, so all else is searched before.
            _ if !self.path.is_empty() && parts.iter().any(|part| self.path.contains(part)) => Numbers::LAST,
            [part] => self.of_component(part, n ^ heap),
            _ => Numbers::of_weight(parts.iter().fold(0, |sum: u32, &part| sum.saturating_add(self.weight(part)))),
        }
    }

    /// The numbers of the question whether a component has the value `n`.
    pub(super) fn of_component(&self, component: u64, n: u32) -> Numbers {
        let stored = if n < LAST_BIT { self.search.numbers.get(component, n) } else { None };
        stored.unwrap_or_else(|| Numbers::of_weight(self.weight(component)))
    }

    fn weight(&self, component: u64) -> u32 {
        self.search.game.weight(component)
    }
}
