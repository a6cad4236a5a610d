//! How long the script has been at one call, and where: what a face asks that stops a process which hangs.
//!
//! A call is two stores to a counter of its thread, odd while it lasts: no clock is asked, which would cost more than many a
//! call. Whoever watches finds the same odd counter again and again. The position of the call is one store more, of its word;
//! its bytes are copied where it has none.

use crate::rules::literal;
use crate::shape::Shape;
use grundy::text::KeyCodec;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// Each thread that has called a script.
static THREADS: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

struct Watched {
    thread: Weak<Thread>,
    /// What it was when it was last looked at, and since when.
    seen: u64,
    since: Option<Instant>,
}

/// What one thread tells of its calls.
#[derive(Default)]
struct Thread {
    counter: AtomicU64,
    /// The word of the position, of the shape beside it, or `AS_BYTES`.
    word: AtomicU64,
    place: Mutex<Place>,
}

#[derive(Default)]
struct Place {
    shape: Option<Arc<Shape>>,
    /// A position without a word; empty before the first.
    bytes: Vec<u8>,
}

/// In place of a word: look at the bytes.
const AS_BYTES: u64 = u64::MAX;

impl Thread {
    /// The position of the present call as a literal; `None` before the first.
    fn position(&self) -> Option<String> {
        let place = lock(&self.place);
        let word = self.word.load(Ordering::Relaxed);
        let mut unpacked = Vec::new();
        let bytes = match &place.shape {
            Some(shape) if word != AS_BYTES => {
                shape.unpack(word, &mut unpacked);
                &unpacked
            }
            _ => &place.bytes,
        };
        (!bytes.is_empty()).then(|| literal(bytes))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    static CALLS: Arc<Thread> = {
        let thread = Arc::new(Thread { word: AtomicU64::new(AS_BYTES), ..Thread::default() });
        let mut threads = lock(&THREADS);
        threads.retain(|watched| watched.thread.strong_count() > 0);
        threads.push(Watched { thread: Arc::downgrade(&thread), seen: 0, since: None });
        thread
    };
}

/// The calls of one thread.
#[derive(Clone)]
pub(crate) struct Calls(Arc<Thread>);

impl Calls {
    pub(crate) fn of_this_thread() -> Self {
        Self(CALLS.with(Arc::clone))
    }

    /// Runs a call.
    #[inline]
    pub(crate) fn during<R>(&self, call: impl FnOnce() -> R) -> R {
        let counter = &self.0.counter;
        let before = counter.load(Ordering::Relaxed);
        counter.store(before | 1, Ordering::Relaxed);
        let result = call();
        // A call within a call ends with the outer one.
        counter.store(if before % 2 == 1 { before } else { before + 2 }, Ordering::Relaxed);
        result
    }

    /// The calls that come are at no position: those that load a file.
    pub(crate) fn nowhere(&self) {
        self.at_bytes(&[]);
    }

    /// The calls that come are at this position.
    pub(crate) fn at_bytes(&self, bytes: &[u8]) {
        let mut place = lock(&self.0.place);
        place.bytes.clear();
        place.bytes.extend_from_slice(bytes);
        self.0.word.store(AS_BYTES, Ordering::Relaxed);
    }

    /// The calls that come are at the position with this word of the shape that was told.
    #[inline]
    pub(crate) fn at_word(&self, word: u64) {
        self.0.word.store(word, Ordering::Relaxed);
    }

    /// Tells what words mean from now on.
    pub(crate) fn in_shape(&self, shape: &Arc<Shape>) {
        let mut place = lock(&self.0.place);
        self.0.word.store(AS_BYTES, Ordering::Relaxed);
        place.bytes.clear();
        place.shape = Some(shape.clone());
    }
}

/// The position that the longest of the present calls is about, as a literal, if there is one. It is told by a glance at a
/// thread that goes on meanwhile: right where it hangs.
pub fn position_in_script() -> Option<String> {
    let threads = lock(&THREADS);
    let longest = threads.iter().filter(|watched| watched.since.is_some()).min_by_key(|watched| watched.since)?;
    longest.thread.upgrade()?.position()
}

/// The seconds that the script of this process has been at its present call, of which the interpreter's own limits allow
/// one or two; 0 between calls. A larger number says that one operation hangs. It is to be asked every now and then: a call
/// counts from when it was first seen.
pub fn seconds_in_script() -> f64 {
    let mut threads = lock(&THREADS);
    let now = Instant::now();
    let longest = threads.iter_mut().filter_map(|Watched { thread, seen, since }| {
        let count = thread.upgrade()?.counter.load(Ordering::Relaxed);
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

    #[test]
    fn the_position_of_a_call_is_told_from_bytes_and_from_words() {
        let bytes = |n: i64| {
            let mut bytes = Vec::new();
            crate::position::write(&crate::position::Item::Int(n), &mut bytes);
            bytes
        };
        let calls = Calls::of_this_thread();
        let place = || calls.0.position();
        assert_eq!(place(), None);
        calls.at_bytes(&bytes(7));
        assert_eq!(place().unwrap(), "7");
        let mut like = grundy::text::Keys::default();
        like.push(&bytes(3));
        let shape = Arc::new(Shape::of(&like).unwrap());
        calls.in_shape(&shape);
        assert_eq!(place(), None);
        calls.at_word(shape.pack(&bytes(41)).unwrap());
        assert_eq!(place().unwrap(), "41");
        calls.at_bytes(&bytes(-1));
        assert_eq!(place().unwrap(), "-1");
        calls.nowhere();
        assert_eq!(place(), None);
    }
}
