//! What the threads of a tick send one another: parcels of predecessors, and their mailboxes back when they are empty.
//!
//! A thread that has a parcel ready leaves it in the message mailboxes of the others and goes on with its own work, as long as it
//! has another box to fill. It looks into its message box whenever it sends something, and sleeps there only when no box is
//! left to it or nothing else to do. Letters of one sender are read in the order in which they were sent.

use crate::graph::Vertex;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Predecessors that others own, and what else there is to say.
#[derive(Debug, Default)]
pub(super) struct Parcel {
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

impl Parcel {
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
    Parcel(Arc<Parcel>),
    /// A parcel that all have read, for whoever sent it to fill again.
    Back(Parcel),
    /// The run is to end.
    Stop,
}

/// A message box for each thread.
#[derive(Debug)]
pub(super) struct Mailboxes {
    mailboxes: Box<[Mailbox]>,
}

#[derive(Debug, Default)]
struct Mailbox {
    messages: Mutex<Vec<Message>>,
    filled: Condvar,
}

impl Mailboxes {
    pub(super) fn new(threads: usize) -> Self {
        Self { mailboxes: (0..threads).map(|_| Mailbox::default()).collect() }
    }

    pub(super) fn send(&self, to: usize, message: Message) {
        let Mailbox { messages, filled } = &self.mailboxes[to];
        // A thread that panics ends the run; what it left behind is not read.
        messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        filled.notify_one();
    }

    /// Exchanges the messages for thread `to` with an empty bundle; sleeps until there are any if it is to `wait`.
    pub(super) fn fetch(&self, to: usize, bundle: &mut Vec<Message>, wait: bool) {
        let Mailbox { messages, filled } = &self.mailboxes[to];
        let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
        while wait && messages.is_empty() {
            messages = filled.wait(messages).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::swap(&mut *messages, bundle);
    }
}
