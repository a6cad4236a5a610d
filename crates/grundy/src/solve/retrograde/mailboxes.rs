//! What the threads of a tick send one another: batches of predecessors, and the empty batches back.
//!
//! A thread that has a batch ready sends it to the others and goes on with its own work, as long as it has another batch to
//! fill. It reads its messages whenever it sends something, and sleeps only when no batch is left to it or nothing else to do.
//! Messages of one sender are read in the order in which they were sent.

use crate::graph::Vertex;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Predecessors that others own, and what else there is to say.
#[derive(Debug, Default)]
pub(super) struct PredecessorBatch {
    pub(super) from: usize,
    /// The predecessors, owner by owner, and then whatever was there before.
    pub(super) vertices: Vec<Vertex>,
    /// Where each owner's part ends; the sender's is empty.
    pub(super) ends: Vec<usize>,
    /// Vertices whose rows are to be heard in part.
    pub(super) long: Vec<Vertex>,
    /// Whether the sender has nothing more to send.
    pub(super) last: bool,
}

impl PredecessorBatch {
    /// The part of an owner.
    pub(super) fn part(&self, owner: usize) -> &[Vertex] {
        let start = owner.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.vertices[start..self.ends[owner]]
    }

    /// Fills it with vertices, owner by owner; each owns `span` vertices, and `from` none of these.
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
        // Each end stands at the start of its part, until the part is filled.
        for v in &gathered[..count] {
            let place = &mut self.ends[owner(v)];
            self.vertices[*place] = *v;
            *place += 1;
        }
    }
}

#[derive(Debug)]
pub(super) enum Message {
    /// One for all others.
    Predecessors(Arc<PredecessorBatch>),
    /// A batch that all have read, for whoever sent it to fill again.
    Back(PredecessorBatch),
    /// The run is to end.
    Stop,
}

/// What sends to each thread.
#[derive(Debug)]
pub(super) struct Mailboxes {
    senders: Box<[Sender<Message>]>,
}

impl Mailboxes {
    /// Mailboxes for so many threads, with what each thread receives from.
    pub(super) fn new(threads: usize) -> (Self, Vec<Receiver<Message>>) {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        (Self { senders: senders.into() }, receivers)
    }

    pub(super) fn send(&self, to: usize, message: Message) {
        // The receivers outlive the run, or nobody reads the message.
        let _ = self.senders[to].send(message);
    }
}
