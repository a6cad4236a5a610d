//! A progress line about a long run, on standard error if that is a terminal.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The minimum time between two updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);
/// The time before the first update, so that short runs show no line.
const INITIAL_DELAY: Duration = Duration::from_millis(300);

/// The number of characters of the line that is now on the terminal.
static SHOWN_WIDTH: AtomicUsize = AtomicUsize::new(0);

/// Erases the progress line, if there is one, so that an answer does not begin behind it.
pub(crate) fn erase() {
    // Many rows may call this, and a load costs less than a swap.
    if SHOWN_WIDTH.load(Ordering::Relaxed) == 0 {
        return;
    }
    let width = SHOWN_WIDTH.swap(0, Ordering::Relaxed);
    if width > 0 {
        // Standard error itself cannot be written to, so there is nowhere to report this error.
        let _ = write!(std::io::stderr(), "\r{:width$}\r", "");
    }
}

/// A progress line that is rewritten in place and erased when it is dropped.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    began: Instant,
    is_terminal: bool,
    /// The earliest time of the next update.
    next: Mutex<Duration>,
}

impl ProgressLine {
    /// Creates a progress line that shows nothing yet.
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), is_terminal: std::io::stderr().is_terminal(), next: Mutex::new(INITIAL_DELAY) }
    }

    /// The time since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Shows the text, unless the last update was too recent; then `text` is not called.
    pub(crate) fn show(&self, text: impl FnOnce(Duration) -> String) {
        if !self.is_terminal {
            return;
        }
        let elapsed = self.elapsed();
        let Ok(mut next) = self.next.lock() else { return };
        if elapsed < *next {
            return;
        }
        *next = elapsed + UPDATE_INTERVAL;
        // A line that the terminal wraps could not be erased.
        let most = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).saturating_sub(1);
        let text: String = text(elapsed).chars().take(most).collect();
        let width = text.chars().count();
        let before = SHOWN_WIDTH.swap(width, Ordering::Relaxed);
        let _ = write!(std::io::stderr(), "\r{text:<before$}");
        let _ = std::io::stderr().flush();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        erase();
    }
}

/// Formats a number with its digits in groups of three: `1,234,567`.
pub(crate) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a remaining time for people: `35 s`, `12 min`, `5 h`, `3 days`.
pub(crate) fn approximate_duration(seconds: f64) -> String {
    let mut text = String::new();
    let _ = match seconds {
        ..1.0 => write!(text, "under 1 s"),
        ..120.0 => write!(text, "{seconds:.0} s"),
        ..7200.0 => write!(text, "{:.0} min", seconds / 60.0),
        ..172_800.0 => write!(text, "{:.0} h", seconds / 3600.0),
        _ => write!(text, "{:.0} days", seconds / 86_400.0),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(group_digits(number), text);
        }
        for (seconds, text) in
            [(0.4, "under 1 s"), (119.0, "119 s"), (600.0, "10 min"), (7300.0, "2 h"), (2e6, "23 days")]
        {
            assert_eq!(approximate_duration(seconds), text);
        }
    }
}
