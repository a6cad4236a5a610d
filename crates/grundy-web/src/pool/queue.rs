//! A bounded queue with its workers. A task goes to the worker that has its game open, or else to any idle worker that may run it.

use super::backend::{Backend, WorkerCommand};
use super::fair_semaphore::{FairSemaphore, Permit};
use super::shared_runs::{Role, SharedRuns};
use super::{Bounds, Demand, Task};
use crate::client::ClientPermits;
use crate::failure::Failure;
use crate::pipe::{Message, Response};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The time after which an idle worker is ended.
const IDLE: Duration = Duration::from_secs(20);
/// The time after which a waiting task is refused.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// The additional time after which a worker that exceeds the time of a task is killed.
const GRACE: Duration = Duration::from_millis(1500);

/// The response to a task, and the turn of its client, which ends when this is dropped. Until then no task that waits for this turn can begin.
#[derive(Debug)]
pub(crate) struct Completed {
    pub(crate) response: Response,
    /// Whether the response was computed for an equal task.
    pub(crate) is_shared: bool,
    /// `None` if the response was computed in the turn of an equal task.
    pub(crate) turn: Option<Permit>,
}

#[derive(Debug)]
pub(super) struct WorkQueue {
    bounds: Bounds,
    command: WorkerCommand,
    /// Permits for tasks that wait or run.
    places: Semaphore,
    /// Permits to run a task.
    semaphore: FairSemaphore,
    clients: ClientPermits,
    runs: SharedRuns,
    idle: Mutex<Vec<Backend>>,
    killed: AtomicU64,
}

impl WorkQueue {
    /// Creates a queue, of which one client may use at most three quarters.
    pub(super) fn new(bounds: Bounds, command: WorkerCommand) -> Self {
        Self {
            places: Semaphore::new(bounds.workers + bounds.queue),
            semaphore: FairSemaphore::new(bounds.workers),
            clients: ClientPermits::new((bounds.queue * 3 / 4).max(1) + bounds.workers),
            runs: SharedRuns::default(),
            idle: Mutex::default(),
            killed: AtomicU64::new(0),
            bounds,
            command,
        }
    }

    /// Runs a task after those of the client that are already waiting; other clients are served in between. Returns `None` if the task is
    /// no longer needed when its turn comes.
    pub(super) async fn run(&self, demand: &Demand<'_>, is_final_attempt: bool) -> Result<Option<Completed>, Failure> {
        let Demand { task, client, key, is_answered } = *demand;
        let full = || Failure::busy(503, "the server's queue is full");
        let _client = self
            .clients
            .try_acquire(client)
            .ok_or_else(|| Failure::busy(429, "this client has too many requests at a time"))?;
        let _place = self.places.try_acquire().map_err(|_| full())?;
        loop {
            let turn = match timeout(QUEUE_TIMEOUT, self.semaphore.acquire(client)).await {
                Ok(turn) => turn,
                Err(_) if is_answered() => return Ok(None),
                Err(_) => return Err(full()),
            };
            if is_answered() {
                return Ok(None);
            }
            match self.runs.join(key) {
                Role::Runs(running) => {
                    let response = self.run_by_worker(task, is_final_attempt).await?;
                    running.finish(&response);
                    return Ok(Some(Completed { response, is_shared: false, turn: Some(turn) }));
                }
                Role::Waits(waiting) => {
                    // Another task may run meanwhile.
                    drop(turn);
                    if let Some(response) = waiting.response().await {
                        return Ok(Some(Completed { response, is_shared: true, turn: None }));
                    }
                }
            }
        }
    }

    async fn run_by_worker(&self, task: &Task, is_final_attempt: bool) -> Result<Response, Failure> {
        let message = Message {
            request: task.request.clone(),
            rules: task.rules().map(str::to_owned),
            digest: task.table().map(|table| table.digest().to_owned()),
            time_ms: u64::try_from(self.bounds.time.as_millis()).unwrap_or(u64::MAX),
            memory: self.bounds.memory,
            is_final_attempt,
        };
        let mut backend = match self.take_idle(task) {
            Some(backend) => backend,
            None => Backend::start(&self.command, self.bounds.memory, task)
                .map_err(|_| Failure::busy(503, "no worker process could be started"))?,
        };
        // If the client goes away, the future is dropped, which kills the worker and ends the work.
        match timeout(self.bounds.time + GRACE, backend.exchange(&message)).await {
            Ok(Ok(response)) => {
                // A worker whose table cannot be used ends, so that the next one opens the file again.
                if response.status != 503 || !response.is_final {
                    backend.idle(task);
                    self.idle().push(backend);
                }
                Ok(response)
            }
            failed => {
                self.killed.fetch_add(1, Ordering::Relaxed);
                let message = match failed {
                    Ok(_) => "the request exceeded its memory, nesting or step-time limit".to_owned(),
                    Err(_) => format!("the request took longer than {} seconds", self.bounds.time.as_secs_f64()),
                };
                Ok(Failure::limit(message).into())
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Backend>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_idle(&self, task: &Task) -> Option<Backend> {
        let mut idle = self.idle();
        idle.retain_mut(Backend::is_alive);
        let suits: Vec<_> = idle.iter().map(|backend| backend.suits(task)).collect();
        let at = suits.iter().position(|suits| *suits == Some(true));
        let at = at.or_else(|| suits.iter().position(Option::is_some));
        if at.is_none() {
            // The new worker takes the place of one that is idle: there are never more than the queue runs at a time.
            let running = self.bounds.workers - self.semaphore.free();
            let spare = (idle.len() + running).saturating_sub(self.bounds.workers).min(idle.len());
            idle.drain(..spare);
        }
        at.map(|at| idle.remove(at))
    }

    /// Ends workers that have been idle for too long.
    pub(super) fn reap_idle(&self) {
        let now = Instant::now();
        self.idle().retain(|backend| now.saturating_duration_since(backend.idle_since()) < IDLE);
    }

    /// The number of tasks that wait or run, of idle workers, and of workers that were killed.
    pub(super) fn figures(&self) -> [u64; 3] {
        let all = self.bounds.workers + self.bounds.queue;
        let tasks = all.saturating_sub(self.places.available_permits());
        [tasks as u64, self.idle().len() as u64, self.killed.load(Ordering::Relaxed)]
    }
}
