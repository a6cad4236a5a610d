//! One line about a long run, on standard error where that is a terminal.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time between two texts.
const PAUSE: Duration = Duration::from_millis(200);
/// Time before the first text: short runs say nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// Characters of the line that stands on the terminal.
static STANDING: AtomicUsize = AtomicUsize::new(0);

/// Wipes the line that stands, if one does: an answer that is written now would begin behind it.
pub(crate) fn wipe() {
    let width = STANDING.swap(0, Ordering::Relaxed);
    if width > 0 {
        // Standard error itself cannot be written to, so there is nowhere to report this error.
        let _ = write!(std::io::stderr(), "\r{:width$}\r", "");
    }
}

/// A line that is written again and again, and wiped at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    began: Instant,
    is_terminal: bool,
    /// When the line may be written next.
    next: Mutex<Duration>,
}

impl Progress {
    /// Nothing is shown yet.
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), is_terminal: std::io::stderr().is_terminal(), next: Mutex::new(PATIENCE) }
    }

    /// Time since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Shows the text, unless one was shown a moment ago; then it is not made.
    pub(crate) fn show(&self, text: impl FnOnce(Duration) -> String) {
        if !self.is_terminal {
            return;
        }
        let elapsed = self.elapsed();
        let Ok(mut next) = self.next.lock() else { return };
        if elapsed < *next {
            return;
        }
        *next = elapsed + PAUSE;
        // A line that is wrapped could not be wiped.
        let most = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).saturating_sub(1);
        let text: String = text(elapsed).chars().take(most).collect();
        let width = text.chars().count();
        let before = STANDING.swap(width, Ordering::Relaxed);
        let _ = write!(std::io::stderr(), "\r{text:<before$}");
        let _ = std::io::stderr().flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        wipe();
    }
}

/// A number with its digits in threes: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
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

/// A time that is left, for people: `35 s`, `12 min`, `5 h`, `3 days`.
pub(crate) fn roughly(seconds: f64) -> String {
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
            assert_eq!(grouped(number), text);
        }
        for (seconds, text) in
            [(0.4, "under 1 s"), (119.0, "119 s"), (600.0, "10 min"), (7300.0, "2 h"), (2e6, "23 days")]
        {
            assert_eq!(roughly(seconds), text);
        }
    }
}
