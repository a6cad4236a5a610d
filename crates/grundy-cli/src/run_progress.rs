//! Shows the progress of a run as a line on standard error, if that is a terminal.

use crate::progress::{ProgressLine, approximate_duration, group_digits};
use grundy::limits::{Bytes, Phase, Progress};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The progress of a run, with its rate in the current phase.
#[derive(Debug)]
pub(crate) struct RunProgress {
    line: ProgressLine,
    /// The current phase, the time when it began, and the number of positions done by then.
    began: Mutex<Option<(Phase, Duration, u64)>>,
}

impl RunProgress {
    /// Creates a watch before the first report.
    pub(crate) fn new() -> Self {
        Self { line: ProgressLine::new(), began: Mutex::new(None) }
    }

    /// Reports the progress of the run.
    pub(crate) fn report(&self, progress: Progress) {
        let elapsed = self.line.elapsed();
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, since, from) = match *began {
            Some(known) if known.0 == progress.phase => known,
            _ => *began.insert((progress.phase, elapsed, progress.done)),
        };
        drop(began);
        self.line.show(|elapsed| describe(progress, elapsed.saturating_sub(since), progress.done.saturating_sub(from)));
    }
}

/// Formats the line; `done` is the number of positions that the phase has done in the time `elapsed`.
fn describe(progress: Progress, elapsed: Duration, done: u64) -> String {
    let Progress { phase, level, of, bytes, .. } = progress;
    let mut line = match phase {
        Phase::Explore if level == 0 => "exploring".to_owned(),
        Phase::Explore => format!("exploring, level {level}"),
        Phase::Count => "counting moves".to_owned(),
        Phase::Solve => format!("solving, level {level}"),
    };
    line += &format!(": {}", group_digits(progress.done));
    line += &match (of, phase) {
        (Some(of), Phase::Explore) => format!(" of about {} positions", group_digits(of)),
        (Some(of), _) => format!(" of {} positions", group_digits(of)),
        (None, _) => " positions".to_owned(),
    };
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    if phase == Phase::Solve && of.is_none() && done > 0 {
        line += &match rate {
            1e6.. => format!(", {:.1} M/s", rate / 1e6),
            _ => format!(", {}/s", group_digits(rate as u64)),
        };
    }
    line += &format!(", {}", Bytes(bytes));
    if let Some(left) = of.and_then(|of| of.checked_sub(progress.done)).filter(|_| done > 0) {
        let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
        // Positions that are draws are never done, so the estimate is an upper bound.
        let most = if phase == Phase::Solve { "at most " } else { "" };
        line += &format!(", {most}{} left", approximate_duration(seconds));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_phase_level_positions_memory_and_time() {
        let progress = Progress { phase: Phase::Solve, level: 7, done: 3000, of: Some(12_000), bytes: 3 << 20 };
        let line = describe(progress, Duration::from_secs(2), 3000);
        assert_eq!(line, "solving, level 7: 3,000 of 12,000 positions, 3.0 MiB, at most 6 s left");
        let searching = Progress { of: None, ..progress };
        let line = describe(searching, Duration::from_secs(2), 3000);
        assert_eq!(line, "solving, level 7: 3,000 positions, 1,500/s, 3.0 MiB");
        let line = describe(searching, Duration::from_millis(1), 3000);
        assert_eq!(line, "solving, level 7: 3,000 positions, 3.0 M/s, 3.0 MiB");
        let progress = Progress { phase: Phase::Explore, level: 0, of: None, ..progress };
        assert_eq!(describe(progress, Duration::from_secs(2), 3000), "exploring: 3,000 positions, 3.0 MiB");
        let line = describe(Progress { of: Some(3100), ..progress }, Duration::from_secs(60), 3000);
        assert_eq!(line, "exploring: 3,000 of about 3,100 positions, 3.0 MiB, 2 s left");
        let progress = Progress { phase: Phase::Count, of: Some(6000), ..progress };
        assert_eq!(describe(progress, Duration::ZERO, 0), "counting moves: 3,000 of 6,000 positions, 3.0 MiB");
    }
}
