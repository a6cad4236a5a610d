//! Lists the options of a component.
//!
//! A search waits for memory most of its time, if its tables are large: each option needs a look-up of each of its components, and perhaps one
//! of its proof numbers. So several options are found, and their entries prefetched, before the first of them is looked up.

use super::NimberSearch;
use super::frame::Item;
use super::proof_numbers::ProofNumbers;
use super::question::Question;
use super::table::ComponentFacts;
use super::value_cache::ValueCache;
use super::value_set::{SET_BITS, bit, contains};
use crate::text::ComponentSum;
use std::cmp::Reverse;
use std::ops::Range;

/// The number of options that are found before the first of them is looked up.
const BATCH: usize = 8;

/// Options that are found and not looked up yet.
#[derive(Debug, Default)]
pub(super) struct OptionBatch {
    /// For each option its heap, and the number of its components.
    options: Vec<(u32, usize)>,
    /// The components of all of them.
    components: Vec<u64>,
}

/// A list of options, with all that it needs to look them up.
pub(super) struct Listing<'l, 'a> {
    pub(super) search: &'l NimberSearch<'a>,
    /// The value that is tested, if there is one.
    pub(super) tested: Option<u32>,
    pub(super) question: &'l mut Question,
    pub(super) items: &'l mut Vec<Item>,
    pub(super) components: &'l mut Vec<u64>,
    pub(super) batch: &'l mut OptionBatch,
    pub(super) values: &'l mut ValueCache,
}

impl Listing<'_, '_> {
    /// Adds an option. Returns whether more options are needed.
    pub(super) fn add(&mut self, option: &ComponentSum) -> bool {
        let (first, mut heap) = (self.batch.components.len(), option.heap);
        for &component in &option.components {
            match self.values.value(component) {
                Some(value) => heap ^= value,
                None => {
                    self.search.table.prefetch(component);
                    self.batch.components.push(component);
                }
            }
        }
        let count = self.batch.components.len() - first;
        if count == 0 {
            return self.add_item(heap, self.components.len(), 0);
        }
        self.batch.options.push((heap, count));
        self.batch.options.len() < BATCH || self.look_up()
    }

    /// Looks up the options that were found, up to one that has the tested value. Returns `false` if there is such an option.
    pub(super) fn look_up(&mut self) -> bool {
        let mut first = 0;
        let mut is_open = self.tested.is_none_or(|n| !contains(self.question.excluded, n));
        for i in 0..self.batch.options.len() {
            let (heap, count) = self.batch.options[i];
            is_open = is_open && self.look_up_option(heap, first..first + count);
            first += count;
        }
        self.batch.options.clear();
        self.batch.components.clear();
        is_open
    }

    /// Adds an item for an option that is not solved, or excludes its value. Returns `false` if the option has the tested value.
    fn look_up_option(&mut self, mut heap: u32, parts: Range<usize>) -> bool {
        let Self { search: NimberSearch { game, table, .. }, components, .. } = self;
        let first = components.len();
        // The values that the last unsolved component is known not to have.
        let mut excluded = 0;
        for &component in &self.batch.components[parts] {
            match self.values.get(table, component) {
                ComponentFacts::Value(value) => heap ^= value,
                ComponentFacts::Excluded(set) => {
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

/// Removes pairs of equal neighbours, whose sum is 0; returns the number of components that are left.
pub(super) fn cancel_pairs(components: &mut [u64]) -> usize {
    let mut left = 0;
    for i in 0..components.len() {
        if left > 0 && components[left - 1] == components[i] {
            left -= 1;
        } else {
            components[left] = components[i];
            left += 1;
        }
    }
    left
}
