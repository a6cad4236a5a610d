//! Hands batches from thread to thread.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What the thread that makes batches is to do next.
pub(super) enum Next<B> {
    /// Fill this batch, which will have this number.
    Make(u64, B),
    /// Check the batch with this number: no other one may be made.
    Check(u64, B),
    /// Nothing: no more batches are needed.
    End,
}

/// What the thread that takes batches in order is to do next.
enum InOrder<B> {
    /// Take this batch, which is checked.
    Take(B),
    /// Check the batch with this number: the next one in order is not checked yet.
    Check(u64, B),
    /// Nothing: all batches were taken.
    End,
}

/// The batches of a computation. They are numbered in the order in which they are made.
#[derive(Debug)]
pub(super) struct Queue<B> {
    state: Mutex<State<B>>,
    changed: Condvar,
    /// The number of the first batch that is not needed.
    end: AtomicU64,
}

/// Whether a batch is still needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need<'q> {
    end: &'q AtomicU64,
    number: u64,
}

impl Need<'_> {
    /// Whether no batch before this one has ended the computation so far.
    #[inline(always)]
    pub(super) fn is_needed(self) -> bool {
        self.number < self.end.load(Relaxed)
    }
}

#[derive(Debug)]
struct State<B> {
    /// Batches that may be filled.
    free: Vec<B>,
    /// Batches that are to be checked, the earliest first.
    unchecked: VecDeque<(u64, B)>,
    /// Batches that were checked.
    checked: BTreeMap<u64, B>,
    /// Number of batches that were made, and of those taken in order.
    made: u64,
    taken: u64,
    /// Whether no more batches will be made.
    is_complete: bool,
    /// Whether no more batches are needed.
    is_stopped: bool,
}

impl<B> Queue<B> {
    /// A queue in which no more than these batches are in use.
    pub(super) fn new(free: Vec<B>) -> Self {
        let (unchecked, checked) = (VecDeque::new(), BTreeMap::new());
        let state = State { free, unchecked, checked, made: 0, taken: 0, is_complete: false, is_stopped: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), end: AtomicU64::new(u64::MAX) }
    }

    /// Whether the batch with this number is needed.
    pub(super) fn need(&self, number: u64) -> Need<'_> {
        Need { end: &self.end, number }
    }

    /// Declares that no batch after the one with this number is needed.
    pub(super) fn end_with(&self, number: u64) {
        self.end.fetch_min(number + 1, Relaxed);
    }

    /// The next thing to do for the thread that makes batches; waits for it.
    pub(super) fn next_to_make(&self) -> Next<B> {
        self.wait_for(|state| {
            if state.is_stopped {
                return Some(Next::End);
            }
            let free = state.free.pop().map(|batch| Next::Make(state.made, batch));
            free.or_else(|| state.unchecked.pop_front().map(|(number, batch)| Next::Check(number, batch)))
        })
    }

    /// The next batch to be checked, with its number; waits for it. `None` if there will be none.
    pub(super) fn next_to_check(&self) -> Option<(u64, B)> {
        self.wait_for(|state| {
            if state.is_stopped {
                return Some(None);
            }
            let unchecked = state.unchecked.pop_front().map(Some);
            unchecked.or_else(|| state.is_complete.then_some(None))
        })
    }

    /// The next batch in order; checks batches itself while it is not checked. `None` if all were taken.
    pub(super) fn next_in_order(&self, check: &mut dyn FnMut(u64, &mut B)) -> Option<B> {
        loop {
            let next = self.wait_for(|state| {
                if let Some(batch) = state.checked.remove(&state.taken) {
                    state.taken += 1;
                    return Some(InOrder::Take(batch));
                }
                if state.is_stopped || state.is_complete && state.taken == state.made {
                    return Some(InOrder::End);
                }
                state.unchecked.pop_front().map(|(number, batch)| InOrder::Check(number, batch))
            });
            match next {
                InOrder::Take(batch) => return Some(batch),
                InOrder::Check(number, mut batch) => {
                    check(number, &mut batch);
                    self.add_checked(number, batch);
                }
                InOrder::End => return None,
            }
        }
    }

    /// Adds a batch that was made; `is_last` if no other one will be.
    pub(super) fn add(&self, batch: B, is_last: bool) {
        self.change(|state| {
            state.unchecked.push_back((state.made, batch));
            state.made += 1;
            state.is_complete = is_last;
        });
    }

    /// Adds a batch that was checked.
    pub(super) fn add_checked(&self, number: u64, batch: B) {
        self.change(|state| {
            state.checked.insert(number, batch);
        });
    }

    /// Returns a batch so that it may be filled again.
    pub(super) fn give_back(&self, batch: B) {
        self.change(|state| state.free.push(batch));
    }

    /// Ends the work of all threads.
    pub(super) fn stop(&self) {
        self.end.store(0, Relaxed);
        self.change(|state| state.is_stopped = true);
    }

    /// Runs a thread's work; if it panics, the other threads end, too.
    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Guard<'a, B>(&'a Queue<B>);
        impl<B> Drop for Guard<'_, B> {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    self.0.stop();
                }
            }
        }
        let _guard = Guard(self);
        work()
    }

    fn lock(&self) -> MutexGuard<'_, State<B>> {
        // No change of the state panics halfway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State<B>)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn wait_for<T>(&self, mut ready: impl FnMut(&mut State<B>) -> Option<T>) -> T {
        let mut state = self.lock();
        loop {
            if let Some(result) = ready(&mut state) {
                return result;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
