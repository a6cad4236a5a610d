//! `build --scratch`: a game that does not fit in the memory is solved on disk, in partitions.

use super::Args;
use super::checkpoint::{Checkpoint, Method};
use crate::fail::Failure;
use crate::progress;
use crate::text_output;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solve::partitioned::{LocalExchange, Storage};
use grundy::solver::Forecast;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder inside the scratch directory that a run creates, and removes when it is done.
const FOLDER: &str = "grundy-build";
/// The folder in it that has the streams.
pub(super) const STREAMS: &str = "streams";
/// The file that a run locks, so that no other run uses the folder.
pub(super) const LOCK: &str = "lock";
/// The file that the other processes of a run on one machine lock together, so that no other run begins while one of them is left.
pub(super) const FOLLOWERS: &str = "followers";
/// The time that a run waits for the processes of a killed run to end.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
/// Number of partitions of a game whose size is not known.
pub(super) const PARTITIONS: u32 = 64;

/// The advice for a directory that cannot be used.
const SCRATCH_HELP: &str = "--scratch takes the name of a directory that may be written to";

/// Checks that a scratch directory can be written to, and leaves no new one behind. The disk may be needed only after hours.
pub(super) fn check_writable(directory: &str) -> Result<(), Failure> {
    let is_new = !Path::new(directory).exists();
    let probe = || {
        if directory.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        fs::create_dir_all(directory)?;
        tempfile::Builder::new().prefix(".grundy-").tempfile_in(directory)?.close()
    };
    let probed = probe().map_err(|error: io::Error| Failure::file(directory, &error, SCRATCH_HELP));
    if is_new {
        let _ = fs::remove_dir(directory);
    }
    probed
}

/// Whether a file is in a folder of the scratch directory that a run creates and removes.
pub(super) fn is_removed_with_run(directory: &str, file: &str) -> bool {
    let parent = Path::new(file).parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(directory), Ok(parent)) = (fs::canonicalize(directory), fs::canonicalize(parent)) else { return false };
    let first = parent.strip_prefix(directory).ok().and_then(|inner| inner.components().next());
    first.and_then(|name| name.as_os_str().to_str()).and_then(FolderName::parse).is_some()
}

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
        self != Self::Whole && self.name() == FolderName::SHARED
    }

    /// The name of the folder. Each process of a host has a folder of its own, for its number and that of all: the partitions of each change with
    /// the number of processes.
    fn name(self) -> FolderName {
        match self {
            #[cfg(feature = "cluster")]
            Self::Host { process, processes } => FolderName { process, processes },
            _ => FolderName::SHARED,
        }
    }
}

/// The name of the folder of a run in a scratch directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FolderName {
    /// The number of the process.
    pub(super) process: usize,
    /// The number of processes that have a folder each; 0 for the folder that all processes of a run on one machine share.
    pub(super) processes: usize,
}

impl FolderName {
    /// The folder that all processes of a run share.
    pub(super) const SHARED: Self = Self { process: 0, processes: 0 };
    /// The number of names. A process has at least one partition.
    pub(super) const COUNT: usize = 1 + (PARTITIONS * (PARTITIONS + 1) / 2) as usize;

    /// The names of the folders of a run of `processes` processes.
    pub(super) fn of_run(processes: usize) -> impl Iterator<Item = Self> {
        (0..processes.max(1)).map(move |process| Self { process, processes })
    }

    /// All names.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=PARTITIONS as usize).flat_map(Self::of_run)
    }

    /// The number of the name among all names.
    pub(super) fn number(self) -> usize {
        match self.processes {
            0 => 0,
            processes => 1 + processes * (processes - 1) / 2 + self.process,
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Self::SHARED => FOLDER.to_owned(),
            Self { process, processes } => format!("{FOLDER}-{process}-of-{processes}"),
        }
    }

    /// The name with this text; `None` if it is not the name of a folder of a run.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text == FOLDER {
            return Some(Self::SHARED);
        }
        let (process, processes) = text.strip_prefix(FOLDER)?.strip_prefix('-')?.split_once("-of-")?;
        let name = Self { process: process.parse().ok()?, processes: processes.parse().ok()? };
        (name.process < name.processes && name.processes <= PARTITIONS as usize && name.text() == text).then_some(name)
    }
}

/// The scratch directory of a build.
pub(super) struct Scratch {
    directory: PathBuf,
    folder: PathBuf,
    part: ScratchPart,
    /// The locked file.
    lock: Option<File>,
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
        let help = SCRATCH_HELP;
        let directory = PathBuf::from(directory);
        let folder = directory.join(part.name().text());
        let Some(text) = folder.to_str() else {
            return Err(Failure::input(format!("{}: is not text", folder.display()), help));
        };
        fs::create_dir_all(&folder).map_err(|error| Failure::file(text, &error, help))?;
        let lock = if part.is_follower() { None } else { Some(lock(text, &folder, help)?) };
        let method = if part.is_follower() { Method::Follower } else { Method::Partitioned };
        let checkpoint = Checkpoint::open(text, args, game, start, method)?;
        let has_previous = checkpoint.has_previous();
        let scratch = Self { directory, folder, part, lock, checkpoint };
        if !has_previous && !part.is_follower() {
            // What a run left behind that ended before its first checkpoint is of no use, and may be of another game.
            scratch.clear_streams()?;
            progress::erase();
            text_output::eprintln(format_args!(
                "{}: solved on disk, in {}",
                args.position_args.game,
                scratch.folder.display()
            ));
        }
        let streams = scratch.streams();
        fs::create_dir_all(&streams).map_err(|error| Failure::file(&streams.display().to_string(), &error, help))?;
        Ok(scratch)
    }

    /// Keeps other runs from using the folder while this process lives, which is not the first one of its run. The first one has locked the folder.
    pub(super) fn lock_as_follower(&mut self) -> Result<(), Failure> {
        let path = self.folder.join(FOLLOWERS);
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let locked = opened.and_then(|file| file.lock_shared().map(|()| file));
        self.lock = Some(locked.map_err(|error| Failure::file(&path.display().to_string(), &error, ""))?);
        Ok(())
    }

    /// The scratch directory.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The name of the folder in it.
    pub(super) fn name(&self) -> FolderName {
        self.part.name()
    }

    /// Whether another process locks, saves and removes the folder.
    pub(super) fn is_follower(&self) -> bool {
        self.part.is_follower()
    }

    fn streams(&self) -> PathBuf {
        self.folder.join(STREAMS)
    }

    /// Removes all streams, unless another process does.
    pub(super) fn clear_streams(&self) -> Result<(), Failure> {
        if self.is_follower() {
            return Ok(());
        }
        let streams = self.streams();
        let removed = match fs::remove_dir_all(&streams) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::create_dir_all(&streams),
        };
        removed.map_err(|error| Failure::file(&streams.display().to_string(), &error, "name another directory"))
    }

    /// The streams in the folder.
    pub(super) fn storage(&self) -> Storage {
        Storage::in_folder(self.streams())
    }

    /// A back end whose streams are in the folder.
    pub(super) fn exchange(&self, limits: &Limits<'_>) -> LocalExchange {
        LocalExchange::new(self.storage(), PARTITIONS, limits.workers(), block_bytes(limits))
    }

    /// Removes the folder of a run that ends before it has begun and has no checkpoint, unless another process does. A folder that stays does no harm.
    pub(super) fn remove_new_folder(&self) {
        if !self.is_follower() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    /// Removes the folder of a finished run, unless another process does.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(self) -> Result<(), Failure> {
        if self.is_follower() {
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

/// Locks the folder `folder`, whose text is `text`, and makes sure that no process of an earlier run is left.
fn lock(text: &str, folder: &Path, help: &str) -> Result<File, Failure> {
    let deadline = Some(Instant::now() + LOCK_TIMEOUT);
    match try_lock_all(folder, deadline) {
        // The processes that this one starts lock the other file.
        Ok([lock, _]) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::input(format!("{text}: another run uses this folder"), "name another directory"))
        }
        Err(TryLockError::Error(error)) => Err(Failure::file(text, &error, help)),
    }
}

/// Locks the files of a folder, and waits until `deadline` for the processes that have locked them.
pub(super) fn try_lock_all(folder: &Path, deadline: Option<Instant>) -> Result<[File; 2], TryLockError> {
    let first = try_lock(&folder.join(LOCK), deadline)?;
    Ok([first, try_lock(&folder.join(FOLLOWERS), deadline)?])
}

fn try_lock(path: &Path, deadline: Option<Instant>) -> Result<File, TryLockError> {
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(TryLockError::Error)?;
        match file.try_lock() {
            // A run that ended may have removed the file that was opened.
            Ok(()) if is_at(&file, path) => return Ok(file),
            Err(TryLockError::WouldBlock) if deadline.is_some_and(|deadline| Instant::now() < deadline) => {
                std::thread::sleep(LOCK_TIMEOUT / 20);
            }
            Ok(()) if deadline.is_some_and(|deadline| Instant::now() < deadline) => {}
            Ok(()) => return Err(TryLockError::WouldBlock),
            Err(error) => return Err(error),
        }
    }
}

/// Whether a file still has this path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
        matches!((file.metadata(), fs::metadata(path)), (Ok(a), Ok(b)) if identity(&a) == identity(&b))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The number of bytes of a block of messages: a thread has a block for each partition, and all of them may take an eighth of the memory.
pub(super) fn block_bytes(limits: &Limits<'_>) -> usize {
    let blocks = u64::from(PARTITIONS) * limits.workers() as u64;
    (limits.max_memory() / 8 / blocks).clamp(1 << 10, 1 << 16) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_folders() {
        for (number, name) in FolderName::all().enumerate() {
            assert_eq!((name.number(), FolderName::parse(&name.text())), (number, Some(name)));
        }
        assert_eq!(FolderName::all().count(), FolderName::COUNT);
        for other in ["grundy", "grundy-build-", "grundy-build-2-of-2", "grundy-build-01-of-2", "grundy-build-0-of-0"] {
            assert_eq!(FolderName::parse(other), None, "{other}");
        }
        assert_eq!(FolderName::parse("grundy-build-0-of-65"), None);
    }
}
