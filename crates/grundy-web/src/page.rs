//! The files of the page, compiled into the program.

use crate::http::{etag, gzip};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files of `page/` with their names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file of the page in the form in which it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub(crate) kind: &'static str,
    pub(crate) plain: Bytes,
    pub(crate) gzip: Bytes,
    pub(crate) tag: String,
}

static ASSETS: LazyLock<HashMap<&'static str, Asset>> = LazyLock::new(|| {
    let asset = |&(name, plain): &(&'static str, &'static [u8])| {
        let gzip = gzip::compressed(plain, 9);
        (name, Asset { kind: kind(name), plain: Bytes::from_static(plain), gzip, tag: etag::of(&[plain]) })
    };
    FILES.iter().map(asset).collect()
});

/// Finds a file by its name within `page/`.
pub(crate) fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.get(name)
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
