//! A reply: status, headers and body, compressed for clients that accept that.

use super::{etag, gzip};
use crate::failure::Failure;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use bytes::Bytes;

/// The `Cache-Control` of an answer that never changes: it may be cached for a day.
pub(crate) const MAX_AGE: &str = "public, max-age=86400";
/// The `Cache-Control` of an answer that may change when the server restarts: the client must revalidate it by its tag.
pub(crate) const REVALIDATE: &str = "no-cache";
/// The content type of JSON.
pub(crate) const JSON: &str = "application/json";
/// The headers of every response.
const ALWAYS: [(&str, &str); 2] =
    [("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin")];
/// Further headers of a document of the page, which loads nothing from other hosts.
const OF_DOCUMENT: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("referrer-policy", "no-referrer"),
];
/// The minimum size in bytes of a body that is compressed.
const WORTH: usize = 1024;
/// The size in bytes from which a body is compressed on a thread that serves no connections.
const LARGE: usize = 64 << 10;

/// A body, with its compressed form if the body is large enough to be worth it.
#[derive(Clone, Debug, Default)]
pub(crate) struct EncodedBody {
    pub(crate) plain: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

impl EncodedBody {
    /// Compresses a body if it is large enough.
    pub(crate) async fn new(plain: Vec<u8>) -> Self {
        let plain = Bytes::from(plain);
        let gzip = if plain.len() < WORTH {
            None
        } else if plain.len() < LARGE {
            Some(gzip::compressed(&plain, 5))
        } else {
            let large = plain.clone();
            tokio::task::spawn_blocking(move || gzip::compressed(&large, 5)).await.ok()
        };
        Self { plain, gzip }
    }

    /// The memory of both forms, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }
}

/// A tag that identifies an answer, and its `Cache-Control`.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) value: String,
    pub(crate) caching: &'static str,
}

/// A reply. Without a tag it must not be cached.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) text: EncodedBody,
    pub(crate) tag: Option<Tag>,
}

impl Reply {
    /// Creates a reply in JSON.
    pub(crate) fn json(status: u16, text: EncodedBody, tag: Option<Tag>) -> Self {
        Self { status, kind: JSON, text, tag }
    }

    /// Creates a reply with a document that stays the same as long as the server runs.
    pub(crate) fn document(kind: &'static str, text: EncodedBody) -> Self {
        let tag = Tag { value: etag::of(&text.plain), caching: REVALIDATE };
        Self { status: 200, kind, text, tag: Some(tag) }
    }
}

/// The compressed form of a response's body.
#[derive(Clone)]
struct Compressed(Bytes);

impl IntoResponse for Reply {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.text.plain));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let caching = self.tag.as_ref().map_or("no-store", |tag| tag.caching);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        if let Some(tag) = self.tag.and_then(|tag| HeaderValue::try_from(tag.value).ok()) {
            headers.insert(header::ETAG, tag);
        }
        // A 304 has no text here, but must have the same `Vary` as the 200.
        if self.text.gzip.is_some() || headers.contains_key(header::ETAG) {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let Some(gzip) = self.text.gzip {
            response.extensions_mut().insert(Compressed(gzip));
        }
        response
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response<Body> {
        let text = EncodedBody { plain: self.body().into(), gzip: None };
        let mut response = Reply::json(self.status, text, None).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Completes a response for a client that has the answers with the tags in `if_none_match`.
pub(super) fn complete(response: &mut Response<Body>, if_none_match: Option<&str>, is_gzip_accepted: bool) {
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let is_known = response.status() == 200 && tag.is_some_and(|tag| etag::is_known(if_none_match, tag));
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_document = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    for (name, value) in ALWAYS.into_iter().chain(OF_DOCUMENT.into_iter().filter(|_| is_document)) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(header::CONTENT_TYPE);
    } else if let Some(Compressed(gzip)) = response.extensions_mut().remove().filter(|_| is_gzip_accepted) {
        *response.body_mut() = Body::from(gzip);
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}
