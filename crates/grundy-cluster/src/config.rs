//! What a process of a run is told: the other processes, the secret, the job, and times.

use crate::secret::Secret;
use std::fmt;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a process connects to the other ones.
pub struct Config<'a> {
    /// The number of this process, from 0.
    pub process: usize,
    /// The address of each process, `host:port`, in the order of their numbers. All processes must have equally many.
    pub addresses: Vec<String>,
    /// A socket that already accepts connections for this process; `None`: one is bound at the address of this process.
    pub listener: Option<TcpListener>,
    /// The secret, which all processes must have.
    pub secret: Secret,
    /// The name and the value of each thing that all processes must have in common, such as the version of the program and the game.
    pub job: Vec<(String, String)>,
    /// The time within which all processes must be connected.
    pub timeout: Duration,
    /// Called while the processes are being connected, from any thread.
    pub on_event: &'a (dyn Fn(Event<'_>) + Sync),
    /// Called several times a second; `true` ends the attempt.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Config<'static> {
    /// Creates the configuration of process number `process` of those at `addresses`, with an empty secret and an empty job.
    pub fn new(process: usize, addresses: Vec<String>) -> Self {
        Self {
            process,
            addresses,
            listener: None,
            secret: Secret::new([]),
            job: Vec::new(),
            timeout: Duration::from_secs(300),
            on_event: &|_| (),
            stop: &|| false,
        }
    }
}

impl fmt::Debug for Config<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("process", &self.process)
            .field("addresses", &self.addresses)
            .field("job", &self.job)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// What happens while processes are being connected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Some processes are not connected yet, as in `process 2 (host:port)`.
    Waiting(&'a [String]),
    /// A connection was refused. The sentence names its address and says why.
    Refused(&'a str),
}

/// How a process runs a solver.
#[derive(Clone)]
pub struct Options<'a> {
    /// Number of partitions of all processes. All processes must have equally many, and there are at least as many as processes.
    pub partitions: u32,
    /// The most partitions of this process that are worked on at a time.
    pub threads: usize,
    /// The least number of bytes of a block that is sent before a partition is done.
    pub block_bytes: usize,
    /// The most bytes that wait for each other process; a partition that sends more waits.
    pub queue_bytes: usize,
    /// The most bytes of streams in memory: the run ends when what arrives exceeds them. `None`: no bound.
    pub memory: Option<u64>,
    /// The time between two signs of life to each other process.
    pub heartbeat: Duration,
    /// The time without a sign of life after which a process is lost.
    pub silence: Duration,
    /// Whether all processes have one folder for their streams. If `false`, [`collect`] finds it out.
    ///
    /// [`collect`]: grundy::solve::partitioned::Exchange::collect
    pub is_storage_shared: bool,
    /// Called several times a second while this process waits for others; `true` ends the run.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Becomes `true` when another process is lost or ends the run, so that long work of this process can end early.
    pub has_failed: Arc<AtomicBool>,
}

impl Default for Options<'static> {
    /// One partition and one thread; blocks of 64 KiB; a sign of life every 2 s, and a process is lost after 60 s.
    ///
    /// A link that is down for 30 s is survived: TCP repeats what was lost 0.2, 0.6, 1.4, … 25.4 and 51 s after it was sent first.
    fn default() -> Self {
        Self {
            partitions: 1,
            threads: 1,
            block_bytes: 1 << 16,
            queue_bytes: 1 << 20,
            memory: None,
            heartbeat: Duration::from_secs(2),
            silence: Duration::from_secs(60),
            is_storage_shared: false,
            stop: &|| false,
            has_failed: Arc::default(),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("partitions", &self.partitions)
            .field("threads", &self.threads)
            .field("block_bytes", &self.block_bytes)
            .field("queue_bytes", &self.queue_bytes)
            .field("memory", &self.memory)
            .field("heartbeat", &self.heartbeat)
            .field("silence", &self.silence)
            .finish_non_exhaustive()
    }
}
