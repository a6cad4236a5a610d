//! Code that all families of heap games share for the Grundy values of many consecutive heaps.

use crate::limits::Limits;
use crate::theory::{ClaimError, Period};
use crate::value::Nimber;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// Number of values in a block: it stays in the nearest cache.
pub(super) const BLOCK: u64 = 4096;

/// An empty vector with capacity for the values of `heaps`.
pub(crate) fn buffer(heaps: &Range<u64>) -> Result<Vec<Nimber>, ClaimError> {
    let count = heaps.end.saturating_sub(heaps.start);
    let mut values = Vec::new();
    match usize::try_from(count).map(|count| values.try_reserve_exact(count)) {
        Ok(Ok(())) => Ok(values),
        _ => Err(ClaimError::OutOfReach(format!("{count} values do not fit in memory"))),
    }
}

/// The last heap of a range, `None` for an empty range.
pub(super) fn last(heaps: &Range<u64>) -> Option<u64> {
    heaps.end.checked_sub(1).filter(|last| *last >= heaps.start)
}

/// `Err` if the limits end the computation.
pub(super) fn check(limits: &Limits<'_>) -> Result<(), ClaimError> {
    if (limits.stop)() { Err(ClaimError::Interrupted) } else { Ok(()) }
}

/// Calls `visit` with the values of `heaps`, `block` of them at a time, which `extend` appends to an empty vector.
pub(super) fn in_blocks(
    mut heaps: Range<u64>,
    block: u64,
    limits: &Limits<'_>,
    visit: &mut dyn FnMut(&[Nimber]),
    mut extend: impl FnMut(&mut Vec<Nimber>, Range<u64>) -> Result<(), ClaimError>,
) -> Result<(), ClaimError> {
    let mut values = Vec::new();
    while heaps.start < heaps.end {
        check(limits)?;
        let end = heaps.start.saturating_add(block).min(heaps.end);
        values.clear();
        extend(&mut values, heaps.start..end)?;
        visit(&values);
        heaps.start = end;
    }
    Ok(())
}

/// Calls `visit` with the values of `heaps`, all of which follow from a period. `window` holds the values of heaps 0 to
/// preperiod + period − 1.
///
/// Time: one addition for each heap, and one division for each block. Short periods are repeated until they fill a block.
pub(super) fn periodic_in_blocks<T>(
    heaps: Range<u64>,
    window: &[T],
    period: &Period,
    limits: &Limits<'_>,
    visit: &mut dyn FnMut(&[Nimber]),
) -> Result<(), ClaimError>
where
    T: Copy + Into<u64>,
{
    let is_long = period.period() >= BLOCK || heaps.end.saturating_sub(heaps.start) <= 2 * BLOCK;
    if is_long {
        return in_blocks(heaps, BLOCK, limits, visit, |values, heaps| {
            extend_periodic(values, heaps, window, period);
            Ok(())
        });
    }
    let times = BLOCK.div_ceil(period.period());
    let mut repeated = Vec::new();
    extend_periodic(&mut repeated, 0..period.preperiod() + times * period.period(), window, period);
    let longer = Period::Proved {
        preperiod: period.preperiod(),
        period: times * period.period(),
        saltus: times * period.saltus(),
        checked_to: 0,
        by: "",
    };
    let repeated: Vec<u64> = repeated.into_iter().map(|Nimber(value)| value).collect();
    in_blocks(heaps, longer.period(), limits, visit, |values, heaps| {
        extend_periodic(values, heaps, &repeated, &longer);
        Ok(())
    })
}

/// Appends the values of `heaps`, all of which follow from a period. `window` holds the values of heaps 0 to
/// preperiod + period − 1.
fn extend_periodic<T>(out: &mut Vec<Nimber>, heaps: Range<u64>, window: &[T], period: &Period)
where
    T: Copy + Into<u64>,
{
    let mut heap = heaps.start;
    while heap < heaps.end {
        let (first, added) = period.fold(heap);
        let first = first as usize;
        let rest = usize::try_from(heaps.end - heap).unwrap_or(usize::MAX);
        let end = first.saturating_add(rest).min(window.len());
        out.extend(window[first..end].iter().map(|&value| Nimber(value.into() + added)));
        heap += (end - first) as u64;
    }
}

/// Locks a mutex that another thread may hold for seconds.
pub(super) fn lock<'a, T>(mutex: &'a Mutex<T>, limits: &Limits<'_>) -> Result<MutexGuard<'a, T>, ClaimError> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(guard)) => return Ok(PoisonError::into_inner(guard)),
            Err(TryLockError::WouldBlock) => {}
        }
        check(limits)?;
        thread::sleep(Duration::from_millis(1));
    }
}
