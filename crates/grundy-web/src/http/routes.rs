//! The routes: the method, parameters and answer of each. The OpenAPI document is generated from these functions.

use super::guard::check_type;
use super::query::Query;
use super::{EncodedBody, JSON, Reply};
use crate::app::{App, RequestContext};
use crate::catalogue::{self, Game};
use crate::engine::{Explanation, HeatmapAnswer, ReplyAnswer, Rules};
use crate::failure::{Error, Failure};
use crate::request::{
    GameQuery, HeatmapQuery, MovesQuery, NameQuery, PeriodQuery, PositionQuery, Question, ReplyQuery, Request,
    SequenceQuery, SettingsQuery, TableQuery, YesNo,
};
use crate::tables::TableEntry;
use crate::{page, rules_store};
use axum::body::{Body, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Extension, Router};
use grundy::solver::json::TableStatistics;
use http_body_util::LengthLimitError;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;
use utoipa::{IntoResponses, OpenApi, ToSchema};

/// The time after which a request is rejected if its body has not arrived.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The description of the interface.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Solves games: who wins, by which move, in how many moves, and why. Values are for the player to move.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        index,
        asset,
        catalogue,
        solve,
        explain,
        trace,
        moves,
        reply,
        sequence,
        period,
        heatmap,
        stats,
        rules,
        openapi_json,
        metrics
    ),
    components(schemas(YesNo))
)]
struct Document;

/// The OpenAPI document as JSON.
pub fn openapi() -> String {
    Document::openapi().to_pretty_json().unwrap_or_default()
}

/// Errors of a question.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "the description of responses")]
enum Errors {
    /// The client has the answer already
    #[response(status = 304)]
    Unchanged,
    /// Bad input
    #[response(status = 400)]
    Input(Error),
    /// The request is from another website
    #[response(status = 403)]
    Foreign(Error),
    /// There is no such game, table, or position in a table
    #[response(status = 404)]
    NotFound(Error),
    /// The route has other methods, in the header `Allow`
    #[response(status = 405)]
    Method(Error),
    /// The server has another name
    #[response(status = 421)]
    Host(Error),
    /// The rules are wrong
    #[response(status = 422)]
    Rules(Error),
    /// The client has too many requests under way; the header `Retry-After` says when to try again
    #[response(status = 429)]
    Busy(Error),
    /// A limit was hit before anything could be answered, or, with `Retry-After`, the server's queue is full
    #[response(status = 503)]
    Limit(Error),
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(index))
        .route("/page/{*file}", get(asset))
        .route("/api/games", get(catalogue))
        .route("/api/solve", get(solve))
        .route("/api/explain", get(explain))
        .route("/api/trace", get(trace))
        .route("/api/moves", get(moves))
        .route("/api/reply", get(reply))
        .route("/api/sequence", get(sequence))
        .route("/api/period", get(period))
        .route("/api/heatmap", get(heatmap))
        .route("/api/stats", get(stats))
        .route("/api/rules", post(rules))
        .route("/openapi.json", get(openapi_json))
        .route("/metrics", get(metrics))
}

type Shared = State<Arc<App>>;
type Context = Extension<RequestContext>;
type Answer = Result<Reply, Failure>;
type Position = grundy::answer::json::Position<'static>;
type TraceAnswer = grundy::solver::json::TraceAnswer;
type PeriodAnswer = grundy::solver::json::PeriodAnswer<'static>;
type SequenceAnswer = grundy::solver::json::SequenceAnswer<'static>;

/// Defines the handler of a question with its description: the name, the path, the parameters, the type of the answer, the request.
macro_rules! question {
    ($(#[$($doc:tt)*])+ $name:ident $path:tt ($($part:ident: $Part:ident),+) -> $Answer:ident { $request:expr }) => {
        $(#[$($doc)*])+
        #[utoipa::path(get, path = $path, params($($Part),+), responses((status = 200, body = $Answer), Errors))]
        async fn $name(
            State(app): Shared,
            Extension(context): Context,
            Query(($($part,)+)): Query<($($Part,)+)>,
        ) -> Answer {
            app.answer(&context, $request).await
        }
    };
}

fn file(name: &str) -> Answer {
    let none = || Failure::new(404, "there is no such page", "the page is at `/`, the interface at `/openapi.json`");
    page::file(name).cloned().ok_or_else(none)
}

/// The page
#[utoipa::path(get, path = "/", responses((status = 200, content_type = "text/html", body = String), Errors))]
async fn index() -> Answer {
    file("index.html")
}

/// A file of the page
#[utoipa::path(
    get,
    path = "/page/{file}",
    params(("file" = String, Path, example = "index.html")),
    responses((status = 200, content_type = "*/*", body = String), Errors)
)]
async fn asset(name: Result<Path<String>, PathRejection>) -> Answer {
    // A path that is not UTF-8 names no file.
    file(name.as_ref().map_or("", |Path(name)| name))
}

/// The catalogue and the loaded tables, or one game of the catalogue
#[utoipa::path(get, path = "/api/games", params(NameQuery), responses((status = 200, body = CatalogueAnswer), Errors))]
async fn catalogue(State(app): Shared, Extension(context): Context, Query(query): Query<NameQuery>) -> Answer {
    if let Some(name) = query.name {
        return app.answer(&context, Request { game: name.into(), question: Question::Game }).await;
    }
    let all = || {
        let tables = app.tables.iter().map(|table| table.entry()).collect();
        let games = Games { schema: "grundy/games/1", games: catalogue::all(), tables };
        serde_json::to_vec(&games).unwrap_or_default()
    };
    Ok(document(&app.games, all).await)
}

/// The catalogue and the loaded tables
#[derive(Serialize, ToSchema)]
struct Games<'a> {
    /// `grundy/games/1`
    schema: &'static str,
    games: Vec<Game<'static>>,
    tables: Vec<TableEntry<'a>>,
}

/// The catalogue, or one game
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the description of a response")]
enum CatalogueAnswer {
    All(Games<'static>),
    One(Game<'static>),
}

question! {
    /// A position: its outcome, remoteness, Grundy value and moves. Values that are not proved within the limits are null, with the bound
    /// that is proved
    solve "/api/solve" (game: GameQuery, position: PositionQuery, moves: MovesQuery) -> Position {
        Request { game, question: Question::Solve(position, moves) }
    }
}

question! {
    /// A position, with the reason for its value
    explain "/api/explain" (game: GameQuery, position: PositionQuery) -> Explanation {
        Request { game, question: Question::Explain(position) }
    }
}

question! {
    /// The rounds of retrograde analysis on the positions that can be reached, at most 200: the queue, the counters, the draws left over
    trace "/api/trace" (game: GameQuery, position: PositionQuery) -> TraceAnswer {
        Request { game, question: Question::Trace(position) }
    }
}

question! {
    /// The moves of a position, without searching for its value: for a board that is shown at once
    moves "/api/moves" (game: GameQuery, position: PositionQuery) -> Explanation {
        Request { game, question: Question::Moves(position) }
    }
}

question! {
    /// The move of an opponent
    reply "/api/reply" (game: GameQuery, position: PositionQuery, reply: ReplyQuery) -> ReplyAnswer {
        Request { game, question: Question::Reply(position, reply) }
    }
}

question! {
    /// The single heaps of a game, with at most 20 winning moves of each, or the cold pairs of Wythoff's game
    sequence "/api/sequence" (game: GameQuery, sequence: SequenceQuery) -> SequenceAnswer {
        Request { game, question: Question::Sequence(sequence) }
    }
}

question! {
    /// The period of a heap game
    period "/api/period" (period: PeriodQuery) -> PeriodAnswer {
        Request { game: period.game.into(), question: Question::Period { limit: period.limit } }
    }
}

question! {
    /// Two heaps of a game, of every size
    heatmap "/api/heatmap" (game: GameQuery, heatmap: HeatmapQuery) -> HeatmapAnswer {
        Request { game, question: Question::Heatmap(heatmap) }
    }
}

question! {
    /// Statistics of a loaded table
    stats "/api/stats" (table: TableQuery) -> TableStatistics {
        Request { game: table.table.into(), question: Question::Stats }
    }
}

/// Posts a rules file; the answer has a handle, which is a game in every other call
#[utoipa::path(
    post,
    path = "/api/rules",
    params(SettingsQuery),
    request_body(content_type = "application/x-starlark", content = String, description = "The rules, at most 128 KiB"),
    responses(
        (status = 200, body = Rules),
        (status = 408, description = "The rules did not arrive in time", body = Error),
        (status = 413, description = "The rules are too large", body = Error),
        (status = 415, description = "The content type is another", body = Error),
        Errors
    )
)]
async fn rules(
    State(app): Shared,
    Extension(context): Context,
    Query(settings): Query<SettingsQuery>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    check_type(&headers)?;
    let bytes = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, rules_store::MAX_BYTES)).await;
    let bytes = bytes.map_err(|_| Failure::new(408, "the rules did not arrive in time", "send them again"))?;
    let bytes = bytes.map_err(|error| {
        if error.into_inner().is::<LengthLimitError>() {
            Failure::new(413, format!("the rules have more than {} bytes", rules_store::MAX_BYTES), "shorten them")
        } else {
            Failure::input("the body of the request is broken or ends too early", "send it again")
        }
    })?;
    let text = str::from_utf8(&bytes);
    let text = text.map_err(|_| Failure::new(422, "the rules are not UTF-8", "save them as UTF-8"))?;
    app.check_rules(&context, settings.set, text).await
}

/// The OpenAPI description of the interface
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, content_type = "application/json", body = Object), Errors))]
async fn openapi_json(Query(()): Query<()>) -> Answer {
    static DESCRIPTION: OnceCell<Reply> = OnceCell::const_new();
    Ok(document(&DESCRIPTION, || openapi().into_bytes()).await)
}

/// Replies with a document in JSON that is made at the first request for it.
async fn document(made: &OnceCell<Reply>, make: impl FnOnce() -> Vec<u8>) -> Reply {
    made.get_or_init(async || Reply::document(JSON, EncodedBody::new(make()).await)).await.clone()
}

/// Counters and latencies, in the text format of Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, content_type = "application/openmetrics-text", body = String), Errors))]
async fn metrics(State(app): Shared, Query(()): Query<()>) -> Reply {
    let text = EncodedBody::new(app.metrics.encode(&app.pool).into_bytes()).await;
    Reply { status: 200, kind: "application/openmetrics-text; version=1.0.0; charset=utf-8", text, tag: None }
}
