//! What the partitioned solvers need of a back end: rounds of messages between partitions, and sums over processes.

use super::storage::{BlockReader, BlockWriter, MAX_BLOCK, Storage, StorageError};
use crate::limits::RunError;
use crate::text::RulesError;
use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The work of one partition in a round: reads the messages of the round before, and sends messages for the next.
///
/// The first argument is the partition. Several partitions may be worked on at the same time, in any order.
pub type Work<'a> = dyn Fn(u32, &mut Inbox, &mut Outbox<'_>) -> Result<(), ExchangeError> + Sync + 'a;

/// A back end: it runs the rounds of a partitioned solver on one process or many. It knows nothing of games.
///
/// This is the model of Valiant 1990, "A bridging model for parallel computation": a message that is sent in one round is read in the next,
/// and a round begins when all processes have finished the round before.
pub trait Exchange {
    /// Returns the number of partitions of the run, over all processes.
    fn partitions(&self) -> u32;

    /// Returns the partitions of this process. Those of process 0 begin with 0.
    fn local(&self) -> Range<u32>;

    /// Returns the streams of this process.
    fn storage(&self) -> &Arc<Storage>;

    /// Returns the number of the next round, from 0.
    fn next_round(&self) -> u64;

    /// Sets the number of the next round. The inboxes of the round before must be in the storage, as an earlier run left them.
    fn set_next_round(&mut self, round: u64);

    /// Calls `work` for each partition of this process, and returns when all messages of the round have arrived everywhere.
    ///
    /// # Errors
    /// If `work` fails here or at another process, or a process is lost.
    fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError>;

    /// Replaces each count by its sum over all processes. All processes must give equally many.
    ///
    /// # Errors
    /// If a process is lost.
    fn sum(&mut self, counts: &mut [u64]) -> Result<(), ExchangeError>;

    /// Copies the streams `name(partition)` of all partitions to the storage of process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    fn collect(&mut self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError>;
}

/// Returns the name of the stream that has the messages sent to a partition in a round.
pub fn inbox_name(round: u64, partition: u32) -> String {
    format!("inbox-{round}-{partition}")
}

/// The messages that were sent to one partition: blocks of bytes, each from one partition, in no particular order.
#[derive(Debug)]
pub struct Inbox(Option<BlockReader>);

impl Inbox {
    /// Opens the messages that were sent to a partition in the round before `round`; empty in round 0.
    ///
    /// # Errors
    /// If the stream cannot be opened.
    pub fn open(storage: &Storage, round: u64, partition: u32) -> Result<Self, StorageError> {
        match round.checked_sub(1) {
            Some(before) => Ok(Self(storage.open(&inbox_name(before, partition))?)),
            None => Ok(Self(None)),
        }
    }

    /// Returns whether no messages were sent.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Reads the next block of messages into `block`, and returns the partition that sent it; `None` after the last one.
    ///
    /// # Errors
    /// If the stream cannot be read, or is damaged.
    pub fn next(&mut self, block: &mut Vec<u8>) -> Result<Option<u32>, StorageError> {
        block.clear();
        self.0.as_mut().map_or(Ok(None), |blocks| blocks.next(block))
    }
}

/// Stores a block of messages for a partition, or sends it to the process that has the partition. The arguments are the partition that the
/// messages are for, the one that sent them, and their bytes.
pub type Deliver<'a> = dyn Fn(u32, u32, &[u8]) -> Result<(), ExchangeError> + Sync + 'a;

/// The most bytes that are sent by one call.
pub const MAX_WRITE: usize = 1 << 16;

/// Collects the messages of one partition to each other partition into blocks.
pub struct Outbox<'a> {
    from: u32,
    block_bytes: usize,
    blocks: Vec<Vec<u8>>,
    deliver: &'a Deliver<'a>,
}

impl<'a> Outbox<'a> {
    /// Creates an empty outbox for messages to `partitions` partitions, which delivers blocks of about `block_bytes` bytes, and of at most
    /// [`MAX_BLOCK`].
    pub fn new(partitions: u32, block_bytes: usize, deliver: &'a Deliver<'a>) -> Self {
        let block_bytes = block_bytes.min(MAX_BLOCK - MAX_WRITE);
        Self { from: 0, block_bytes, blocks: vec![Vec::new(); partitions as usize], deliver }
    }

    /// Sets the partition that sends the next messages. All messages of another one must have been flushed.
    pub fn set_source(&mut self, from: u32) {
        self.from = from;
    }

    /// Sends a message to a partition, in the same block as the one before, and returns whether this ends the block. A receiver sees a block
    /// as its bytes: messages say where they end.
    ///
    /// # Errors
    /// If a full block cannot be delivered.
    #[inline]
    pub fn send(&mut self, to: u32, message: &[u8]) -> Result<bool, ExchangeError> {
        self.write(to, |block| block.extend_from_slice(message))
    }

    /// Sends the first `length` bytes of `message`, like [`Self::send`]. A copy of a constant number of bytes is faster than a call of `memcpy`.
    ///
    /// # Errors
    /// If a full block cannot be delivered.
    #[inline]
    pub fn send_short<const N: usize>(
        &mut self,
        to: u32,
        message: &[u8; N],
        length: usize,
    ) -> Result<bool, ExchangeError> {
        self.write(to, |block| {
            let end = block.len() + length;
            block.extend_from_slice(message);
            block.truncate(end);
        })
    }

    /// Sends the messages that `write` appends to the block of a partition, at most [`MAX_WRITE`] bytes, like [`Self::send`].
    ///
    /// # Errors
    /// If a full block cannot be delivered.
    #[inline]
    pub fn write(&mut self, to: u32, write: impl FnOnce(&mut Vec<u8>)) -> Result<bool, ExchangeError> {
        let block = &mut self.blocks[to as usize];
        write(block);
        if block.len() >= self.block_bytes {
            self.deliver(to)?;
            return Ok(true);
        }
        Ok(false)
    }

    #[cold]
    fn deliver(&mut self, to: u32) -> Result<(), ExchangeError> {
        let block = &mut self.blocks[to as usize];
        (self.deliver)(to, self.from, block)?;
        block.clear();
        Ok(())
    }

    /// Delivers all messages that were sent.
    ///
    /// # Errors
    /// If a block cannot be delivered.
    pub fn flush(&mut self) -> Result<(), ExchangeError> {
        (0..self.blocks.len() as u32)
            .filter(|&to| !self.blocks[to as usize].is_empty())
            .collect::<Vec<_>>()
            .into_iter()
            .try_for_each(|to| self.deliver(to))
    }
}

impl fmt::Debug for Outbox<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox").field("from", &self.from).finish_non_exhaustive()
    }
}

/// The inboxes of one process for the messages of one round, which any thread may append to.
#[derive(Debug)]
pub struct Inboxes<'a> {
    storage: &'a Storage,
    round: u64,
    local: Range<u32>,
    writers: Vec<Mutex<Option<BlockWriter<'a>>>>,
}

impl<'a> Inboxes<'a> {
    /// Creates the empty inboxes of the partitions `local`.
    pub fn new(storage: &'a Storage, round: u64, local: Range<u32>) -> Self {
        Self { storage, round, writers: local.clone().map(|_| Mutex::new(None)).collect(), local }
    }

    /// Appends a block of messages to the inbox of a local partition.
    ///
    /// # Errors
    /// If the stream cannot be written.
    ///
    /// # Panics
    /// If the partition is not local.
    pub fn append(&self, to: u32, from: u32, block: &[u8]) -> Result<(), StorageError> {
        let mut writer = self.writers[(to - self.local.start) as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let writer = match &mut *writer {
            Some(writer) => writer,
            none => none.insert(self.storage.create_uncompressed(&inbox_name(self.round, to))?),
        };
        writer.append(from, block)
    }

    /// Completes the inboxes. A partition without messages has no stream.
    ///
    /// # Errors
    /// If a stream cannot be written or removed.
    pub fn finish(self) -> Result<(), StorageError> {
        for (partition, writer) in self.local.zip(self.writers) {
            match writer.into_inner().unwrap_or_else(PoisonError::into_inner) {
                Some(writer) => writer.finish()?,
                // A run that ended in this round may have left one.
                None => self.storage.remove(&inbox_name(self.round, partition))?,
            }
        }
        Ok(())
    }
}

/// Calls `work` for each partition, on at most `threads` threads, each with its outbox. Returns the first error.
///
/// # Errors
/// If `work` or `deliver` fails, or a thread panics.
pub fn run_partitions(
    exchange: &PartitionRun<'_>,
    deliver: &Deliver<'_>,
    work: &Work<'_>,
) -> Result<(), ExchangeError> {
    let (next, is_failed) = (AtomicU32::new(exchange.local.start), AtomicBool::new(false));
    let run = || {
        let mut outbox = Outbox::new(exchange.partitions, exchange.block_bytes, deliver);
        loop {
            let partition = next.fetch_add(1, Ordering::Relaxed);
            if partition >= exchange.local.end || is_failed.load(Ordering::Relaxed) {
                return Ok(());
            }
            let done = RunError::catch(|| {
                let mut inbox = Inbox::open(exchange.storage, exchange.round, partition)?;
                outbox.set_source(partition);
                work(partition, &mut inbox, &mut outbox)?;
                outbox.flush()
            });
            if let Err(error) = done.map_err(ExchangeError::from).flatten() {
                is_failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    };
    let threads = exchange.threads.min(exchange.local.len()).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let first = run();
        workers.into_iter().fold(first, |done, worker| {
            let other = worker.join().unwrap_or_else(|panic| Err(RunError::from_panic(&*panic).into()));
            done.and(other)
        })
    })
}

/// What one process does in one round, for [`run_partitions`].
#[derive(Clone, Debug)]
pub struct PartitionRun<'a> {
    /// The streams of the process.
    pub storage: &'a Storage,
    /// Number of partitions of all processes.
    pub partitions: u32,
    /// The partitions of this process.
    pub local: Range<u32>,
    /// The number of the round.
    pub round: u64,
    /// The most threads that may run.
    pub threads: usize,
    /// The least number of bytes of a block that is delivered before a partition is done.
    pub block_bytes: usize,
}

/// Why a partitioned run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A limit was exceeded, the run was interrupted, or a thread panicked.
    Run(RunError),
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
    /// A stream cannot be read or written.
    Storage(StorageError),
    /// The game has a property that partitioned runs do not support. The sentence says which.
    Unsupported(String),
    /// A message or the state of an earlier run is not one that this run could have written.
    Invalid,
    /// Another process was lost, or ended the run.
    Peer {
        /// A sentence that names it.
        message: String,
        /// The number of the process that was lost, if one was.
        lost: Option<usize>,
    },
}

impl ExchangeError {
    /// Creates the error for a process that ended the run, or that cannot take part in it, but was not lost. `message` names the process.
    pub fn peer(message: impl Into<String>) -> Self {
        Self::Peer { message: message.into(), lost: None }
    }
}

/// The error of a message or a state that this run could not have written. Building an error on the path that has none costs time.
#[cold]
pub(super) fn invalid() -> ExchangeError {
    ExchangeError::Invalid
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Storage(error) => error.fmt(f),
            Self::Unsupported(message) | Self::Peer { message, .. } => f.write_str(message),
            Self::Invalid => f.write_str("the stored state of the run is invalid"),
        }
    }
}

impl Error for ExchangeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Run(error) => error.source(),
            Self::Rules(error) => Some(error),
            Self::Storage(error) => error.source(),
            Self::Unsupported(_) | Self::Invalid | Self::Peer { .. } => None,
        }
    }
}

impl From<RunError> for ExchangeError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<StorageError> for ExchangeError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}
