//! The file in which `solve --cache` keeps what searches have proved: of the components of a game, or of its positions.

use crate::fail::Failure;
use crate::save_timer::SaveTimer;
use crate::text_output;
use crate::{atomic_file, progress};
use grundy::catalog::OpenedGame;
use grundy::checkpoint::{self, CheckpointError, Checkpointer, StateWriter};
use grundy::solve::Searcher;
use grundy::solver::{Extent, Solver, is_solved_by_index};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The advice for a file that cannot be used.
const ADVICE: &str = "name another file for --cache, or remove this one to begin anew";

/// The advice for a file that cannot be written.
const WRITE_ADVICE: &str = "make room or name another file for --cache; if this one exists, it is unchanged";

/// A file of what is proved of one game.
#[derive(Debug)]
pub(crate) struct SearchCache<'a> {
    path: &'a str,
    fingerprint: String,
    kind: Kind,
    timer: SaveTimer,
    /// Why the file could not be written the last time, if it could not.
    failed: Mutex<Option<Failure>>,
    /// Whether the search has ended.
    is_over: AtomicBool,
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Components,
    Positions,
}

impl<'a> SearchCache<'a> {
    /// Creates the cache. The file is read by [`Self::use_in`]. The user typed `name` for the game. What is proved of positions is saved after
    /// each `interval`.
    ///
    /// # Errors
    /// If the game is never searched, or the file cannot be written.
    pub(crate) fn new(path: &'a str, name: &str, game: &OpenedGame, interval: Duration) -> Result<Self, Failure> {
        let dyn_game = game.as_dyn();
        if let OpenedGame::Sum(_) = game {
            let message = format!("`{name}` is a sum across games, and --cache keeps what is proved of one game");
            return Err(Failure::input(message, "leave out --cache, or solve the summands one by one"));
        }
        let kind = match dyn_game.components() {
            Some(_) => Kind::Components,
            None if !is_enumerated(game) => Kind::Positions,
            None => {
                let message =
                    format!("`{name}` is solved without a search, so that there is nothing for --cache to keep");
                return Err(Failure::input(message, "leave out --cache"));
            }
        };
        if atomic_file::is_pipe(path) {
            return Err(Failure::input(format!("{path}: is a pipe"), "name a file for --cache"));
        }
        atomic_file::check_writable(path).map_err(|error| Failure::unwritable(path, &error, WRITE_ADVICE))?;
        let rules = grundy_table::one_line_rules(name, game).map_err(|error| Failure::file(name, &error, ""))?;
        // The path of a rules file may be typed in several ways, and the file may be moved.
        let game = match &dyn_game.info().rules {
            Some(_) => format!("a {rules}"),
            None => format!("{name} ({rules})"),
        };
        let fingerprint = match kind {
            Kind::Components => format!("components of {game}"),
            Kind::Positions => {
                let (play, version) = (dyn_game.play().as_str(), env!("CARGO_PKG_VERSION"));
                format!("positions of {game}, {play} play, in format {}, by grundy {version}", Searcher::FORMAT)
            }
        };
        Ok(Self {
            path,
            fingerprint,
            kind,
            timer: SaveTimer::every(interval),
            failed: Mutex::new(None),
            is_over: AtomicBool::new(false),
        })
    }

    /// Loads the file into the solver, if it exists, and makes the solver save what it proves of positions while it searches.
    ///
    /// # Errors
    /// If the file is damaged or belongs to another game.
    pub(crate) fn use_in<'s>(&'s self, mut solver: Solver<'s>) -> Result<Solver<'s>, Failure> {
        let state = match File::open(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file(self.path, &error, ADVICE)),
            Ok(file) => {
                Some(checkpoint::read(file, &self.fingerprint).map_err(|error| Self::failure(self.path, &error))?)
            }
        };
        match (self.kind, state) {
            (Kind::Components, None) => {}
            (Kind::Components, Some(mut state)) => {
                solver.load_components(&mut state).map_err(|error| Self::failure(self.path, &error))?;
            }
            (Kind::Positions, state) => return Ok(solver.with_checkpointer(self.checkpointer(state))),
        }
        Ok(solver)
    }

    fn checkpointer<'s>(&'s self, previous: Option<impl Read + Send + 's>) -> Checkpointer<'s> {
        let save = |state: &mut StateWriter<'_>| {
            self.write_or_warn(state);
            Ok(())
        };
        let checkpointer = Checkpointer::new(|| self.timer.is_due(), save);
        match previous {
            Some(state) => checkpointer.with_previous(state),
            None => checkpointer,
        }
    }

    /// Writes the file atomically.
    fn write(&self, state: &mut StateWriter<'_>) -> io::Result<()> {
        let write = || atomic_file::write_by(self.path, |out| checkpoint::write(out, &self.fingerprint, state));
        self.timer.save(write)
    }

    /// Writes the file. A search goes on if that fails, and the next save may succeed.
    fn write_or_warn(&self, state: &mut StateWriter<'_>) {
        let failure = self.write(state).err().map(|error| Failure::unwritable(self.path, &error, WRITE_ADVICE));
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        // One note is enough if a save fails again and again.
        if let (Some(failure), None) = (&failure, &*failed)
            && !self.is_over.load(Ordering::Relaxed)
        {
            progress::erase();
            text_output::eprintln(format_args!("note: {}; the search goes on", failure.sentence()));
        }
        *failed = failure;
    }

    /// Writes what the solver has proved. If it has searched no position, the file stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn save(&self, solver: &mut Solver<'_>) -> Result<(), Failure> {
        match self.kind {
            Kind::Components => self
                .write(&mut |out| solver.save_components(out).map(|_| ()))
                .map_err(|error| Failure::unwritable(self.path, &error, WRITE_ADVICE)),
            Kind::Positions => {
                self.is_over.store(true, Ordering::Relaxed);
                solver.save_searched().map_err(|error| Self::failure(self.path, &error))?;
                let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
                failed.map_or(Ok(()), Err)
            }
        }
    }

    /// Says that there is no file, if there is none after [`Self::save`].
    pub(crate) fn note_if_absent(&self) {
        if !Path::new(self.path).exists() {
            text_output::eprintln(format_args!(
                "note: {}: not written, since no position was searched for long",
                self.path
            ));
        }
    }

    /// The failure of a file that cannot be read or written, or does not fit.
    pub(crate) fn failure(path: &str, error: &CheckpointError) -> Failure {
        match error {
            CheckpointError::Read(error) => Failure::file(path, error, ADVICE),
            CheckpointError::Write(error) => Failure::file(path, error, WRITE_ADVICE),
            CheckpointError::NotACheckpoint => {
                Failure::input(format!("{path}: not a file that --cache has written"), ADVICE)
            }
            CheckpointError::OtherRun { found, expected } => {
                Failure::input(format!("{path}: holds {found}, not {expected}"), ADVICE)
            }
            CheckpointError::Damaged => Failure::input(format!("{path}: damaged, its checksum is wrong"), ADVICE),
            _ => Failure::input(format!("{path}: {error}"), ADVICE),
        }
    }
}

/// Whether a game is solved without a search, whatever its size.
fn is_enumerated(game: &OpenedGame) -> bool {
    let dyn_game = game.as_dyn();
    let is_whole = matches!(game, OpenedGame::Graph(_));
    let has_theory = dyn_game.theory().is_some() && dyn_game.info().rules.is_none();
    let start = dyn_game.start();
    is_whole || has_theory || is_solved_by_index(dyn_game, start.as_ref().map_or(Extent::All, Extent::From), true)
}
