//! Measures how long the script has been in one call, and at which position, so that a front end can stop a process that hangs.
//!
//! Each thread has a counter, which is odd during a call; a call costs two stores to it. Reading a clock would cost more than many calls
//! do. When a watching thread reads the same odd counter repeatedly, that call is long. Recording the position of the call costs one more
//! store, of its integer; a position without an integer is copied as bytes.

use crate::literal;
use crate::packing::Packing;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// All threads that have called a script.
static THREADS: Mutex<Vec<WatchedThread>> = Mutex::new(Vec::new());

struct WatchedThread {
    thread: Weak<Thread>,
    /// The counter when it was last read; `since` is the time since which it has had this odd value.
    seen: u64,
    since: Option<Instant>,
}

impl WatchedThread {
    fn new(thread: &Arc<Thread>) -> Self {
        Self { thread: Arc::downgrade(thread), seen: 0, since: None }
    }

    /// Reads the counter at the time `now`, and returns how long the current call has been seen.
    fn seconds_in_call(&mut self, now: Instant) -> Option<f64> {
        let count = self.thread.upgrade()?.counter.load(Ordering::Relaxed);
        if count.is_multiple_of(2) || self.seen != count {
            (self.seen, self.since) = (count, (count % 2 == 1).then_some(now));
        }
        Some(now.duration_since(self.since?).as_secs_f64())
    }
}

/// The state of one thread's calls.
#[derive(Default)]
struct Thread {
    counter: AtomicU64,
    /// The integer of the position in the packing of `call_position`, or `AS_BYTES`.
    packed: AtomicU64,
    call_position: Mutex<CallPosition>,
}

#[derive(Default)]
struct CallPosition {
    packing: Option<Arc<Packing>>,
    /// The position as bytes, if it has no integer; empty before the first position.
    bytes: Vec<u8>,
}

/// The value of `packed` when the position is in `bytes`.
const AS_BYTES: u64 = u64::MAX;

impl Thread {
    /// The position of the current call as a literal; `None` before the first.
    fn position(&self) -> Option<String> {
        let position = lock(&self.call_position);
        let integer = self.packed.load(Ordering::Relaxed);
        let mut unpacked = Vec::new();
        let bytes = match &position.packing {
            Some(packing) if integer != AS_BYTES => {
                packing.unpack(integer, &mut unpacked);
                &unpacked
            }
            _ => &position.bytes,
        };
        (!bytes.is_empty()).then(|| literal::of_bytes(bytes))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    static CALLS: Arc<Thread> = {
        let thread = Arc::new(Thread { packed: AtomicU64::new(AS_BYTES), ..Thread::default() });
        let mut threads = lock(&THREADS);
        threads.retain(|watched| watched.thread.strong_count() > 0);
        threads.push(WatchedThread::new(&thread));
        thread
    };
}

/// A handle to the call state of one thread.
#[derive(Clone)]
pub(crate) struct Calls(Arc<Thread>);

impl Calls {
    pub(crate) fn of_this_thread() -> Self {
        Self(CALLS.with(Arc::clone))
    }

    /// Runs a call.
    #[inline]
    pub(crate) fn run<R>(&self, call: impl FnOnce() -> R) -> R {
        let counter = &self.0.counter;
        let before = counter.load(Ordering::Relaxed);
        counter.store(before | 1, Ordering::Relaxed);
        let result = call();
        // A nested call counts as part of the outer one.
        counter.store(if before % 2 == 1 { before } else { before + 2 }, Ordering::Relaxed);
        result
    }

    /// Records that the following calls are at no position: they load a file.
    pub(crate) fn clear_position(&self) {
        self.at_bytes(&[]);
    }

    /// Records that the following calls are at this position.
    pub(crate) fn at_bytes(&self, bytes: &[u8]) {
        let mut position = lock(&self.0.call_position);
        position.bytes.clear();
        position.bytes.extend_from_slice(bytes);
        self.0.packed.store(AS_BYTES, Ordering::Relaxed);
    }

    /// Records that the following calls are at the position with this integer in the current packing.
    #[inline]
    pub(crate) fn at_packed(&self, integer: u64) {
        self.0.packed.store(integer, Ordering::Relaxed);
    }

    /// Sets the packing of the integers passed to [`Calls::at_packed`] from now on.
    pub(crate) fn set_packing(&self, packing: &Arc<Packing>) {
        let mut position = lock(&self.0.call_position);
        self.0.packed.store(AS_BYTES, Ordering::Relaxed);
        position.bytes.clear();
        position.packing = Some(packing.clone());
    }
}

/// Returns the position of the longest current call, as a literal, if there is one. Other threads continue while it is read, so it is
/// exact only for a call that hangs.
pub fn position_in_script() -> Option<String> {
    let threads = lock(&THREADS);
    let longest = threads.iter().filter(|watched| watched.since.is_some()).min_by_key(|watched| watched.since)?;
    longest.thread.upgrade()?.position()
}

/// Returns the seconds that the script of this process has spent in its current call; 0 between calls. The interpreter's own limits allow
/// one or two seconds, so a larger number means that one operation hangs. Call this function periodically: a call is timed from the
/// moment at which this function first observes it.
pub fn seconds_in_script() -> f64 {
    let now = Instant::now();
    lock(&THREADS).iter_mut().filter_map(|watched| watched.seconds_in_call(now)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_call_that_lasts_is_seen() {
        let calls = Calls::of_this_thread();
        let mut watched = WatchedThread::new(&calls.0);
        let began = Instant::now();
        let mut seconds_after = |seconds| watched.seconds_in_call(began + Duration::from_secs(seconds));
        assert_eq!(seconds_after(0), None);
        calls.run(|| {
            assert_eq!(seconds_after(1), Some(0.0));
            calls.run(|| ());
            assert_eq!(seconds_after(5), Some(4.0));
        });
        // A different call from the one before.
        calls.run(|| assert_eq!(seconds_after(7), Some(0.0)));
        assert_eq!(seconds_after(8), None);
    }

    #[test]
    fn the_longest_call_of_all_threads_is_found() {
        Calls::of_this_thread().run(|| {
            seconds_in_script();
            std::thread::sleep(Duration::from_millis(1));
            assert!(seconds_in_script() >= 0.001);
        });
    }

    #[test]
    fn the_position_of_a_call_is_read_from_bytes_and_from_integers() {
        let bytes = |n: i64| {
            let mut bytes = Vec::new();
            crate::position::write(&crate::position::Item::Int(n), &mut bytes);
            bytes
        };
        let calls = Calls::of_this_thread();
        let position = || calls.0.position();
        assert_eq!(position(), None);
        calls.at_bytes(&bytes(7));
        assert_eq!(position().unwrap(), "7");
        let mut like = grundy::text::Keys::default();
        like.push(&bytes(3));
        let packing = Arc::new(Packing::of(&like).unwrap());
        calls.set_packing(&packing);
        assert_eq!(position(), None);
        calls.at_packed(packing.pack(&bytes(41)).unwrap());
        assert_eq!(position().unwrap(), "41");
        calls.at_bytes(&bytes(-1));
        assert_eq!(position().unwrap(), "-1");
        calls.clear_position();
        assert_eq!(position(), None);
    }
}
