//! How long the script has been at one call: what a face asks that stops a process which hangs.
//!
//! A call is two stores to a counter of its thread, odd while it lasts: no clock is asked, which would cost more than many a
//! call. Whoever watches finds the same odd counter again and again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

/// Each thread that has called a script.
static THREADS: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

struct Watched {
    counter: Weak<AtomicU64>,
    /// What it was when it was last looked at, and since when.
    seen: u64,
    since: Option<Instant>,
}

thread_local! {
    static CALLS: Arc<AtomicU64> = {
        let counter = Arc::default();
        let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| thread.counter.strong_count() > 0);
        threads.push(Watched { counter: Arc::downgrade(&counter), seen: 0, since: None });
        counter
    };
}

/// The calls of one thread.
#[derive(Clone)]
pub(crate) struct Calls(Arc<AtomicU64>);

impl Calls {
    pub(crate) fn of_this_thread() -> Self {
        Self(CALLS.with(Arc::clone))
    }

    /// Runs a call.
    #[inline]
    pub(crate) fn during<R>(&self, call: impl FnOnce() -> R) -> R {
        let before = self.0.load(Ordering::Relaxed);
        self.0.store(before | 1, Ordering::Relaxed);
        let result = call();
        // A call within a call ends with the outer one.
        self.0.store(if before % 2 == 1 { before } else { before + 2 }, Ordering::Relaxed);
        result
    }
}

/// The seconds that the script of this process has been at its present call, of which the interpreter's own limits allow
/// one or two; 0 between calls. A larger number says that one operation hangs. It is to be asked every now and then: a call
/// counts from when it was first seen.
pub fn seconds_in_script() -> f64 {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let longest = threads.iter_mut().filter_map(|Watched { counter, seen, since }| {
        let count = counter.upgrade()?.load(Ordering::Relaxed);
        if count.is_multiple_of(2) || *seen != count {
            (*seen, *since) = (count, (count % 2 == 1).then_some(now));
        }
        Some(now.duration_since((*since)?).as_secs_f64())
    });
    longest.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_call_that_lasts_is_seen() {
        let calls = Calls::of_this_thread();
        let pause = || std::thread::sleep(Duration::from_millis(20));
        calls.during(|| {
            seconds_in_script();
            pause();
            calls.during(|| ());
            assert!(seconds_in_script() >= 0.02);
        });
        calls.during(|| {
            // Another call than the one before.
            assert!(seconds_in_script() < 0.02);
        });
    }
}
