//! One thread of a search for nimbers.

use super::NimberSearch;
use super::frame::Step;
use super::question::{Goal, Question, Reply};
use super::stack::Stack;
use super::table::Known;
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
    steps: u64,
    /// The most components that it may expand.
    max_steps: u64,
    /// The steps that are already counted in the search.
    counted: u64,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// A thread that expands at most `max_steps` components. `is_shared`: other threads search the same component.
    pub(super) fn new(
        search: &'s NimberSearch<'a>,
        limits: &'s Limits<'s>,
        is_over: &'s AtomicBool,
        is_shared: bool,
        max_steps: u64,
    ) -> Self {
        let stack = Stack::new(is_shared);
        Self { search, limits, stack, is_over, steps: 0, max_steps, counted: 0 }
    }

    /// Answers a question. `None` if another thread has ended, or after `max_steps` steps.
    pub(super) fn run(mut self, component: u64, goal: Goal) -> Result<Option<Reply>, ExploreError> {
        let result = self.search_component(component, goal);
        // If the search ends early, what is proved of the open components is stored.
        while let Some((question, known, before)) = self.stack.pop() {
            self.store(question.component, known, before);
        }
        self.count();
        result
    }

    fn search_component(&mut self, component: u64, goal: Goal) -> Result<Option<Reply>, ExploreError> {
        let known = self.search.table.get(component);
        if let Some(reply) = goal.reply(known) {
            return Ok(Some(reply));
        }
        let Known::Excluded(excluded) = known else { unreachable!("a known value is a reply") };
        // A position may have many components that take few steps each, so the limits are checked for each of them.
        self.check()?;
        self.open(Question { component, goal, excluded, is_same_component: false })?;
        loop {
            if self.is_over.load(Relaxed) || self.steps >= self.max_steps {
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
        self.stack.open(self.search, question, self.steps)?;
        if question.goal != Goal::Value {
            self.steps += 1;
            if self.steps - self.counted >= self.search.game.check_interval(CHECK_INTERVAL) {
                self.check()?;
            }
        }
        Ok(())
    }

    /// Stores what is proved of a component, with the steps since its question was opened: if it is forgotten, about as many prove it again.
    fn store(&self, component: u64, known: Known, before: u64) {
        self.search.table.put(component, known, self.steps - before);
    }

    /// Adds the new steps to those of the search; returns their number.
    fn count(&mut self) -> u64 {
        let new = self.steps - std::mem::replace(&mut self.counted, self.steps);
        self.search.expanded.fetch_add(new, Relaxed) + new
    }

    fn check(&mut self) -> Result<(), RunError> {
        let done = self.count().saturating_sub(self.search.expanded_before.load(Relaxed));
        let bytes = self.search.bytes() + self.stack.bytes();
        self.limits.report(Progress { phase: Phase::Solve, level: 0, done, of: None, bytes })
    }
}
