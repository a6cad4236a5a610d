//! The stack of the questions that a thread is answering, with the options of their components.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item};
use super::numbers::ProofNumbers;
use super::question::{Goal, Question};
use super::recent::Recent;
use super::table::Known;
use super::value_set::{FULL_SET, SET_BITS, bit, contains};
use crate::text::{ComponentSum, RulesError};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// The open questions of one thread. Each but the first was opened to answer the one below it: about one of its items or, below
/// [`Goal::Value`], about the same component.
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

    /// The bytes of its frames, items and components.
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
            && !question.is_same_component
            && !self.path.insert(component)
            && let Some(error) = search.game.repeat_error(component)
        {
            return Err(error);
        }
        let (first_item, first_component) = (self.items.len(), self.components.len());
        question.excluded |= search.game.impossible_values(component) & FULL_SET;
        if question.goal != Goal::Value {
            self.list_options(search, &mut question)?;
        }
        let first_smaller = self.items.len();
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
        let chosen = first_item;
        self.frames.push(Frame { question, first_item, first_smaller, first_component, chosen, steps, value: None });
        Ok(())
    }

    /// Lists the options of the component that are not solved, and excludes the values of the solved ones. Stops at one that has the tested
    /// value.
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
            // The values that the last unsolved component is known not to have.
            let mut excluded = 0;
            for &component in &sum.components {
                match recent.get(table, component) {
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
            let unsolved = &components[first..];
            if unsolved.is_empty() {
                question.excluded |= bit(heap);
            }
            let item = |numbers| Item { heap, first: first as u32, count: unsolved.len() as u32, numbers };
            let may_be = |n: u32| unsolved.len() > 1 || unsolved.len() == 1 && !contains(excluded, n ^ heap);
            match tested {
                None if !unsolved.is_empty() || heap >= SET_BITS => items.push(item(ProofNumbers::INFINITE)),
                Some(n) if may_be(n) => {
                    items.push(item(estimates.of_option(unsolved, heap, n)));
                }
                _ => components.truncate(first),
            }
            tested.is_none_or(|n| !contains(question.excluded, n))
        })?;
        // Items with the least proof number come first. Equal items are side by side unless another thread has changed a number.
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
        Ok(())
    }

    /// Closes the question on top. Returns it, what is proved of its component, and the number of steps before it.
    pub(super) fn pop(&mut self) -> Option<(Question, Known, u64)> {
        let frame = self.frames.pop()?;
        if !frame.question.is_same_component {
            self.path.remove(&frame.question.component);
        }
        self.items.truncate(frame.first_item);
        self.components.truncate(frame.first_component);
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
