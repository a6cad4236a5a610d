//! An answer as it goes out: status, headers, body, compressed for those who read it so.

use crate::failure::Failure;
use crate::job::Done;
use crate::page::Asset;
use crate::{gzip, tag};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use bytes::Bytes;

/// How long an answer that never changes may be kept by whoever asked, before it is asked for again by its tag.
const FOREVER: &str = "public, max-age=86400";
/// What may change when the server is started again: asked for every time, by its tag.
const ASK_AGAIN: &str = "no-cache";
const NEVER: &str = "no-store";
/// Bodies from this on are compressed apart from those who serve.
const LARGE: usize = 64 << 10;

/// A body, and the same compressed where that is worth it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) plain: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

impl Text {
    /// A body that is to be kept or sent.
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

    /// Its bytes.
    pub(crate) fn len(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }
}

/// How long whoever asked may keep an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caching {
    Forever,
    AskAgain,
    Never,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) text: Text,
    pub(crate) tag: Option<String>,
    pub(crate) caching: Caching,
    pub(crate) retry_after: Option<u32>,
    pub(crate) allow: Option<&'static str>,
}

/// JSON, as a header says it.
pub(crate) const JSON: &str = "application/json";

impl Answer {
    /// A body of some kind that may change at any time.
    pub(crate) fn now(status: u16, kind: &'static str, body: impl Into<Bytes>) -> Self {
        let text = Text { plain: body.into(), gzip: None };
        Self { status, kind, text, tag: None, caching: Caching::Never, retry_after: None, allow: None }
    }

    /// What came of a job, with its tag if it is one that never changes.
    pub(crate) fn done(text: Text, status: u16, tag: Option<String>, caching: Caching) -> Self {
        let caching = if tag.is_some() { caching } else { Caching::Never };
        Self { text, tag, caching, ..Self::now(status, JSON, Bytes::new()) }
    }

    /// Whoever asked has it already.
    pub(crate) fn unchanged(tag: String, caching: Caching) -> Self {
        Self { tag: Some(tag), caching, ..Self::now(304, JSON, Bytes::new()) }
    }

    /// A file of the page.
    pub(crate) fn asset(asset: &Asset) -> Self {
        let gzip = Some(asset.gzip.clone()).filter(|gzip| asset.plain.len() >= 256 && gzip.len() < asset.plain.len());
        Self {
            text: Text { plain: asset.plain.clone(), gzip },
            tag: Some(asset.tag.clone()),
            caching: Caching::AskAgain,
            ..Self::now(200, asset.kind, Bytes::new())
        }
    }

    /// The answer for a request with these headers.
    pub(crate) fn into_response(self, headers: &HeaderMap) -> Response<Body> {
        let asked = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let known =
            self.status == 200 && self.tag.as_ref().is_some_and(|tag| tag::is_known(asked(header::IF_NONE_MATCH), tag));
        let status = if known { 304 } else { self.status };
        let zipped = self.text.gzip.as_ref().filter(|_| gzip::is_accepted(asked(header::ACCEPT_ENCODING)));
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
                Caching::Forever => FOREVER,
                Caching::AskAgain => ASK_AGAIN,
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
        if self.kind.starts_with("text/html") {
            // Everything that the page needs comes with it.
            set(
                header::CONTENT_SECURITY_POLICY,
                "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
            );
            set(header::REFERRER_POLICY, "no-referrer");
        }
        response
    }
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self {
            retry_after: failure.retry_after,
            allow: failure.allow,
            ..Self::now(failure.status, JSON, failure.body())
        }
    }
}

impl From<Done> for Answer {
    fn from(done: Done) -> Self {
        Self::now(done.status, JSON, done.body)
    }
}
