//! One thread's part in an exploration: it hands over the rows that the game gave and takes the next positions.

use super::run::{Answered, Run};
use crate::graph::Vertex;
use crate::limits::RunError;
use crate::text::{Asks, Code, KeyCodec, PositionBatch, Rows};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What the threads of a run share.
pub(super) struct Shared<'r, 'a> {
    pub(super) run: Mutex<Run<'r, 'a>>,
    pub(super) changed: Condvar,
    pub(super) workers: usize,
}

/// One thread's part in a run.
pub(super) struct Worker<'s, 'r, 'a> {
    shared: &'s Shared<'r, 'a>,
    /// The positions asked for and not answered.
    task: Vec<Vertex>,
    packing: Option<&'a dyn KeyCodec>,
}

impl<'s, 'r, 'a> Worker<'s, 'r, 'a> {
    pub(super) fn of(shared: &'s Shared<'r, 'a>) -> Self {
        Self { shared, task: Vec::new(), packing: None }
    }

    fn lock(&self) -> MutexGuard<'s, Run<'r, 'a>> {
        self.shared.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what was said of the task.
    fn hand_over(&mut self, run: &mut Run<'r, 'a>, said: &mut Rows) {
        let count = said.len();
        let failed = count < self.task.len() && said.has_trouble();
        if count == 0 && !failed {
            run.end.get_or_insert(Err(RunError::Interrupted { positions: run.kept as u64 }));
            return;
        }
        let first = self.task[0];
        let mut answered = run.spare.pop().unwrap_or_default();
        std::mem::swap(&mut answered.rows, said);
        run.explorer.places.find_all(answered.rows.every_option(), &mut answered.found);
        run.waiting -= count;
        if failed && count > 0 {
            // The failure is a row of its own, without any.
            if let Some(trouble) = answered.rows.take_trouble() {
                let mut alone = Answered::default();
                alone.rows.fail(trouble);
                run.answered.insert(self.task[count], alone);
            }
        }
        run.answered.insert(first, answered);
        self.task.drain(..count);
        if failed {
            run.waiting -= self.task.len();
            self.task.clear();
        }
    }
}

impl Asks for Worker<'_, '_, '_> {
    fn next(&mut self, said: &mut Rows, at: &mut PositionBatch) -> bool {
        if let Some(packing) = self.packing {
            said.options().pack(packing);
        }
        let mut run = self.lock();
        if !self.task.is_empty() {
            self.hand_over(&mut run, said);
        }
        at.clear();
        said.clear();
        loop {
            run.keep();
            let many = run.queued() - run.asked;
            if run.end.is_some() || (many > run.pause && self.task.is_empty()) {
                self.task.clear();
                self.shared.changed.notify_all();
                return false;
            }
            if self.task.is_empty() {
                run.take(self.shared.workers, &mut self.task);
            }
            if !self.task.is_empty() {
                break;
            }
            if run.waiting == 0 {
                // Whoever was asked has given up.
                let positions = run.kept as u64;
                run.end.get_or_insert(Err(RunError::Interrupted { positions }));
                continue;
            }
            run = self.shared.changed.wait(run).unwrap_or_else(PoisonError::into_inner);
        }
        if self.shared.workers > 1 {
            self.shared.changed.notify_all();
        }
        self.packing = run.explorer.places.packing();
        said.take_words(self.packing.is_some());
        self.task.iter().for_each(|v| match run.explorer.places.code(v.0) {
            Code::Word(word) => at.push_word(word),
            Code::Key(key) => at.push(key),
        });
        true
    }
}

impl Drop for Worker<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() || !self.task.is_empty() {
            let mut run = self.lock();
            run.end.get_or_insert(Err(RunError::Interrupted { positions: 0 }));
            drop(run);
            self.shared.changed.notify_all();
        }
    }
}
