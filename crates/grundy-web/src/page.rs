//! The files of the page and the chapters of the theory, compiled into the program.

use crate::http::{Reply, Text, gzip};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files of `page/`, and those of `docs/theory/` as `theory/…`, with their names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

static REPLIES: LazyLock<HashMap<&'static str, Reply>> = LazyLock::new(|| {
    let reply = |&(name, plain): &(&'static str, &'static [u8])| {
        let gzip = Some(gzip::compressed(plain, 9)).filter(|gzip| plain.len() >= 256 && gzip.len() < plain.len());
        (name, Reply::document(kind(name), Text { plain: Bytes::from_static(plain), gzip }))
    };
    FILES.iter().map(reply).collect()
});

/// The reply with a file, by its name within `page/`.
pub(crate) fn file(name: &str) -> Option<&'static Reply> {
    REPLIES.get(name)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "star" | "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
