//! Reads what each room of the library uses and holds it to the floors of the house: all arrows point down.

use std::path::{Path, PathBuf};

/// The rooms, a line a floor, the lowest first.
const FLOORS: [&[&str]; 5] = [
    &["value", "limits", "keep", "spelling"],
    &["game", "theory", "answer", "any"],
    &["graph", "heap", "referee"],
    &["solve", "catalog"],
    &["ask", "explain", "play"],
];
/// The arrows that may run along a floor.
const ALONG: [&str; 6] = ["any game", "any theory", "any answer", "theory game", "answer game", "play ask"];
/// The arrows that may not be, whatever the floors are: theory and solvers test one another, the referee tests both.
const NEVER: [&str; 4] = ["heap solve", "solve heap", "referee solve", "referee heap"];
/// What the referee may know of theory: the format of a certificate.
const FORMAT: &str = "crate::heap::octal::certificate::";
/// A socket, a clock and a terminal, as code names them.
const OUTSIDE: [&str; 7] = ["net::", "time::", "stdin", "stdout", "stderr", "println!", "print!"];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// What is wrong with a line of a room's code.
fn wrong(room: &str, line: &str) -> Option<String> {
    if let Some(outside) = OUTSIDE.iter().find(|outside| line.contains(**outside)) {
        return Some(format!("`{outside}` is outside the library"));
    }
    let name =
        |rest: &str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned();
    let line = if room == "referee" { line.replace(FORMAT, "") } else { line.to_owned() };
    let named = line.split("crate::").skip(1).map(name);
    // From a file at the top, `super::` is the crate too; deeper down it names what is no room.
    let above = line.split("super::").skip(1).map(name).filter(|to| floor(to).is_some());
    named.chain(above).filter(|to| to != room).find_map(|to| {
        let arrow = format!("{room} {to}");
        let Some(to) = floor(&to) else { return Some(format!("`{to}` is no room; name one, a line each")) };
        let down = Some(to) < floor(room) || ALONG.contains(&&*arrow);
        (!down || NEVER.contains(&&*arrow)).then(|| format!("no arrow may lead `{arrow}`"))
    })
}

/// The lines of a folder's Rust files that are not comments, each with its place and the first part of its path.
fn code(folder: PathBuf) -> Vec<(String, String, String)> {
    let (mut folders, mut lines) = (vec![folder.clone()], Vec::new());
    while let Some(next) = folders.pop() {
        for path in std::fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let top = path.strip_prefix(&folder).unwrap().iter().next().unwrap().to_string_lossy();
                for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
                    if !line.trim_start().starts_with("//") {
                        let room = top.trim_end_matches(".rs").to_owned();
                        lines.push((room, format!("{}:{number}", path.display()), line.to_owned()));
                    }
                }
            }
        }
    }
    lines
}

#[test]
fn all_arrows_point_down() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let library = code(house.join("grundy/src"));
    assert!(library.len() > 1000 && library.iter().any(|(_, _, line)| line.contains("use crate::")));
    for (room, place, line) in library.iter().filter(|(room, _, _)| room != "lib") {
        assert!(floor(room).is_some(), "{place}: the room `{room}` stands on no floor");
        assert_eq!(wrong(room, line), None, "{place}: {line}");
    }
    // The library has no script engine, and the rules know no face.
    assert!(library.iter().all(|(_, _, line)| !line.contains("starlark") && !line.contains("grundy_rules")));
    for (_, place, line) in code(house.join("grundy-rules/src")) {
        let outside = ["net::", "stdin", "stdout", "stderr", "println!", "print!", "grundy_cli"];
        assert!(!outside.iter().any(|outside| line.contains(outside)), "{place}: {line}");
    }
    let face = code(house.join("grundy-cli/src"));
    assert!(face.iter().any(|(_, _, line)| line.contains("use grundy::")));
    for (_, place, line) in face {
        let rest = line.replace("grundy_table", "").replace("grundy_rules", "");
        // Of the faces, one verb starts another.
        let rest = if place.contains("cmd/serve.rs:") { rest.replace("grundy_web", "") } else { rest };
        assert!(!rest.contains("grundy_"), "{place} uses more of the house than it may: {line}");
    }
}

#[test]
fn a_wrong_arrow_is_seen() {
    for (room, line) in [
        ("heap", "use crate::solve::solve;"),
        ("solve", "    let g = crate::heap::Nim;"),
        ("referee", "use crate::heap::Set;"),
        ("referee", "use crate::heap::octal::Code;"),
        ("solve", "use crate::heap::octal::certificate::Certificate;"),
        ("graph", "use crate::catalog::{self, Opened};"),
        ("game", "pub use crate::text::Key;"),
        ("catalog", "use crate::solve::solve;"),
        ("value", "    use super::graph::Graph;"),
        ("ask", "use crate::{solve, graph};"),
        ("any", "use crate::game::Game; use crate::solver::Solver;"),
        ("graph", "use crate::Outcome;"),
        ("solve", "use std::time::Instant;"),
        ("graph", "use std::io::{self, stdin};"),
        ("ask", "    println!(\"{at}\");"),
        ("ask", "use crate::play::reply;"),
        ("play", "use crate::explain::explain;"),
    ] {
        assert!(wrong(room, line).is_some(), "{room}: {line}");
    }
    for (room, line) in [
        ("any", "use crate::game::{Game, Play};"),
        ("ask", "use crate::catalog::{GraphGame, Opened};"),
        ("graph", "use super::{GraphBuilder, Graph};"),
        ("referee", "use crate::heap::octal::certificate::{Certificate, Proof};"),
        ("play", "use crate::solver::{SolveError, Solver};"),
        ("graph", "use crate::graph::Vertex;"),
        ("solve", "use std::io::{self, BufRead};"),
    ] {
        assert_eq!(wrong(room, line), None, "{room}: {line}");
    }
}
