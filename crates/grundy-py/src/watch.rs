//! Calls of the library: without the interpreter's lock, within limits, interrupted by Ctrl-C, with progress.
//!
//! The library asks now and then whether to stop. Only the calling thread then takes the lock, at most every [`TICK`], to run the
//! handlers of signals and to report progress; other threads read a flag. A panic becomes an error, so that the interpreter lives on.

use crate::errors::{ToPyErr, internal, plain, time_is_up};
use grundy::limits::{LimitHit, Limits, Phase, Progress, RunError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(25);

/// The memory that a call may use, unless it says otherwise: 8 GB.
const MEMORY: u64 = 8_000_000_000;

/// The limits of a call, as Python gives them: bytes, threads, seconds, positions, and the function for progress.
pub(crate) type RawLimits = (Option<u64>, Option<usize>, Option<f64>, Option<u64>, Option<Py<PyAny>>);

/// The number of calls under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of calls under way, in all threads.
pub(crate) fn calls_under_way() -> usize {
    UNDER_WAY.load(Ordering::Relaxed)
}

/// A call under way.
pub(crate) struct Watch {
    caller: ThreadId,
    began: Instant,
    memory: u64,
    threads: Option<NonZeroUsize>,
    time: Option<Duration>,
    positions: Option<u64>,
    progress: Option<Py<PyAny>>,
    /// The time of the next look, in microseconds since the beginning.
    next: AtomicU64,
    has_ended: AtomicBool,
    stage: Mutex<Option<Progress>>,
    /// The exception of a signal handler or of the function for progress.
    error: Mutex<Option<PyErr>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Watch {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Watch {
    pub(crate) fn new(limits: Option<RawLimits>) -> Self {
        UNDER_WAY.fetch_add(1, Ordering::Relaxed);
        let (memory, threads, time, positions, progress) = limits.unwrap_or_default();
        Self {
            caller: thread::current().id(),
            began: Instant::now(),
            memory: memory.unwrap_or(MEMORY),
            threads: threads.and_then(NonZeroUsize::new),
            // A time that is too long for a duration is no limit.
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            positions,
            progress,
            next: AtomicU64::new(TICK.as_micros() as u64),
            has_ended: AtomicBool::new(false),
            stage: Mutex::new(None),
            error: Mutex::new(None),
        }
    }

    /// The limits of the call; `stop` and `note` must call [`Watch::stop`] and [`Watch::note`].
    pub(crate) fn limits<'a>(
        &self,
        stop: &'a (dyn Fn() -> bool + Sync),
        note: &'a (dyn Fn(Progress) + Sync),
    ) -> Limits<'a> {
        Limits { positions: self.positions, memory: Some(self.memory), threads: self.threads, stop, on_progress: note }
    }

    /// Whether the run must end.
    pub(crate) fn stop(&self) -> bool {
        if self.has_ended.load(Ordering::Relaxed) {
            return true;
        }
        let elapsed = self.began.elapsed();
        if self.time.is_some_and(|time| elapsed >= time) {
            self.has_ended.store(true, Ordering::Relaxed);
            return true;
        }
        let micros = elapsed.as_micros() as u64;
        if micros >= self.next.load(Ordering::Relaxed) && thread::current().id() == self.caller {
            self.look();
            // Counted from the end of the look: a slow function for progress must not take all the time.
            self.next.store((self.began.elapsed() + TICK).as_micros() as u64, Ordering::Relaxed);
        }
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Runs the handlers of signals, and reports progress.
    fn look(&self) {
        let looked = Python::attach(|py| {
            py.check_signals()?;
            let stage = *lock(&self.stage);
            if let (Some(progress), Some(stage)) = (&self.progress, stage) {
                let phase = match stage.phase {
                    Phase::Explore => "explore",
                    Phase::Count => "count",
                    Phase::Solve => "solve",
                };
                progress.call1(py, (phase, stage.level, stage.done, stage.of, stage.bytes))?;
            }
            Ok(())
        });
        if let Err(error) = looked {
            self.end_with(error);
        }
    }

    fn end_with(&self, error: PyErr) {
        lock(&self.error).get_or_insert(error);
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Looks at signals now, while the caller holds the interpreter's lock.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        if !self.stop() {
            return Ok(());
        }
        Err(lock(&self.error).take().unwrap_or_else(|| time_is_up(py)))
    }

    /// Remembers the progress of the run.
    pub(crate) fn note(&self, stage: Progress) {
        if self.progress.is_some() {
            *lock(&self.stage) = Some(stage);
        }
    }

    /// Reports the progress of a loop that this module runs itself.
    pub(crate) fn report(&self, positions: u64) {
        self.note(Progress { phase: Phase::Explore, level: 0, done: positions, of: None, bytes: 0 });
    }

    /// Checks the memory of a loop that this module runs itself.
    pub(crate) fn check_memory(&self, py: Python<'_>, bytes: u64) -> PyResult<()> {
        if bytes <= self.memory {
            return Ok(());
        }
        Err(RunError::from(LimitHit::Memory { limit: self.memory, needed: bytes }).to_py_err(py))
    }

    /// The positions that are allowed.
    pub(crate) fn positions(&self) -> Option<u64> {
        self.positions
    }

    /// The result of the call, or the exception that ended it.
    fn finish<T, E: ToPyErr>(&self, py: Python<'_>, result: thread::Result<Result<T, E>>) -> PyResult<T> {
        if let Some(progress) = &self.progress {
            progress.call0(py)?;
        }
        if let Some(error) = lock(&self.error).take() {
            return Err(error);
        }
        match result {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) if self.has_ended.load(Ordering::Relaxed) => Err(time_is_up(py)),
            Ok(Err(error)) => Err(error.to_py_err(py)),
            Err(panic) => Err(internal(py, &*panic)),
        }
    }

    /// Whether the time was up before the run ended. For runs that are no errors when they are stopped.
    pub(crate) fn was_stopped(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}

/// Calls the library without the interpreter's lock, for work that is done in no time: it has no limits and cannot be interrupted.
pub(crate) fn quick<T: Send, E: ToPyErr + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(result) => result.map_err(|error| error.to_py_err(py)),
        Err(panic) => Err(internal(py, &*panic)),
    }
}

/// Calls the library without the interpreter's lock.
pub(crate) fn run<T: Send, E: ToPyErr + Send>(
    py: Python<'_>,
    limits: Option<RawLimits>,
    work: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    run_with(py, &Watch::new(limits), work)
}

/// [`run`], watched by a watch of the caller.
pub(crate) fn run_with<T: Send, E: ToPyErr + Send>(
    py: Python<'_>,
    watch: &Watch,
    work: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let result = py.detach(|| {
        let (stop, note) = (|| watch.stop(), |stage| watch.note(stage));
        let limits = watch.limits(&stop, &note);
        catch_unwind(AssertUnwindSafe(|| work(&limits)))
    });
    watch.finish(py, result)
}

/// The watch of the call that has an object for itself at the moment.
#[derive(Default)]
pub(crate) struct Current(Mutex<Option<Arc<Watch>>>);

impl Current {
    fn get(&self) -> Option<Arc<Watch>> {
        lock(&self.0).clone()
    }

    pub(crate) fn stop(&self) -> bool {
        self.get().is_some_and(|watch| watch.stop())
    }

    pub(crate) fn note(&self, stage: Progress) {
        if let Some(watch) = self.get() {
            watch.note(stage);
        }
    }

    /// Whether a call of this thread has the object: then this thread is in Python code that the call runs.
    fn is_of_this_thread(&self) -> bool {
        self.get().is_some_and(|watch| watch.caller == thread::current().id())
    }
}

/// Calls the library with an object that one call at a time may use. After a panic, `renew` puts the object in order.
///
/// # Errors
/// Also if the call that has the object has called Python, to report progress or to handle a signal, and Python makes this call.
pub(crate) fn run_locked<S: Send, T: Send, E: ToPyErr + Send>(
    py: Python<'_>,
    limits: Option<RawLimits>,
    (state, current): (&Mutex<S>, &Current),
    renew: impl FnOnce(&mut S) + Send,
    work: impl FnOnce(&mut S, &Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    if current.is_of_this_thread() {
        let help = "a function for `progress` or a handler of signals cannot ask the game whose call has called it";
        return Err(plain(py, "GrundyError", "the game is busy with a call of this thread", help));
    }
    let watch = Arc::new(Watch::new(limits));
    let result = py.detach(|| {
        let mut state = wait(state, &watch)?;
        *lock(&current.0) = Some(watch.clone());
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, &watch)));
        *lock(&current.0) = None;
        if result.is_err() {
            renew(&mut state);
        }
        Some(result)
    });
    match result {
        Some(result) => watch.finish(py, result),
        None => watch.finish::<T, E>(py, Ok(Err(E::stopped()))),
    }
}

/// Waits for the mutex; `None` if the call must end before.
fn wait<'a, S>(state: &'a Mutex<S>, watch: &Watch) -> Option<MutexGuard<'a, S>> {
    let mut pause = Duration::from_micros(20);
    loop {
        match state.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(guard)) => return Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
        if watch.stop() {
            return None;
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(10));
    }
}
