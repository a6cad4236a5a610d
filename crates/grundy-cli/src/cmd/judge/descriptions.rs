//! Descriptions of the problems: the list of all, and the explanation of one.

use super::Problem;
use crate::render;
use serde_json::{Value, json};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Lists all problems, one per line.
pub(super) fn list(problems: &[Problem]) -> String {
    let width = |text: fn(&Problem) -> &str| problems.iter().map(|p| text(p).width()).max().unwrap_or(0);
    let (names, titles, sources) = (width(|p| p.name), width(|p| p.title), width(|p| p.source));
    let mut out = String::new();
    for p in problems {
        for (text, width) in [(p.name, names), (p.title, titles), (p.source, sources)] {
            let _ = write!(out, "{text}{:1$}", "", width + 2 - text.width());
        }
        out.push_str(p.rule);
        out.push('\n');
    }
    out
}

/// Lists all problems as JSON.
pub(super) fn list_json(problems: &[Problem]) -> Value {
    let problems: Vec<Value> = problems.iter().map(named).collect();
    json!({"schema": "grundy/problems/1", "problems": problems})
}

/// Explains one problem: the task, its format, and how it is solved.
pub(super) fn explain(p: &Problem) -> String {
    let mut out = format!("{}: {} ({})\n{}\n\n", p.name, p.title, p.source, p.rule);
    for (what, text) in
        [("input", p.input), ("output", p.output), ("theorem", p.theorem), ("time", p.time), ("memory", p.memory)]
    {
        let lines = render::wrap_paragraphs(text, 84);
        for (i, line) in lines.lines().enumerate() {
            let _ = writeln!(out, "{:8} {line}", if i == 0 { what } else { "" });
        }
    }
    out
}

/// Explains one problem as JSON.
pub(super) fn explain_json(p: &Problem) -> Value {
    let mut object = json!({"schema": "grundy/problem/1"});
    for (key, value) in named(p).as_object().into_iter().flatten() {
        object[key] = value.clone();
    }
    for (key, text) in
        [("input", p.input), ("output", p.output), ("theorem", p.theorem), ("time", p.time), ("memory", p.memory)]
    {
        object[key] = text.into();
    }
    object
}

fn named(p: &Problem) -> Value {
    json!({"name": p.name, "title": p.title, "source": p.source, "rule": p.rule})
}
