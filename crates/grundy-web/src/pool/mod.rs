//! Two queues of work that may take long, and the workers that do it.
//!
//! What theory is likely to answer goes through the quick lane, where a job has little time; what does not end there, and
//! what is known to take long, goes through the heavy lane. Both queues are bounded, and a client has at most a share of
//! the heavy one, so that a burst is refused politely while light requests still answer.

mod lane;
mod share;
mod worker;

pub use worker::Child;

use crate::failure::Failure;
use crate::job::{Done, Job, Op};
use lane::Lane;
use share::Shares;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Time in the quick lane.
const QUICK: Duration = Duration::from_millis(700);
/// Boards, which are solved position by position.
const HEAVY: [&str; 9] = ["mnk", "connect4", "teeko", "teeko-movement", "dao", "quixo", "kalah", "chomp", "chess"];
/// Heaps of a sequence, and of a side of a heat map, up to which it is light.
const LIGHT_HEAPS: u64 = 500;
const LIGHT_SIDE: u64 = 40;

/// How much work there may be, and how much one job may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) workers: usize,
    pub(crate) queue: usize,
}

/// Both lanes.
#[derive(Debug)]
pub(crate) struct Pool {
    quick: Lane,
    heavy: Lane,
    shares: Shares,
    /// Jobs refused because of a full queue, or of a client's share.
    pub(crate) refused: AtomicU64,
}

impl Pool {
    pub(crate) fn new(bounds: &Bounds, child: Option<Child>) -> Self {
        let share = (bounds.queue * 3 / 4).max(1) + bounds.workers;
        let quick = Bounds {
            time: QUICK.min(bounds.time),
            memory: bounds.memory / 2,
            queue: bounds.queue * 4,
            workers: bounds.workers,
        };
        Self {
            quick: Lane::new(quick, child.clone()),
            heavy: Lane::new(bounds.clone(), child),
            shares: Shares::new(share),
            refused: AtomicU64::new(0),
        }
    }

    /// Does a job for a client.
    pub(crate) async fn run(&self, job: Job, client: IpAddr) -> Result<Done, Failure> {
        let done = self.through(job, client).await;
        if done.as_ref().is_err_and(|failure| failure.retry_after.is_some()) {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        done
    }

    async fn through(&self, job: Job, client: IpAddr) -> Result<Done, Failure> {
        if !is_heavy(&job) {
            let done = self.quick.run(job.clone(), false).await?;
            if done.status != 503 {
                return Ok(done);
            }
        }
        let _share = self.shares.take(client).ok_or_else(|| {
            Failure::busy(429, "this client has more heavy requests under way than one client may have")
        })?;
        self.heavy.run(job, true).await
    }

    /// Ends workers that have had nothing to do for a while.
    pub(crate) fn rest(&self) {
        self.quick.rest();
        self.heavy.rest();
    }

    /// Jobs that wait or are worked on, workers at rest, and workers that were ended by force: of the quick lane and of the heavy one.
    pub(crate) fn figures(&self) -> [(&'static str, [u64; 3]); 2] {
        [("quick", self.quick.figures()), ("heavy", self.heavy.figures())]
    }
}

/// Whether a job is known to take long.
fn is_heavy(job: &Job) -> bool {
    let boards = || job.game.split_whitespace().any(|word| HEAVY.contains(&word.split(':').next().unwrap_or_default()));
    match job.op {
        Op::Check | Op::Period => true,
        Op::Sequence if job.number > LIGHT_HEAPS => true,
        Op::Heatmap if job.number > LIGHT_SIDE => true,
        _ => job.source.is_some() || boards(),
    }
}
