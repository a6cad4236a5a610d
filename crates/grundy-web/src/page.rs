//! The files of the page, the chapters of the theory and the reference of rules files, compiled into the program.

use crate::http::{EncodedBody, Reply, gzip};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files of `page/`, and those of `docs/theory/` and `docs/rules-files.md` as `theory/…`, with their names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

static REPLIES: LazyLock<HashMap<&'static str, Reply>> = LazyLock::new(|| {
    let reply = |&(name, file): &(&'static str, &'static [u8])| {
        let plain = match std::str::from_utf8(file) {
            Ok(text) if name.ends_with(".js") && !name.starts_with("vendor/") => without_comments(text).into(),
            _ => Bytes::from_static(file),
        };
        let gzip = Some(gzip::compressed(&plain, 9)).filter(|gzip| plain.len() >= 256 && gzip.len() < plain.len());
        (name, Reply::document(kind(name), EncodedBody { plain, gzip }))
    };
    FILES.iter().map(reply).collect()
});

/// The reply with a file, by its name within `page/`.
pub(crate) fn file(name: &str) -> Option<&'static Reply> {
    REPLIES.get(name)
}

/// A module without the comments that have lines of their own, which are a fifth of what a browser would load. Comments within a line of code
/// stay. A line of a template literal must not begin like a comment: it would be left out.
fn without_comments(module: &str) -> String {
    let mut kept = String::with_capacity(module.len());
    let mut is_comment = false;
    for line in module.lines() {
        let mut code = line;
        if is_comment || line.trim_start().starts_with("/**") {
            let end = line.find("*/").map(|at| &line[at + 2..]);
            let is_within = std::mem::replace(&mut is_comment, end.is_none());
            match end.map(str::trim) {
                None | Some("") => continue,
                Some(rest) if is_within => code = rest,
                Some(_) => (),
            }
        } else if line.trim_start().starts_with("//") {
            continue;
        }
        kept.push_str(code);
        kept.push('\n');
    }
    kept
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_on_lines_of_their_own_are_left_out() {
        let module = "/** One. @module */\n\nimport { h } from \"./dom.js\"; // why\n/**\n * @param {string} text\n */\nconst f = (text) => {\n  // a reason\n  /** @type {any} */ (text).go();\n  return /** @type {any} */ (\"// \" + text);\n};\n/**\n * A cast.\n */ (f).g();\n";
        let kept = "\nimport { h } from \"./dom.js\"; // why\nconst f = (text) => {\n  /** @type {any} */ (text).go();\n  return /** @type {any} */ (\"// \" + text);\n};\n(f).g();\n";
        assert_eq!(without_comments(module), kept);
    }
}
