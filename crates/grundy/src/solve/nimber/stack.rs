//! The stack of the questions that a thread is answering, with the options of their components.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item};
use super::options::Found;
use super::question::{Goal, Question};
use super::recent::Recent;
use super::table::Known;
use super::value_set::{FULL_SET, contains};
use crate::text::{ComponentSum, RulesError};
use rustc_hash::FxHashSet;

/// The open questions of one thread. Each but the first was opened to answer the one below it: about one of its items or, below
/// [`Goal::Value`], about the same component.
#[derive(Debug, Default)]
pub(super) struct Stack {
    pub(super) frames: Vec<Frame>,
    pub(super) items: Vec<Item>,
    pub(super) components: Vec<u64>,
    pub(super) sum: ComponentSum,
    pub(super) found: Found,
    /// A cache of the values that this thread has used recently.
    pub(super) recent: Recent,
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
