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
        Op::Check | Op::Period | Op::Stats => true,
        Op::Sequence if job.number > LIGHT_HEAPS => true,
        Op::Heatmap if job.number > LIGHT_SIDE => true,
        _ => job.source.is_some() || boards(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn job(game: &str) -> Job {
        Job {
            op: Op::Solve,
            game: game.to_owned(),
            source: None,
            table: None,
            set: Vec::new(),
            misere: false,
            position: None,
            moves: false,
            number: 0,
            skill: 1.0,
            time: 0,
            memory: 0,
            last: true,
        }
    }

    #[test]
    fn a_full_queue_refuses_and_a_client_has_a_share_of_it() {
        let bounds = Bounds { time: Duration::from_millis(200), memory: 64 << 20, workers: 1, queue: 4 };
        let pool = Pool::new(&bounds, None);
        let clients: Vec<IpAddr> = [1, 2].map(|n| Ipv4Addr::new(127, 0, 0, n).into()).into();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let told = runtime.block_on(async {
            let pool = std::sync::Arc::new(pool);
            let mut all = tokio::task::JoinSet::new();
            // One client asks six times, then another three times: there are five places.
            for (number, client) in (0..9).map(|n| (n, clients[usize::from(n >= 6)])) {
                let pool = std::sync::Arc::clone(&pool);
                all.spawn(async move { (number, pool.run(job("connect4:7x6"), client).await) });
            }
            let mut told = all.join_all().await;
            told.sort_by_key(|(number, _)| *number);
            told.into_iter()
                .map(|(_, done)| done.map_or_else(|no| (no.status, no.retry_after), |done| (done.status, None)))
        });
        let (out_of_time, share, full) = ((503, None), (429, Some(2)), (503, Some(2)));
        let expected = [out_of_time, out_of_time, out_of_time, out_of_time, share, share, out_of_time, full, full];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
