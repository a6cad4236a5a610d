//! Checkpoints: the state of a long run as bytes, from which a later run continues.
//!
//! A solver saves its state at *boundaries*, where no step is half done: after a tick, after a tier, after some
//! thousand positions. A [`Checkpointer`] decides when to save and where the bytes go. The solver writes the state as a
//! stream, so that no copy of it is made in memory. [`write()`] and [`read()`] define the format of a checkpoint file.
//! This module opens no file and reads no clock.

mod bytes;
mod error;
mod format;

pub(crate) use bytes::{Decoder, Unsigned, write_list, write_u64};
pub use error::CheckpointError;
pub use format::{read, write};

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Writes the state of a run; may be called more than once.
pub type StateWriter<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// Saves the state of a long run when that is due, and provides the state that an earlier run saved.
///
/// ```
/// use grundy::{Play, checkpoint::Checkpointer, solver::{Extent, SolvedGame}, catalog, limits::Limits};
/// let game = catalog::open("dao", Play::Normal, &Limits::NONE)?;
/// let mut state = Vec::new();
/// let checkpointer = Checkpointer::new(
///     || true,
///     |write| {
///         state.clear();
///         write(&mut state)
///     },
/// );
/// let solved = SolvedGame::solve_resumable(&game, Extent::All, false, &Limits::NONE, checkpointer)?;
/// // Another run continues from the last state.
/// let checkpointer = Checkpointer::new(|| false, |_| Ok(())).with_previous(&state[..]);
/// let resumed = SolvedGame::solve_resumable(&game, Extent::All, false, &Limits::NONE, checkpointer)?;
/// assert_eq!(resumed.count(&Limits::NONE)?, solved.count(&Limits::NONE)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checkpointer<'a> {
    previous: Option<Box<dyn Read + Send + 'a>>,
    is_due: Box<dyn FnMut() -> bool + Send + 'a>,
    /// The function that stores a state; `None` if nothing is saved.
    save: Option<Box<Save<'a>>>,
}

/// Calls the given writer, and stores the bytes in place of those of the previous call.
type Save<'a> = dyn FnMut(&mut StateWriter<'_>) -> io::Result<()> + Send + 'a;

impl<'a> Checkpointer<'a> {
    /// Creates a checkpointer that saves nothing.
    pub fn none() -> Self {
        Self { previous: None, is_due: Box::new(|| false), save: None }
    }

    /// Creates a checkpointer that calls `is_due` at every boundary of the run, and `save` if it returns `true`.
    ///
    /// `save` calls the [`StateWriter`] that it receives, and stores the bytes in place of those of the previous call. An
    /// error of `save` ends the run with [`CheckpointError::Write`].
    pub fn new(
        is_due: impl FnMut() -> bool + Send + 'a,
        save: impl FnMut(&mut StateWriter<'_>) -> io::Result<()> + Send + 'a,
    ) -> Self {
        Self { previous: None, is_due: Box::new(is_due), save: Some(Box::new(save)) }
    }

    /// Makes the run continue from the state that an earlier run saved.
    pub fn with_previous(self, state: impl Read + Send + 'a) -> Self {
        Self { previous: Some(Box::new(state)), ..self }
    }

    /// Whether states are saved; a run without checkpoints may use a faster method.
    pub(crate) fn is_enabled(&self) -> bool {
        self.save.is_some()
    }

    /// Whether the run is to continue from a saved state that was not read yet.
    pub(crate) fn has_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// The checkpointer of a later stage of the run: before each state, `prefix` writes the results of the earlier stages.
    pub(crate) fn with_prefix<'b>(
        &'b mut self,
        mut prefix: impl FnMut(&mut dyn Write) -> io::Result<()> + Send + 'b,
    ) -> Checkpointer<'b> {
        let Self { previous, is_due, save } = self;
        let save = save.as_mut().map(|save| -> Box<Save<'b>> {
            Box::new(move |state| {
                save(&mut |out| {
                    prefix(out)?;
                    state(out)
                })
            })
        });
        Checkpointer { previous: previous.take().map(|state| state as _), is_due: Box::new(is_due), save }
    }

    /// Saves the state if that is due. The run must be at a boundary.
    pub(crate) fn save_if_due(&mut self, state: &mut StateWriter<'_>) -> Result<(), CheckpointError> {
        match &mut self.save {
            Some(save) if (self.is_due)() => save(state).map_err(CheckpointError::from_write),
            _ => Ok(()),
        }
    }

    /// Whether a save is due. The run must be at a boundary.
    pub(crate) fn is_due(&mut self) -> bool {
        self.save.is_some() && (self.is_due)()
    }

    /// Saves the state. The run must be at a boundary.
    pub(crate) fn save(&mut self, state: &mut StateWriter<'_>) -> Result<(), CheckpointError> {
        self.save.as_mut().map_or(Ok(()), |save| save(state).map_err(CheckpointError::from_write))
    }

    /// Reads the state of the earlier run to its end; `None` if there is none, or it was read before.
    pub(crate) fn take_previous<T>(
        &mut self,
        read: impl FnOnce(&mut Decoder<'_>) -> Result<T, CheckpointError>,
    ) -> Result<Option<T>, CheckpointError> {
        self.previous.take().map(|mut state| Decoder::read_all(&mut state, read)).transpose()
    }
}

/// Shares a checkpointer between threads, so that each of them can find out whether a save is due.
pub(crate) struct SaveRequest<'c, 'a> {
    checkpointer: Mutex<&'c mut Checkpointer<'a>>,
    is_due: AtomicBool,
}

impl<'c, 'a> SaveRequest<'c, 'a> {
    pub(crate) fn new(checkpointer: &'c mut Checkpointer<'a>) -> Self {
        Self { checkpointer: Mutex::new(checkpointer), is_due: AtomicBool::new(false) }
    }

    /// Whether a save is due. Once it is, the answer stays the same.
    pub(crate) fn is_due(&self) -> bool {
        // A thread does not wait while another one finds out.
        if !self.is_due.load(Relaxed)
            && self.checkpointer.try_lock().is_ok_and(|mut checkpointer| checkpointer.is_due())
        {
            self.is_due.store(true, Relaxed);
        }
        self.is_due.load(Relaxed)
    }

    /// Whether a save was due at any call of [`Self::is_due`].
    pub(crate) fn was_due(self) -> bool {
        self.is_due.into_inner()
    }
}

impl fmt::Debug for Checkpointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpointer").field("is_enabled", &self.is_enabled()).finish_non_exhaustive()
    }
}
