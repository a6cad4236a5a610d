//! The options that bound a run, and their conversion to the library's limits.

use crate::run_progress::RunProgress;
use crate::{interrupt, machine};
use grundy::limits::Limits;
use grundy::solver::MAX_MOVES;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The default number of moves that are listed on a terminal.
const ON_A_TERMINAL: usize = 20;
/// The maximum number of threads that can be requested.
const MAX_THREADS: usize = 1024;

/// Options that bound a run.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Bounds {
    /// Use at most SIZE of memory, such as `400M` or `2G` (powers of 1024); default: nine tenths of the free memory, or of what the limits of the
    /// control group and of address space leave
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    /// Store at most N positions; default: no limit for graph files and builds; for `check` 100,000; for one answer 3 million explored
    /// positions, or 200 million of a game that is solved tier by tier
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), allow_negative_numbers = true)]
    max_positions: Option<u64>,
    /// Time that may be spent
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Threads that may work at a time; default: as many as the machine runs at once
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl Bounds {
    /// The maximum memory and time of a run.
    #[cfg(feature = "rules")]
    pub(crate) fn memory_and_time(&self) -> (u64, Option<Duration>) {
        (self.memory.unwrap_or_else(machine::free_memory), self.time)
    }

    /// Returns whether the user bounds the time.
    pub(crate) fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// Calls `run` with the limits. The time starts now; its end and Ctrl-C both stop the run.
    pub(crate) fn within<T>(&self, run: impl FnOnce(Limits<'_>) -> T) -> T {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        self.until(&move || end.is_some_and(|end| Instant::now() >= end), run)
    }

    /// Calls `run` with the limits, for a run that waits for a person: the time, by default `default_time`, applies to each turn.
    pub(crate) fn with_turn_clock<T>(
        &self,
        default_time: Duration,
        run: impl FnOnce(Limits<'_>, &TurnClock) -> T,
    ) -> T {
        let turn = TurnClock { time: self.time.unwrap_or(default_time), end: Mutex::new(None) };
        self.until(&|| turn.is_over(), |limits| run(limits, &turn))
    }

    fn until<T>(&self, is_over: &(dyn Fn() -> bool + Sync), run: impl FnOnce(Limits<'_>) -> T) -> T {
        interrupt::install_handlers();
        let stop = || interrupt::is_pressed() || is_over();
        let run_progress = RunProgress::new();
        run(Limits {
            positions: self.max_positions,
            memory: Some(self.memory.unwrap_or_else(machine::free_memory)),
            threads: self.threads.or_else(machine::parallelism),
            stop: &stop,
            on_progress: &|progress| run_progress.report(progress),
        })
    }
}

/// A clock for the time of one turn.
#[derive(Debug)]
pub(crate) struct TurnClock {
    time: Duration,
    /// The end of the current turn.
    end: Mutex<Option<Instant>>,
}

impl TurnClock {
    /// Starts the time of the next turn.
    pub(crate) fn start(&self) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now().checked_add(self.time);
    }

    fn is_over(&self) -> bool {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|end| Instant::now() >= end)
    }
}

/// A parser of whole numbers in a range.
pub(crate) fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |text| {
        let (least, most) = (range.start(), range.end());
        let is_digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            // A number that is too large, also for 64 bits.
            _ if is_digits || *most < u64::MAX => Err(format!("write a whole number from {least} to {most}")),
            _ => Err(format!("write a whole number from {least}, as `1000000`")),
        }
    }
}

/// The most moves to list, where the user chose no number: few as text on a terminal, so that the value above them stays in sight.
pub(crate) fn listed_moves(chosen: Option<u64>, is_text: bool) -> usize {
    match chosen {
        Some(most) => most as usize,
        None if is_text && std::io::stdout().is_terminal() => ON_A_TERMINAL,
        None => MAX_MOVES,
    }
}

/// Parses a size.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err("write a size as `400M` or `2G`".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "write a size as `400M` or `2G`".to_owned())?;
    if number == 0 {
        return Err("write a size above 0".to_owned());
    }
    number.checked_mul(1 << shift).ok_or_else(|| "no machine has that memory".to_owned())
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|n: &NonZeroUsize| n.get() <= MAX_THREADS)
        .ok_or_else(|| format!("write a number from 1 to {MAX_THREADS}"))
}

/// Parses a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let error = || "write a number of seconds above 0, as `2.5`".to_owned();
    let seconds: f64 = text.parse().map_err(|_| error())?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(error)
}

/// Parses the time between two saves, in seconds.
pub(crate) fn interval(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let interval = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    interval.ok_or_else(|| "write a number of seconds, 0 or more, as `60`".to_owned())
}
