//! Two queues for work that may take long, and the workers that do it.
//!
//! A request that theory probably answers goes through the quick queue, where a task has little time. A request that does not finish
//! there, or that is known to take long, goes through the heavy queue. Both queues are bounded, and each client has a limited share of
//! each.

mod backend;
mod fair_semaphore;
mod queue;
mod shared_runs;

pub use backend::WorkerCommand;
pub(crate) use fair_semaphore::FairSemaphore;
pub(crate) use queue::Completed;

use crate::client::Client;
use crate::failure::Failure;
use crate::game_source::GameSource;
use crate::request::{Question, Request};
use crate::rules_store;
use crate::tables::LoadedTable;
use grundy::catalog::{self, Cost};
use moka::sync::Cache;
use queue::WorkQueue;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The maximum time of a task in the quick queue.
const QUICK: Duration = Duration::from_millis(700);
/// The largest number of heaps of a sequence, and of a side of a heat map (`QUICK_SIDE`), that counts as quick.
const QUICK_HEAPS: u64 = 500;
const QUICK_SIDE: u64 = 40;
/// The number of bytes of the keys of tasks that were not finished in the quick queue.
const SLOW_KEYS: u64 = 1 << 20;
/// The time for which such a task is begun in the heavy queue. The machine may have been busy.
const SLOW_FOR: Duration = Duration::from_secs(600);

/// The limits on the number of tasks, and on each task.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) workers: usize,
    pub(crate) queue: usize,
}

/// A request that a worker has to answer.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) request: Request,
    pub(crate) source: GameSource,
}

/// A task, with the client that requested it and the key by which equal tasks are found.
#[derive(Clone, Copy)]
pub(crate) struct Demand<'a> {
    pub(crate) task: &'a Task,
    pub(crate) client: Client,
    /// Equal tasks have equal keys.
    pub(crate) key: &'a str,
    /// Returns whether the answer arrived in the cache while the task waited.
    pub(crate) is_answered: &'a (dyn Fn() -> bool + Sync),
}

impl Task {
    /// The posted rules that the worker runs.
    fn rules(&self) -> Option<&str> {
        match &self.source {
            GameSource::Rules(source) => Some(source),
            GameSource::Catalogue | GameSource::Table(_) => None,
        }
    }

    /// The table that the worker reads, and whose rules it runs.
    fn table(&self) -> Option<&LoadedTable> {
        self.source.table().map(|table| &**table).filter(|table| table.worker_path().is_some())
    }

    /// The rules that the worker runs: the handle of posted rules, or the name of the table that contains them.
    fn owner(&self) -> Option<String> {
        let of_table = self.table().map(|table| table.name().to_owned());
        self.rules().map(rules_store::handle).or(of_table)
    }

    /// Whether the task is known to take long.
    fn is_heavy(&self) -> bool {
        let is_heavy = |word: &str| {
            let name = word.split(':').next().unwrap_or_default();
            catalog::entry(name).is_some_and(|entry| entry.cost == Cost::Expansion)
        };
        match &self.request.question {
            Question::Check | Question::Period { .. } | Question::Stats => true,
            Question::Sequence(sequence) if sequence.to > QUICK_HEAPS => true,
            Question::Heatmap(heatmap) if heatmap.size > QUICK_SIDE => true,
            Question::Moves(_) => self.owner().is_some(),
            _ => self.owner().is_some() || self.request.game.game.split_whitespace().any(is_heavy),
        }
    }
}

/// The quick queue and the heavy queue.
#[derive(Debug)]
pub(crate) struct Pool {
    /// `None` if no workers can be started.
    queues: Option<[WorkQueue; 2]>,
    /// The keys of tasks that the quick queue did not finish.
    slow: Cache<String, ()>,
    /// The number of tasks that were refused because a queue was full or a client had used its share.
    pub(crate) refused: AtomicU64,
}

impl Pool {
    pub(crate) fn new(bounds: &Bounds, command: Option<WorkerCommand>) -> Self {
        let quick = Bounds { time: QUICK.min(bounds.time), queue: bounds.queue * 4, ..bounds.clone() };
        let queues =
            command.map(|command| [WorkQueue::new(quick, command.clone()), WorkQueue::new(bounds.clone(), command)]);
        let weigh = |key: &String, (): &()| key.len() as u32 + 100;
        let slow = Cache::builder().max_capacity(SLOW_KEYS).weigher(weigh).time_to_live(SLOW_FOR).build();
        Self { queues, slow, refused: AtomicU64::new(0) }
    }

    /// Runs a task for a client; `None` if its answer has arrived while it waited.
    pub(crate) async fn run(&self, demand: &Demand<'_>) -> Result<Option<Completed>, Failure> {
        let Some([quick, heavy]) = &self.queues else {
            return Err(Failure::new(503, "this server has no workers", "start it by `grundy serve`"));
        };
        let is_heavy = demand.task.is_heavy() || self.slow.contains_key(demand.key);
        // An equal task may have been too slow for the quick queue while this one waited there.
        let is_over = || (demand.is_answered)() || self.slow.contains_key(demand.key);
        let quick_demand = Demand { is_answered: &is_over, ..*demand };
        let quickly = if is_heavy { None } else { Some(quick.run(&quick_demand, false).await) };
        let done = match quickly {
            Some(Ok(Some(ran))) if ran.response.status == 503 => {
                self.slow.insert(demand.key.to_owned(), ());
                // Its turn ends now.
                drop(ran);
                heavy.run(demand, true).await
            }
            None => heavy.run(demand, true).await,
            Some(Ok(None)) if !(demand.is_answered)() => heavy.run(demand, true).await,
            Some(done) => done,
        };
        if done.as_ref().is_err_and(|failure| failure.retry_after.is_some()) {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        done
    }

    /// Ends workers that have been idle for too long.
    pub(crate) fn reap_idle(&self) {
        self.queues.iter().flatten().for_each(WorkQueue::reap_idle);
    }

    /// The figures of each queue: tasks that wait or run, idle workers, and workers that were killed.
    pub(crate) fn figures(&self) -> Vec<(&'static str, [u64; 3])> {
        ["quick", "heavy"].into_iter().zip(self.queues.iter().flatten().map(WorkQueue::figures)).collect()
    }
}
