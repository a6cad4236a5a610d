//! The HTTP interface uses the library's solver, but no algorithm, no terminal and no other front end. Its files do not use each other in
//! a circle.

use module_graph::{FileGraph, Sources, allow, forbid};
use std::path::Path;

/// The names of the library that the crate may use.
const MAY: [&str; 11] =
    ["answer", "catalog", "explain", "game", "limits", "play", "solver", "spelling", "text", "theory", "value"];

/// The names that the crate may not use: other front ends, a terminal, and the file system, except to read the state of a file.
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
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&sources(), "grundy_web");
    assert!(graph.len() > 50, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
