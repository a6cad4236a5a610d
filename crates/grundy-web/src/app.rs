//! The state that all requests share, and the ways of answering one.

use crate::catalogue;
use crate::client::Client;
use crate::config::{Config, RulesPolicy};
use crate::engine;
use crate::failure::Failure;
use crate::game_source::GameSource;
use crate::http::{Caching, Reply, Text, etag};
use crate::metrics::Metrics;
use crate::pipe::Response;
use crate::pool::{Bounds, Pool, Task};
use crate::request::Request;
use crate::rules_store::RulesStore;
use crate::tables::LoadedTable;
use grundy::catalog::{Cost, GameSpec, entry};
use grundy::limits::Limits;
use moka::future::Cache;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OnceCell, Semaphore};

/// The capacity of the cache of answers, in bytes.
const CAPACITY: u64 = 8 << 20;
/// The size of the largest answer that is cached, in bytes.
const LARGEST_CACHED: usize = 1 << 20;
/// The overhead of a cache entry besides its key and its text, in bytes.
const ENTRY_OVERHEAD: usize = 200;
/// The maximum number of requests that read tables at once.
const READERS: usize = 4;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) tables: Vec<Arc<LoadedTable>>,
    pub(crate) rules: RulesStore,
    pub(crate) pool: Pool,
    pub(crate) metrics: Metrics,
    /// The list of games and tables, made at the first request for it.
    pub(crate) games: OnceCell<Text>,
    rules_policy: RulesPolicy,
    answers: Cache<String, Text>,
    /// The inputs of answers besides the request: the version of this program, and its limits.
    seed: String,
    readers: Semaphore,
}

/// The client of a request and its conditional header.
#[derive(Clone, Debug)]
pub(crate) struct RequestContext {
    pub(crate) client: Client,
    /// The header `If-None-Match`: the tags of answers that the client has.
    pub(crate) if_none_match: Option<String>,
}

/// An answer that is not cached: an error, or an answer that depends on how long it took.
#[derive(Clone)]
enum NotCached {
    Failure(Failure),
    Response(Response),
}

impl App {
    pub(crate) fn new(config: Config) -> Self {
        let bounds = Bounds {
            time: config.time,
            memory: config.memory,
            workers: config.workers.max(1),
            queue: config.queue.max(1),
        };
        let weigh = |key: &String, text: &Text| (key.len() + text.len() + ENTRY_OVERHEAD) as u32;
        Self {
            tables: config.tables.into_iter().map(Arc::new).collect(),
            rules: RulesStore::new(),
            seed: format!("{} {} {:?}", program(), config.memory, config.time),
            pool: Pool::new(&bounds, config.worker),
            metrics: Metrics::new(),
            games: OnceCell::new(),
            rules_policy: config.rules,
            answers: Cache::builder().max_capacity(CAPACITY).weigher(weigh).build(),
            readers: Semaphore::new(READERS),
        }
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, context: &RequestContext, mut request: Request) -> Result<Reply, Failure> {
        let source = GameSource::find(&mut request, &self.tables, &self.rules)?;
        let key = request.cache_key();
        let (tag, caching) = match source.table() {
            Some(table) => (etag::of(&[table.digest(), &key, &self.seed]), Caching::Revalidate),
            None => (etag::of(&[&key, &self.seed]), Caching::MaxAge),
        };
        if etag::is_known(context.if_none_match.as_deref(), &tag) {
            return Ok(Reply::unchanged(tag, caching));
        }
        if let Some(response) = self.answer_here(&request, &source).await? {
            return Ok(Reply::json(Text::new(response.body).await, response.status, Some(tag), caching));
        }
        self.answer_by_worker(context.client, key, Task { request, source }, tag, caching).await
    }

    /// Answers in this process, from a table or where that costs less than a request to a worker; `None` if a worker must answer.
    async fn answer_here(&self, request: &Request, source: &GameSource) -> Result<Option<Response>, Failure> {
        if let Request::Game(query) = request {
            return catalogue::game(&query.name)?.as_ref().map(Response::of).transpose();
        }
        let is_position =
            matches!(request, Request::Solve(..) | Request::Explain(..) | Request::Reply(..) | Request::Stats(_));
        match source {
            GameSource::Table(table) if table.worker_path().is_none() && is_position => {
                let ended = || Failure::limit("the request was ended");
                let _reader = self.readers.acquire().await.map_err(|_| ended())?;
                let (of_table, asked) = (Arc::clone(table), request.clone());
                let answered = tokio::task::spawn_blocking(move || of_table.answer(&asked)).await;
                match answered.map_err(|_| ended())? {
                    // A position that a table of the catalogue does not hold is solved.
                    Err(failure) if failure.status == 404 && request.open_key().game != table.name() => Ok(None),
                    answered => answered.map(Some),
                }
            }
            GameSource::Catalogue => answer_inline(request),
            GameSource::Rules(_) | GameSource::Table(_) => Ok(None),
        }
    }

    /// Answers from the cache or by a worker. Of several equal requests at the same time, one is computed.
    async fn answer_by_worker(
        &self,
        client: Client,
        key: String,
        task: Task,
        tag: String,
        caching: Caching,
    ) -> Result<Reply, Failure> {
        if task.source.runs_rules() {
            self.check_rules_policy(matches!(task.source, GameSource::Rules(_)))?;
        }
        let is_computed = AtomicBool::new(false);
        let computed = async {
            is_computed.store(true, Ordering::Relaxed);
            let response = self.pool.run(&task, client).await.map_err(NotCached::Failure)?;
            if response.is_final && response.status == 200 && response.body.len() <= LARGEST_CACHED {
                Ok(Text::new(response.body).await)
            } else {
                Err(NotCached::Response(response))
            }
        };
        let answer = self.answers.try_get_with(key, computed).await;
        if !is_computed.load(Ordering::Relaxed) {
            self.metrics.cached.inc();
        }
        let not_cached = match answer {
            Ok(text) => return Ok(Reply::json(text, 200, Some(tag), caching)),
            Err(not_cached) => (*not_cached).clone(),
        };
        let response = match not_cached {
            NotCached::Response(response) => response,
            // An equal request of another client came first and was refused, because that client had used its share of the queue.
            NotCached::Failure(failure) if failure.retry_after.is_some() && !is_computed.load(Ordering::Relaxed) => {
                self.pool.run(&task, client).await?
            }
            NotCached::Failure(failure) => return Err(failure),
        };
        let tag = Some(tag).filter(|_| response.is_final && response.status == 200);
        Ok(Reply::json(Text::new(response.body).await, response.status, tag, caching))
    }

    /// Checks posted rules and stores them.
    pub(crate) async fn check_rules(
        &self,
        context: &RequestContext,
        request: Request,
        text: &str,
    ) -> Result<Reply, Failure> {
        self.check_rules_policy(true)?;
        let source: Arc<str> = text.into();
        let task = Task { request, source: GameSource::Rules(Arc::clone(&source)) };
        let response = self.pool.run(&task, context.client).await?;
        if response.status == 200 {
            self.rules.put(crate::rules_store::handle(text), source);
        }
        Ok(Reply::json(Text::new(response.body).await, response.status, None, Caching::Never))
    }

    /// Fails if rules are posted and the policy refuses those. Rules of a table that the operator loaded may run.
    fn check_rules_policy(&self, is_posted: bool) -> Result<(), Failure> {
        match &self.rules_policy {
            RulesPolicy::Refuse { reason } if is_posted => Err(Failure::new(
                503,
                format!("this server runs no posted rules: {reason}"),
                "run them by `grundy solve`",
            )),
            _ => Ok(()),
        }
    }
}

/// Answers a request for the value alone, of a game whose values a formula gives; `None` for other requests.
fn answer_inline(request: &Request) -> Result<Option<Response>, Failure> {
    let Request::Solve(game, _, moves) = request else { return Ok(None) };
    let Ok(GameSpec::Named { name, .. }) = GameSpec::parse(&game.game) else { return Ok(None) };
    if moves.moves || entry(&name).is_none_or(|entry| entry.cost != Cost::Formula) {
        return Ok(None);
    }
    let opened = engine::open(&game.game, game.misere, &Limits::NONE);
    let opened = opened.map_err(|error| Failure::open(&error, "game", &game.game))?;
    // Without a theory for this kind of play, the position would have to be expanded.
    let mut session = engine::Session::new(&opened, &request.open_key(), None, Limits::NONE);
    if !session.is_theory_sufficient(request)? {
        return Ok(None);
    }
    engine::answer(request, &mut session).map(Some)
}

/// The version of this program, and the size and the time of its file, which change when it is rebuilt.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let changed = file.as_ref().ok().and_then(|file| file.modified().ok());
    format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), file.map(|file| file.len()).ok(), changed)
}
