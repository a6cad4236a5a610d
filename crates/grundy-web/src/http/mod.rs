//! The routes, with the checks before and the steps after each request.

pub(crate) mod etag;
mod guard;
pub(crate) mod gzip;
mod log;
mod query;
mod reply;
mod routes;

pub(crate) use guard::Hosts;
pub use guard::host_address;
pub(crate) use reply::{EncodedBody, JSON, MAX_AGE, REVALIDATE, Reply, Tag};
pub use routes::openapi;

use crate::app::{App, RequestContext};
use crate::client::Client;
use crate::failure::Failure;
use crate::outgoing;
use axum::body::{Body, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, Method, Response, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::{Extension, Router};
use http_body_util::{BodyExt, Collected};
use std::sync::Arc;
use std::time::Instant;

/// All routes.
pub(crate) fn router(app: Arc<App>, hosts: Hosts, is_logged: bool) -> Router {
    let shared = (Arc::clone(&app), Arc::new(hosts));
    let router = routes::routes()
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(from_fn_with_state(shared, around))
        .with_state(app);
    if is_logged { log::logged(router) } else { router }
}

async fn no_route() -> Failure {
    Failure::new(404, "there is no such route", "the page is at `/`, the interface at `/openapi.json`")
}

async fn no_method(method: Method) -> Failure {
    Failure::new(405, format!("this route has no method {method}"), "the header `Allow` names its methods")
}

type Shared = (Arc<App>, Arc<Hosts>);

/// The middleware around all routes: checks where a request comes from, answers it, and counts it.
async fn around(
    State((app, hosts)): State<Shared>,
    Extension(client): Extension<Client>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let is_gzip_accepted = gzip::is_accepted(header_of(request.headers(), header::ACCEPT_ENCODING).as_deref());
    let context = RequestContext { client, if_none_match: header_of(request.headers(), header::IF_NONE_MATCH) };
    request.extensions_mut().insert(context.clone());
    let mut response = match hosts.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    reply::complete(&mut response, context.if_none_match.as_deref(), is_gzip_accepted);
    response = limit_unread(response, &app, client).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    app.metrics.count(route, response.status().as_u16(), began.elapsed());
    response
}

/// Counts a large body until the client has read it. Returns an error in place of the response if too many bytes are unread.
async fn limit_unread(response: Response<Body>, app: &App, client: Client) -> Response<Body> {
    let is_large = response.body().size_hint().lower() >= outgoing::LARGE as u64;
    if !is_large {
        return response;
    }
    let (parts, body) = response.into_parts();
    let body = body.collect().await.map(Collected::to_bytes).expect("a body in memory");
    match app.outgoing.count(body, client) {
        Some(body) => Response::from_parts(parts, Body::from(body)),
        None => {
            let mut refused = Failure::busy(503, "too many bytes of earlier answers are unread").into_response();
            reply::complete(&mut refused, None, false);
            refused
        }
    }
}

fn header_of(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}
