//! Lists the options of a component.
//!
//! A search waits for memory most of its time, if its tables are large: each option needs a look-up of each of its components, and perhaps one
//! of its proof numbers. So several options are found, and their entries prefetched, before the first of them is looked up.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::Item;
use super::numbers::ProofNumbers;
use super::question::{Goal, Question};
use super::recent::Recent;
use super::stack::{Stack, cancel_pairs};
use super::table::Known;
use super::value_set::{SET_BITS, bit, contains};
use crate::text::{ComponentSum, RulesError};
use std::cmp::Reverse;
use std::ops::Range;

/// The number of options that are found before the first of them is looked up.
const BATCH: usize = 8;

/// Options that are found and not looked up yet.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// For each option its heap, and the number of its components.
    options: Vec<(u32, usize)>,
    /// The components of all of them.
    components: Vec<u64>,
}

/// A list of options, with all that it needs to look them up.
struct Listing<'l, 'a> {
    search: &'l NimberSearch<'a>,
    /// The value that is tested, if there is one.
    tested: Option<u32>,
    question: &'l mut Question,
    items: &'l mut Vec<Item>,
    components: &'l mut Vec<u64>,
    found: &'l mut Found,
    recent: &'l mut Recent,
}

impl Stack {
    /// Lists the options of the component that are not solved, and excludes the values of the solved ones. Stops at one that has the tested
    /// value.
    pub(super) fn list_options(
        &mut self,
        search: &NimberSearch<'_>,
        question: &mut Question,
    ) -> Result<(), RulesError> {
        let tested = match question.goal {
            Goal::Test { n, .. } => Some(n),
            _ => None,
        };
        let (start, component) = (self.items.len(), question.component);
        let Self { items, components, found, recent, sum, .. } = self;
        let mut listing = Listing { search, tested, question, items, components, found, recent };
        search.game.expand(component, sum, &mut |sum| listing.add(sum))?;
        let is_open = listing.look_up();
        if !is_open {
            return Ok(());
        }
        if let Some(n) = tested {
            self.estimate(search, start, n);
        }
        self.sort_items(start);
        Ok(())
    }

    /// Sets the proof numbers of the items from `start` on, whether they have the value `n`.
    fn estimate(&mut self, search: &NimberSearch<'_>, start: usize, n: u32) {
        let items = &mut self.items[start..];
        for item in items.iter().filter(|item| item.count == 1) {
            search.numbers.prefetch(self.components[item.first as usize], n ^ item.heap);
        }
        let estimates = Estimates { search, path: &self.path };
        for item in items {
            let unsolved = &self.components[item.first as usize..][..item.count as usize];
            item.numbers = estimates.of_option(unsolved, item.heap, n);
        }
    }

    /// Sorts the items from `start` on: those with the least proof number come first. Of equal ones, one is left.
    ///
    /// Equal items are side by side unless another thread has changed a number.
    fn sort_items(&mut self, start: usize) {
        let components = |item: &Item| &self.components[item.first as usize..][..item.count as usize];
        self.items[start..].sort_unstable_by(|a, b| {
            (a.numbers.proof, a.heap).cmp(&(b.numbers.proof, b.heap)).then_with(|| components(a).cmp(components(b)))
        });
        let mut unique_end = start;
        for i in start..self.items.len() {
            let item = self.items[i];
            let is_equal = |other: Item| other.heap == item.heap && components(&other) == components(&item);
            if unique_end == start || !is_equal(self.items[unique_end - 1]) {
                self.items[unique_end] = item;
                unique_end += 1;
            }
        }
        self.items.truncate(unique_end);
    }
}

impl Listing<'_, '_> {
    /// Adds an option. Returns whether the options are needed that follow.
    fn add(&mut self, option: &ComponentSum) -> bool {
        let (first, mut heap) = (self.found.components.len(), option.heap);
        for &component in &option.components {
            match self.recent.value(component) {
                Some(value) => heap ^= value,
                None => {
                    self.search.table.prefetch(component);
                    self.found.components.push(component);
                }
            }
        }
        let count = self.found.components.len() - first;
        if count == 0 {
            return self.add_item(heap, self.components.len(), 0);
        }
        self.found.options.push((heap, count));
        self.found.options.len() < BATCH || self.look_up()
    }

    /// Looks up the options that were found, up to one that has the tested value. Returns `false` if there is such an option.
    fn look_up(&mut self) -> bool {
        let mut first = 0;
        let mut is_open = self.tested.is_none_or(|n| !contains(self.question.excluded, n));
        for i in 0..self.found.options.len() {
            let (heap, count) = self.found.options[i];
            is_open = is_open && self.look_up_option(heap, first..first + count);
            first += count;
        }
        self.found.options.clear();
        self.found.components.clear();
        is_open
    }

    /// Adds an item for an option that is not solved, or excludes its value. Returns `false` if the option has the tested value.
    fn look_up_option(&mut self, mut heap: u32, parts: Range<usize>) -> bool {
        let Self { search: NimberSearch { game, table, .. }, components, .. } = self;
        let first = components.len();
        // The values that the last unsolved component is known not to have.
        let mut excluded = 0;
        for &component in &self.found.components[parts] {
            match self.recent.get(table, component) {
                Known::Value(value) => heap ^= value,
                Known::Excluded(set) => {
                    components.push(component);
                    excluded = set;
                }
            }
        }
        let unsolved = &mut components[first..];
        if unsolved.len() > 1 {
            unsolved.sort_unstable_by_key(|&component| (Reverse(game.weight(component)), component));
            // The sum of two equal components is 0 if they have a value, but not if play can go on in them for ever.
            if !game.may_repeat() {
                let left = cancel_pairs(unsolved);
                components.truncate(first + left);
            }
            excluded = 0;
        }
        self.add_item(heap, first, excluded)
    }

    /// Adds an item for an option of which the components from `first` on are not solved, or excludes its value. `excluded`: the values that a
    /// single one is known not to have. Returns `false` if the option has the tested value.
    fn add_item(&mut self, heap: u32, first: usize, excluded: u64) -> bool {
        let count = self.components.len() - first;
        if count == 0 {
            self.question.excluded |= bit(heap);
        }
        let is_listed = match self.tested {
            None => count > 0 || heap >= SET_BITS,
            Some(n) => count > 1 || count == 1 && !contains(excluded, n ^ heap),
        };
        if is_listed {
            let numbers = ProofNumbers::INFINITE;
            self.items.push(Item { heap, first: first as u32, count: count as u32, numbers });
        } else {
            self.components.truncate(first);
        }
        self.tested.is_none_or(|n| !contains(self.question.excluded, n))
    }
}
