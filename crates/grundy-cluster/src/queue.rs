//! The frames that wait to be sent to one process: a bounded queue.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A queue of frames. Its producers wait while it is full, so a process that is slow to receive slows its senders.
#[derive(Debug)]
pub(crate) struct Queue {
    max_bytes: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Whether blocks are refused, because the run has failed.
    is_refusing: bool,
    /// Whether no frame will be added.
    is_finished: bool,
}

/// What the sender gets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Popped {
    /// A frame.
    Frame(Vec<u8>),
    /// Nothing was sent for a while.
    Idle,
    /// All frames were sent.
    Finished,
}

/// The run has failed: the frame was not added.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused;

impl Queue {
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { max_bytes, state: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame; waits while there is no space. A frame that is larger than the bound waits until the queue is empty.
    pub(crate) fn push(&self, frame: Vec<u8>) -> Result<(), Refused> {
        let is_full =
            |state: &mut State| !state.is_refusing && state.bytes > 0 && state.bytes + frame.len() > self.max_bytes;
        let waited = self.changed.wait_while(self.lock(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_refusing {
            return Err(Refused);
        }
        state.bytes += frame.len();
        state.frames.push_back(frame);
        self.changed.notify_all();
        Ok(())
    }

    /// Refuses further frames and removes those that wait, because the run has failed. Does nothing after the last frame was added.
    pub(crate) fn refuse(&self) {
        let mut state = self.lock();
        if state.is_finished {
            return;
        }
        state.is_refusing = true;
        state.frames.clear();
        state.bytes = 0;
        self.changed.notify_all();
    }

    /// Adds the last frame, if there is one, without waiting for space.
    pub(crate) fn finish(&self, last: Option<Vec<u8>>) {
        let mut state = self.lock();
        (state.is_refusing, state.is_finished) = (true, true);
        state.bytes += last.as_ref().map_or(0, Vec::len);
        state.frames.extend(last);
        self.changed.notify_all();
    }

    /// Takes the next frame; waits for it, but not for longer than `idle`.
    pub(crate) fn pop(&self, idle: Duration) -> Popped {
        let is_waiting = |state: &mut State| state.frames.is_empty() && !state.is_finished;
        let waited = self.changed.wait_timeout_while(self.lock(), idle, is_waiting);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match state.frames.pop_front() {
            Some(frame) => {
                state.bytes -= frame.len();
                self.changed.notify_all();
                Popped::Frame(frame)
            }
            None if state.is_finished => Popped::Finished,
            None => Popped::Idle,
        }
    }

    /// Number of bytes that wait. For tests of the bound.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const SHORT: Duration = Duration::from_millis(50);

    #[test]
    fn frames_come_out_in_order_and_the_last_one_last() {
        let queue = Queue::new(100);
        assert_eq!(queue.pop(Duration::ZERO), Popped::Idle);
        queue.push(vec![1; 1000]).unwrap();
        assert_eq!(queue.pop(SHORT), Popped::Frame(vec![1; 1000]));
        queue.push(vec![2]).unwrap();
        queue.finish(Some(vec![3]));
        assert_eq!(queue.push(vec![4]), Err(Refused));
        let popped: Vec<Popped> = (0..3).map(|_| queue.pop(SHORT)).collect();
        assert_eq!(popped, [Popped::Frame(vec![2]), Popped::Frame(vec![3]), Popped::Finished]);
    }

    #[test]
    fn a_producer_waits_for_space() {
        let (queue, pushed) = (Queue::new(100), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..50 {
                    queue.push(vec![0; 30]).unwrap();
                    pushed.fetch_add(1, Ordering::Relaxed);
                }
            });
            for popped in 0..50 {
                std::thread::sleep(Duration::from_millis(1));
                assert!(queue.bytes() <= 100 && pushed.load(Ordering::Relaxed) <= popped + 4);
                assert_eq!(queue.pop(SHORT), Popped::Frame(vec![0; 30]));
            }
        });
    }

    #[test]
    fn a_failed_run_wakes_the_producer() {
        let queue = Queue::new(100);
        queue.push(vec![0; 100]).unwrap();
        std::thread::scope(|scope| {
            let producer = scope.spawn(|| queue.push(vec![0; 100]));
            std::thread::sleep(SHORT);
            queue.refuse();
            assert_eq!(producer.join().unwrap(), Err(Refused));
        });
        queue.finish(Some(vec![7]));
        assert_eq!((queue.pop(SHORT), queue.pop(SHORT)), (Popped::Frame(vec![7]), Popped::Finished));
    }
}
