//! Decides when the state of a run is saved again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// At most one part in `SHARE` of the time is spent on saving.
const SHARE: u32 = 10;

/// The time between two saves of a run.
#[derive(Debug)]
pub(crate) struct SaveTimer {
    interval: Duration,
    last: Mutex<LastSave>,
}

/// The last save; before the first one, the beginning of the run.
#[derive(Clone, Copy, Debug)]
struct LastSave {
    ended: Instant,
    time: Duration,
}

impl SaveTimer {
    /// Creates a timer for a run that begins now.
    pub(crate) fn every(interval: Duration) -> Self {
        Self { interval, last: Mutex::new(LastSave { ended: Instant::now(), time: Duration::ZERO }) }
    }

    /// Whether the interval is over, and long enough for the time that the last save took. With an interval of 0, that is always so.
    pub(crate) fn is_due(&self) -> bool {
        let LastSave { ended, time } = *self.last();
        self.interval.is_zero() || ended.elapsed() >= self.interval.max(SHARE * time)
    }

    /// Calls a function that saves, and begins the next interval.
    pub(crate) fn save<T>(&self, save: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let saved = save();
        *self.last() = LastSave { ended: Instant::now(), time: began.elapsed() };
        saved
    }

    fn last(&self) -> MutexGuard<'_, LastSave> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
