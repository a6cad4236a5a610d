//! The work and the memory of a search, and the limits that end it.

use super::end::QuotientEnd;
use crate::limits::{LimitHit, Limits};
use std::cell::{Cell, RefCell};

/// The work after which the caller's `stop` is called.
const WORK_BETWEEN_CHECKS: u64 = 1 << 14;

/// Counts work and bytes, and ends the search when either exceeds its limit.
///
/// After that, the results of the parts of the search are meaningless. Each part returns soon, and [`end`](Self::end) has the reason.
pub(super) struct Meter<'l> {
    limits: &'l Limits<'l>,
    /// Work done, in steps of some nanoseconds, and the most allowed.
    work: Cell<u64>,
    max_work: u64,
    /// Work since the caller's `stop` was called.
    unchecked: Cell<u64>,
    /// Bytes in use, by estimates that allow for spare capacity.
    bytes: Cell<u64>,
    ended: RefCell<Option<QuotientEnd>>,
}

impl<'l> Meter<'l> {
    /// Creates a meter for a search that has done some work already.
    pub(super) fn new(limits: &'l Limits<'l>, work: u64, max_work: u64) -> Self {
        let zero = || Cell::new(0);
        Self { limits, work: Cell::new(work), max_work, unchecked: zero(), bytes: zero(), ended: RefCell::new(None) }
    }

    pub(super) fn limits(&self) -> &'l Limits<'l> {
        self.limits
    }

    pub(super) fn work(&self) -> u64 {
        self.work.get()
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    /// Why the search ended; only to be called if it has.
    pub(super) fn end(&self) -> QuotientEnd {
        self.ended.borrow().clone().unwrap_or(QuotientEnd::Stopped)
    }

    /// Counts some work; returns whether the search may continue.
    pub(super) fn count_work(&self, work: u64) -> bool {
        self.work.set(self.work.get() + work);
        self.unchecked.set(self.unchecked.get() + work);
        if self.work.get() > self.max_work {
            self.set_end(QuotientEnd::Work);
        }
        if self.unchecked.get() >= WORK_BETWEEN_CHECKS {
            self.unchecked.set(0);
            if (self.limits.stop)() {
                self.set_end(QuotientEnd::Stopped);
            }
        }
        !self.has_ended()
    }

    /// Creates a counter of the memory of one part of the search, with 0 bytes.
    pub(super) fn memory(&self) -> Memory<'_> {
        Memory { meter: self, bytes: 0 }
    }

    /// Stores why the search ended, unless an earlier reason is stored.
    fn set_end(&self, end: QuotientEnd) {
        self.ended.borrow_mut().get_or_insert(end);
    }
}

/// The bytes that one part of a search uses. They are counted as free again when this is dropped.
pub(super) struct Memory<'m> {
    meter: &'m Meter<'m>,
    bytes: u64,
}

impl Memory<'_> {
    /// Counts more bytes, before they are allocated; returns whether the search may continue.
    pub(super) fn grow(&mut self, bytes: usize) -> bool {
        self.set(self.bytes + bytes as u64)
    }

    /// Counts bytes as free again.
    pub(super) fn shrink(&mut self, bytes: usize) {
        self.set(self.bytes.saturating_sub(bytes as u64));
    }

    /// Replaces the number of bytes; returns whether the search may continue.
    pub(super) fn set(&mut self, bytes: u64) -> bool {
        let meter = self.meter;
        meter.bytes.set(meter.bytes.get() - self.bytes + bytes);
        self.bytes = bytes;
        let needed = meter.bytes.get();
        if let Some(limit) = meter.limits.memory.filter(|&limit| needed > limit) {
            meter.set_end(QuotientEnd::Limit(LimitHit::Memory { limit, needed }));
        }
        !meter.has_ended()
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        self.meter.bytes.set(self.meter.bytes.get() - self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_memory_counts_no_more() {
        let limits = Limits { memory: Some(100), ..Limits::NONE };
        let meter = Meter::new(&limits, 0, u64::MAX);
        let mut long = meter.memory();
        assert!(long.grow(60));
        let mut short = meter.memory();
        assert!(short.grow(40));
        drop(short);
        assert!(meter.memory().grow(40));
        long.shrink(20);
        assert!(meter.memory().grow(60));
        assert!(!meter.memory().grow(61));
        assert_eq!(meter.end(), QuotientEnd::Limit(LimitHit::Memory { limit: 100, needed: 101 }));
        assert!(!meter.count_work(0));
    }

    #[test]
    fn the_first_reason_counts() {
        let limits = Limits { stop: &|| true, memory: Some(1), ..Limits::NONE };
        let meter = Meter::new(&limits, 5, 9);
        assert!(meter.count_work(4) && !meter.count_work(1));
        assert!(!meter.memory().grow(2) && !meter.count_work(WORK_BETWEEN_CHECKS));
        assert_eq!((meter.end(), meter.work()), (QuotientEnd::Work, 10 + WORK_BETWEEN_CHECKS));
    }
}
