//! A queue and its workers: a job goes to the worker that has its game open, else to the one that rested longest.

use super::worker::Worker;
use super::{Bounds, Child};
use crate::failure::Failure;
use crate::job::{Done, Job};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// A worker without work is ended after so long.
const REST: Duration = Duration::from_secs(20);
/// A job that has not begun by then is refused.
const PATIENCE: Duration = Duration::from_secs(30);
/// A worker that does not end a job in time by itself is ended so much later.
const GRACE: Duration = Duration::from_millis(1500);

/// A lane.
#[derive(Debug)]
pub(super) struct Lane {
    bounds: Bounds,
    child: Option<Child>,
    /// Permits for jobs that wait or run.
    places: Semaphore,
    /// Permits for jobs that run.
    working: Semaphore,
    resting: Mutex<Vec<Worker>>,
    killed: AtomicU64,
}

impl Lane {
    pub(super) fn new(bounds: Bounds, child: Option<Child>) -> Self {
        Self {
            places: Semaphore::new(bounds.workers + bounds.queue),
            working: Semaphore::new(bounds.workers),
            resting: Mutex::default(),
            killed: AtomicU64::new(0),
            bounds,
            child,
        }
    }

    /// Does a job, after those that wait already.
    pub(super) async fn run(&self, mut job: Job, last: bool) -> Result<Done, Failure> {
        let full = || Failure::busy(503, "the server has as much work as it takes on");
        let _place = self.places.try_acquire().map_err(|_| full())?;
        let working = tokio::time::timeout(PATIENCE, self.working.acquire()).await;
        let _working = working.map_err(|_| full())?.map_err(|_| full())?;
        job.time = u64::try_from(self.bounds.time.as_millis()).unwrap_or(u64::MAX);
        job.memory = self.bounds.memory;
        job.last = last;
        let mut worker = match self.rested(&job) {
            Some(worker) => worker,
            None => Worker::start(self.child.as_ref(), self.bounds.memory)
                .map_err(|_| Failure::busy(503, "no process could be started to work on this"))?,
        };
        // Whoever stops waiting drops the worker, and with it the work.
        let done = tokio::time::timeout(self.bounds.time + GRACE, worker.exchange(&job)).await;
        match done {
            Ok(Ok(done)) => {
                worker.rest(&job);
                self.resting().push(worker);
                Ok(done)
            }
            Ok(Err(_)) => {
                self.killed.fetch_add(1, Ordering::Relaxed);
                Ok(Failure::limit(
                    "the request took more memory, deeper nesting or longer in one step than there is room for",
                )
                .into())
            }
            Err(_) => {
                self.killed.fetch_add(1, Ordering::Relaxed);
                let seconds = self.bounds.time.as_secs_f64();
                Ok(Failure::limit(format!("the request took longer than {seconds} seconds")).into())
            }
        }
    }

    fn resting(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rested(&self, job: &Job) -> Option<Worker> {
        let mut resting = self.resting();
        if resting.is_empty() {
            return None;
        }
        let has_it = resting.iter().position(|worker| worker.has(job));
        let found = has_it.or_else(|| resting.iter().position(|worker| worker.may_do(job)));
        if found.is_none() && resting.len() >= self.bounds.workers {
            // A new worker takes the place of the one that rested longest, which ends.
            resting.remove(0);
        }
        found.map(|found| resting.remove(found))
    }

    /// Ends workers that have rested for long.
    pub(super) fn rest(&self) {
        let now = Instant::now();
        self.resting().retain(|worker| now.saturating_duration_since(worker.since()) < REST);
    }

    /// Jobs that wait or are worked on, workers at rest, and workers that were ended by force.
    pub(super) fn figures(&self) -> [u64; 3] {
        let all = self.bounds.workers + self.bounds.queue;
        let jobs = all.saturating_sub(self.places.available_permits());
        [jobs as u64, self.resting().len() as u64, self.killed.load(Ordering::Relaxed)]
    }
}
