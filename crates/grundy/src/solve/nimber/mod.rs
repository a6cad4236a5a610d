//! Grundy values of positions of games that are too large to enumerate, by a search over components.
//!
//! Let G be a position of an impartial game under normal play, and n a number. The value of G is n if and only if the player to move loses
//! the sum G + *n: no option of G has the value n, and each number m < n is the value of some option. So the value of a component is found
//! by tests of 0, of 1, and so on, until one passes. For each number but the last, one option is enough, and most options are never examined.
//!
//! A sum of components is not searched as a whole. Its easier components are solved, each by itself, and their values are added to n, so
//! that one component and one Nim heap are left. What is proved of a component, its value or a set of values that it does not have, is
//! stored in one table for all positions.
//!
//! Which option is examined first follows from proof and disproof numbers: estimates of the effort that is left for each test. A test is left
//! when another one is likely to need less, and its numbers are stored in a second table. Estimates prove nothing.
//!
//! If play may come back to a component, a search that comes back to one ends with an error, and equal components are not left out.
//!
//! After Lemoine and Viennot 2012, "Nimbers are inevitable", Theoretical Computer Science 462; they store lost positions, we store one entry
//! for each component. Depth-first proof-number search after Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications".

mod entries;
mod estimates;
mod frame;
mod options;
mod proof_numbers;
mod question;
mod saved;
mod stack;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod value_cache;
mod value_set;
mod worker;

use crate::graph::ExploreError;
use crate::limits::{Limits, RunError};
use crate::text::{DynComponents, Key};
use crate::value::{Nimber, Outcome};
use options::cancel_pairs;
use proof_numbers::{ProofNumberTable, ProofNumbers};
use question::{Goal, Reply};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;
use table::{ComponentFacts, Table};
use value_set::{FULL_SET, SET_BITS, contains};
use worker::Worker;

/// The bytes of the table if the run has no limit of memory.
const DEFAULT_BYTES: u64 = 1 << 30;

/// The number of components that one thread expands before the others help. Smaller searches end before the threads have started.
const SINGLE_THREAD_EXPANSIONS: u64 = if cfg!(test) { 4 } else { 1 << 15 };

/// Finds Grundy values of positions of one game, and stores what it has proved of components for later calls.
///
/// ```
/// use grundy::catalog::Cram;
/// use grundy::limits::Limits;
/// use grundy::solve::NimberSearch;
/// use grundy::text::{TextGame, WithText};
/// use grundy::{Nimber, Play};
/// let cram = WithText::new(Cram::new(5, 6, Play::Normal)?);
/// let search = NimberSearch::new(cram.game(), &Limits::NONE);
/// let start = cram.key(&cram.game().start().expect("the empty board"));
/// assert_eq!(search.value(&start, &Limits::NONE)?, Nimber(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NimberSearch<'a> {
    game: &'a dyn DynComponents,
    table: Table,
    proof_numbers: ProofNumberTable,
    /// The number of components expanded so far.
    expanded: AtomicU64,
    /// Their number when the limits were last renewed.
    expanded_before: AtomicU64,
}

impl<'a> NimberSearch<'a> {
    /// Creates a search with empty tables. What is proved takes at most half of `limits.memory`, and estimates an eighth.
    pub fn new(game: &'a dyn DynComponents, limits: &Limits<'_>) -> Self {
        Self::with_table(game, Self::table_bytes(limits))
    }

    /// Returns the most bytes of a table in a run with these limits.
    pub(crate) fn table_bytes(limits: &Limits<'_>) -> u64 {
        limits.memory.map_or(DEFAULT_BYTES, |bytes| bytes / 2)
    }

    /// Creates a search with empty tables. What is proved takes at most `bytes` bytes, and estimates a quarter of that; each table has at least
    /// 16 entries.
    pub fn with_table(game: &'a dyn DynComponents, bytes: u64) -> Self {
        let (table, proof_numbers) = (Table::new(bytes), ProofNumberTable::new(bytes / 4));
        Self { game, table, proof_numbers, expanded: AtomicU64::new(0), expanded_before: AtomicU64::new(0) }
    }

    /// Returns the number of expansions of components so far. A component counts as often as it was expanded.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }

    /// Lets the limit of positions apply to the components that are expanded from now on.
    pub fn renew_limits(&self) {
        self.expanded_before.store(self.expanded(), Relaxed);
    }

    /// Returns the size of the tables, in bytes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.proof_numbers.bytes()
    }

    /// Returns the Grundy value of a position. It does not depend on the number of threads.
    ///
    /// # Errors
    /// If the limits end the search, or the rules fail. What is proved until then stays in the table. If play may come back to a component,
    /// it may depend on the threads whether the search comes back to one, which is an error.
    pub fn value(&self, at: &Key, limits: &Limits<'_>) -> Result<Nimber, ExploreError> {
        let (mut sum, components) = self.split(at)?;
        for component in components {
            sum ^= self.component_value(component, limits)?;
        }
        Ok(Nimber(sum.into()))
    }

    /// Returns the outcome of a position. Its Grundy value may remain unknown.
    ///
    /// # Errors
    /// The errors of [`NimberSearch::value`].
    pub fn outcome(&self, at: &Key, limits: &Limits<'_>) -> Result<Outcome, ExploreError> {
        let (mut sum, mut components) = self.split(at)?;
        let hardest = components.pop();
        for component in components {
            sum ^= self.component_value(component, limits)?;
        }
        let is_zero = match hardest {
            None => sum == 0,
            Some(component) => {
                let is_large = sum >= SET_BITS;
                let goal =
                    if is_large { Goal::Value } else { Goal::Test { n: sum, thresholds: ProofNumbers::INFINITE } };
                self.answer(component, goal, limits)? == Reply::Value(sum)
            }
        };
        Ok(if is_zero { Outcome::Loss } else { Outcome::Win })
    }

    /// Returns the Grundy value of a position if it is already proved.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn known_value(&self, at: &Key) -> Result<Option<Nimber>, ExploreError> {
        let (mut sum, components) = self.split(at)?;
        for component in components {
            let ComponentFacts::Value(value) = self.table.get(component) else { return Ok(None) };
            sum ^= value;
        }
        Ok(Some(Nimber(sum.into())))
    }

    /// Returns the outcome of a position if what is already proved decides it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn known_outcome(&self, at: &Key) -> Result<Option<Outcome>, ExploreError> {
        let (mut sum, components) = self.split(at)?;
        let mut unsolved = None;
        for component in components {
            match self.table.get(component) {
                ComponentFacts::Value(value) => sum ^= value,
                ComponentFacts::Excluded(set) if unsolved.is_none() => {
                    unsolved = Some(set | self.game.impossible_values(component) & FULL_SET);
                }
                ComponentFacts::Excluded(_) => return Ok(None),
            }
        }
        Ok(match unsolved {
            None if sum == 0 => Some(Outcome::Loss),
            None => Some(Outcome::Win),
            Some(excluded) => contains(excluded, sum).then_some(Outcome::Win),
        })
    }

    /// The Nim heap of a position and its components, the easiest first; without pairs of equal ones, if play in them must end.
    fn split(&self, at: &Key) -> Result<(u32, Vec<u64>), ExploreError> {
        let sum = self.game.split(at)?;
        let mut components = sum.components;
        components.sort_unstable_by_key(|&component| (self.game.weight(component), component));
        if !self.game.may_repeat() {
            let left = cancel_pairs(&mut components);
            components.truncate(left);
        }
        Ok((sum.heap, components))
    }

    /// The value of a component.
    fn component_value(&self, component: u64, limits: &Limits<'_>) -> Result<u32, ExploreError> {
        match self.answer(component, Goal::Value, limits)? {
            Reply::Value(value) => Ok(value),
            Reply::Excluded(_) | Reply::Unanswered(_) => unreachable!("the question is for the value"),
        }
    }

    /// Answers a question about a component: by one thread at first, then by all.
    ///
    /// Each thread searches the whole component, and all share the tables. A thread stores a larger proof number for the question that it
    /// searches, so the others prefer a different question that is nearly as promising.
    fn answer(&self, component: u64, goal: Goal, limits: &Limits<'_>) -> Result<Reply, ExploreError> {
        if let Some(reply) = goal.reply(self.table.get(component)) {
            return Ok(reply);
        }
        let is_over = AtomicBool::new(false);
        let workers = limits.workers();
        let max_expansions = if workers > 1 { SINGLE_THREAD_EXPANSIONS } else { u64::MAX };
        let search_alone = || Worker::new(self, limits, &is_over, false, max_expansions).run(component, goal);
        if let Some(reply) = RunError::catch(search_alone).map_err(ExploreError::from).flatten()? {
            return Ok(reply);
        }
        let work = || {
            let _ended = SetOnDrop(&is_over);
            Worker::new(self, limits, &is_over, true, u64::MAX).run(component, goal)
        };
        let replies = std::thread::scope(|scope| {
            // If the system refuses a thread, fewer threads search.
            let others = (1..workers).filter_map(|_| Builder::new().spawn_scoped(scope, work).ok()).collect::<Vec<_>>();
            let own = RunError::catch(work).map_err(ExploreError::from).flatten();
            let joined = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| Err(RunError::from_panic(&*panic).into())));
            std::iter::once(own).chain(joined).collect::<Vec<_>>()
        });
        // A thread that ended because another one had finished has no reply.
        let mut answer = None;
        for reply in replies {
            match (reply, &answer) {
                (Err(panic @ ExploreError::Run(RunError::WorkerPanicked { .. })), _) => return Err(panic),
                (Ok(Some(reply)), None | Some(Err(_))) => answer = Some(Ok(reply)),
                (Err(error), None) => answer = Some(Err(error)),
                _ => {}
            }
        }
        answer.expect("a thread ends with a reply or an error unless another one has ended so")
    }
}

/// Sets a flag when it is dropped, so that the other threads end, too, even if this one panics.
struct SetOnDrop<'f>(&'f AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl fmt::Debug for NimberSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch").field("expanded", &self.expanded()).finish_non_exhaustive()
    }
}
