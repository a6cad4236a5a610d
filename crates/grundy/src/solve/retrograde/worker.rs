//! One of the threads of a tick: it updates its own cells, and sends the other threads their predecessors.

use super::cell_range::{CellRange, Found};
use super::cells::Cell;
use super::kernel::{BATCH, Batch, FOUND_BATCH, PredecessorSource, Sink};
use super::mailboxes::{Mailboxes, Message, PredecessorBatch};
use super::partition::{LANES, partition};
use super::scheme::CellUpdate;
use crate::graph::Vertex;
use crate::limits::{Limits, Progress, RunError};
use std::ops::Range;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};
use std::thread;

/// Number of predecessors of other threads that are collected before they are sent.
pub(super) const MAX_COLLECTED: usize = 1 << 15;

/// Number of batches of each thread that can be in flight.
pub(super) const BATCHES_IN_FLIGHT: usize = 2;

/// The longest row that is sent; for a longer row the owners find their parts of it.
pub(super) const MAX_SENT_ROW: usize = 256;

/// The buffers that a thread keeps from tick to tick.
pub(super) struct Buffers {
    /// Collected predecessors that other threads own, and unused entries.
    foreign: Vec<Vertex>,
    /// Batches that can be filled.
    empty: Vec<PredecessorBatch>,
    /// The receiver of the thread's messages.
    inbox: Receiver<Message>,
}

impl Buffers {
    /// Creates the buffers of the thread `from`.
    pub(super) fn new(from: usize, inbox: Receiver<Message>) -> Self {
        let empty = || PredecessorBatch { from, ..PredecessorBatch::default() };
        Self { foreign: Vec::new(), empty: (0..BATCHES_IN_FLIGHT).map(|_| empty()).collect(), inbox }
    }
}

/// The work of one tick.
#[derive(Clone, Copy)]
pub(super) struct Tick<'a, C, S> {
    pub(super) source: S,
    /// The cell of the positions that are propagated.
    pub(super) code: C,
    /// The positions that are propagated, if they are listed.
    pub(super) list: Option<&'a [Vertex]>,
    pub(super) update: CellUpdate<C>,
    /// The most decided positions that are listed, if any are.
    pub(super) most_listed: usize,
    /// The progress of the run.
    pub(super) progress: Progress,
}

/// The state that the threads share.
pub(super) struct Exchange<'a> {
    owners: usize,
    /// Cells that each owns; fewer for the last one.
    span: usize,
    mailboxes: &'a Mailboxes,
    /// Whether all threads could be started.
    pub(super) complete: OnceLock<bool>,
}

impl<'a> Exchange<'a> {
    /// Creates the exchange of `owners` threads, each of which owns `span` cells.
    pub(super) fn new(owners: usize, span: usize, mailboxes: &'a Mailboxes) -> Self {
        Self { owners, span, mailboxes, complete: OnceLock::new() }
    }

    fn owned(&self, owner: usize) -> Range<usize> {
        owner * self.span..(owner + 1) * self.span
    }

    fn others(&self, me: usize) -> impl Iterator<Item = usize> {
        (0..self.owners).filter(move |&other| other != me)
    }

    /// Sends all other threads a message to stop.
    fn stop(&self, me: usize) {
        self.others(me).for_each(|to| self.mailboxes.send(to, Message::Stop));
    }
}

/// The run was stopped; the thread that stopped it returns the reason.
struct Stopped;

/// One thread, with the cells that it owns.
pub(super) struct Worker<'a, C, S> {
    me: usize,
    work: Tick<'a, C, S>,
    own: CellRange<'a, C>,
    /// Buffer for the collected predecessors that the thread itself owns.
    batch: Vec<Vertex>,
    buffers: &'a mut Buffers,
    /// Number of collected predecessors that others own.
    gathered: usize,
    /// The vertices with long rows, of which only the thread's own part was processed.
    long: Vec<Vertex>,
    /// Number of other threads that may still send something.
    active_others: usize,
    exchange: &'a Exchange<'a>,
}

impl<C: Cell, S: PredecessorSource> Sink<C> for Worker<'_, C, S> {
    fn cells(&self) -> &[C] {
        self.own.cells
    }

    fn update(&mut self, batch: &[Vertex]) {
        let capacity = self.gathered + batch.len() + LANES;
        let foreign = &mut self.buffers.foreign;
        if foreign.len() < capacity {
            foreign.resize(capacity, Vertex(0));
        }
        let (base, span) = (self.own.base as u32, self.exchange.span as u32);
        let own_count = partition(batch, base, span, &mut self.batch, &mut foreign[self.gathered..]);
        self.gathered += batch.len() - own_count;
        self.own.update(&self.batch[..own_count]);
    }

    const MAX_ROW: usize = MAX_SENT_ROW;

    fn is_full(&self) -> bool {
        self.gathered >= MAX_COLLECTED
    }

    fn update_long_row(&mut self, v: Vertex, row: &[Vertex]) {
        self.own.update(part(row, self.exchange.owned(self.me)));
        self.long.push(v);
    }
}

impl<'a, C: Cell, S: PredecessorSource> Worker<'a, C, S> {
    /// Creates the worker of thread `me`, which owns the cells of `own`.
    pub(super) fn new(
        me: usize,
        work: Tick<'a, C, S>,
        own: CellRange<'a, C>,
        buffers: &'a mut Buffers,
        exchange: &'a Exchange<'a>,
    ) -> Self {
        let batch = vec![Vertex(0); BATCH + LANES];
        Self {
            me,
            work,
            own,
            batch,
            buffers,
            gathered: 0,
            long: Vec::new(),
            active_others: exchange.owners - 1,
            exchange,
        }
    }

    /// Processes the tick once all threads have started; `None` if some cannot be started.
    pub(super) fn run_when_all_started(self, limits: &Limits<'_>) -> Option<Result<Found, RunError>> {
        self.exchange.complete.wait().then(|| self.run(limits))
    }

    pub(super) fn run(mut self, limits: &Limits<'_>) -> Result<Found, RunError> {
        let mut batch = Batch::new();
        let total = self.work.list.map_or(self.own.cells.len(), <[Vertex]>::len);
        let mut processed = 0;
        // At least once: the others wait for a last batch.
        loop {
            while processed < total && !self.is_full() {
                let work = self.work;
                processed = match work.list {
                    Some(list) => {
                        let end = total.min(processed + FOUND_BATCH);
                        work.source.follow(&list[processed..end], &mut batch, &mut self);
                        end
                    }
                    None => batch.search(work.source, processed..total, self.own.base, work.code, &mut self),
                };
            }
            if processed == total {
                batch.flush(&mut self);
            }
            // One thread checks the limits for all.
            if self.me == 0
                && let Err(hit) = limits.report(self.work.progress)
            {
                self.exchange.stop(self.me);
                return Err(hit);
            }
            if let Err(Stopped) = self.send(processed == total) {
                return Ok(std::mem::take(&mut self.own.found));
            }
            if processed == total {
                break;
            }
        }
        while self.active_others > 0 {
            if let Err(Stopped) = self.read(true) {
                break;
            }
        }
        Ok(std::mem::take(&mut self.own.found))
    }

    /// Sends the predecessors that others own, as soon as there is a free batch, and reads all messages that have arrived.
    fn send(&mut self, is_last: bool) -> Result<(), Stopped> {
        self.read(false)?;
        let mut batch = loop {
            match self.buffers.empty.pop() {
                Some(batch) => break batch,
                None => self.read(true)?,
            }
        };
        batch.fill(&mut self.buffers.foreign, self.gathered, self.exchange.owners, self.exchange.span);
        std::mem::swap(&mut batch.long, &mut self.long);
        self.long.clear();
        self.gathered = 0;
        batch.is_last = is_last;
        let batch = Arc::new(batch);
        self.exchange
            .others(self.me)
            .for_each(|to| self.exchange.mailboxes.send(to, Message::Predecessors(batch.clone())));
        // The thread that drops a batch last reuses its memory: this one, if all others have read the batch already.
        self.buffers.empty.extend(Arc::into_inner(batch));
        Ok(())
    }

    /// Reads the messages that have arrived, and at least one if `wait` is set.
    fn read(&mut self, wait: bool) -> Result<(), Stopped> {
        let inbox = &self.buffers.inbox;
        let mut next = if wait { Some(inbox.recv().map_err(|_| Stopped)?) } else { inbox.try_recv().ok() };
        while let Some(message) = next {
            match message {
                Message::Predecessors(batch) => self.unpack(batch),
                Message::Back(batch) => self.buffers.empty.push(batch),
                Message::Stop => return Err(Stopped),
            }
            next = self.buffers.inbox.try_recv().ok();
        }
        Ok(())
    }

    /// Applies the part of another thread's batch that this thread owns. The last thread to do so sends the batch back.
    fn unpack(&mut self, batch: Arc<PredecessorBatch>) {
        let Self { me, exchange, .. } = *self;
        self.own.update(batch.part(me));
        for v in &batch.long {
            self.own.update(part(self.work.source.long_row(*v), exchange.owned(me)));
        }
        self.active_others -= usize::from(batch.is_last);
        if let Some(batch) = Arc::into_inner(batch) {
            exchange.mailboxes.send(batch.from, Message::Back(batch));
        }
    }
}

impl<C, S> Drop for Worker<'_, C, S> {
    /// Stops the other threads after a panic: otherwise they would wait for this one for ever.
    fn drop(&mut self) {
        if thread::panicking() {
            self.exchange.stop(self.me);
        }
    }
}

/// The part of a row that lies within `owned`.
fn part(row: &[Vertex], owned: Range<usize>) -> &[Vertex] {
    let below = |end: usize| row.partition_point(|v| v.index() < end);
    &row[below(owned.start)..below(owned.end)]
}
