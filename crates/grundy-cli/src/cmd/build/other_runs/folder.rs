//! The folder of a process of another run, in the scratch directory.

use super::survey::{Found, Offer};
use crate::cmd::build::checkpoint::{Checkpoint, RESTART_ADVICE};
use crate::cmd::build::scratch::{
    FOLLOWERS, FolderName, LOCK, LOCK_TIMEOUT, PARTITIONS, STREAMS, Scratch, try_lock_all,
};
use crate::fail::Failure;
use crate::progress;
use crate::text_output;
use grundy::checkpoint::{self, CheckpointError};
use grundy::solve::partitioned::{SavedRun, StreamFolder, partitions_of};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The folder that a process of another run has left in the scratch directory.
pub(super) struct OtherFolder {
    pub(super) name: FolderName,
    path: PathBuf,
    /// `None` if the run ended before its first checkpoint, or while the folder was removed.
    pub(super) saved: Option<SavedRun>,
    /// The locked files; `None` if a process uses the folder.
    lock: Option<[File; 2]>,
}

impl OtherFolder {
    /// Finds the folders of other runs of the same build.
    pub(super) fn find(scratch: &Scratch) -> Result<Vec<Self>, Failure> {
        let directory = scratch.directory();
        let failed = |error: io::Error| Failure::file(&directory.display().to_string(), &error, "");
        let (mut found, deadline) = (Vec::new(), Instant::now() + LOCK_TIMEOUT);
        for entry in fs::read_dir(directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_str().and_then(FolderName::parse).filter(|name| *name != scratch.name());
            if let Some(name) = name
                && entry.file_type().map_err(failed)?.is_dir()
            {
                // Other processes of this run have locked folders of the same number.
                let deadline = (name.processes != scratch.name().processes).then_some(deadline);
                found.extend(Self::open(directory, name, scratch.checkpoint.fingerprint(), deadline)?);
            }
        }
        found.sort_unstable_by_key(|other| other.name.number());
        Ok(found)
    }

    /// Opens a folder, which may be in use until `deadline`; `None` if it is of another build, or a process uses it that has saved nothing so far.
    fn open(
        directory: &Path,
        name: FolderName,
        fingerprint: &str,
        deadline: Option<Instant>,
    ) -> Result<Option<Self>, Failure> {
        let path = directory.join(name.text());
        let checkpoint = path.join(Checkpoint::NAME);
        let read = || -> Result<Option<SavedRun>, CheckpointError> {
            let file = match File::open(&checkpoint) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                opened => opened.map_err(CheckpointError::from_read)?,
            };
            SavedRun::read(checkpoint::read(file, fingerprint)?, PARTITIONS).map(Some)
        };
        match read() {
            Ok(_) => {}
            Err(CheckpointError::OtherRun { found, .. }) => {
                // It begins with the game, its rules and the kind of play.
                let game_of = |text: &str| text.split(" play, ").next().map(str::to_owned);
                if game_of(&found) == game_of(fingerprint) {
                    progress::erase();
                    text_output::eprintln(format_args!(
                        "note: {} is of another version of the program or a build with other options, and is not used",
                        path.display()
                    ));
                }
                return Ok(None);
            }
            Err(CheckpointError::OtherVersion) => return Ok(None),
            Err(error) => return Err(Failure::checkpoint(&checkpoint.display().to_string(), &error, RESTART_ADVICE)),
        }
        let lock = try_lock_all(&path, deadline).ok();
        // The states may be used only while no process changes them.
        let saved =
            read().map_err(|error| Failure::checkpoint(&checkpoint.display().to_string(), &error, RESTART_ADVICE))?;
        let has_saved = saved.as_ref().is_some_and(|saved| !saved.states.is_empty());
        Ok((lock.is_some() || has_saved).then_some(Self { name, path, saved, lock }))
    }

    pub(super) fn offer(&self) -> Offer<'_> {
        Offer { name: self.name, saved: self.saved.as_ref(), is_own: false, is_locked: self.lock.is_none() }
    }

    /// Whether this process has locked the folder.
    pub(super) fn is_ours(&self) -> bool {
        self.lock.is_some()
    }

    /// The streams of the partitions of the process.
    pub(super) fn streams(&self) -> StreamFolder {
        let FolderName { process, processes } = self.name;
        StreamFolder { path: self.path.join(STREAMS), partitions: partitions_of(process, processes.max(1), PARTITIONS) }
    }

    /// Removes the folder, which this process has locked.
    pub(super) fn remove(&self) -> Result<(), Failure> {
        // Without streams, the checkpoint would be one from which no run can continue. The locked file comes last.
        let removed = if_there(fs::remove_file(self.path.join(Checkpoint::NAME)))
            .and_then(|()| if_there(fs::remove_dir_all(self.path.join(STREAMS))))
            .and_then(|()| if_there(fs::remove_dir_all(&self.path)));
        let advice = "remove this folder, then repeat the command";
        removed.map_err(|error| Failure::file(&self.path.display().to_string(), &error, advice))
    }

    /// Removes a folder without a checkpoint, if it has nothing else than a run leaves.
    pub(super) fn remove_if_empty(&self) -> Result<(), Failure> {
        let is_temporary = |name: &str| name.starts_with(Checkpoint::NAME) && name.ends_with(".tmp");
        let is_of_run = |name: &str| [LOCK, FOLLOWERS, STREAMS].contains(&name) || is_temporary(name);
        let is_entry_of_run = |entry: io::Result<fs::DirEntry>| {
            entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_of_run))
        };
        let is_empty = fs::read_dir(&self.path).is_ok_and(|mut entries| entries.all(is_entry_of_run));
        if is_empty { self.remove() } else { Ok(()) }
    }

    /// Says why this run does not use the folder.
    pub(super) fn note_unused(&self, found: &Found) {
        progress::erase();
        let why = found.why_unused().unwrap_or_else(|| "it cannot be used".to_owned());
        text_output::eprintln(format_args!(
            "note: {} is of a run by another number of processes, from which this one does not continue: {why}. To continue it, each of its folders \
             must be in the scratch directory of one process; remove the folder if it is not needed",
            self.path.display()
        ));
    }
}

fn if_there(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
