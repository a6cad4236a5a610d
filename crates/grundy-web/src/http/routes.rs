//! The routes: the method, parameters and answer of each. The OpenAPI document is generated from these functions.

use super::guard::{RULES_TYPE, check_type};
use super::query::Query;
use super::{Caching, Reply, Text, etag};
use crate::app::{App, RequestContext};
use crate::catalogue::Game;
use crate::engine::{Explanation, HeatmapAnswer, PeriodAnswer, ReplyAnswer, Rules, SequenceAnswer};
use crate::failure::Failure;
use crate::games::{Games, games};
use crate::request::{
    GameQuery, HeatmapQuery, MovesQuery, NameQuery, PeriodQuery, PositionQuery, ReplyQuery, Request, SequenceQuery,
    SettingsQuery, TableQuery,
};
use crate::{page, rules_store, schema};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::OnceCell;
use utoipa::{IntoResponses, OpenApi};

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
        reply,
        sequence,
        period,
        heatmap,
        stats,
        rules,
        openapi_json,
        metrics
    )
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
    Input(schema::Error),
    /// The request is from another website
    #[response(status = 403)]
    Foreign(schema::Error),
    /// There is no such game, table, or position in a table
    #[response(status = 404)]
    NotFound(schema::Error),
    /// The route has other methods, in the header `Allow`
    #[response(status = 405)]
    Method(schema::Error),
    /// The server has another name
    #[response(status = 421)]
    Host(schema::Error),
    /// The rules are wrong
    #[response(status = 422)]
    Rules(schema::Error),
    /// The client has too many requests under way; the header `Retry-After` says when to try again
    #[response(status = 429)]
    Busy(schema::Error),
    /// A limit was hit, or, with `Retry-After`, the server's queue is full
    #[response(status = 503)]
    Limit(schema::Error),
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(index))
        .route("/page/{*file}", get(asset))
        .route("/api/games", get(catalogue))
        .route("/api/solve", get(solve))
        .route("/api/explain", get(explain))
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
type Answer = Result<Reply, Failure>;

fn file(name: &str) -> Answer {
    let none = || Failure::new(404, "there is no such page", "the page is at `/`, the interface at `/openapi.json`");
    page::asset(name).map(Reply::asset).ok_or_else(none)
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
async fn asset(Path(name): Path<String>) -> Answer {
    file(&name)
}

/// The catalogue and the loaded tables, or one game of the catalogue
#[utoipa::path(get, path = "/api/games", params(NameQuery), responses((status = 200, body = CatalogueAnswer<'static>), Errors))]
async fn catalogue(app: Shared, context: RequestContext, Query(query): Query<Option<NameQuery>>) -> Answer {
    match query {
        Some(query) => app.answer(&context, Request::Game(query)).await,
        None => {
            let all = async || Text::new(serde_json::to_vec(&games(&app.tables)).unwrap_or_default()).await;
            let text = app.games.get_or_init(all).await.clone();
            let tag = etag::of(&[&text.plain]);
            Ok(Reply::json(text, 200, Some(tag), Caching::Revalidate))
        }
    }
}

/// The catalogue, or one game
#[derive(serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the description of a response")]
enum CatalogueAnswer<'a> {
    All(Games<'a>),
    One(Game<'a>),
}

/// A position: its outcome, remoteness, Grundy value and moves
#[utoipa::path(
    get,
    path = "/api/solve",
    params(GameQuery, PositionQuery, MovesQuery),
    responses((status = 200, body = schema::Position), Errors)
)]
async fn solve(
    app: Shared,
    context: RequestContext,
    Query((game, position, moves)): Query<(GameQuery, PositionQuery, MovesQuery)>,
) -> Answer {
    app.answer(&context, Request::Solve(game, position, moves)).await
}

/// A position, with the reason for its value
#[utoipa::path(
    get,
    path = "/api/explain",
    params(GameQuery, PositionQuery),
    responses((status = 200, body = Explanation), Errors)
)]
async fn explain(
    app: Shared,
    context: RequestContext,
    Query((game, position)): Query<(GameQuery, PositionQuery)>,
) -> Answer {
    app.answer(&context, Request::Explain(game, position)).await
}

/// The move of an opponent
#[utoipa::path(
    get,
    path = "/api/reply",
    params(GameQuery, PositionQuery, ReplyQuery),
    responses((status = 200, body = ReplyAnswer<'static>), Errors)
)]
async fn reply(
    app: Shared,
    context: RequestContext,
    Query((game, position, reply)): Query<(GameQuery, PositionQuery, ReplyQuery)>,
) -> Answer {
    app.answer(&context, Request::Reply(game, position, reply)).await
}

/// The single heaps of a game, or the cold pairs of Wythoff's game
#[utoipa::path(
    get,
    path = "/api/sequence",
    params(GameQuery, SequenceQuery),
    responses((status = 200, body = SequenceAnswer<'static>), Errors)
)]
async fn sequence(
    app: Shared,
    context: RequestContext,
    Query((game, sequence)): Query<(GameQuery, SequenceQuery)>,
) -> Answer {
    app.answer(&context, Request::Sequence(game, sequence)).await
}

/// The period of a heap game
#[utoipa::path(get, path = "/api/period", params(PeriodQuery), responses((status = 200, body = PeriodAnswer<'static>), Errors))]
async fn period(app: Shared, context: RequestContext, Query(period): Query<PeriodQuery>) -> Answer {
    app.answer(&context, Request::Period(period)).await
}

/// Two heaps of a game, of every size
#[utoipa::path(
    get,
    path = "/api/heatmap",
    params(GameQuery, HeatmapQuery),
    responses((status = 200, body = HeatmapAnswer<'static>), Errors)
)]
async fn heatmap(
    app: Shared,
    context: RequestContext,
    Query((game, heatmap)): Query<(GameQuery, HeatmapQuery)>,
) -> Answer {
    app.answer(&context, Request::Heatmap(game, heatmap)).await
}

/// Statistics of a loaded table
#[utoipa::path(
    get,
    path = "/api/stats",
    params(TableQuery),
    responses((status = 200, body = schema::TableStatistics), Errors)
)]
async fn stats(app: Shared, context: RequestContext, Query(table): Query<TableQuery>) -> Answer {
    app.answer(&context, Request::Stats(table)).await
}

/// Posts a rules file; the answer has a handle, which is a game in every other call
#[utoipa::path(
    post,
    path = "/api/rules",
    params(SettingsQuery),
    request_body(content_type = "application/x-starlark", content = String, description = "The rules, at most 128 KiB"),
    responses(
        (status = 200, body = Rules<'static>),
        (status = 413, description = "The rules are too large", body = schema::Error),
        (status = 415, description = "The content type is another", body = schema::Error),
        Errors
    )
)]
async fn rules(
    app: Shared,
    context: RequestContext,
    Query(settings): Query<SettingsQuery>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    debug_assert_eq!(RULES_TYPE, "application/x-starlark");
    check_type(&headers)?;
    let too_large =
        || Failure::new(413, format!("the rules have more than {} bytes", rules_store::LARGEST), "shorten them");
    let bytes = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, rules_store::LARGEST)).await;
    let bytes = bytes
        .map_err(|_| Failure::new(408, "the rules did not arrive in time", "send them again"))?
        .map_err(|_| too_large())?;
    let text =
        std::str::from_utf8(&bytes).map_err(|_| Failure::new(422, "the rules are not UTF-8", "save them as UTF-8"))?;
    app.check_rules(&context, Request::Check(settings), text).await
}

/// The OpenAPI description of the interface
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, content_type = "application/json", body = Object), Errors))]
async fn openapi_json() -> Answer {
    static TEXT: OnceCell<Text> = OnceCell::const_new();
    static TAG: LazyLock<String> = LazyLock::new(|| etag::of(&[openapi()]));
    let text = TEXT.get_or_init(async || Text::new(openapi().into_bytes()).await).await.clone();
    Ok(Reply::json(text, 200, Some(TAG.clone()), Caching::Revalidate))
}

/// Counters and latencies, in the text format of Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, content_type = "text/plain", body = String), Errors))]
async fn metrics(app: Shared) -> Answer {
    let text = app.metrics.encode(&app.pool);
    Ok(Reply::now(200, "application/openmetrics-text; version=1.0.0; charset=utf-8", text))
}
