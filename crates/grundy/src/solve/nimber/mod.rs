//! Grundy values of positions of games that are too large to enumerate, by a search over components.
//!
//! Let G be a position of an impartial game under normal play, and n a number. The value of G is n if and only if the player to move loses
//! the sum G + *n: no option of G has the value n, and each number m < n is the value of some option. So the value of a component is found
//! by a search for one option of value 0, for one of value 1, and so on, until there is none. One option settles each number but the last,
//! and most options are never looked at.
//!
//! A sum of components is not searched as a whole. Its easier components are solved, each by itself, and their values are added to n, so
//! that one component and one Nim heap are left. What is proved of a component, its value or that it has not this or that value, is stored
//! in one table for all positions.
//!
//! After Lemoine and Viennot 2012, "Nimbers are inevitable", Theoretical Computer Science 462. Unlike them we store what is proved as one
//! entry for each component, a set of excluded values, and if no option has the value n, we store that the value is not above n.

mod frame;
mod table;

use crate::graph::ExploreError;
use crate::limits::{Limits, Phase, Progress, RunError};
use crate::text::{DynComponents, Key, RulesError};
use crate::value::{Nimber, Outcome};
use frame::{Question, Reply, Stack, Step};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use table::{FULL_SET, Known, Table, set_of};

/// The bytes of the table if the run has no limit of memory.
const DEFAULT_BYTES: u64 = 1 << 30;

/// The number of components that a thread expands between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;

/// The fewest steps of a component of which less than its value is stored. The others are as quickly found again, and would make the table
/// several times as large.
const MIN_STORED_STEPS: u64 = 4;

/// Finds Grundy values of one game's positions, and keeps what it has proved of components for later questions.
pub struct NimberSearch<'a> {
    game: &'a dyn DynComponents,
    table: Table,
    /// The number of components expanded so far.
    expanded: AtomicU64,
}

impl<'a> NimberSearch<'a> {
    /// Creates a search that has proved nothing. Its table grows to at most half of `limits.memory`.
    pub fn new(game: &'a dyn DynComponents, limits: &Limits<'_>) -> Self {
        let bytes = limits.memory.map_or(DEFAULT_BYTES, |bytes| bytes / 2);
        Self { game, table: Table::new(bytes), expanded: AtomicU64::new(0) }
    }

    /// Returns the number of components that were expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }

    /// Returns the size of the table of components, in bytes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Returns the Grundy value of a position.
    ///
    /// # Errors
    /// If the limits end the search, or the rules fail. What is proved until then stays in the table.
    pub fn value(&mut self, at: &Key, limits: &Limits<'_>) -> Result<Nimber, ExploreError> {
        let (mut sum, parts) = self.split(at)?;
        for part in parts {
            sum ^= self.component_value(part, limits)?;
        }
        Ok(Nimber(sum.into()))
    }

    /// Returns the outcome of a position, whose Grundy value may stay unknown.
    ///
    /// # Errors
    /// The errors of [`NimberSearch::value`].
    pub fn outcome(&mut self, at: &Key, limits: &Limits<'_>) -> Result<Outcome, ExploreError> {
        let (mut sum, mut parts) = self.split(at)?;
        parts.sort_unstable_by_key(|&part| (self.game.weight(part), part));
        let hardest = parts.pop();
        for part in parts {
            sum ^= self.component_value(part, limits)?;
        }
        let is_zero = match hardest {
            None => sum == 0,
            Some(part) => self.answer(part, set_of(sum), limits)? == Reply::Value(sum),
        };
        Ok(if is_zero { Outcome::Loss } else { Outcome::Win })
    }

    /// The value of a component.
    fn component_value(&self, component: u64, limits: &Limits<'_>) -> Result<u32, ExploreError> {
        match self.answer(component, FULL_SET, limits)? {
            Reply::Value(value) => Ok(value),
            Reply::NotInSet => unreachable!("each value is in the full set"),
        }
    }

    /// The components of a position, without pairs of equal ones, and their Nim heap.
    fn split(&self, at: &Key) -> Result<(u32, Vec<u64>), ExploreError> {
        let sum = self.game.split(at).map_err(rules)?;
        let mut left = FxHashSet::default();
        for &part in &sum.components {
            if !left.remove(&part) {
                left.insert(part);
            }
        }
        let mut parts: Vec<u64> = left.into_iter().collect();
        parts.sort_unstable_by_key(|&part| (self.game.weight(part), part));
        Ok((sum.heap, parts))
    }

    /// Finds whether the value of a component is in a set.
    fn answer(&self, component: u64, wanted: u64, limits: &Limits<'_>) -> Result<Reply, ExploreError> {
        let is_over = AtomicBool::new(false);
        Worker { search: self, limits, stack: Stack::default(), path: FxHashSet::default(), is_over: &is_over, steps: 0 }
            .run(component, wanted)
    }
}

fn rules(error: RulesError) -> ExploreError {
    ExploreError::Rules(Box::new(error))
}

/// One thread of a search.
struct Worker<'s, 'a> {
    search: &'s NimberSearch<'a>,
    limits: &'s Limits<'s>,
    stack: Stack,
    /// The open components, in a game in which play may come back to one.
    path: FxHashSet<u64>,
    /// Whether another thread has found the answer.
    is_over: &'s AtomicBool,
    /// The number of components that this thread has expanded.
    steps: u64,
}

impl Worker<'_, '_> {
    fn run(&mut self, component: u64, wanted: u64) -> Result<Reply, ExploreError> {
        let result = self.search_component(component, wanted);
        self.search.expanded.fetch_add(self.steps % CHECK_INTERVAL, Relaxed);
        // What the open components have proved is worth keeping when the limits end the search.
        while let Some((component, known, before)) = self.stack.pop() {
            self.search.table.put(component, known, self.steps - before);
        }
        result
    }

    fn search_component(&mut self, component: u64, wanted: u64) -> Result<Reply, ExploreError> {
        let table = &self.search.table;
        let known = table.get(component);
        if let Some(reply) = known.reply(wanted) {
            return Ok(reply);
        }
        self.open(Question { component, wanted, known })?;
        loop {
            match self.stack.step(table) {
                Step::Ask(question) => self.open(question)?,
                Step::Done(reply) => {
                    if let Some((component, known, before)) = self.stack.pop() {
                        self.path.remove(&component);
                        if matches!(known, Known::Value(_)) || self.steps - before >= MIN_STORED_STEPS {
                            table.put(component, known, self.steps - before);
                        }
                    }
                    if self.stack.is_empty() {
                        return Ok(reply);
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
            return Err(rules(error));
        }
        self.stack.open(game, &self.search.table, question, self.steps).map_err(rules)?;
        self.steps += 1;
        if self.steps.is_multiple_of(CHECK_INTERVAL) {
            self.check()?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), RunError> {
        let done = self.search.expanded.fetch_add(CHECK_INTERVAL, Relaxed) + CHECK_INTERVAL;
        let bytes = self.search.table.bytes() + self.stack.bytes();
        self.limits.report(Progress { phase: Phase::Solve, level: 0, done, of: None, bytes })?;
        if self.is_over.load(Relaxed) { Err(RunError::Interrupted { positions: done }) } else { Ok(()) }
    }
}

impl fmt::Debug for NimberSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch").field("expanded", &self.expanded()).finish_non_exhaustive()
    }
}
