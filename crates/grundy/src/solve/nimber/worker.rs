//! One thread of a search for nimbers.

use super::NimberSearch;
use super::frame::{Question, Reply, Stack, Step};
use super::table::Known;
use crate::graph::ExploreError;
use crate::limits::{Limits, Phase, Progress, RunError};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of components that a thread expands between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;

/// A set of excluded values is stored only if its proof took at least this many steps. Cheaper sets are quickly proved again, and would
/// make the table several times as large.
const MIN_STORED_STEPS: u64 = 4;

/// One thread of a search.
pub(super) struct Worker<'s, 'a> {
    search: &'s NimberSearch<'a>,
    limits: &'s Limits<'s>,
    stack: Stack,
    /// The open components, in a game in which play may come back to one.
    path: FxHashSet<u64>,
    /// Whether another thread has ended.
    is_over: &'s AtomicBool,
    /// The number of components that this thread has expanded, and the most that it may.
    steps: u64,
    most: u64,
    /// The steps that are counted in the search.
    counted: u64,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// A thread that expands at most `most` components. Threads of different variants take options in different orders.
    pub(super) fn new(
        search: &'s NimberSearch<'a>,
        limits: &'s Limits<'s>,
        is_over: &'s AtomicBool,
        variant: u32,
        most: u64,
    ) -> Self {
        let (stack, path) = (Stack::with_variant(variant), FxHashSet::default());
        Self { search, limits, stack, path, is_over, steps: 0, most, counted: 0 }
    }

    /// Finds whether the value of a component is in a set. `None` if another thread has ended, or after `most` steps.
    pub(super) fn run(mut self, component: u64, wanted: u64) -> Result<Option<Reply>, ExploreError> {
        let result = self.search_component(component, wanted);
        // If the search ends early, what is proved of the open components is stored.
        while let Some((component, known, before)) = self.stack.pop() {
            self.search.table.put(component, known, self.steps - before);
        }
        self.count();
        result
    }

    fn search_component(&mut self, component: u64, wanted: u64) -> Result<Option<Reply>, ExploreError> {
        let table = &self.search.table;
        let known = table.get(component);
        if let Some(reply) = known.reply(wanted) {
            return Ok(Some(reply));
        }
        self.open(Question { component, wanted, known })?;
        loop {
            if self.is_over.load(Relaxed) || self.steps > self.most {
                return Ok(None);
            }
            match self.stack.step(table) {
                Step::Open(question) => self.open(question)?,
                Step::Done(reply) => {
                    if let Some((component, known, before)) = self.stack.pop() {
                        self.path.remove(&component);
                        let steps = self.steps - before;
                        if matches!(known, Known::Value(_)) || steps >= MIN_STORED_STEPS {
                            table.put(component, known, steps);
                        }
                    }
                    if self.stack.is_empty() {
                        return Ok(Some(reply));
                    }
                    self.stack.receive(reply);
                }
            }
        }
    }

    fn open(&mut self, question: Question) -> Result<(), ExploreError> {
        let game = self.search.game;
        if game.may_repeat()
            && !self.path.insert(question.component)
            && let Some(error) = game.repeat_error(question.component)
        {
            return Err(error.into());
        }
        self.stack.open(game, &self.search.table, question, self.steps)?;
        self.steps += 1;
        if self.steps - self.counted >= game.check_interval(CHECK_INTERVAL) {
            self.check()?;
        }
        Ok(())
    }

    /// Adds the new steps to those of the search; returns their number.
    fn count(&mut self) -> u64 {
        let new = self.steps - std::mem::replace(&mut self.counted, self.steps);
        self.search.expanded.fetch_add(new, Relaxed) + new
    }

    fn check(&mut self) -> Result<(), RunError> {
        let done = self.count() - self.search.expanded_before.load(Relaxed);
        let bytes = self.search.table.bytes() + self.stack.bytes();
        self.limits.report(Progress { phase: Phase::Solve, level: 0, done, of: None, bytes })
    }
}
