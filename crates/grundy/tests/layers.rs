//! Each module of the library uses modules of lower layers only, its files use each other in no circle, and none knows a
//! socket, a clock, a terminal or a flag of the command line.
//!
//! A name counts for the module that the code writes, for each re-export behind it and for the module that defines it. What
//! is an arrow between files, and why a child may use the types of its parent, is in `module_graph::FileGraph`.
//! Each list of exceptions below can only get shorter: an exception that is not needed fails the test.

use module_graph::{FileGraph, Reference, Sources, exceptions, forbid, is_below};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of each layer, the lowest first.
const LAYERS: [&[&str]; 6] = [
    &["value", "limits", "checkpoint", "simd", "spelling"],
    &["game", "text", "theory", "answer"],
    &["graph", "heap", "verify"],
    &["solve", "catalog"],
    &["solver", "play", "explain"],
    &["plot", "shortcuts"],
];

/// What a module may use of its own layer: the module, what it uses, and why.
const NEIGHBOURS: [(&str, &str, &str); 8] = [
    ("limits", "checkpoint", "a run may end because its checkpoint could not be written or read"),
    ("answer", "game", "an answer says who moves and which play convention holds"),
    ("text", "answer", "a game with a search of its own says what is proved of a position"),
    ("text", "game", "a game in text is a game whose positions and moves have a text"),
    ("text", "theory", "a game in text may have a period and a claim"),
    ("play", "solver", "the opponent asks the solver for its moves"),
    ("verify", "heap::misere::certificate", "the format of a certificate; the search is forbidden"),
    ("verify", "heap::octal::certificate", "the format of a certificate; its engines are forbidden"),
];

/// What is forbidden everywhere in the library: sockets, clocks, terminals, processes, arguments, and the crates above.
const OUTSIDE: [&str; 20] = [
    "std::dbg",
    "std::env",
    "std::eprint",
    "std::eprintln",
    "std::io::IsTerminal",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::print",
    "std::println",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::time::UNIX_EPOCH",
    "grundy_cli",
    "grundy_rules",
    "grundy_table",
    "grundy_web",
    "starlark",
];

/// Files with a string that names a flag of the command line.
const FLAGS: [&str; 0] = [];

fn library() -> Sources {
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &["grundy"])
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// The top module of a path into the library; `None` in its root and in other crates.
fn top(path: &str) -> Option<&str> {
    path.strip_prefix("grundy::")?.split("::").next()
}

/// What is wrong with a reference by the layers. Removes the exceptions that it needs from `unused`.
fn wrong(path: &Reference, unused: &mut Vec<(&str, &str, &str)>) -> Option<String> {
    let from = top(&path.module)?;
    let Some(own) = layer(from) else { return Some(format!("the module `{from}` is on no layer")) };
    path.steps.iter().find_map(|step| {
        let to = top(step).filter(|to| *to != from)?;
        let Some(other) = layer(to) else {
            return Some(format!("{}: `{}` names `{to}`, which is on no layer", path.file, path.written));
        };
        let is_allowed = |(module, prefix): (&str, &str)| module == from && is_below(&step["grundy::".len()..], prefix);
        unused.retain(|&(module, prefix, _)| !is_allowed((module, prefix)));
        let is_neighbour = NEIGHBOURS.iter().any(|&(module, prefix, _)| is_allowed((module, prefix)));
        // The tests hold theory and the solvers against each other.
        let is_never = (from, to) == ("solve", "heap");
        let is_wrong = is_never || (other >= own && !is_neighbour);
        is_wrong.then(|| format!("{}: `{}` uses {step}; `{from}` must not use `{to}`", path.file, path.written))
    })
}

#[test]
fn modules_use_lower_layers_only() {
    let paths = library().references("grundy").paths;
    assert!(paths.len() > 3000, "{}", paths.len());
    let mut unused = NEIGHBOURS.to_vec();
    let mut complaints: Vec<String> = paths.iter().filter_map(|path| wrong(path, &mut unused)).collect();
    complaints
        .extend(unused.iter().map(|(from, to, _)| format!("{from} does not use {to}: remove it from NEIGHBOURS")));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Which modules use which, without the arrows that follow from others.
fn arrows() -> BTreeSet<(String, String)> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in library().references("grundy").paths {
        let Some(from) = top(&path.module) else { continue };
        let used = path.steps.iter().filter_map(|step| top(step)).filter(|to| *to != from);
        uses.entry(from.to_owned()).or_default().extend(used.map(str::to_owned));
    }
    let reach = |from: &str| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = waiting.pop() {
            for next in uses.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    waiting.push(next.clone());
                }
            }
        }
        seen
    };
    let mut arrows = BTreeSet::new();
    for (from, used) in &uses {
        let direct = used.iter().filter(|to| !used.iter().any(|other| other != *to && reach(other).contains(*to)));
        arrows.extend(direct.map(|to| (from.clone(), to.clone())));
    }
    arrows
}

#[test]
fn the_picture_of_the_modules_is_true() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")).unwrap();
    let picture = page.split("```mermaid").nth(1).and_then(|rest| rest.split("```").next()).expect("a picture");
    let drawn = picture.lines().filter_map(|line| line.trim().split_once(" --> "));
    let drawn: BTreeSet<(String, String)> = drawn.map(|(from, to)| (from.to_owned(), to.to_owned())).collect();
    let lines: Vec<String> = arrows().iter().map(|(from, to)| format!("    {from} --> {to}")).collect();
    assert!(drawn == arrows(), "the arrows of ARCHITECTURE.md should be:\n{}", lines.join("\n"));
}

#[test]
fn the_library_knows_nothing_outside() {
    let complaints = forbid(&library().references("grundy").paths, &OUTSIDE);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_string_names_a_flag() {
    let strings = library().references("grundy").strings;
    assert!(strings.len() > 500, "{}", strings.len());
    let flags = strings.into_iter().filter(|(_, text)| names_a_flag(text));
    let flags: BTreeMap<String, String> = flags.map(|(file, text)| (file, format!("{text:?} names a flag"))).collect();
    let complaints = exceptions(&flags, &FLAGS);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn names_a_flag(text: &str) -> bool {
    text.as_bytes().windows(3).any(|bytes| bytes.starts_with(b"--") && bytes[2].is_ascii_lowercase())
}

#[test]
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&library(), "grundy");
    assert!(graph.len() > 500, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong with a line in a module of a small library that has the modules of this one.
fn wrong_line(module: &str, line: &str) -> Vec<String> {
    let root = LAYERS.concat().iter().map(|module| format!("pub mod {module};")).collect::<String>();
    let root = root + "pub use value::Outcome; pub use solve::solve; pub use graph::Graph;";
    let mut texts = BTreeMap::from([("lib.rs".to_owned(), root)]);
    for name in LAYERS.concat() {
        let text = match name {
            "value" => "pub enum Outcome { Win }",
            "graph" => "pub struct Graph;",
            "solve" => "pub fn solve() {}",
            "solver" => "pub use crate::solve as engine;",
            _ => "",
        };
        let text = format!("{text} {}", if name == module { line } else { "" });
        texts.insert(format!("{name}.rs"), text);
    }
    let mut sources = Sources::new();
    sources.add("grundy", &texts);
    let paths = sources.references("grundy").paths;
    let mut complaints: Vec<String> = paths.iter().filter_map(|path| wrong(path, &mut Vec::new())).collect();
    complaints.extend(forbid(&paths, &OUTSIDE));
    complaints
}

#[test]
fn a_wrong_use_is_seen() {
    for (module, line) in [
        ("heap", "use crate::solve::solve;"),
        ("heap", "use crate::{Outcome, solve};"),
        ("solve", "fn f() { let g = crate::heap::Nim; }"),
        ("verify", "use crate::heap::Set;"),
        ("verify", "use crate::heap::octal::Code;"),
        ("verify", "use crate::heap::octal::{certificate::Certificate, sparse::engine::Engine};"),
        ("verify", "fn f() { crate::solve() }"),
        ("solve", "use crate::heap::octal::certificate::Certificate;"),
        ("graph", "use crate::catalog::{self, Opened};"),
        ("game", "pub use crate::text::Key;"),
        ("catalog", "use crate::solve::solve;"),
        ("value", "use super::graph::Graph;"),
        ("value", "mod inner { fn f() -> super::super::Graph {} }"),
        ("solver", "use crate::{answer::Answer, explain};"),
        ("text", "use crate::game::Game; use crate::solver::Solver;"),
        ("text", "use crate::{value, game::{Game, Play}, graph as g};"),
        ("graph", "fn f() { assert!(crate::catalog::open()) }"),
        ("theory", "use crate::game::Game;"),
        ("heap", "use crate::*; fn f() { solve() }"),
        ("solve", "use std::time::Instant;"),
        ("solve", "use std::{fmt, time::{self, Duration}}; fn f() { time::SystemTime::now() }"),
        ("graph", "use std::io::{self, stdin};"),
        ("graph", "use std::io; fn f() { io::stdout() }"),
        ("graph", "use std::process::{self};"),
        ("solver", "fn f() { println!(\"{at}\"); }"),
        ("solver", "use crate::play::reply;"),
        ("play", "use crate::explain::explain;"),
        ("text", "use grundy_rules::open;"),
    ] {
        assert!(!wrong_line(module, line).is_empty(), "{module}: {line}");
    }
    for (module, line) in [
        ("text", "use crate::game::{Game, Play};"),
        ("solver", "use crate::catalog::{GraphGame, Opened};"),
        ("solve", "use super::{Outcome, Graph}; use crate::Outcome as Other;"),
        ("verify", "use crate::heap::octal::certificate::{Certificate, Proof};"),
        ("play", "use crate::solver::{SolveError, Solver};"),
        ("graph", "use crate::graph::Vertex;"),
        ("solve", "use std::io::{self, BufRead}; use std::time::Duration;"),
        ("heap", "#[cfg(test)] mod tests { use crate::solve::solve; fn f() { println!() } }"),
    ] {
        assert_eq!(wrong_line(module, line), [""; 0], "{module}: {line}");
    }
    // By another name: `play` may use the solver; a name that the solver hands on counts for the module behind it.
    assert_eq!(wrong_line("catalog", "fn f() { crate::solver::engine::solve() }").len(), 1);
    assert!(names_a_flag("larger --time") && names_a_flag("--a") && !names_a_flag("a -- b") && !names_a_flag("--5"));
}
