//! The routes, with the checks before and the steps after each request.

pub(crate) mod etag;
mod guard;
pub(crate) mod gzip;
mod query;
mod reply;
mod routes;

pub(crate) use guard::Hosts;
pub(crate) use reply::{Caching, Reply, Text};
pub use routes::openapi;

use crate::app::{App, RequestContext};
use crate::failure::Failure;
use axum::Router;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, Response, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

/// All routes.
pub(crate) fn router(app: Arc<App>, hosts: Hosts) -> Router {
    let shared = (Arc::clone(&app), Arc::new(hosts));
    routes::routes()
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(from_fn_with_state(shared, around))
        .with_state(app)
}

async fn no_route() -> Failure {
    Failure::new(404, "there is no such route", "the page is at `/`, the interface at `/openapi.json`")
}

async fn no_method(method: Method) -> Failure {
    Failure::new(405, format!("this route has no method {method}"), "the header `Allow` names its methods")
}

type Shared = (Arc<App>, Arc<Hosts>);

/// The middleware around all routes: checks where a request comes from, answers it, and counts it.
async fn around(State((app, hosts)): State<Shared>, request: Request, next: Next) -> Response<axum::body::Body> {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let is_gzip_accepted = gzip::is_accepted(header_of(request.headers(), header::ACCEPT_ENCODING).as_deref());
    let known = header_of(request.headers(), header::IF_NONE_MATCH);
    let mut response = match hosts.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    if let Some(reply) = response.extensions_mut().remove::<Reply>() {
        let allow = response.headers_mut().remove(header::ALLOW);
        response = reply.render(known.as_deref(), is_gzip_accepted);
        if let (405, Some(allow)) = (response.status().as_u16(), allow) {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    app.metrics.count(route, response.status().as_u16(), began.elapsed());
    response
}

fn header_of(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

impl<S: Sync> FromRequestParts<S> for RequestContext {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let address = parts.extensions.get::<Address>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.0);
        let if_none_match = header_of(&parts.headers, header::IF_NONE_MATCH);
        Ok(Self { client: address.into(), if_none_match })
    }
}
