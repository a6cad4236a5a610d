//! The HTTP interface asks the library's solver, and knows no algorithm, no terminal and no other front end. Its files use each
//! other in known circles only.

use module_graph::{Arrow, FileGraph, Sources, allow, forbid};
use std::path::Path;

/// What the crate may name of the library.
const MAY: [&str; 11] =
    ["answer", "catalog", "explain", "game", "limits", "play", "solver", "spelling", "text", "theory", "value"];

/// What it may not name: another front end, a terminal, and the files of the machine, but for the state of one.
const NEVER: [&str; 16] = [
    "clap",
    "grundy_cli",
    "std::dbg",
    "std::eprint",
    "std::eprintln",
    "std::fs::File",
    "std::fs::OpenOptions",
    "std::fs::read",
    "std::fs::read_dir",
    "std::fs::read_to_string",
    "std::fs::write",
    "std::io::IsTerminal",
    "std::io::stderr",
    "std::print",
    "std::println",
    "tokio::fs",
];

/// Arrows that close circles: from, to, and what the one takes from the other. The list can only get shorter.
const CIRCLES: [Arrow<'_>; 2] =
    [("state.rs", "routes.rs", "`names`"), ("whole.rs", "api.rs", "`Asking`, `job`, `runs_rules`, `work`")];

fn sources() -> Sources {
    let packages = ["grundy", "grundy-rules", "grundy-table", "grundy-web"];
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &packages)
}

#[test]
fn the_library_is_used_as_the_list_says() {
    let paths = sources().references("grundy_web").paths;
    assert!(paths.len() > 500, "{}", paths.len());
    let mut complaints = allow(&paths, "grundy", &MAY);
    complaints.extend(forbid(&paths, &NEVER));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_new_circle() {
    let graph = FileGraph::of(&sources(), "grundy_web");
    assert!(graph.len() > 60, "{}", graph.len());
    let complaints = graph.complaints(&CIRCLES);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
