//! The files of the page and the chapters of the theory, compiled into the program.

use crate::http::{Reply, Text, gzip};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files of `page/`, and those of `docs/theory/` as `theory/…`, with their names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

static REPLIES: LazyLock<HashMap<&'static str, Reply>> = LazyLock::new(|| {
    let reply = |&(name, file): &(&'static str, &'static [u8])| {
        let plain = match std::str::from_utf8(file) {
            Ok(text) if name.ends_with(".js") && !name.starts_with("vendor/") => without_comments(text).into(),
            _ => Bytes::from_static(file),
        };
        let gzip = Some(gzip::compressed(&plain, 9)).filter(|gzip| plain.len() >= 256 && gzip.len() < plain.len());
        (name, Reply::document(kind(name), Text { plain, gzip }))
    };
    FILES.iter().map(reply).collect()
});

/// The reply with a file, by its name within `page/`.
pub(crate) fn file(name: &str) -> Option<&'static Reply> {
    REPLIES.get(name)
}

/// A module without the comments that have lines of their own, which are a fifth of what a browser would load. Comments within a line of code
/// stay. Lines of a template literal are taken for code, so none may begin like a comment.
fn without_comments(module: &str) -> String {
    let mut kept = String::with_capacity(module.len());
    let mut is_comment = false;
    for line in module.lines() {
        let begins = !is_comment && line.trim_start().starts_with("/**");
        if is_comment || begins {
            let end = line.find("*/").map(|at| line[at + 2..].trim());
            is_comment = end.is_none();
            if end.is_none_or(str::is_empty) {
                continue;
            }
        } else if line.trim_start().starts_with("//") {
            continue;
        }
        kept.push_str(line);
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
        let module = "/** One. @module */\n\nimport { h } from \"./dom.js\"; // why\n/**\n * @param {string} text\n */\nconst f = (text) => {\n  // a reason\n  /** @type {any} */ (text).go();\n  return /** @type {any} */ (\"// \" + text);\n};\n";
        let kept = "\nimport { h } from \"./dom.js\"; // why\nconst f = (text) => {\n  /** @type {any} */ (text).go();\n  return /** @type {any} */ (\"// \" + text);\n};\n";
        assert_eq!(without_comments(module), kept);
    }

    /// What is left out is comments alone: every line that is gone begins as one.
    #[test]
    fn the_modules_of_the_page_keep_their_code() {
        let modules: Vec<&str> = FILES
            .iter()
            .filter(|(name, _)| name.ends_with(".js") && !name.starts_with("vendor/"))
            .map(|(_, file)| std::str::from_utf8(file).unwrap())
            .collect();
        assert!(modules.len() > 40);
        for module in modules {
            let kept = without_comments(module);
            let mut kept = kept.lines().peekable();
            for line in module.lines() {
                if kept.next_if_eq(&line).is_none() {
                    let start = line.trim_start();
                    assert!(["/**", "*", "//"].iter().any(|mark| start.starts_with(mark)), "{line}");
                }
            }
            assert_eq!(kept.next(), None);
        }
    }
}
