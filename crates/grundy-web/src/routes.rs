//! The routes, each with its method and who answers it.

use crate::answer::{Answer, Caching, JSON, Text};
use crate::api::{self, Asking};
use crate::failure::Failure;
use crate::page;
use crate::state::State;
use crate::tag::tag_of;
use crate::whole;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, Response, header};
use axum::routing::any;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

/// What the interface is, for programs that read such descriptions.
const OPENAPI: &str = include_str!("../openapi.json");

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    Index,
    Page,
    Games,
    Solve,
    Explain,
    Reply,
    Sequence,
    Period,
    Heatmap,
    Stats,
    Rules,
    OpenApi,
    Metrics,
    Other,
}

/// Every route with its path.
const ROUTES: [(Route, &str); 13] = [
    (Route::Index, "/"),
    (Route::Page, "/page/{*file}"),
    (Route::Games, "/api/games"),
    (Route::Solve, "/api/solve"),
    (Route::Explain, "/api/explain"),
    (Route::Reply, "/api/reply"),
    (Route::Sequence, "/api/sequence"),
    (Route::Period, "/api/period"),
    (Route::Heatmap, "/api/heatmap"),
    (Route::Stats, "/api/stats"),
    (Route::Rules, "/api/rules"),
    (Route::OpenApi, "/openapi.json"),
    (Route::Metrics, "/metrics"),
];

/// The paths by which requests are counted; the last is all others.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    paths().chain(["other"])
}

/// The paths of all routes, as the router writes them.
pub fn paths() -> impl Iterator<Item = &'static str> {
    ROUTES.iter().map(|(_, path)| *path)
}

/// All routes.
pub(crate) fn router(state: Arc<State>) -> Router {
    let mut router = Router::new();
    for (number, (route, path)) in ROUTES.into_iter().enumerate() {
        let state = Arc::clone(&state);
        router = router.route(path, any(async move |request: Request| answer(&state, route, number, request).await));
    }
    router.fallback(async move |request: Request| answer(&state, Route::Other, ROUTES.len(), request).await)
}

async fn answer(state: &State, route: Route, number: usize, request: Request) -> Response<Body> {
    let began = Instant::now();
    let (parts, body) = request.into_parts();
    let client = parts.extensions.get::<Client>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |client| client.0);
    let asking = Asking {
        query: parts.uri.query().unwrap_or_default(),
        known: parts.headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()),
        client,
    };
    let answer = match allowed(route, &parts.method) {
        Ok(()) => dispatch(state, route, parts.uri.path(), &asking, body).await,
        Err(failure) => Err(failure),
    };
    let answer = answer.unwrap_or_else(Answer::from);
    state.metrics.count(number, answer.status, began.elapsed());
    answer.into_response(&parts.headers)
}

/// Sees that a route has a method.
fn allowed(route: Route, method: &Method) -> Result<(), Failure> {
    let is_posted = route == Route::Rules;
    let right = match *method {
        Method::GET | Method::HEAD => !is_posted,
        Method::POST => is_posted,
        _ => false,
    };
    if right || route == Route::Other {
        return Ok(());
    }
    let allow = if is_posted { "POST" } else { "GET, HEAD" };
    let failure = Failure::new(405, format!("this route has no method {method}"), format!("it has {allow}"));
    Err(Failure { allow: Some(allow), ..failure })
}

async fn dispatch(state: &State, route: Route, path: &str, asking: &Asking<'_>, body: Body) -> Result<Answer, Failure> {
    let file = |name: &str| {
        let none =
            || Failure::new(404, "there is no such page", "the page is at `/`, the interface at `/openapi.json`");
        page::asset(name).map(Answer::asset).ok_or_else(none)
    };
    match route {
        Route::Index => file("index.html"),
        Route::Page => file(path.strip_prefix("/page/").unwrap_or_default()),
        Route::Games => api::list(state, asking).await,
        Route::Solve => api::solve(state, asking).await,
        Route::Explain => api::explain(state, asking).await,
        Route::Reply => api::reply(state, asking).await,
        Route::Sequence => api::sequence(state, asking).await,
        Route::Period => api::period(state, asking).await,
        Route::Heatmap => api::heatmap(state, asking).await,
        Route::Stats => whole::stats(state, asking).await,
        Route::Rules => api::rules(state, asking, body).await,
        Route::OpenApi => {
            let text = Text::new(OPENAPI.as_bytes().to_vec()).await;
            let tag = tag_of(&[OPENAPI.as_bytes()]);
            Ok(Answer { kind: JSON, ..Answer::done(text, 200, Some(tag), Caching::AskAgain) })
        }
        Route::Metrics => {
            let text = state.metrics.text(&state.pool);
            Ok(Answer::now(200, "text/plain; version=0.0.4; charset=utf-8", text))
        }
        Route::Other => {
            Err(Failure::new(404, "there is no such route", "the page is at `/`, the interface at `/openapi.json`"))
        }
    }
}
