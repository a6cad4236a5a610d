//! The checkpoints of a build: saves its state to a folder periodically, so that a later run can continue from there.

use super::Args;
use crate::fail::Failure;
use crate::save_timer::SaveTimer;
use crate::text_output;
use crate::{atomic_file, interrupt, progress};
use grundy::catalog::OpenedGame;
use grundy::checkpoint::{self, CheckpointError, Checkpointer, StateWriter};
use grundy::solve::partitioned::{FORMAT, SavedRun};
use grundy_table::build_fingerprint;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The advice for a checkpoint that cannot be used.
pub(super) const RESTART_ADVICE: &str = "name another folder, or remove this file to begin anew";

/// A folder that holds the checkpoint of a build.
pub(super) struct Checkpoint {
    path: String,
    fingerprint: String,
    method: Method,
    timer: SaveTimer,
    /// The state that an earlier run saved, until the run has read it.
    previous: Mutex<Option<Box<dyn Read + Send>>>,
    /// Whether there is a state from which a later run could continue.
    exists: AtomicBool,
}

/// How a game is solved: the state of one method is nothing to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    InMemory,
    Partitioned,
    /// In partitions, by several processes with one folder, of which another one saves the state.
    Follower,
}

impl Checkpoint {
    /// The name of the checkpoint file in the folder.
    pub(super) const NAME: &str = "build.checkpoint";

    /// Opens the folder or creates it, and looks for the checkpoint of an earlier run.
    ///
    /// # Errors
    /// If the folder cannot be written to, or its checkpoint is damaged or belongs to another build.
    pub(super) fn open(
        folder: &str,
        args: &Args,
        game: &OpenedGame,
        start: Option<&str>,
        method: Method,
    ) -> Result<Self, Failure> {
        let help = "--checkpoint takes the name of a folder that may be written to";
        if folder.is_empty() {
            return Err(Failure::input("the name of the checkpoint's folder is empty", help));
        }
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error, help))?;
        let path = Path::new(folder).join(Self::NAME);
        let Some(path) = path.to_str().map(str::to_owned) else {
            return Err(Failure::input(format!("{folder}: is not text"), help));
        };
        if Path::new(&path).is_dir() {
            return Err(Failure::input(
                format!("{path} is a folder, but the checkpoint is written to a file of that name"),
                "name another folder",
            ));
        }
        atomic_file::check_writable(&path).map_err(|error| Failure::file(folder, &error, help))?;
        let fingerprint = fingerprint(args, game, start, method)?;
        let previous: Option<Box<dyn Read + Send>> = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file(&path, &error, help)),
            Ok(file) => {
                let state = checkpoint::read(file, &fingerprint);
                Some(Box::new(state.map_err(|error| Failure::checkpoint(&path, &error, RESTART_ADVICE))?))
            }
        };
        if previous.is_some() && method != Method::Follower {
            progress::erase();
            text_output::eprintln(format_args!("{}: goes on from the checkpoint {path}", args.position_args.game));
        }
        Ok(Self {
            path,
            fingerprint,
            method,
            timer: SaveTimer::every(args.checkpoint_every),
            exists: AtomicBool::new(previous.is_some()),
            previous: Mutex::new(previous),
        })
    }

    /// Whether there is a checkpoint of an earlier run, which no run has read so far.
    pub(super) fn has_previous(&self) -> bool {
        self.previous.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// What must be equal for a run to continue.
    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What an earlier run in `partitions` partitions has saved, if there was one.
    pub(super) fn saved_run(&mut self, partitions: u32) -> Result<Option<SavedRun>, Failure> {
        let previous = self.previous.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(mut state) = previous.take() else { return Ok(None) };
        let mut bytes = Vec::new();
        let read = state.read_to_end(&mut bytes).map_err(CheckpointError::from_read);
        let saved = read.and_then(|_| SavedRun::read(&bytes[..], partitions));
        *previous = Some(Box::new(Cursor::new(bytes)));
        saved.map(Some).map_err(|error| self.failure(&error))
    }

    /// Removes what an earlier run saved, unless another process does.
    pub(super) fn discard(&mut self) -> Result<(), Failure> {
        *self.previous.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        *self.exists.get_mut() = false;
        if self.method == Method::Follower {
            return Ok(());
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file(&self.path, &error, RESTART_ADVICE))
            }
            _ => Ok(()),
        }
    }

    /// Makes the run continue from a saved run in `partitions` partitions, and stores it, unless another process does.
    pub(super) fn replace(&mut self, saved: &SavedRun, partitions: u32) -> Result<(), Failure> {
        let write = |out: &mut dyn Write| saved.write(partitions, out);
        if self.method != Method::Follower {
            self.save(&mut |out| write(out)).map_err(|error| self.failure(&CheckpointError::from_write(error)))?;
        }
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        *self.previous.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(Cursor::new(bytes)));
        Ok(())
    }

    /// The checkpointer for the run.
    pub(super) fn checkpointer(&mut self) -> Checkpointer<'_> {
        let previous = self.previous.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let this = &*self;
        let checkpointer = if self.method == Method::Follower {
            Checkpointer::new(|| false, |_| Ok(()))
        } else {
            Checkpointer::new(|| this.is_due(), |state| this.save(state))
        };
        match previous {
            Some(state) => checkpointer.with_previous(state),
            None => checkpointer,
        }
    }

    fn is_due(&self) -> bool {
        // An interrupted run saves its state before it ends.
        self.timer.is_due() || interrupt::is_pressed()
    }

    fn save(&self, state: &mut StateWriter<'_>) -> io::Result<()> {
        let write = || atomic_file::write_by(&self.path, |out| checkpoint::write(out, &self.fingerprint, state));
        let written = self.timer.save(write);
        if written.is_ok() {
            self.exists.store(true, Ordering::Relaxed);
        }
        written
    }

    /// The failure for a state that could not be saved, or could not be restored although its checksum is correct.
    pub(super) fn failure(&self, error: &CheckpointError) -> Failure {
        match error {
            CheckpointError::Write(error) => {
                let help = match self.exists.load(Ordering::Relaxed) {
                    true => "make room; the same command then goes on from the checkpoint saved before",
                    false => "make room, or name another folder",
                };
                Failure::file(&self.path, error, help)
            }
            error => Failure::checkpoint(&self.path, error, RESTART_ADVICE),
        }
    }

    /// Removes the checkpoint of a finished build.
    pub(super) fn remove(self) -> Result<(), Failure> {
        remove_file(&self.path)
    }

    /// Removes the checkpoint in a folder: the build was begun in the memory, and finished on disk.
    pub(super) fn remove_from(folder: &str) -> Result<(), Failure> {
        remove_file(&Path::new(folder).join(Self::NAME).display().to_string())
    }

    /// Prints how to continue a run that has ended, if it has a checkpoint.
    pub(super) fn print_how_to_continue(&self) {
        if self.exists.load(Ordering::Relaxed) {
            progress::erase();
            text_output::eprintln(format_args!("the same command goes on from the checkpoint {}", self.path));
        }
    }
}

/// Removes the checkpoint file of a finished build, and the temporary files beside it.
fn remove_file(path: &str) -> Result<(), Failure> {
    atomic_file::remove_stale_temporaries(Path::new(path));
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Failure::file(path, &error, "the build is done; remove this file, which is not needed"))
        }
        _ => Ok(()),
    }
}

/// What must be equal for a run to continue, as [`build_fingerprint`] describes it.
fn fingerprint(args: &Args, game: &OpenedGame, start: Option<&str>, method: Method) -> Result<String, Failure> {
    let reduced = match args.opening {
        Some(moves) => format!(", the opening of {moves} moves"),
        None if args.reduced => ", reduced".to_owned(),
        None => String::new(),
    };
    let method = match method {
        Method::InMemory => String::new(),
        Method::Partitioned | Method::Follower => format!(", in partitions of format {FORMAT}"),
    };
    let name = &args.position_args.game;
    build_fingerprint(name, game, start, &format!("{reduced}{method}")).map_err(|error| Failure::file(name, &error, ""))
}
