//! A seed for random numbers where the user gives none.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a seed below 10⁶ that depends on the time, short enough to be typed again.
pub(crate) fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs()) % 1_000_000
}
