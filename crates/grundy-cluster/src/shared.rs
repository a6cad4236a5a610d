//! What the threads of a process share in a run: the state of the rounds, and the queues to the other processes.
//!
//! **Why a block always belongs to one of two rounds.** Let `round` be the first round that this process has not ended. Another process
//! begins a round only when all processes, this one too, have ended the round before. So when a block of round *q* arrives, this process has
//! ended *q* − 1, hence *q* ≤ `round`. And this process begins round *q* + 1 only when the other one has ended *q*; so if a block of *q* arrives,
//! this process has not ended *q* + 1, hence `round` ≤ *q* + 1. The inboxes of *q* are completed when all have ended *q*: no block comes after.
//! For the first round, and after a jump to another one, all processes agree on its number before any of them sends a block.
//!
//! **Why no process waits for ever.** Each connection has a thread that receives and one that sends. A receiver waits only for the storage
//! of this process, never for the solver or for a sender. So what a process sends is always taken, its queues become empty, and its solver
//! continues. A process that is lost, or ends, is noticed by the receiver of its connection, which wakes all others.

use crate::address;
use crate::config::Options;
use crate::frame::{Header, Kind, MAX_REASON, REASON_NAMES_PEER};
use crate::queue::Queue;
use crate::split::Split;
use grundy::limits::RunError;
use grundy::solve::partitioned::{ExchangeError, FIRST_TRANSFER_ROUND, Inboxes, Storage};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The time between two looks at whether the run was asked to end.
const POLL: Duration = Duration::from_millis(100);

/// What the threads of a process share in a run.
pub(crate) struct Shared<'a> {
    pub(crate) storage: &'a Arc<Storage>,
    pub(crate) process: usize,
    pub(crate) split: Split,
    pub(crate) options: Options<'a>,
    addresses: Vec<String>,
    /// The frames for each other process.
    queues: Vec<Option<Queue>>,
    /// Whether the connection to a process is lost.
    lost: Vec<AtomicBool>,
    state: Mutex<State<'a>>,
    changed: Condvar,
    /// The time until which frames are sent and received after this process has ended its run.
    deadline: OnceLock<Instant>,
}

/// The state of a run.
pub(crate) struct State<'a> {
    /// The first round that this process has not ended.
    pub(crate) round: u64,
    /// The round that the solver began last, for messages.
    current: u64,
    /// The inboxes of at most two rounds.
    inboxes: Vec<(u64, Arc<Inboxes<'a>>)>,
    pub(crate) peers: Vec<PeerState>,
    /// The names of the streams that this process collects, by partition.
    pub(crate) collected_names: Option<Arc<Vec<String>>>,
    failure: Option<ExchangeError>,
}

/// What another process has sent.
#[derive(Debug, Default)]
pub(crate) struct PeerState {
    /// The first round that it has not ended; `None` before the first agreement.
    pub(crate) round: Option<u64>,
    /// Whether it has begun a round and not ended it; it sends only blocks then.
    pub(crate) is_in_round: bool,
    /// The round on which it wants to agree.
    pub(crate) agreed: Option<u64>,
    /// Its counts for the next sums.
    pub(crate) counts: VecDeque<Vec<u64>>,
    /// Whether it has asked for the streams of this process.
    pub(crate) is_collecting: bool,
    /// Whether all its streams have arrived.
    pub(crate) is_collected: bool,
    /// Whether it has finished its run.
    is_finished: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        storage: &'a Arc<Storage>,
        process: usize,
        split: Split,
        addresses: Vec<String>,
        options: Options<'a>,
    ) -> Self {
        let count = addresses.len();
        let queue = |other: usize| (other != process).then(|| Queue::new(options.queue_bytes));
        Self {
            storage,
            process,
            split,
            queues: (0..count).map(queue).collect(),
            lost: (0..count).map(|_| AtomicBool::new(false)).collect(),
            state: Mutex::new(State {
                round: 0,
                current: 0,
                inboxes: Vec::new(),
                peers: (0..count).map(|_| PeerState::default()).collect(),
                collected_names: None,
                failure: None,
            }),
            changed: Condvar::new(),
            deadline: OnceLock::new(),
            addresses,
            options,
        }
    }

    /// Number of processes.
    pub(crate) fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// How messages name a process.
    pub(crate) fn name(&self, process: usize) -> String {
        address::name(process, &self.addresses[process])
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes the solver.
    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut State<'a>) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Records that the solver begins a round.
    pub(crate) fn begin(&self, round: u64) {
        self.lock().current = round;
    }

    /// The inboxes of a round, which are created when the first of the threads needs them.
    pub(crate) fn inboxes(&self, state: &mut State<'a>, round: u64) -> Arc<Inboxes<'a>> {
        if let Some((_, inboxes)) = state.inboxes.iter().find(|(number, _)| *number == round) {
            return Arc::clone(inboxes);
        }
        let inboxes = Arc::new(Inboxes::new(self.storage, round, self.split.range(self.process)));
        state.inboxes.push((round, Arc::clone(&inboxes)));
        inboxes
    }

    /// Takes the inboxes of a round that all processes have ended.
    pub(crate) fn take_inboxes(&self, round: u64) -> Option<Inboxes<'a>> {
        let mut state = self.lock();
        let at = state.inboxes.iter().position(|(number, _)| *number == round)?;
        // A receiver has dropped its copy before it recorded that its process has ended the round.
        Arc::into_inner(state.inboxes.swap_remove(at).1)
    }

    /// The queue to another process.
    pub(crate) fn queue(&self, process: usize) -> &Queue {
        self.queues[process].as_ref().expect("another process")
    }

    /// Sends a frame to another process; waits while its queue is full.
    pub(crate) fn send(&self, process: usize, frame: Vec<u8>) -> Result<(), ExchangeError> {
        self.queue(process).push(frame).map_err(|_| {
            let failure = self.lock().failure.clone();
            failure.unwrap_or_else(|| self.finished_early(process))
        })
    }

    /// Sends a frame to all other processes.
    pub(crate) fn send_to_all(&self, header: Header, bytes: &[u8]) -> Result<(), ExchangeError> {
        self.others().try_for_each(|process| self.send(process, header.with(bytes)))
    }

    /// The numbers of the other processes.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.process;
        (0..self.processes()).filter(move |process| *process != own)
    }

    /// Waits until `is_there` is true for each other process.
    pub(crate) fn wait_for_all(
        &self,
        is_there: impl Fn(&PeerState) -> bool,
    ) -> Result<MutexGuard<'_, State<'a>>, ExchangeError> {
        self.wait_for(0..self.processes(), is_there)
    }

    /// Waits until `is_there` is true for each other process of a range.
    pub(crate) fn wait_for(
        &self,
        processes: Range<usize>,
        is_there: impl Fn(&PeerState) -> bool,
    ) -> Result<MutexGuard<'_, State<'a>>, ExchangeError> {
        let mut state = self.lock();
        loop {
            let is_missing = |process: &usize| *process != self.process && !is_there(&state.peers[*process]);
            let mut missing = processes.clone().filter(is_missing).peekable();
            if missing.peek().is_none() {
                drop(missing);
                return Ok(state);
            }
            // What has arrived counts, although its sender may have failed since.
            if let Some(failure) = &state.failure {
                return Err(failure.clone());
            }
            if let Some(process) = missing.find(|&process| state.peers[process].is_finished) {
                return Err(self.finished_early(process));
            }
            if (self.options.stop)() {
                return Err(RunError::Interrupted { positions: 0 }.into());
            }
            state = self.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn finished_early(&self, process: usize) -> ExchangeError {
        ExchangeError::peer(format!("{} finished the run before this process did", self.name(process)))
    }

    /// Why the run has failed; `Ok` if it has not.
    pub(crate) fn check(&self) -> Result<(), ExchangeError> {
        self.lock().failure.clone().map_or(Ok(()), Err)
    }

    /// Ends the run with an error, unless it has failed already, and wakes all threads.
    pub(crate) fn fail(&self, error: ExchangeError) {
        self.update(|state| state.failure.get_or_insert(error).clone());
        self.options.has_failed.store(true, Ordering::Relaxed);
        self.queues.iter().flatten().for_each(Queue::refuse);
    }

    /// Ends the run because a process is lost.
    pub(crate) fn lose(&self, process: usize, why: &str) {
        self.lost[process].store(true, Ordering::Relaxed);
        let round = self.lock().current;
        let name = self.name(process);
        let when = match round {
            FIRST_TRANSFER_ROUND.. => "while files were copied".to_owned(),
            _ => format!("in round {round}"),
        };
        let message = format!("{name} was lost {when}{why}; run the same command again to resume");
        self.fail(ExchangeError::Peer { message, lost: Some(process) });
    }

    /// Ends the run because a process sent what no process of this run sends.
    pub(crate) fn reject(&self, process: usize) {
        self.lost[process].store(true, Ordering::Relaxed);
        let round = self.lock().current;
        self.fail(ExchangeError::peer(format!("{} sent an invalid message in round {round}", self.name(process))));
    }

    /// Ends the run because a process ended it for this reason.
    pub(crate) fn abort_by(&self, process: usize, header: Header, reason: &str) {
        let message = match header.from {
            REASON_NAMES_PEER => reason.to_owned(),
            _ => format!("{} ended the run: {reason}", self.name(process)),
        };
        let lost = header.to.checked_sub(1).map(|process| process as usize);
        self.fail(ExchangeError::Peer { message, lost });
    }

    /// Records that a process has finished its run.
    pub(crate) fn finished_by(&self, process: usize) {
        self.update(|state| state.peers[process].is_finished = true);
        self.queue(process).refuse();
    }

    /// Whether the connection to a process is lost, or no longer needed.
    pub(crate) fn is_over(&self, process: usize) -> bool {
        self.lost[process].load(Ordering::Relaxed) || self.deadline.get().is_some_and(|&end| Instant::now() > end)
    }

    /// Whether this process has ended its run, so that it ignores what it receives.
    pub(crate) fn is_ending(&self) -> bool {
        self.deadline.get().is_some()
    }

    /// Tells the other processes that this one has finished its run.
    pub(crate) fn say_goodbye(&self) {
        self.queues.iter().flatten().for_each(|queue| queue.finish(Some(Header::new(Kind::Goodbye).alone())));
    }

    /// Tells the other processes that this one ends the run, and why.
    pub(crate) fn say_abort(&self, reason: &str) {
        let abort = Header::new(Kind::Abort);
        let failure = self.check();
        let (header, reason) = match &failure {
            Err(ExchangeError::Peer { message, lost }) => {
                let to = lost.map_or(0, |process| process as u32 + 1);
                (Header { from: REASON_NAMES_PEER, to, ..abort }, message.as_str())
            }
            _ => (abort, reason),
        };
        let reason = &reason.as_bytes()[..reason.len().min(MAX_REASON)];
        for queue in self.queues.iter().flatten() {
            queue.refuse();
            queue.finish(Some(header.with(reason)));
        }
    }

    /// Sets the time that is left to send and receive frames.
    pub(crate) fn end_in(&self, time: Duration) {
        let _ = self.deadline.set(Instant::now() + time);
    }
}
