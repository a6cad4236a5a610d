//! Rules files use what defines a game. Of what solves it, they use only the values of a graph, for sums with cycles. They write to no
//! terminal, and their files do not use each other in a circle.

use module_graph::{FileGraph, Sources, allow, forbid};
use std::path::Path;

/// The names of the library that the crate may use.
const MAY: [&str; 7] = ["catalog", "game", "limits", "spelling", "text", "theory", "value"];

/// What the file about sums with cycles may use.
const MAY_FOR_CYCLES: [&str; 5] = ["game", "graph", "limits", "solve::solve_with_grundy", "value"];

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
    let mut complaints = forbid(&paths, &NEVER);
    let (cycles, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.file == "sums/cycles.rs");
    complaints.extend(allow(&others, "grundy", &MAY));
    complaints.extend(allow(&cycles, "grundy", &MAY_FOR_CYCLES));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&sources(), "grundy_rules");
    assert!(graph.len() > 50, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
