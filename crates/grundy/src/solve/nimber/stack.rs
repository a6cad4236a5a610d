//! The stack of the questions that a thread is answering, with the options of their components.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item};
use super::numbers::Numbers;
use super::question::{Goal, Question};
use super::recent::Recent;
use super::table::Known;
use super::value_set::{LAST_BIT, SINGLE_VALUES, bit, contains};
use crate::text::{ComponentSum, RulesError};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// The open questions of one thread. Each belongs to an item of the one before.
#[derive(Debug, Default)]
pub(super) struct Stack {
    pub(super) frames: Vec<Frame>,
    pub(super) items: Vec<Item>,
    pub(super) components: Vec<u64>,
    sum: ComponentSum,
    /// A cache of the values that this thread has used recently.
    recent: Recent,
    /// Whether other threads search the same component.
    pub(super) is_shared: bool,
    /// The components of the open questions, in a game in which play may come back to one.
    pub(super) path: FxHashSet<u64>,
}

impl Stack {
    /// An empty stack.
    pub(super) fn new(is_shared: bool) -> Self {
        Self { is_shared, ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.frames.len() * size_of::<Frame>()
            + self.items.len() * size_of::<Item>()
            + self.components.len() * size_of::<u64>()) as u64
    }

    /// Opens a question.
    pub(super) fn open(
        &mut self,
        search: &NimberSearch<'_>,
        mut question: Question,
        steps: u64,
    ) -> Result<(), RulesError> {
        let component = question.component;
        if search.game.may_repeat()
            && !question.is_part
            && !self.path.insert(component)
            && let Some(error) = search.game.repeat_error(component)
        {
            return Err(error);
        }
        let (items, components) = (self.items.len(), self.components.len());
        question.excluded |= search.game.impossible_values(component) & SINGLE_VALUES;
        if question.goal != Goal::Value {
            self.list_options(search, &mut question)?;
        }
        let smaller = self.items.len();
        if let Goal::Test { n, .. } = question.goal
            && !contains(question.excluded, n)
        {
            let estimates = Estimates { search, path: &self.path };
            for m in (0..n).filter(|&m| !contains(question.excluded, m)) {
                let numbers = estimates.of_component(component, m);
                self.items.push(Item { heap: n ^ m, first: self.components.len() as u32, count: 1, numbers });
                self.components.push(component);
            }
        }
        self.frames.push(Frame { question, items, smaller, components, chosen: items, steps, value: None });
        Ok(())
    }

    /// Lists the options of the component that are not solved. Excludes the values of the others, up to the tested one.
    fn list_options(&mut self, search: &NimberSearch<'_>, question: &mut Question) -> Result<(), RulesError> {
        let NimberSearch { game, table, .. } = search;
        let tested = match question.goal {
            Goal::Test { n, .. } => Some(n),
            _ => None,
        };
        let start = self.items.len();
        let estimates = Estimates { search, path: &self.path };
        let (items, components, recent) = (&mut self.items, &mut self.components, &mut self.recent);
        game.expand(question.component, &mut self.sum, &mut |sum| {
            let first = components.len();
            let mut heap = sum.heap;
            // What the last of the unsolved parts is known not to be.
            let mut excluded = 0;
            for &part in &sum.components {
                match recent.get(table, part) {
                    Known::Value(value) => heap ^= value,
                    Known::Excluded(set) => {
                        components.push(part);
                        excluded = set;
                    }
                }
            }
            let parts = &mut components[first..];
            if parts.len() > 1 {
                parts.sort_unstable_by_key(|&part| (Reverse(game.weight(part)), part));
                // The sum of two equal components is 0 if they have a value, but not if play can go on in them for ever.
                if !game.may_repeat() {
                    let left = cancel_pairs(parts);
                    components.truncate(first + left);
                }
                excluded = 0;
            }
            let parts = &components[first..];
            if parts.is_empty() {
                question.excluded |= bit(heap);
            }
            let item = |numbers| Item { heap, first: first as u32, count: parts.len() as u32, numbers };
            let may_be = |n: u32| parts.len() > 1 || parts.len() == 1 && !contains(excluded, n ^ heap);
            match tested {
                None if !parts.is_empty() || heap >= LAST_BIT => items.push(item(Numbers::NEVER)),
                Some(n) if may_be(n) => {
                    items.push(item(estimates.of_option(parts, heap, n)));
                }
                _ => components.truncate(first),
            }
            tested.is_none_or(|n| !contains(question.excluded, n))
        })?;
        // Items with the least number come first. Equal items are side by side unless another thread has changed a number.
        let parts = |item: &Item| &self.components[item.first as usize..][..item.count as usize];
        self.items[start..].sort_unstable_by(|a, b| {
            (a.numbers.yes, a.heap).cmp(&(b.numbers.yes, b.heap)).then_with(|| parts(a).cmp(parts(b)))
        });
        let mut kept = start;
        for i in start..self.items.len() {
            let item = self.items[i];
            let is_equal = |last: Item| last.heap == item.heap && parts(&last) == parts(&item);
            if kept == start || !is_equal(self.items[kept - 1]) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.items.truncate(kept);
        Ok(())
    }

    /// Closes the last question. Returns it, what is proved of its component, and the number of steps before it.
    pub(super) fn pop(&mut self) -> Option<(Question, Known, u64)> {
        let frame = self.frames.pop()?;
        if !frame.question.is_part {
            self.path.remove(&frame.question.component);
        }
        self.items.truncate(frame.items);
        self.components.truncate(frame.components);
        let known = frame.value.map_or(Known::Excluded(frame.question.excluded), Known::Value);
        Some((frame.question, known, frame.steps))
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
