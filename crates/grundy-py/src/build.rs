//! Builds the table of a game, with checkpoints.

use crate::errors::Failure;
use crate::game::Game;
use grundy::checkpoint::{self, Checkpointer};
use grundy::limits::{Limits, RunError};
use grundy::solver::{BuildError, Extent, SolvedGame};
use grundy_table::{NotStorable, WriteError, WriteOptions, build_fingerprint, check_storable, write_solution};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The name of the checkpoint in its folder.
const NAME: &str = "build.checkpoint";

/// The least time between two saves.
const EVERY: Duration = Duration::from_secs(60);

/// The least time between two saves, as a multiple of the time that a save takes: saving takes at most a tenth of the time.
const SHARE: u32 = 9;

/// What to build.
pub(crate) struct Request<'a> {
    /// The file to write; its content is replaced.
    pub(crate) path: &'a str,
    pub(crate) start: Option<&'a str>,
    pub(crate) reduced: bool,
    pub(crate) texts: bool,
    /// The folder of the checkpoint.
    pub(crate) checkpoint: Option<&'a str>,
}

/// Solves the game and writes its table.
pub(crate) fn build(game: &Game, request: &Request<'_>, limits: &Limits<'_>) -> Result<(), Failure> {
    let opened = game.opened();
    let dyn_game = opened.as_dyn();
    let refused = |message: String, help: &str| Err(Failure::other("GameError", message, help));
    let start = match request.start {
        Some(text) => Some(game.key(text)?),
        None => dyn_game.start(),
    };
    let extent = start.as_ref().map_or(Extent::All, Extent::From);
    if let Err(error) = check_storable(opened, extent, request.reduced, request.texts) {
        let help = match error {
            NotStorable::Sum => "build the games one by one, or solve the sum",
            NotStorable::Components => "solve its positions",
            NotStorable::NoNumbers => "leave `positions=False` out",
            _ => "pass `start`, a position",
        };
        return refused(format!("`{}`: {error}", game.text), help);
    }
    if start.is_none() && !opened.is_solved_without_start() {
        return refused(format!("`{}` has no start", game.text), "pass `start`, a position");
    }
    match request.checkpoint {
        None => solve_and_write(game, request, extent, limits, Checkpointer::none()),
        Some(folder) => {
            let start = start.as_ref().map(|at| dyn_game.to_text(at)).transpose()?;
            let (saved, previous) = Saved::open(folder, game, request, start.as_deref())?;
            let checkpointer = Checkpointer::new(|| saved.is_due(), |state| saved.save(state));
            let checkpointer = match previous {
                Some(state) => checkpointer.with_previous(state),
                None => checkpointer,
            };
            solve_and_write(game, request, extent, limits, checkpointer)?;
            match fs::remove_file(&saved.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(Failure::io(&saved.path.to_string_lossy(), error))
                }
                _ => Ok(()),
            }
        }
    }
}

fn solve_and_write(
    game: &Game,
    request: &Request<'_>,
    extent: Extent<'_>,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<(), Failure> {
    let opened = game.opened();
    let solved = SolvedGame::solve_resumable(opened, extent, request.reduced, limits, checkpointer)?;
    let counted = solved.count(limits)?;
    let options = WriteOptions {
        game: Some(&game.text),
        program: concat!("grundy ", env!("CARGO_PKG_VERSION")),
        has_texts: request.texts,
        statistics: Some(&counted),
        limits: *limits,
    };
    let path = request.path;
    let file = File::create(path).map_err(|error| Failure::io(path, error))?;
    let written = write_solution(opened, &solved, file, &options);
    let (file, _) = written.map_err(|error| match error {
        WriteError::Build(BuildError::Run(error @ RunError::Interrupted { .. })) => Failure::Run(error),
        error => Failure::Write { path: path.to_owned(), error },
    })?;
    file.sync_all().map_err(|error| Failure::io(path, error))
}

/// A checkpoint in its folder.
struct Saved {
    path: PathBuf,
    fingerprint: String,
    /// The time of the next save.
    next: Mutex<Instant>,
}

impl Saved {
    /// Opens the folder or creates it; with the state of an earlier run, if there is one.
    fn open(
        folder: &str,
        game: &Game,
        request: &Request<'_>,
        start: Option<&str>,
    ) -> Result<(Self, Option<Box<dyn io::Read + Send>>), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::io(folder, error))?;
        let path = Path::new(folder).join(NAME);
        let reduced = if request.reduced { ", reduced" } else { "" };
        // In the words of the command line, which can continue the run too.
        let fingerprint = build_fingerprint(&game.text, game.opened(), start, reduced)
            .map_err(|error| Failure::io(&game.text, error))?;
        let previous: Option<Box<dyn io::Read + Send>> = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::io(&path.to_string_lossy(), error)),
            Ok(file) => Some(Box::new(checkpoint::read(file, &fingerprint).map_err(Failure::Checkpoint)?)),
        };
        Ok((Self { path, fingerprint, next: Mutex::new(Instant::now() + EVERY) }, previous))
    }

    /// Whether to save. A run that is interrupted saves nothing: it ends between two boundaries, where there is no state to save.
    fn is_due(&self) -> bool {
        self.next.lock().is_ok_and(|next| Instant::now() >= *next)
    }

    fn save(&self, state: &mut checkpoint::StateWriter<'_>) -> io::Result<()> {
        let began = Instant::now();
        let temporary = self.path.with_extension("checkpoint.tmp");
        let mut file = File::create(&temporary)?;
        checkpoint::write(&mut file, &self.fingerprint, state)?;
        file.sync_all()?;
        fs::rename(&temporary, &self.path)?;
        if let Ok(mut next) = self.next.lock() {
            *next = Instant::now() + EVERY.max(SHARE * began.elapsed());
        }
        Ok(())
    }
}
