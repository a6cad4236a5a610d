//! The file in which `solve --cache` keeps what searches have proved of the components of a game.

use crate::fail::Failure;
use crate::{atomic_file, tables};
use grundy::catalog::OpenedGame;
use grundy::checkpoint::{self, CheckpointError};
use grundy::solver::Solver;
use std::fs::File;
use std::io;

/// The advice for a file that cannot be used.
const ADVICE: &str = "name another file for --cache, or remove this one to begin anew";

/// A file of components of one game.
#[derive(Debug)]
pub(crate) struct ComponentCache<'a> {
    path: &'a str,
    fingerprint: String,
}

impl<'a> ComponentCache<'a> {
    /// Loads the file into the solver, if it exists. The user typed `name` for the game.
    ///
    /// # Errors
    /// If the game has no search over components, the file cannot be written, or it is damaged or belongs to another game.
    pub(crate) fn open(path: &'a str, name: &str, game: &OpenedGame, solver: &mut Solver<'_>) -> Result<Self, Failure> {
        if game.as_dyn().components().is_none() {
            let message =
                format!("`{name}` is not solved by its components, so that there is nothing for --cache to keep");
            return Err(Failure::input(message, "leave out --cache"));
        }
        atomic_file::check_writable(path).map_err(|error| Failure::file(path, &error, ADVICE))?;
        let rules = tables::one_line_rules(name, game).map_err(|error| Failure::file(name, &error, ""))?;
        // The path of a rules file may be typed in several ways, and the file may be moved.
        let fingerprint = match &game.as_dyn().info().rules {
            Some(_) => format!("components of a {rules}"),
            None => format!("components of {name} ({rules})"),
        };
        let cache = Self { path, fingerprint };
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(cache),
            Err(error) => Err(Failure::file(path, &error, ADVICE)),
            Ok(file) => {
                let loaded =
                    checkpoint::read(file, &cache.fingerprint).and_then(|mut state| solver.load_components(&mut state));
                loaded.map_err(|error| cache.failure(&error))?;
                Ok(cache)
            }
        }
    }

    /// Writes what the solver has proved of components, atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn save(&self, solver: &mut Solver<'_>) -> Result<(), Failure> {
        let written = atomic_file::write_by(self.path, |out| {
            checkpoint::write(out, &self.fingerprint, &mut |out| solver.save_components(out).map(|_| ()))
        });
        written.map_err(|error| Failure::file(self.path, &error, ADVICE))
    }

    fn failure(&self, error: &CheckpointError) -> Failure {
        let path = self.path;
        match error {
            CheckpointError::Read(error) => Failure::file(path, error, ADVICE),
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
