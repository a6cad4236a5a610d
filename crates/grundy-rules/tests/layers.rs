//! Rules files use what defines a game, not what solves it, and write to no terminal; their files do not use each other in a circle.

use module_graph::{FileGraph, Sources, allow, forbid};
use std::path::Path;

/// The names of the library that the crate may use.
const MAY: [&str; 7] = ["catalog", "game", "limits", "spelling", "text", "theory", "value"];

const NEVER: [&str; 13] = [
    "grundy_cli",
    "grundy_table",
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
];

fn sources() -> Sources {
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &["grundy", "grundy-rules"])
}

#[test]
fn the_library_is_used_as_the_list_says() {
    let paths = sources().references("grundy_rules").paths;
    assert!(paths.len() > 300, "{}", paths.len());
    let mut complaints = allow(&paths, "grundy", &MAY);
    complaints.extend(forbid(&paths, &NEVER));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&sources(), "grundy_rules");
    assert!(graph.len() > 50, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
