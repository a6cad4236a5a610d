//! Limits of a run: positions, memory, threads, interruption.

use crate::checkpoint::CheckpointError;
use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

/// Limits of one run: positions, memory, threads, interruption.
///
/// The library reads no clock and handles no signals: a front end enforces time limits through `stop`.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most positions that may be stored; `None`: as many as fit, or the default of a [`Solver`](crate::solver::Solver).
    pub positions: Option<u64>,
    /// The most bytes that may be in use; `None`: no bound.
    pub memory: Option<u64>,
    /// The most threads that may run at a time; `None`: as many as the machine runs at once. Answers do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Called every few thousand steps; `true` ends the run cleanly.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called every few thousand steps with the progress of the run, from any of its threads.
    pub on_progress: &'a (dyn Fn(Progress) + Sync),
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The phase of the run.
    pub phase: Phase,
    /// The remoteness or the tier that the run has reached.
    pub level: u32,
    /// Number of positions that this phase has done.
    pub done: u64,
    /// Number of positions in this phase; `None` if it is not known.
    pub of: Option<u64>,
    /// Memory in use, in bytes.
    pub bytes: u64,
}

/// A phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding the positions.
    Explore,
    /// Counting the options of positions.
    Count,
    /// Computing the values.
    Solve,
}

impl Limits<'static> {
    /// No limits, and all threads of the machine.
    pub const NONE: Self = Self { positions: None, memory: None, threads: None, stop: &|| false, on_progress: &|_| () };
}

impl Default for Limits<'static> {
    fn default() -> Self {
        Self::NONE
    }
}

impl Limits<'_> {
    /// Returns the most positions that may be stored; `u64::MAX` without a bound.
    pub fn max_positions(&self) -> u64 {
        self.positions.unwrap_or(u64::MAX)
    }

    /// Returns the most bytes that may be in use; `u64::MAX` without a bound.
    pub fn max_memory(&self) -> u64 {
        self.memory.unwrap_or(u64::MAX)
    }

    /// Returns the number of threads that may run at a time, at least 1.
    pub fn workers(&self) -> usize {
        // The operating system reads several files for this, which takes as long as solving a graph of a thousand vertices.
        static MACHINE: OnceLock<Option<NonZeroUsize>> = OnceLock::new();
        let machine = || *MACHINE.get_or_init(|| std::thread::available_parallelism().ok());
        self.threads.or_else(machine).map_or(1, NonZeroUsize::get)
    }

    /// Reports the progress of the run, and checks the limits.
    ///
    /// # Errors
    /// If a bound is exceeded or `stop` ends the run.
    pub fn report(&self, progress: Progress) -> Result<(), RunError> {
        (self.on_progress)(progress);
        self.check(progress.done, progress.bytes)
    }

    /// Checks that `positions` positions in `bytes` bytes are within the bounds, and that the run may continue.
    ///
    /// # Errors
    /// If a bound is exceeded or `stop` ends the run.
    pub fn check(&self, positions: u64, bytes: u64) -> Result<(), RunError> {
        if let Some(limit) = self.positions.filter(|&limit| positions > limit) {
            Err(LimitHit::Positions { limit, needed: positions }.into())
        } else if let Some(limit) = self.memory.filter(|&limit| bytes > limit) {
            Err(LimitHit::Memory { limit, needed: bytes }.into())
        } else if (self.stop)() {
            Err(RunError::Interrupted { positions })
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("positions", &self.positions)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError {
    /// A bound was exceeded.
    Limit(LimitHit),
    /// [`Limits::stop`] ended the run.
    Interrupted {
        /// Number of positions stored until then.
        positions: u64,
    },
    /// A thread of the run panicked: a defect of the game's code or of this library.
    WorkerPanicked {
        /// The message of the panic; empty if it has none.
        message: String,
    },
    /// The state of the run could not be saved.
    Checkpoint(Box<CheckpointError>),
}

impl RunError {
    /// Creates the error of a worker thread that ended with this panic payload.
    pub fn from_panic(payload: &(dyn std::any::Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        Self::WorkerPanicked { message }
    }

    /// Calls `work` and turns a panic into an error, as joining a thread does.
    pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Self> {
        // Data that a panic leaves in an invalid state belongs to a run that ends with this error, and is dropped.
        catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Self::from_panic(&*panic))
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(hit) => hit.fmt(f),
            Self::Interrupted { positions } => write!(f, "interrupted; positions stored: {positions}"),
            Self::WorkerPanicked { message } => write!(f, "the rules of the game or the solver panicked: {message}"),
            Self::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Limit(hit) => Some(hit),
            Self::Checkpoint(error) => Some(error),
            Self::Interrupted { .. } | Self::WorkerPanicked { .. } => None,
        }
    }
}

impl From<CheckpointError> for RunError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(Box::new(error))
    }
}

impl From<LimitHit> for RunError {
    fn from(hit: LimitHit) -> Self {
        Self::Limit(hit)
    }
}

/// The limit that a run would exceed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitHit {
    /// The game has more positions than `limit`.
    Positions {
        /// The bound in force.
        limit: u64,
        /// The least number of positions needed.
        needed: u64,
    },
    /// More bytes are needed than allowed.
    Memory {
        /// The bound in force, in bytes.
        limit: u64,
        /// The least number of bytes needed.
        needed: u64,
    },
    /// The game expanded from the position has more moves than `limit`.
    Moves {
        /// The bound in force.
        limit: u64,
    },
    /// The game has more positions or moves than this solver can number on any machine.
    TooLarge {
        /// The most that it can number.
        limit: u64,
        /// The least number needed.
        needed: u64,
    },
}

impl fmt::Display for LimitHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions { limit, needed } => {
                write!(f, "at least {needed} positions are needed and {limit} allowed")
            }
            Self::Memory { limit, needed } => {
                let (mut least, mut allowed) = (Bytes(*needed).to_string(), Bytes(*limit).to_string());
                if least == allowed {
                    // Both round to the same text.
                    (least, allowed) = (format!("{needed} bytes"), format!("{limit} bytes"));
                }
                write!(f, "at least {least} are needed and {allowed} allowed")
            }
            Self::Moves { limit } => write!(f, "more than {limit} moves"),
            Self::TooLarge { limit, needed } => {
                write!(f, "at least {needed} positions are needed and {limit} are the most that fit")
            }
        }
    }
}

impl std::error::Error for LimitHit {}

/// A number of bytes that is displayed with a unit, in powers of 1024.
///
/// ```
/// assert_eq!(grundy::limits::Bytes(3 << 29).to_string(), "1.5 GiB");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.0 as f64;
        let mut unit = "bytes";
        for larger in ["KiB", "MiB", "GiB", "TiB", "PiB"] {
            if size < 1024.0 {
                break;
            }
            size /= 1024.0;
            unit = larger;
        }
        if unit == "bytes" { write!(f, "{} bytes", self.0) } else { write!(f, "{size:.1} {unit}") }
    }
}
