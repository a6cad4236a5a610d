//! Code that all families of heap games share for the Grundy values of many consecutive heaps.

use crate::theory::{ClaimError, Period};
use crate::value::Nimber;
use std::ops::Range;

/// An empty vector with capacity for the values of `heaps`.
pub(super) fn buffer(heaps: &Range<u64>) -> Result<Vec<Nimber>, ClaimError> {
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

/// Appends the values of `heaps`, all of which follow from a period. `window` holds the values of heaps 0 to
/// preperiod + period − 1.
///
/// Time: one addition for each heap, and one division for each period.
pub(super) fn extend_periodic<T>(out: &mut Vec<Nimber>, heaps: Range<u64>, window: &[T], period: &Period)
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
