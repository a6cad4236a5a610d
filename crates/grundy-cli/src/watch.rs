//! Shows the progress of a run as a line on standard error, if that is a terminal.

use crate::progress::{Progress, grouped, roughly};
use grundy::limits::{Bytes, Phase, Stage};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The progress of a run, with its rate in the current phase.
#[derive(Debug)]
pub(crate) struct Watch {
    line: Progress,
    /// The current phase, the time when it began, and the number of positions done by then.
    began: Mutex<Option<(Phase, Duration, u64)>>,
}

impl Watch {
    /// Creates a watch before the first report.
    pub(crate) fn new() -> Self {
        Self { line: Progress::new(), began: Mutex::new(None) }
    }

    /// Reports the progress of the run.
    pub(crate) fn tell(&self, stage: Stage) {
        let elapsed = self.line.elapsed();
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, since, from) = match *began {
            Some(known) if known.0 == stage.phase => known,
            _ => *began.insert((stage.phase, elapsed, stage.done)),
        };
        drop(began);
        self.line.show(|elapsed| said(stage, elapsed.saturating_sub(since), stage.done.saturating_sub(from)));
    }
}

/// Formats the line; `done` is the number of positions that the phase has done in the time `elapsed`.
fn said(stage: Stage, elapsed: Duration, done: u64) -> String {
    let Stage { phase, level, of, bytes, .. } = stage;
    let mut line = match phase {
        Phase::Explore if level == 0 => "exploring".to_owned(),
        Phase::Explore => format!("exploring, level {level}"),
        Phase::Count => "counting moves".to_owned(),
        Phase::Solve => format!("solving, level {level}"),
    };
    line += &format!(": {}", grouped(stage.done));
    line += &match (of, phase) {
        (Some(of), Phase::Explore) => format!(" of about {} positions", grouped(of)),
        (Some(of), _) => format!(" of {} positions", grouped(of)),
        (None, _) => " positions".to_owned(),
    };
    line += &format!(", {}", Bytes(bytes));
    if let Some(left) = of.and_then(|of| of.checked_sub(stage.done)).filter(|_| done > 0) {
        let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
        // Positions that are draws are never done, so the estimate is an upper bound.
        let most = if phase == Phase::Solve { "at most " } else { "" };
        line += &format!(", {most}{} left", roughly(seconds));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_phase_level_positions_memory_and_time() {
        let stage = Stage { phase: Phase::Solve, level: 7, done: 3000, of: Some(12_000), bytes: 3 << 20 };
        let line = said(stage, Duration::from_secs(2), 3000);
        assert_eq!(line, "solving, level 7: 3,000 of 12,000 positions, 3.0 MiB, at most 6 s left");
        let stage = Stage { phase: Phase::Explore, level: 0, of: None, ..stage };
        assert_eq!(said(stage, Duration::from_secs(2), 3000), "exploring: 3,000 positions, 3.0 MiB");
        let line = said(Stage { of: Some(3100), ..stage }, Duration::from_secs(60), 3000);
        assert_eq!(line, "exploring: 3,000 of about 3,100 positions, 3.0 MiB, 2 s left");
        let stage = Stage { phase: Phase::Count, of: Some(6000), ..stage };
        assert_eq!(said(stage, Duration::ZERO, 0), "counting moves: 3,000 of 6,000 positions, 3.0 MiB");
    }
}
