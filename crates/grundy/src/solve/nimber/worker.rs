//! One thread of a search for nimbers.

use super::NimberSearch;
use super::frame::Step;
use super::question::{Goal, Question, Reply};
use super::stack::Stack;
use super::table::ComponentFacts;
use crate::graph::ExploreError;
use crate::limits::{Limits, Phase, Progress, RunError};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of components that a thread expands between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;

/// One thread of a search.
pub(super) struct Worker<'s, 'a> {
    search: &'s NimberSearch<'a>,
    limits: &'s Limits<'s>,
    stack: Stack,
    /// Set when any thread has ended: the others then stop.
    is_over: &'s AtomicBool,
    /// The number of components that this thread has expanded.
    expansions: u64,
    /// The most components that it may expand.
    max_expansions: u64,
    /// The expansions that are already counted in the search.
    counted: u64,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// A thread that expands at most `max_expansions` components. `has_helpers`: other threads search the same component.
    pub(super) fn new(
        search: &'s NimberSearch<'a>,
        limits: &'s Limits<'s>,
        is_over: &'s AtomicBool,
        has_helpers: bool,
        max_expansions: u64,
    ) -> Self {
        let stack = Stack::new(has_helpers);
        Self { search, limits, stack, is_over, expansions: 0, max_expansions, counted: 0 }
    }

    /// Answers a question. `None` if another thread has ended, or after `max_expansions` expansions.
    pub(super) fn run(mut self, component: u64, goal: Goal) -> Result<Option<Reply>, ExploreError> {
        let result = self.search_component(component, goal);
        // If the search ends early, what is proved of the open components is stored.
        while let Some((question, known, before)) = self.stack.pop() {
            self.store(question.component, known, before);
        }
        self.publish();
        result
    }

    fn search_component(&mut self, component: u64, goal: Goal) -> Result<Option<Reply>, ExploreError> {
        let known = self.search.table.get(component);
        if let Some(reply) = goal.reply(known) {
            return Ok(Some(reply));
        }
        let ComponentFacts::Excluded(excluded) = known else { unreachable!("a known value is a reply") };
        // A position may have many components that take few expansions each, so the limits are checked for each of them.
        self.check()?;
        self.open(Question { component, goal, excluded, is_same_component: false })?;
        loop {
            if self.is_over.load(Relaxed) || self.expansions >= self.max_expansions {
                return Ok(None);
            }
            match self.stack.step(self.search) {
                Step::Open(question) => self.open(question)?,
                Step::Answered(reply) => {
                    if let Some((question, known, before)) = self.stack.pop() {
                        self.store(question.component, known, before);
                    }
                    if self.stack.is_empty() {
                        return Ok(Some(reply));
                    }
                    self.stack.receive(self.search, reply);
                }
            }
        }
    }

    fn open(&mut self, question: Question) -> Result<(), ExploreError> {
        self.stack.open(self.search, question, self.expansions)?;
        if question.goal != Goal::Value {
            self.expansions += 1;
            if self.expansions - self.counted >= self.search.game.check_interval(CHECK_INTERVAL) {
                self.check()?;
            }
        }
        Ok(())
    }

    /// Stores what is proved of a component, with the number of expansions since its question was opened: if it is forgotten, about as many
    /// prove it again.
    fn store(&self, component: u64, known: ComponentFacts, before: u64) {
        self.search.table.put(component, known, self.expansions - before);
    }

    /// Adds the new expansions of this thread to those of the search; returns the sum.
    fn publish(&mut self) -> u64 {
        let new = self.expansions - std::mem::replace(&mut self.counted, self.expansions);
        self.search.expanded.fetch_add(new, Relaxed) + new
    }

    fn check(&mut self) -> Result<(), RunError> {
        let done = self.publish().saturating_sub(self.search.expanded_before.load(Relaxed));
        let bytes = self.search.bytes() + self.stack.bytes();
        self.limits.report(Progress { phase: Phase::Solve, level: 0, done, of: None, bytes })
    }
}
