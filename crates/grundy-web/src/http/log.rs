//! The log: one event for each request, with its client, its status and its time.

use crate::client::Client;
use axum::Router;
use axum::extract::Request;
use axum::http::Response;
use std::time::Duration;
use tower_http::trace::TraceLayer;
use tracing::{Span, info, info_span};

/// Adds the log around all routes. The text of posted rules is not logged.
pub(super) fn logged(router: Router) -> Router {
    let span = |request: &Request| {
        let client = request.extensions().get::<Client>();
        info_span!("request", client = client.map(tracing::field::display), method = %request.method(), uri = %request.uri())
    };
    let answered = |response: &Response<_>, time: Duration, _: &Span| {
        info!(status = response.status().as_u16(), ms = time.as_secs_f64() * 1e3, "answered");
    };
    // A failure is an answer too: its status says so.
    router.layer(TraceLayer::new_for_http().make_span_with(span).on_request(()).on_response(answered).on_failure(()))
}
