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
        let client = request.extensions().get::<Client>().map(tracing::field::display);
        info_span!("request", client, method = %request.method(), uri = %visible(&request.uri().to_string()))
    };
    let answered = |response: &Response<_>, time: Duration, _: &Span| {
        info!(status = response.status().as_u16(), ms = time.as_secs_f64() * 1e3, "answered");
    };
    // A failure is an answer too: its status says so.
    router.layer(TraceLayer::new_for_http().make_span_with(span).on_request(()).on_response(answered).on_failure(()))
}

/// A URI whose bytes outside of ASCII are escaped. Some of those characters are commands to the operator's terminal.
fn visible(uri: &str) -> String {
    let mut visible = String::with_capacity(uri.len());
    for byte in uri.bytes() {
        match byte {
            b' '..=b'~' => visible.push(char::from(byte)),
            _ => visible.push_str(&format!("%{byte:02X}")),
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn commands_to_a_terminal_are_escaped() {
        assert_eq!(visible("/api/games?name=nim"), "/api/games?name=nim");
        assert_eq!(visible("/\u{9b}31m\u{7f}\u{1b}é"), "/%C2%9B31m%7F%1B%C3%A9");
    }
}
