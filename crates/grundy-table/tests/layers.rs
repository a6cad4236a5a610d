//! The table knows no solver: it names of the library what the list says. Its files use each other in known circles only.

use module_graph::{Arrow, FileGraph, Sources, allow, forbid};
use std::path::Path;

/// What the crate may name of the library; a re-export counts for both of its modules.
const MAY: [&str; 9] =
    ["answer", "catalog", "game", "limits", "solver::Histogram", "solver::histogram", "text", "value", "verify"];

const NEVER: [&str; 14] = [
    "grundy_cli",
    "grundy_rules",
    "grundy_web",
    "std::dbg",
    "std::env",
    "std::eprint",
    "std::eprintln",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::print",
    "std::println",
    "std::process",
];

/// Arrows that close circles: from, to, and what the one takes from the other. There are none.
const CIRCLES: [Arrow<'_>; 0] = [];

fn sources() -> Sources {
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &["grundy", "grundy-table"])
}

#[test]
fn no_solver() {
    let paths = sources().references("grundy_table").paths;
    assert!(paths.len() > 300, "{}", paths.len());
    let mut complaints = allow(&paths, "grundy", &MAY);
    complaints.extend(forbid(&paths, &NEVER));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_new_circle() {
    let graph = FileGraph::of(&sources(), "grundy_table");
    assert!(graph.len() > 30, "{}", graph.len());
    let complaints = graph.complaints(&CIRCLES);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
