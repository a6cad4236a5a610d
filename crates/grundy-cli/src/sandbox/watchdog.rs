//! A thread that ends a child whose rules take too long.

use super::exit::exit_at_limit;
use grundy_sandbox::cpu_time;
use std::time::{Duration, Instant};

/// The maximum processor time of one call of a script. The interpreter ends a call sooner unless a single operation hangs.
const MAX_CALL_CPU_TIME: Duration = Duration::from_secs(5);
/// The maximum elapsed time of one call of a script, which is larger because the machine may be busy.
const MAX_CALL_TIME: Duration = Duration::from_secs(45);
/// The additional time after which a run that does not stop by itself is ended.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two checks.
const INTERVAL: Duration = Duration::from_millis(100);
/// The maximum number of characters of a position in a message.
const MAX_TEXT: usize = 200;

/// Starts the watchdog thread. `time` is the time limit of the run.
pub(super) fn start(time: Option<Duration>) {
    let end = time.and_then(|time| Instant::now().checked_add(time + GRACE));
    let watch = move || {
        let mut before = cpu_time();
        loop {
            std::thread::sleep(INTERVAL);
            let in_call = Duration::from_secs_f64(grundy_rules::seconds_in_script());
            if in_call < MAX_CALL_CPU_TIME / 10 {
                before = cpu_time();
            }
            let is_hanging =
                in_call > MAX_CALL_CPU_TIME && cpu_time().saturating_sub(before) > MAX_CALL_CPU_TIME * 9 / 10;
            if in_call > MAX_CALL_TIME || is_hanging {
                exit_at_limit(&call_took_too_long());
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                exit_at_limit("the time was up; a larger --time may help");
            }
        }
    };
    // If the thread cannot be started, the other limits still hold.
    let _ = std::thread::Builder::new().name("watchdog".to_owned()).spawn(watch);
}

fn call_took_too_long() -> String {
    // The text of a position may be of any length.
    let position = grundy_rules::position_in_script().map(|mut text| {
        let end = text.char_indices().nth(MAX_TEXT).map(|(i, _)| i);
        end.into_iter().for_each(|end| text.replace_range(end.., "…"));
        format!(", at the position {text}")
    });
    let seconds = MAX_CALL_CPU_TIME.as_secs();
    let position = position.unwrap_or_default();
    format!(
        "one call of the rules took more than {seconds} seconds{position}; look for numbers or lists that grow too large"
    )
}
