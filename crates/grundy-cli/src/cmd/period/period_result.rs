//! The result of a search for a period.

use crate::fail::Failure;
use crate::interrupt;
use grundy::theory::PeriodSearch;

/// The advice for continuing after the limit.
pub(super) const RAISE_LIMIT_ADVICE: &str = "raise --limit to look at more heaps";

/// The result of a search, with the additions of the command line.
pub(super) struct PeriodResult {
    pub(super) search: PeriodSearch,
    /// Why the search was stopped, if it was.
    pub(super) stopped: Option<&'static str>,
    /// How to continue the search.
    pub(super) advice: &'static str,
    /// The failure that occurred after the answer was found, if any.
    pub(super) failed: Option<Failure>,
}

/// The reason as an addition to a sentence; empty if there is none.
pub(super) fn as_addition(reason: Option<&str>) -> String {
    reason.map(|reason| format!("; {reason}")).unwrap_or_default()
}

/// The reason to stop a run now, if there is one.
pub(super) fn why_stopped(limits: &grundy::limits::Limits<'_>) -> Option<&'static str> {
    if interrupt::is_pressed() {
        Some("interrupted")
    } else if (limits.stop)() {
        Some("the time was up")
    } else {
        None
    }
}
