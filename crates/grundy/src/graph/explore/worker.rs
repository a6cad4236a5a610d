//! The threads of an exploration: each expands a batch of positions, hands the rows over and takes the next batch.

use super::error::ExploreError;
use super::exploration::{AtBoundary, ExpandedRows, Exploration};
use super::explorer::{Explorer, Reachable};
use crate::graph::Vertex;
use crate::limits::{Limits, RunError};
use crate::text::{Expand, KeyCodec, PositionBatch, PositionRef};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Number of queued positions at which more threads start to work.
const MIN_QUEUED: usize = 512;

impl Explorer<'_> {
    /// Expands all positions that are reachable from `roots`, and returns them, the roots first. The roots must be
    /// different.
    ///
    /// # Errors
    /// If the positions have more than `moves` moves, another limit is exceeded, the run is interrupted or the rules
    /// fail. The explorer keeps the positions that were expanded.
    pub fn reach(&mut self, roots: &[Vertex], moves: u64, limits: &Limits<'_>) -> Result<Reachable, ExploreError> {
        run(Exploration::new(self, roots, moves, limits, None), limits.workers())
    }

    /// Expands all positions of an explorer that has only the roots, or was read from a checkpoint. `at_boundary` is called
    /// every few thousand positions and at the end, when the explorer can be saved; its error ends the exploration.
    ///
    /// # Errors
    /// The errors of [`Explorer::reach`], and those of `at_boundary`.
    pub(crate) fn reach_all<'r>(
        &'r mut self,
        limits: &'r Limits<'r>,
        at_boundary: &'r mut AtBoundary<'r>,
    ) -> Result<Reachable, ExploreError> {
        run(Exploration::new(self, &[], u64::MAX, limits, Some(at_boundary)), limits.workers())
    }
}

/// Runs an exploration to its end: on one thread first, and on all once enough positions wait.
fn run(exploration: Exploration<'_, '_>, workers: usize) -> Result<Reachable, ExploreError> {
    let pause = if workers > 1 { MIN_QUEUED } else { usize::MAX };
    let mut shared = Shared { exploration: Mutex::new(exploration), changed: Condvar::new(), workers: 1, pause };
    Worker::new(&shared).run();
    if !shared.lock().has_ended() {
        shared.workers = workers;
        shared.pause = usize::MAX;
        thread::scope(|scope| {
            let shared = &shared;
            for _ in 1..workers {
                // If a thread cannot be started, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, || Worker::new(shared).run());
            }
            Worker::new(shared).run();
        });
    }
    shared.exploration.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
}

/// The state that the threads share.
struct Shared<'r, 'a> {
    exploration: Mutex<Exploration<'r, 'a>>,
    changed: Condvar,
    workers: usize,
    /// Workers stop when more positions than that wait.
    pause: usize,
}

impl<'r, 'a> Shared<'r, 'a> {
    fn lock(&self) -> MutexGuard<'_, Exploration<'r, 'a>> {
        self.exploration.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread of an exploration.
struct Worker<'s, 'r, 'a> {
    shared: &'s Shared<'r, 'a>,
    /// The positions of the batch that were not expanded yet.
    task: Vec<Vertex>,
    batch: PositionBatch,
    codec: Option<&'a KeyCodec>,
}

impl<'s, 'r, 'a> Worker<'s, 'r, 'a> {
    fn new(shared: &'s Shared<'r, 'a>) -> Self {
        Self { shared, task: Vec::new(), batch: PositionBatch::default(), codec: None }
    }

    /// Works until nothing is left. A panic of the game's code ends the exploration with an error.
    fn run(mut self) {
        let shared = self.shared;
        let source = shared.lock().explorer.source.clone();
        let result = catch_unwind(AssertUnwindSafe(|| source.with_expander(&mut |expand| self.step(expand))));
        if let Err(payload) = result {
            shared.lock().fail(RunError::from_panic(payload.as_ref()).into());
        }
        shared.changed.notify_all();
    }

    /// Expands one batch and hands its rows over; `false` if nothing is left for this worker.
    fn step(&mut self, expand: &mut Expand<'_>) -> bool {
        let Some(mut expanded) = self.next_batch() else { return false };
        let result = expand(&self.batch, &mut expanded.rows);
        if let Some(codec) = self.codec {
            expanded.rows.pack_options(codec);
        }
        let mut exploration = self.shared.lock();
        let count = expanded.rows.len().min(self.task.len());
        if count > 0 {
            exploration.accept_rows(self.task[0], count, expanded);
            self.task.drain(..count);
        }
        match (result, self.task.first()) {
            // The error is reported in the order of the queue, like a row.
            (Err(error), Some(&first)) => {
                exploration.accept_rows(first, self.task.len(), ExpandedRows::from_error(error));
                self.task.clear();
            }
            (Ok(()), Some(_)) if count == 0 => {
                let message = "the expander of the game returned no options for a batch of positions".to_owned();
                exploration.fail(RunError::WorkerPanicked { message }.into());
            }
            _ => {}
        }
        true
    }

    /// Stores the rows that are next, takes the next positions and makes a batch of them; `None` if nothing is left for
    /// this worker.
    fn next_batch(&mut self) -> Option<ExpandedRows> {
        let shared = self.shared;
        let mut exploration = shared.lock();
        loop {
            exploration.store();
            let is_pause = exploration.queued_count() > shared.pause && self.task.is_empty();
            if exploration.has_ended() || is_pause {
                self.task.clear();
                shared.changed.notify_all();
                return None;
            }
            if self.task.is_empty() {
                exploration.take_batch(shared.workers, &mut self.task);
            }
            if !self.task.is_empty() {
                break;
            }
            if !exploration.has_work_in_progress() {
                // Nothing is queued, being expanded or stored, and the exploration has not ended: a worker has died.
                let message = "a worker thread ended early".to_owned();
                exploration.fail(RunError::WorkerPanicked { message }.into());
                continue;
            }
            exploration = shared.changed.wait(exploration).unwrap_or_else(PoisonError::into_inner);
        }
        if shared.workers > 1 {
            shared.changed.notify_all();
        }
        let mut expanded = exploration.buffer();
        let interner = &exploration.explorer.interner;
        self.codec = interner.codec();
        expanded.rows.set_wants_packed(self.codec.is_some());
        self.batch.clear();
        self.task.iter().for_each(|v| match interner.get(v.0) {
            PositionRef::Packed(integer) => self.batch.push_packed(integer),
            PositionRef::Key(key) => self.batch.push(key),
        });
        Some(expanded)
    }
}
