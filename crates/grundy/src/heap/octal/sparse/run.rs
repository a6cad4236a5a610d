//! Runs the engine and the detector of recurring windows, compiled for the widest vectors that the machine has.

use super::engine::{Engine, Event};
use super::history::History;
use super::recurrence::Recurrence;
use crate::simd::Vectorized;

impl Engine {
    /// Computes values up to heap `end`, or until something happens that the caller is to know.
    pub(super) fn run(&mut self, end: u64) -> Event {
        loop {
            match self.run_one_step(end) {
                Event::Filling => (),
                event => return event,
            }
        }
    }

    /// Computes values as [`Self::run`] does, but returns between the steps in which planes of bytes are filled in.
    pub(super) fn run_one_step(&mut self, end: u64) -> Event {
        self.simd().run(EngineCall { engine: self, end })
    }
}

impl Recurrence {
    /// Scans the values before heap `end` that were not yet scanned. Returns the heap of the first window that
    /// recurred, and the heap before which it recurred.
    pub(super) fn scan(&mut self, history: &History, end: u64) -> Option<(u64, u64)> {
        self.simd().run(ScanCall { recurrence: self, history, end })
    }
}

/// A call of [`Engine::run_here`].
struct EngineCall<'a> {
    engine: &'a mut Engine,
    end: u64,
}

impl Vectorized for EngineCall<'_> {
    type Output = Event;

    #[inline(always)]
    fn run(self) -> Event {
        self.engine.run_here(self.end)
    }
}

/// A call of [`Recurrence::scan_here`].
struct ScanCall<'a> {
    recurrence: &'a mut Recurrence,
    history: &'a History,
    end: u64,
}

impl Vectorized for ScanCall<'_> {
    type Output = Option<(u64, u64)>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.recurrence.scan_here(self.history, self.end)
    }
}
