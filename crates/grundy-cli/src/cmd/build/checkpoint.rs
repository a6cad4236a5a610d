//! A build that is kept in a folder now and then, so that it goes on there after whatever ends it.

use super::Args;
use crate::fail::Failure;
use crate::{interrupt, progress, stored, whole};
use grundy::catalog::Opened;
use grundy::checkpoint::{self, Checkpointer, SnapshotError, State};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::time::{Duration, Instant};

/// The file in the folder.
const NAME: &str = "build.checkpoint";

/// The part of the time that goes into keeping, at most: one in so many.
const SHARE: u32 = 10;

/// A folder in which a build is kept.
pub(crate) struct Checkpoint {
    path: String,
    /// Whose state it is.
    whose: String,
    every: Duration,
    /// When it was last kept, and how long that took.
    last: Instant,
    took: Duration,
    /// What an earlier run has kept.
    from: Option<Box<dyn Read>>,
    /// Whether there is something that a later run can go on from.
    is_there: bool,
    error: Option<io::Error>,
}

impl Checkpoint {
    /// Opens the folder, makes it if there is none, and looks for what an earlier run has kept.
    ///
    /// # Errors
    /// If the folder cannot be written to, or holds something else.
    pub(crate) fn open(folder: &str, args: &Args, game: &Opened, start: Option<&str>) -> Result<Self, Failure> {
        let help = "--checkpoint takes the name of a folder that may be written to";
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error, help))?;
        let path = Path::new(folder).join(NAME);
        let Some(path) = path.to_str().map(str::to_owned) else {
            return Err(Failure::input(format!("{folder}: is not text"), help));
        };
        whole::probe(&path).map_err(|error| Failure::file(folder, &error, help))?;
        let whose = whose(args, game, start)?;
        let every = Duration::try_from_secs_f64(args.checkpoint_every).unwrap_or(Duration::MAX);
        let from: Option<Box<dyn Read>> = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file(&path, &error, help)),
            Ok(file) => {
                let state = checkpoint::read(file, &whose).map_err(|error| refused(&path, error))?;
                Some(Box::new(BufReader::with_capacity(1 << 16, state)))
            }
        };
        if from.is_some() {
            progress::wipe();
            anstream::eprintln!("{}: goes on from the checkpoint {path}", args.question.game);
        }
        let is_there = from.is_some();
        Ok(Self { path, whose, every, last: Instant::now(), took: Duration::ZERO, from, is_there, error: None })
    }

    /// What went wrong when the build was kept.
    pub(crate) fn failure(&mut self) -> Option<Failure> {
        let error = self.error.take()?;
        let help = match self.is_there {
            true => "make room; the same command then goes on from what was kept before",
            false => "make room, or name another folder",
        };
        Some(Failure::file(&self.path, &error, help))
    }

    /// The state is no longer needed.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        whole::sweep(Path::new(&self.path));
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file(&self.path, &error, "the build is done; remove this file, which is not needed"))
            }
            _ => Ok(()),
        }
    }

    /// Says how to go on after a run that was ended, if there is something to go on from.
    pub(crate) fn say_how_to_go_on(&self) {
        if self.is_there {
            progress::wipe();
            anstream::eprintln!("the same command goes on from the checkpoint {}", self.path);
        }
    }

    /// What does not fit the game, though its checksum is right.
    pub(crate) fn unfit(&self, why: &str) -> Failure {
        Failure::input(format!("{}: {why}", self.path), ANEW)
    }
}

impl Checkpointer for Checkpoint {
    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        self.from.take().map(|from| from as Box<dyn Read>)
    }

    fn is_due(&mut self) -> bool {
        // Whoever ends a run at a boundary loses nothing.
        self.every.is_zero() || self.last.elapsed() >= self.every.max(SHARE * self.took) || interrupt::pressed()
    }

    fn keep(&mut self, state: &mut State<'_>) -> bool {
        let began = Instant::now();
        let written = whole::write_by(&self.path, |out| checkpoint::write(out, &self.whose, state));
        self.last = Instant::now();
        self.took = began.elapsed();
        match written {
            Ok(()) => self.is_there = true,
            Err(error) => self.error = Some(error),
        }
        self.error.is_none()
    }
}

/// What to do with a checkpoint that is of no use.
const ANEW: &str = "name another folder, or remove this file to begin anew";

fn refused(path: &str, error: SnapshotError) -> Failure {
    match error {
        SnapshotError::Io(error) => Failure::file(path, &error, ANEW),
        SnapshotError::Version => {
            Failure::input(format!("{path}: {error}"), format!("go on with that version, {ANEW}"))
        }
        SnapshotError::Run(_) => {
            Failure::input(format!("{path}: {error}"), format!("repeat that build as it was begun, {ANEW}"))
        }
        error => Failure::input(format!("{path}: {error}"), ANEW),
    }
}

/// What must be the same for a run to go on: the program, the game with its rules, and what is built of it. Limits may differ.
fn whose(args: &Args, game: &Opened, start: Option<&str>) -> Result<String, Failure> {
    let name = &args.question.game;
    let rules = stored::rules_in_a_line(name, game.any()).map_err(|error| Failure::file(name, &error, ""))?;
    let what = match start {
        Some(start) => format!("from {start}"),
        None => "all positions".to_owned(),
    };
    let reduced = if args.reduced { ", reduced" } else { "" };
    let play = game.any().play_kind().as_str();
    Ok(format!("{name}, {play} play ({rules}), {what}{reduced}, by grundy {}", env!("CARGO_PKG_VERSION")))
}
