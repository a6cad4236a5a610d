//! What all requests share.

use crate::answer::Text;
use crate::cache::Cache;
use crate::config::Config;
use crate::failure::Failure;
use crate::job::Done;
use crate::metrics::Metrics;
use crate::pool::{Bounds, Pool};
use crate::routes;
use crate::shelf::Shelf;
use crate::tables::Loaded;
use crate::tag::tag_of;
use std::sync::Arc;
use tokio::sync::{OnceCell, Semaphore};

/// Bytes of answers that are kept.
const KEPT: usize = 8 << 20;
/// Requests that read tables at a time beside those that take no time.
const READERS: usize = 4;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) tables: Vec<Arc<Loaded>>,
    pub(crate) shelf: Shelf,
    pub(crate) pool: Pool,
    pub(crate) answers: Cache<Text>,
    pub(crate) metrics: Metrics,
    pub(crate) games: OnceCell<Text>,
    /// What an answer depends on beside the request: this program and its limits.
    seed: Vec<u8>,
    /// Whether rules may be posted: only where a process can be started for them.
    pub(crate) runs_rules: bool,
    readers: Semaphore,
}

impl State {
    pub(crate) fn new(config: Config) -> Self {
        let bounds = Bounds {
            time: config.time,
            memory: config.memory,
            workers: config.workers.max(1),
            queue: config.queue.max(1),
        };
        Self {
            tables: config.tables.into_iter().map(Arc::new).collect(),
            shelf: Shelf::new(),
            runs_rules: config.child.is_some(),
            pool: Pool::new(&bounds, config.child),
            answers: Cache::new(KEPT),
            metrics: Metrics::new(routes::names()),
            games: OnceCell::new(),
            seed: format!("{} {} {:?}", program(), config.memory, config.time).into_bytes(),
            readers: Semaphore::new(READERS),
        }
    }

    /// The tag of an answer that depends on the request and the program alone.
    pub(crate) fn tag(&self, route: &str, query: &str) -> String {
        tag_of(&[route.as_bytes(), query.as_bytes(), &self.seed])
    }

    /// The tag of an answer of a table.
    pub(crate) fn tag_of_table(&self, table: &Loaded, asked: &str) -> String {
        tag_of(&[table.identity().as_bytes(), asked.as_bytes(), &self.seed])
    }

    /// Runs what reads files, apart from those who serve.
    pub(crate) async fn blocking(
        &self,
        run: impl FnOnce() -> Result<Done, Failure> + Send + 'static,
    ) -> Result<Done, Failure> {
        let ended = || Failure::limit("the request was ended");
        let _reader = self.readers.acquire().await.map_err(|_| ended())?;
        tokio::task::spawn_blocking(run).await.map_err(|_| ended())?
    }
}

/// The program that answers: its version, and its file, which is another one when it was built again.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let changed = file.as_ref().ok().and_then(|file| file.modified().ok());
    format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), file.map(|file| file.len()).ok(), changed)
}
