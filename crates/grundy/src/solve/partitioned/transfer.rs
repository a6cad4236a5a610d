//! Copies the streams of an earlier run, whose partitions other processes had, to the processes that have them now.
//!
//! A file is copied as its bytes, whatever they are: a damaged one stays damaged, and is found when it is read. Files of the partitions of this
//! process are linked where the file system can do that. The others are sent as messages, in rounds with numbers that no solver reaches.

use super::exchange::{Exchange, ExchangeError, Inbox, Outbox, inbox_name, invalid};
use super::numbers::{read_number, write_number};
use super::storage::{SPARE, Storage, StorageError};
use crate::limits::Limits;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of the first round in which streams are copied: no solver reaches it.
pub const FIRST_TRANSFER_ROUND: u64 = 1 << 62;
/// The most bytes of a file in a message.
const PIECE: usize = 1 << 15;
/// The number of bytes after which a process ends its round: messages are on the disk a second time until they are read.
const ROUND_BYTES: u64 = 1 << 26;
/// The most bytes of the name of a stream.
const MAX_NAME: usize = 200;

/// The streams of an earlier run that this process has.
#[derive(Clone, Debug)]
pub struct StreamFolder {
    /// The folder with the files.
    pub path: PathBuf,
    /// The partitions whose streams are to be copied from there.
    pub partitions: Range<u32>,
}

/// Returns the partitions of process number `process` of `processes`: contiguous ranges whose lengths differ by at most one.
///
/// # Panics
/// If there are no processes.
pub fn partitions_of(process: usize, processes: usize, partitions: u32) -> Range<u32> {
    let begin = |process: usize| (u64::from(partitions) * process as u64 / processes as u64) as u32;
    begin(process)..begin(process + 1)
}

/// Copies the streams in the folders of all processes to the storages of the processes that have their partitions now. All processes must call
/// this, each with its own folders. The storages must be in folders without streams. The streams are on the disk itself when this returns. The number
/// of the next round is that of a transfer: the caller sets another one.
///
/// # Errors
/// If a file cannot be read or written, another process is lost, or [`Limits::stop`] ends the run.
pub fn copy_streams(
    exchange: &mut dyn Exchange,
    folders: &[StreamFolder],
    limits: &Limits<'_>,
) -> Result<(), ExchangeError> {
    let (storage, local) = (exchange.storage().clone(), exchange.local());
    let mut files = VecDeque::new();
    for folder in folders {
        for (name, partition) in stream_files(folder)? {
            limits.check(0, 0)?;
            let path = folder.path.join(&name);
            if local.contains(&partition) {
                storage.link_or_copy(&name, &path, limits)?;
            } else {
                files.push_back(Outgoing { path, name, partition });
            }
        }
    }
    let sender = Mutex::new(Sender { files, open: None, sent: 0 });
    let received = AtomicU64::new(0);
    exchange.set_next_round(FIRST_TRANSFER_ROUND);
    loop {
        let (round, before) = (exchange.next_round(), lock(&sender).sent);
        exchange.round(&|partition, inbox, outbox| {
            limits.check(0, 0)?;
            received.fetch_add(receive(partition, inbox, &storage)?, Ordering::Relaxed);
            if partition == local.start { lock(&sender).send_round(outbox) } else { Ok(()) }
        })?;
        if round > FIRST_TRANSFER_ROUND {
            local.clone().try_for_each(|partition| storage.remove(&inbox_name(round - 1, partition)))?;
        }
        let sent = lock(&sender).sent;
        let mut counts = [sent - before, sent, received.load(Ordering::Relaxed)];
        exchange.sum(&mut counts)?;
        match counts {
            [0, sent, received] if sent == received => return Ok(storage.sync_all()?),
            [0, ..] => return Err(ExchangeError::Invalid),
            _ => (),
        }
    }
}

fn lock(sender: &Mutex<Sender>) -> MutexGuard<'_, Sender> {
    sender.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The streams in a folder, each with its partition, in the order of their names.
fn stream_files(folder: &StreamFolder) -> Result<Vec<(String, u32)>, StorageError> {
    let failed = |error| StorageError::io(&folder.path, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder.path).map_err(failed)? {
        // A name that is not text is not that of a stream.
        let Ok(name) = entry.map_err(failed)?.file_name().into_string() else { continue };
        found
            .extend(partition_of(&name).filter(|partition| folder.partitions.contains(partition)).map(|at| (name, at)));
    }
    found.sort_unstable();
    Ok(found)
}

/// The partition of the stream with this name; `None` if it is not the name of one.
pub(super) fn partition_of(name: &str) -> Option<u32> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let (_, digits) = name.rsplit_once('-')?;
    let partition: u32 = digits.parse().ok()?;
    let is_stream = name.len() <= MAX_NAME && name.bytes().all(is_plain) && !name.starts_with(SPARE);
    (is_stream && partition.to_string() == digits).then_some(partition)
}

/// A file that is to be sent.
struct Outgoing {
    path: PathBuf,
    name: String,
    partition: u32,
}

/// Sends files.
struct Sender {
    files: VecDeque<Outgoing>,
    /// The file of which a part is sent, and the number of its bytes that are.
    open: Option<(Outgoing, File, u64)>,
    /// Number of messages that were sent.
    sent: u64,
}

impl Sender {
    /// Sends as much as one round may have.
    fn send_round(&mut self, outbox: &mut Outbox<'_>) -> Result<(), ExchangeError> {
        let (mut bytes, mut piece) = (0, Vec::with_capacity(PIECE));
        while bytes < ROUND_BYTES {
            let (file, from, offset) = match self.open.take() {
                Some(open) => open,
                None => {
                    let Some(file) = self.files.pop_front() else { break };
                    let from = File::open(&file.path).map_err(|error| StorageError::io(&file.path, error))?;
                    (file, from, 0)
                }
            };
            piece.clear();
            let read = (&from).take(PIECE as u64).read_to_end(&mut piece);
            read.map_err(|error| StorageError::io(&file.path, error))?;
            // An empty file is sent too: a stream that is missing is one without blocks, and one that is empty is damaged.
            if piece.is_empty() && offset > 0 {
                continue;
            }
            outbox.write(file.partition, |block| {
                block.push(file.name.len() as u8);
                block.extend_from_slice(file.name.as_bytes());
                write_number(block, offset);
                write_number(block, piece.len() as u64);
                block.extend_from_slice(&piece);
            })?;
            self.sent += 1;
            bytes += piece.len() as u64 + file.name.len() as u64;
            if piece.len() == PIECE {
                self.open = Some((file, from, offset + PIECE as u64));
            }
        }
        Ok(())
    }
}

/// Writes the files whose parts were sent to a partition, and returns the number of messages.
fn receive(partition: u32, inbox: &mut Inbox, storage: &Storage) -> Result<u64, ExchangeError> {
    let (mut block, mut messages) = (Vec::new(), 0);
    let mut open: Option<(String, File)> = None;
    while inbox.next(&mut block)?.is_some() {
        let mut rest = &block[..];
        while !rest.is_empty() {
            let (name, offset, piece) = read_message(&mut rest).ok_or_else(invalid)?;
            if partition_of(name) != Some(partition) {
                return Err(ExchangeError::Invalid);
            }
            let mut file = match open.take() {
                Some((opened, file)) if opened == name => file,
                _ => storage.open_file(name)?,
            };
            let written = file.seek(SeekFrom::Start(offset)).and_then(|_| file.write_all(piece));
            written.map_err(|error| storage.file_error(name, error))?;
            messages += 1;
            open = Some((name.to_owned(), file));
        }
    }
    Ok(messages)
}

/// Reads the name of a file, an offset in it, and the bytes from there.
fn read_message<'a>(rest: &mut &'a [u8]) -> Option<(&'a str, u64, &'a [u8])> {
    let (length, after) = rest.split_first()?;
    let (name, mut after) = after.split_at_checked((*length).into())?;
    let (offset, count) = (read_number(&mut after)?, read_number(&mut after)?);
    let (piece, after) = after.split_at_checked(usize::try_from(count).ok()?)?;
    *rest = after;
    Some((str::from_utf8(name).ok()?, offset, piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_streams() {
        for (name, partition) in [
            ("cells-3-17", Some(17)),
            ("inbox-4611686018427387904-0", Some(0)),
            ("spare-5f-3", None),
            ("cells-3-017", None),
            ("cells-3-+7", None),
            ("cells", None),
            ("cells-", None),
            ("../cells-3", None),
            ("Cells-3", None),
            ("cells-99999999999", None),
        ] {
            assert_eq!(partition_of(name), partition, "{name}");
        }
        assert_eq!(partition_of(&format!("{}-1", "a".repeat(MAX_NAME))), None);
    }

    #[test]
    fn every_partition_has_one_process() {
        for processes in 1..9 {
            for partitions in processes as u32..40 {
                let ranges: Vec<_> =
                    (0..processes).map(|process| partitions_of(process, processes, partitions)).collect();
                assert!(ranges.iter().cloned().flatten().eq(0..partitions), "{ranges:?}");
            }
        }
    }
}
