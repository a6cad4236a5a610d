//! The state that all requests share, and the ways of answering one.

use crate::catalogue;
use crate::client::Client;
use crate::config::Config;
use crate::engine;
use crate::failure::Failure;
use crate::game_source::GameSource;
use crate::http::{EncodedBody, MAX_AGE, REVALIDATE, Reply, Tag, etag};
use crate::metrics::Metrics;
use crate::outgoing::Outgoing;
use crate::pipe::Response;
use crate::pool::{Bounds, Completed, Demand, FairSemaphore, Pool, Task};
use crate::request::{GameQuery, MovesQuery, Question, Request};
use crate::rules_store::{self, RulesStore};
use crate::tables::LoadedTable;
use grundy::catalog::{Cost, GameSpec, entry};
use grundy::limits::Limits;
use moka::future::Cache;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// The capacity of the cache of answers, in bytes.
const CAPACITY: u64 = 8 << 20;
/// The size of the largest answer that is cached, in bytes.
const MAX_CACHED: usize = 1 << 20;
/// The overhead of a cache entry besides its key and its text, in bytes.
const ENTRY_OVERHEAD: usize = 200;
/// The most bytes of large answers that clients have not read yet.
const MAX_OUTGOING: usize = 256 << 20;
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
    pub(crate) games: OnceCell<Reply>,
    rules_refusal: Option<String>,
    answers: Cache<String, EncodedBody>,
    pub(crate) outgoing: Outgoing,
    /// The inputs of answers besides the request: the version of this program, and its limits.
    fingerprint: String,
    readers: FairSemaphore,
}

/// The client of a request and its conditional header.
#[derive(Clone, Debug)]
pub(crate) struct RequestContext {
    pub(crate) client: Client,
    /// The header `If-None-Match`: the tags of answers that the client has.
    pub(crate) if_none_match: Option<String>,
}

impl App {
    pub(crate) fn new(config: Config) -> Self {
        let bounds = Bounds {
            time: config.time,
            memory: config.memory,
            workers: config.workers.max(1),
            queue: config.queue.max(1),
        };
        let weigh = |key: &String, text: &EncodedBody| (key.len() + text.len() + ENTRY_OVERHEAD) as u32;
        Self {
            tables: config.tables.into_iter().map(Arc::new).collect(),
            rules: rules_store::new(),
            fingerprint: format!("{} {} {:?}", program(), config.memory, config.time),
            pool: Pool::new(&bounds, config.worker),
            metrics: Metrics::new(),
            games: OnceCell::new(),
            rules_refusal: config.rules_refusal,
            answers: Cache::builder().max_capacity(CAPACITY).weigher(weigh).build(),
            readers: FairSemaphore::new(READERS),
            outgoing: Outgoing::new(MAX_OUTGOING),
        }
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, context: &RequestContext, mut request: Request) -> Result<Reply, Failure> {
        let source = GameSource::resolve(&mut request, &self.tables, &self.rules)?;
        let key = request.cache_key();
        let table = source.table().map(|table| table.digest());
        let tag = Tag {
            value: etag::of(format!("{key} {} {table:?}", self.fingerprint)),
            caching: if table.is_some() { REVALIDATE } else { MAX_AGE },
        };
        if etag::is_named(context.if_none_match.as_deref(), &tag.value) {
            // No body is sent. The client has its answer, so the request is right; `*` does not show that.
            return Ok(Reply::json(200, EncodedBody::default(), Some(tag)));
        }
        if let Some(response) = self.answer_here(context.client, &request, &source).await? {
            let tag = Some(tag).filter(|_| response.is_cacheable());
            return Ok(Reply::json(response.status, EncodedBody::new(response.body).await, tag));
        }
        let is_other_name = |table: &Arc<LoadedTable>| request.game.game != table.name();
        let may_lack_it = source.table().is_some_and(|table| table.worker_path().is_some() && is_other_name(table));
        let task = Task { request: request.clone(), source };
        let reply = self.answer_by_worker(context.client, key.clone(), task, tag.clone()).await?;
        if reply.status != 404 || !may_lack_it {
            return Ok(reply);
        }
        // A position that a table of the catalogue does not hold is solved.
        let task = Task { request, source: GameSource::Catalogue };
        self.answer_by_worker(context.client, format!("{key} without its table"), task, tag).await
    }

    /// Answers in this process, from a table or where that costs less than a request to a worker; `None` if a worker must answer.
    async fn answer_here(
        &self,
        client: Client,
        request: &Request,
        source: &GameSource,
    ) -> Result<Option<Response>, Failure> {
        if request.question == Question::Game {
            return catalogue::game(&request.game.game)?.as_ref().map(Response::of).transpose();
        }
        let is_in_table = request.position().is_some() || request.question == Question::Stats;
        match source {
            GameSource::Table(table) if table.worker_path().is_none() && is_in_table => {
                let ended = || Failure::limit("the request was ended");
                let _reader = self.readers.acquire(client).await;
                let answered = {
                    let (table, request) = (Arc::clone(table), request.clone());
                    tokio::task::spawn_blocking(move || table.answer(&request)).await
                };
                match answered.map_err(|_| ended())? {
                    // A position that a table of the catalogue does not hold is solved.
                    Err(failure) if failure.status == 404 && request.game.game != table.name() => Ok(None),
                    answered => answered.map(Some),
                }
            }
            GameSource::Catalogue => answer_inline(request),
            GameSource::Rules(_) | GameSource::Table(_) => Ok(None),
        }
    }

    /// Answers from the cache or by a worker. Of several equal requests that run at the same time, one is computed.
    async fn answer_by_worker(&self, client: Client, key: String, task: Task, tag: Tag) -> Result<Reply, Failure> {
        let is_answered = || self.answers.contains_key(&key);
        let demand = Demand { task: &task, client, key: &key, is_answered: &is_answered };
        loop {
            if let Some(text) = self.answers.get(&key).await {
                self.metrics.cached.inc();
                return Ok(Reply::json(200, text, Some(tag)));
            }
            // An answer that arrived meanwhile is in the cache, unless it was evicted at once.
            let Some(Completed { response, is_shared, turn: _turn }) = self.pool.run(&demand).await? else { continue };
            if is_shared {
                self.metrics.cached.inc();
            }
            let (status, is_cacheable, is_small) =
                (response.status, response.is_cacheable(), response.body.len() <= MAX_CACHED);
            let text = EncodedBody::new(response.body).await;
            if is_cacheable && is_small && !is_shared {
                // Before the turn ends: the tasks that wait look for it.
                self.answers.insert(key.clone(), text.clone()).await;
            }
            return Ok(Reply::json(status, text, Some(tag).filter(|_| is_cacheable)));
        }
    }

    /// Checks posted rules and stores them.
    pub(crate) async fn check_rules(
        &self,
        context: &RequestContext,
        set: Vec<String>,
        text: &str,
    ) -> Result<Reply, Failure> {
        if let Some(reason) = &self.rules_refusal {
            let message = format!("this server runs no posted rules: {reason}");
            return Err(Failure::new(503, message, "run them by `grundy solve`"));
        }
        let source: Arc<str> = text.into();
        let request = Request { game: GameQuery { set, ..GameQuery::default() }, question: Question::Check };
        let task = Task { request, source: GameSource::Rules(Arc::clone(&source)) };
        let handle = rules_store::handle(text);
        let key = format!("{handle} {}", task.request.cache_key());
        let demand = Demand { task: &task, client: context.client, key: &key, is_answered: &|| false };
        let ran = self.pool.run(&demand).await?;
        let Completed { response, .. } = ran.ok_or_else(|| Failure::limit("the request was ended"))?;
        if response.status == 200 {
            self.rules.insert(handle, source);
        }
        Ok(Reply::json(response.status, EncodedBody::new(response.body).await, None))
    }
}

/// Answers a request for the value alone, of a game whose values a formula gives; `None` for other requests.
fn answer_inline(request: &Request) -> Result<Option<Response>, Failure> {
    let Request { game, question: Question::Solve(position, MovesQuery { moves: false }) } = request else {
        return Ok(None);
    };
    let Ok(GameSpec::Named { name, .. }) = GameSpec::parse(&game.game) else { return Ok(None) };
    if entry(&name).is_none_or(|entry| entry.cost != Cost::Formula) {
        return Ok(None);
    }
    let opened = engine::open(game, &Limits::NONE);
    let opened = opened.map_err(|error| Failure::open(&error, "game", &game.game))?;
    let mut session = engine::Session::new(&opened, false, None, Limits::NONE);
    let at = session.at(position)?;
    // Without a theory for this kind of play, the position would have to be expanded.
    let is_known = opened.as_dyn().theory().is_some_and(|theory| theory.claim(&at).is_ok());
    if is_known { engine::answer(request, &mut session).map(Some) } else { Ok(None) }
}

/// The version of this program, and the size and the time of its file, which change when it is rebuilt.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let changed = file.as_ref().ok().and_then(|file| file.modified().ok());
    format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), file.map(|file| file.len()).ok(), changed)
}
