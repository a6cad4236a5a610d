//! `build --scratch`: a game that does not fit in the memory is solved on disk, in partitions.

use super::Args;
use super::checkpoint::{Checkpoint, Method};
use crate::fail::Failure;
use crate::progress;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solve::partitioned::{LocalExchange, Storage};
use grundy::solver::Forecast;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The folder inside the scratch directory that a run creates, and removes when it is done.
const FOLDER: &str = "grundy-build";
/// The folder in it that has the streams.
const STREAMS: &str = "streams";
/// The file that a run locks, so that no other run uses the folder.
const LOCK: &str = "lock";
/// Number of partitions of a game whose size is not known.
pub(super) const PARTITIONS: u32 = 64;

/// Whose streams a scratch directory has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScratchPart {
    /// Those of all processes, of which this one is the first or the only one.
    Whole,
    /// Those of all processes, of which another one is the first.
    #[cfg(feature = "cluster")]
    Follower,
    /// Those of one process.
    #[cfg(feature = "cluster")]
    Host {
        /// Its number.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
}

impl ScratchPart {
    /// Whether another process locks, saves and removes the folder.
    fn is_follower(self) -> bool {
        self != Self::Whole && self.folder() == FOLDER
    }

    /// The name of the folder. Each process of a host has a folder of its own, for its number and that of all: the partitions of each change with
    /// the number of processes.
    fn folder(self) -> String {
        match self {
            #[cfg(feature = "cluster")]
            Self::Host { process, processes } => format!("{FOLDER}-{process}-of-{processes}"),
            _ => FOLDER.to_owned(),
        }
    }

    /// The folders in a scratch directory that processes of runs by another number of them have left, for one of several hosts. This run cannot use
    /// them.
    #[cfg(feature = "cluster")]
    fn folders_of_other_numbers(self, directory: &str) -> Vec<String> {
        let Self::Host { processes, .. } = self else { return Vec::new() };
        let is_other = |name: &str| {
            let numbers = name.strip_prefix(FOLDER)?.strip_prefix('-')?.split_once("-of-")?;
            let (_, of) = (numbers.0.parse::<usize>().ok()?, numbers.1.parse::<usize>().ok()?);
            Some(of != processes)
        };
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<String> = names.filter(|name| is_other(name) == Some(true)).collect();
        found.sort_unstable();
        found
    }
}

/// The scratch directory of a build.
pub(super) struct Scratch {
    folder: PathBuf,
    part: ScratchPart,
    /// Holds the lock, unless another process does.
    _lock: Option<File>,
    pub(super) checkpoint: Checkpoint,
}

/// Whether a build must begin on disk: its forecast exceeds the memory, or an earlier run of it continues there.
pub(super) fn is_needed(folder: &str, forecast: Option<&Forecast<'_>>, limits: &Limits<'_>) -> bool {
    let is_too_large = |forecast: &Forecast<'_>| limits.check(0, forecast.bytes).is_err();
    forecast.is_some_and(is_too_large) || Path::new(folder).join(FOLDER).join(Checkpoint::NAME).exists()
}

impl Scratch {
    /// Opens the folder of a run in the scratch directory, and looks for the checkpoint of an earlier run.
    ///
    /// # Errors
    /// If the folder cannot be written to, another run uses it, or its checkpoint is damaged or belongs to another build.
    pub(super) fn open(
        directory: &str,
        args: &Args,
        game: &OpenedGame,
        start: Option<&str>,
        part: ScratchPart,
    ) -> Result<Self, Failure> {
        let help = "--scratch takes the name of a directory that may be written to";
        let folder = Path::new(directory).join(part.folder());
        let Some(text) = folder.to_str() else { return Err(Failure::input(format!("{directory}: is not text"), help)) };
        fs::create_dir_all(&folder).map_err(|error| Failure::file(text, &error, help))?;
        let lock = if part.is_follower() { None } else { Some(lock(text, &folder, help)?) };
        let method = if part.is_follower() { Method::Follower } else { Method::Partitioned };
        let checkpoint = Checkpoint::open(text, args, game, start, method)?;
        let streams = folder.join(STREAMS);
        if !checkpoint.has_previous() && !part.is_follower() {
            // What a run left behind that ended before its first checkpoint is of no use, and may be of another game.
            match fs::remove_dir_all(&streams) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::file(text, &error, help)),
                _ => (),
            }
            progress::erase();
            anstream::eprintln!("{}: solved on disk, in {text}", args.position_args.game);
            #[cfg(feature = "cluster")]
            for name in part.folders_of_other_numbers(directory) {
                anstream::eprintln!(
                    "note: {directory}/{name} is of a run by another number of processes. This run begins anew; to continue that one, start as \
                     many processes as it had, or remove the folder if it is not needed"
                );
            }
        }
        fs::create_dir_all(&streams).map_err(|error| Failure::file(text, &error, help))?;
        Ok(Self { folder, part, _lock: lock, checkpoint })
    }

    /// The streams in the folder.
    pub(super) fn storage(&self) -> Storage {
        Storage::in_folder(self.folder.join(STREAMS))
    }

    /// A back end whose streams are in the folder.
    pub(super) fn exchange(&self, limits: &Limits<'_>) -> LocalExchange {
        LocalExchange::new(self.storage(), PARTITIONS, limits.workers(), block_bytes(limits))
    }

    /// Removes the folder of a finished run, unless another process does.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(self) -> Result<(), Failure> {
        if self.part.is_follower() {
            return Ok(());
        }
        // Without streams, the checkpoint would be one from which no run can continue.
        self.checkpoint.remove()?;
        fs::remove_dir_all(&self.folder).map_err(|error| {
            let path = self.folder.display().to_string();
            Failure::file(&path, &error, "the build is done; remove this folder, which is not needed")
        })
    }
}

/// Locks the folder `folder`, whose text is `text`.
fn lock(text: &str, folder: &Path, help: &str) -> Result<File, Failure> {
    let lock = File::create(folder.join(LOCK)).map_err(|error| Failure::file(text, &error, help))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::input(format!("{text}: another run uses this folder"), "name another directory"))
        }
        Err(TryLockError::Error(error)) => Err(Failure::file(text, &error, help)),
    }
}

/// The number of bytes of a block of messages: a thread has a block for each partition, and all of them may take an eighth of the memory.
pub(super) fn block_bytes(limits: &Limits<'_>) -> usize {
    let blocks = u64::from(PARTITIONS) * limits.workers() as u64;
    (limits.max_memory() / 8 / blocks).clamp(1 << 10, 1 << 16) as usize
}
