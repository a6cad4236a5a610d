//! A long run written down, so that another can go on from there: who keeps it, and the bytes; nothing about files or clocks.
//!
//! A solver offers its state at *boundaries*, where nothing is half done: after a tick, a tier, some thousand positions found.
//! Whoever keeps it says when it is time, and gets the state as a stream of bytes, so that no copy of it is made. `snapshot.rs`
//! is what such a stream becomes in a file.

mod bytes;
mod snapshot;

pub(crate) use bytes::{Source, Width, number, numbers};
pub use snapshot::{SnapshotError, read, write};

use std::fmt;
use std::io::{self, Read, Write};

/// Writes a state; it may be asked to more than once.
pub type State<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// Whoever keeps a run.
pub trait Checkpointer: Send {
    /// Whether it keeps anything at all; a run that nobody keeps may go another way.
    fn keeps(&self) -> bool {
        true
    }

    /// What was kept of a run before: the bytes that [`Checkpointer::keep`] was given last. Asked once, at the beginning.
    fn kept(&mut self) -> Option<Box<dyn Read + '_>>;

    /// Whether the run is to be kept now. Asked at every boundary.
    fn is_due(&mut self) -> bool;

    /// Keeps the run in place of what was kept before; `false` ends it.
    fn keep(&mut self, state: &mut State<'_>) -> bool;
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCheckpoint;

impl Checkpointer for NoCheckpoint {
    fn keeps(&self) -> bool {
        false
    }

    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        None
    }

    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _state: &mut State<'_>) -> bool {
        true
    }
}

/// A later stage of a run: what came before is written first.
pub(crate) struct After<'a> {
    pub(crate) keeper: &'a mut dyn Checkpointer,
    pub(crate) before: &'a (dyn Fn(&mut dyn Write) -> io::Result<()> + Sync),
}

impl Checkpointer for After<'_> {
    fn keeps(&self) -> bool {
        self.keeper.keeps()
    }

    /// It was read when the stage before was.
    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        None
    }

    fn is_due(&mut self) -> bool {
        self.keeper.is_due()
    }

    fn keep(&mut self, state: &mut State<'_>) -> bool {
        let before = self.before;
        self.keeper.keep(&mut |out| {
            before(out)?;
            state(out)
        })
    }
}

/// Bytes that are no state of this run.
#[derive(Debug)]
pub struct Unreadable(Option<io::Error>);

impl Unreadable {
    /// Bytes that contradict one another, or the game.
    pub(crate) const WRONG: Self = Self(None);
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        // An early end is of the bytes, not of the reader.
        Self(Some(error).filter(|error| error.kind() != io::ErrorKind::UnexpectedEof))
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(error) => error.fmt(f),
            None => f.write_str("does not hold a state of this run"),
        }
    }
}

impl std::error::Error for Unreadable {}
