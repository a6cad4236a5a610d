//! A reply: status, headers and body, compressed for clients that accept that.

use super::{etag, gzip};
use crate::failure::Failure;
use crate::page::Asset;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, header};
use axum::response::IntoResponse;
use bytes::Bytes;

/// The `Cache-Control` of an answer that never changes: it may be cached for a day.
const MAX_AGE: &str = "public, max-age=86400";
/// The `Cache-Control` of an answer that may change when the server restarts: the client must revalidate it by its tag.
const REVALIDATE: &str = "no-cache";
const NEVER: &str = "no-store";
/// The size in bytes from which a body is compressed on a thread that serves no connections.
const LARGE: usize = 64 << 10;

/// A body, with its compressed form if the body is large enough to be worth it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) plain: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

impl Text {
    /// Compresses a body if it is large enough.
    pub(crate) async fn new(plain: Vec<u8>) -> Self {
        let plain = Bytes::from(plain);
        let gzip = if plain.len() < gzip::WORTH {
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

/// How long a client may cache a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caching {
    MaxAge,
    Revalidate,
    Never,
}

/// A reply.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) text: Text,
    pub(crate) tag: Option<String>,
    pub(crate) caching: Caching,
    pub(crate) retry_after: Option<u32>,
    pub(crate) allow: Option<&'static str>,
}

/// The content type of JSON.
pub(crate) const JSON: &str = "application/json";

impl Reply {
    /// Creates a reply that must not be cached.
    pub(crate) fn now(status: u16, kind: &'static str, body: impl Into<Bytes>) -> Self {
        let text = Text { plain: body.into(), gzip: None };
        Self { status, kind, text, tag: None, caching: Caching::Never, retry_after: None, allow: None }
    }

    /// Creates a reply in JSON, with its tag if it may be cached.
    pub(crate) fn json(text: Text, status: u16, tag: Option<String>, caching: Caching) -> Self {
        let caching = if tag.is_some() { caching } else { Caching::Never };
        Self { text, tag, caching, ..Self::now(status, JSON, Bytes::new()) }
    }

    /// Creates the reply to a client that already has the answer.
    pub(crate) fn unchanged(tag: String, caching: Caching) -> Self {
        Self { tag: Some(tag), caching, ..Self::now(304, JSON, Bytes::new()) }
    }

    /// Creates the reply with a file of the page.
    pub(crate) fn asset(asset: &Asset) -> Self {
        let gzip = Some(asset.gzip.clone()).filter(|gzip| asset.plain.len() >= 256 && gzip.len() < asset.plain.len());
        Self {
            text: Text { plain: asset.plain.clone(), gzip },
            tag: Some(asset.tag.clone()),
            caching: Caching::Revalidate,
            ..Self::now(200, asset.kind, Bytes::new())
        }
    }

    /// Creates the response, for a client that has the answers with the tags in `if_none_match`.
    pub(crate) fn render(self, if_none_match: Option<&str>, is_gzip_accepted: bool) -> Response<Body> {
        let is_known = self.status == 200 && self.tag.as_ref().is_some_and(|tag| etag::is_known(if_none_match, tag));
        let status = if is_known { 304 } else { self.status };
        let zipped = self.text.gzip.as_ref().filter(|_| is_gzip_accepted);
        let body = if status == 304 { Bytes::new() } else { zipped.unwrap_or(&self.text.plain).clone() };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status.try_into().unwrap_or(axum::http::StatusCode::SERVICE_UNAVAILABLE);
        let out = response.headers_mut();
        let mut set = |name, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                out.insert(name, value);
            }
        };
        if status != 304 {
            set(header::CONTENT_TYPE, self.kind);
            if zipped.is_some() {
                set(header::CONTENT_ENCODING, "gzip");
            }
        }
        if self.text.gzip.is_some() {
            set(header::VARY, "accept-encoding");
        }
        if let Some(tag) = &self.tag {
            set(header::ETAG, tag);
        }
        set(
            header::CACHE_CONTROL,
            match self.caching {
                Caching::MaxAge => MAX_AGE,
                Caching::Revalidate => REVALIDATE,
                Caching::Never => NEVER,
            },
        );
        if let Some(seconds) = self.retry_after {
            set(header::RETRY_AFTER, &seconds.to_string());
        }
        if let Some(allow) = self.allow {
            set(header::ALLOW, allow);
        }
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
        if self.kind.starts_with("text/html") {
            // The page loads nothing from other hosts.
            set(
                header::CONTENT_SECURITY_POLICY,
                "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
            );
            set(header::REFERRER_POLICY, "no-referrer");
        }
        response
    }
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Self {
        Self {
            retry_after: failure.retry_after,
            allow: failure.allow,
            ..Self::now(failure.status, JSON, failure.body())
        }
    }
}

/// Attaches the reply to an empty response as an extension, until the headers of the request are available.
impl IntoResponse for Reply {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        response.extensions_mut().insert(self);
        response
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response<Body> {
        Reply::from(self).into_response()
    }
}
