//! How far a run may go: positions, bytes, and a question asked now and then whether to go on.

use std::fmt;
use std::num::NonZeroUsize;

/// The bounds of one run. The library has no clock and no signals: `stop` is how a face ends a run in time.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most positions that may be stored.
    pub positions: u64,
    /// The most bytes that may be in use.
    pub memory: u64,
    /// The most threads that may work at a time; `None`: as many as the machine runs at once. The answers do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Asked every few thousand steps; `true` ends the run cleanly.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told every few thousand steps how far the run is, by any of its threads.
    pub watch: &'a (dyn Fn(Stage) + Sync),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What is being done.
    pub phase: Phase,
    /// The remoteness or the tier that it has come to.
    pub level: u32,
    /// Positions that this phase has done.
    pub done: u64,
    /// Of so many; `None` if that is not known.
    pub of: Option<u64>,
    /// Bytes in use.
    pub bytes: u64,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Positions are being found.
    Explore,
    /// The options of positions are being counted.
    Count,
    /// Values are being found.
    Solve,
}

impl Limits<'static> {
    /// Bounds that a run in memory meets before it harms the machine: 2³² − 2 positions, and no other; all the machine's threads.
    pub const NONE: Self =
        Self { positions: u32::MAX as u64 - 1, memory: u64::MAX, threads: None, stop: &|| false, watch: &|_| () };
}

impl Limits<'_> {
    /// The number of threads that may work at a time, at least 1.
    pub fn workers(&self) -> usize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// Tells how far the run is, and whether it is within the bounds and to go on.
    ///
    /// # Errors
    /// The bound that is passed.
    pub fn report(&self, stage: Stage) -> Result<(), LimitHit> {
        (self.watch)(stage);
        self.check(stage.done, stage.bytes)
    }

    /// Tells whether `positions` positions in `bytes` bytes are within the bounds, and whether to go on at all.
    ///
    /// # Errors
    /// The bound that is passed.
    pub fn check(&self, positions: u64, bytes: u64) -> Result<(), LimitHit> {
        if positions > self.positions {
            Err(LimitHit::Positions { limit: self.positions, needed: positions })
        } else if bytes > self.memory {
            Err(LimitHit::Memory { limit: self.memory, needed: bytes })
        } else if (self.stop)() {
            Err(LimitHit::Stopped { positions })
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

/// The bound that ended a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitHit {
    /// The game has more positions than `limit`.
    Positions {
        /// The bound in force.
        limit: u64,
        /// At least so many positions are needed.
        needed: u64,
    },
    /// More bytes are needed than allowed.
    Memory {
        /// The bound in force, in bytes.
        limit: u64,
        /// At least so many bytes are needed.
        needed: u64,
    },
    /// The game expanded from the position has more moves than `limit`.
    Moves {
        /// The bound in force.
        limit: u64,
    },
    /// The run was told to stop when it had met so many positions.
    Stopped {
        /// Positions met until then.
        positions: u64,
    },
}

impl fmt::Display for LimitHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions { limit, needed } => {
                write!(f, "at least {needed} positions are needed and {limit} allowed")?;
                let more = *limit < Limits::NONE.positions;
                f.write_str(if more { "; a larger --max-positions may help" } else { ", the most that fit" })
            }
            Self::Memory { limit, needed } => {
                let (mut least, mut allowed) = (Bytes(*needed).to_string(), Bytes(*limit).to_string());
                if least == allowed {
                    // So near one another that they are rounded alike.
                    (least, allowed) = (format!("{needed} bytes"), format!("{limit} bytes"));
                }
                write!(f, "at least {least} are needed and {allowed} allowed; a larger --memory may help")
            }
            Self::Moves { limit } => write!(f, "more than {limit} moves"),
            Self::Stopped { positions } => {
                write!(f, "the time was up after {positions} positions; a larger --time may help")
            }
        }
    }
}

impl std::error::Error for LimitHit {}

/// A number of bytes for people, in powers of 1024.
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
