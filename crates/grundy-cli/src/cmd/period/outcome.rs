//! The result of a search for a period.

use crate::fail::Failure;
use crate::interrupt;
use grundy::theory::PeriodSearch;

/// How to go on after the limit.
pub(super) const GO_ON: &str = "--limit looks at more heaps";

/// The result of a search, and what the command line adds to it.
pub(super) struct Outcome {
    pub(super) search: PeriodSearch,
    /// Why the search was stopped; may be empty.
    pub(super) cut: &'static str,
    /// How to continue.
    pub(super) go_on: &'static str,
    /// What went wrong after the answer was found.
    pub(super) failed: Option<Failure>,
}

/// Why a run is to end now, if it is.
pub(super) fn why_stopped(limits: &grundy::limits::Limits<'_>) -> Option<&'static str> {
    if interrupt::pressed() {
        Some("; interrupted")
    } else if (limits.stop)() {
        Some("; the time was up")
    } else {
        None
    }
}
