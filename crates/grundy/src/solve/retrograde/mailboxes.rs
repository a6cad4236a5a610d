//! The messages between the threads of a tick: batches of predecessors, and the empty batches on their way back.
//!
//! A thread that has a full batch sends it to the others and continues with its own work, as long as it has another batch
//! to fill. It reads its messages whenever it sends something, and sleeps only if it has no batch or no work left.
//! Messages of one sender are read in the order in which they were sent.

use crate::graph::Vertex;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A batch of predecessors that other threads own, with the end marker of the sender.
#[derive(Debug, Default)]
pub(super) struct PredecessorBatch {
    pub(super) from: usize,
    /// The predecessors, owner by owner, followed by unused entries.
    pub(super) vertices: Vec<Vertex>,
    /// The end of each owner's part; the part of the sender is empty.
    pub(super) ends: Vec<usize>,
    /// Vertices with long rows, of which every owner processes its own part.
    pub(super) long: Vec<Vertex>,
    /// Whether the sender has nothing more to send.
    pub(super) is_last: bool,
}

impl PredecessorBatch {
    /// The predecessors that `owner` owns.
    pub(super) fn part(&self, owner: usize) -> &[Vertex] {
        let start = owner.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.vertices[start..self.ends[owner]]
    }

    /// Fills the batch with vertices, owner by owner; each owner owns `span` vertices, and `from` owns none of these.
    pub(super) fn fill(&mut self, gathered: &mut Vec<Vertex>, count: usize, owners: usize, span: usize) {
        self.ends.clear();
        if owners == 2 {
            std::mem::swap(&mut self.vertices, gathered);
            self.ends.extend([count * self.from, count]);
            return;
        }
        let owner = |v: &Vertex| v.index() / span;
        self.ends.resize(owners, 0);
        gathered[..count].iter().for_each(|v| self.ends[owner(v)] += 1);
        let mut next = 0;
        for end in &mut self.ends {
            (*end, next) = (next, next + *end);
        }
        if self.vertices.len() < count {
            self.vertices.resize(count, Vertex(0));
        }
        // Each end is the start of its part, until the part is filled.
        for v in &gathered[..count] {
            let place = &mut self.ends[owner(v)];
            self.vertices[*place] = *v;
            *place += 1;
        }
    }
}

#[derive(Debug)]
pub(super) enum Message {
    /// A batch for all other threads.
    Predecessors(Arc<PredecessorBatch>),
    /// A batch that all have read, returned to its sender to be filled again.
    Back(PredecessorBatch),
    /// The run must end.
    Stop,
}

/// The senders to all threads.
#[derive(Debug)]
pub(super) struct Mailboxes {
    senders: Box<[Sender<Message>]>,
}

impl Mailboxes {
    /// Mailboxes for `threads` threads, and the receiver of each thread.
    pub(super) fn new(threads: usize) -> (Self, Vec<Receiver<Message>>) {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        (Self { senders: senders.into() }, receivers)
    }

    pub(super) fn send(&self, to: usize, message: Message) {
        // If a receiver is gone the run has ended, and the message is not needed.
        let _ = self.senders[to].send(message);
    }
}
