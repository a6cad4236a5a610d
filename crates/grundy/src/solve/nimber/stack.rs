//! The stack of the questions that a thread is answering, with the options of their components.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item};
use super::options::{Listing, OptionBatch};
use super::question::{Goal, Question};
use super::table::ComponentFacts;
use super::value_cache::ValueCache;
use super::value_set::{FULL_SET, contains};
use crate::text::{ComponentSum, RulesError};
use rustc_hash::FxHashSet;

/// The open questions of one thread. Each but the first was opened to answer the one before it, and is about an item of that question or, if
/// the goal of that question is [`Goal::Value`], about its component.
#[derive(Debug, Default)]
pub(super) struct Stack {
    pub(super) frames: Vec<Frame>,
    pub(super) items: Vec<Item>,
    pub(super) components: Vec<u64>,
    sum: ComponentSum,
    batch: OptionBatch,
    /// A cache of the values that this thread has used recently.
    values: ValueCache,
    /// Whether other threads search the same component.
    pub(super) has_helpers: bool,
    /// The components of the open questions, in a game in which play may come back to one.
    pub(super) path: FxHashSet<u64>,
}

impl Stack {
    /// An empty stack.
    pub(super) fn new(has_helpers: bool) -> Self {
        Self { has_helpers, ..Self::default() }
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
        expansions: u64,
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
        self.frames.push(Frame {
            question,
            first_item,
            first_smaller,
            first_component,
            chosen,
            expansions,
            value: None,
        });
        Ok(())
    }

    /// Lists the options of the component that are not solved, and excludes the values of the solved ones. Stops at one that has the tested
    /// value.
    fn list_options(&mut self, search: &NimberSearch<'_>, question: &mut Question) -> Result<(), RulesError> {
        let tested = match question.goal {
            Goal::Test { n, .. } => Some(n),
            _ => None,
        };
        let (start, component) = (self.items.len(), question.component);
        let Self { items, components, batch, values, sum, .. } = self;
        let mut listing = Listing { search, tested, question, items, components, batch, values };
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
            search.proof_numbers.prefetch(self.components[item.first as usize], n ^ item.heap);
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

    /// Closes the question on top. Returns it, what is proved of its component, and the number of expansions before it.
    pub(super) fn pop(&mut self) -> Option<(Question, ComponentFacts, u64)> {
        let frame = self.frames.pop()?;
        if !frame.question.is_same_component {
            self.path.remove(&frame.question.component);
        }
        self.items.truncate(frame.first_item);
        self.components.truncate(frame.first_component);
        let known = frame.value.map_or(ComponentFacts::Excluded(frame.question.excluded), ComponentFacts::Value);
        Some((frame.question, known, frame.expansions))
    }
}
