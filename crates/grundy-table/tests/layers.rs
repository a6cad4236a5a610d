//! Reading and verifying a table use no solver: of the library, they use only the names on a list. The files that write the table of a
//! solved game may use the solved game too. No files use each other in a circle.

use module_graph::{FileGraph, Sources, allow, forbid};
use std::path::Path;

/// The names of the library that the crate may use; a re-export counts for both of its modules.
const MAY: [&str; 9] =
    ["answer", "catalog", "game", "limits", "solver::Histogram", "solver::histogram", "text", "value", "verify"];

/// The files that write the table of a solved game, and (`WRITERS_MAY`) the names of the library that they may use.
const WRITERS: [&str; 3] = ["storable.rs", "write_error.rs", "write_solution.rs"];
const WRITERS_MAY: [&str; 4] = ["catalog", "limits", "solver", "text"];

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

fn sources() -> Sources {
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &["grundy", "grundy-table"])
}

#[test]
fn no_solver() {
    let paths = sources().references("grundy_table").paths;
    assert!(paths.len() > 300, "{}", paths.len());
    let mut complaints = forbid(&paths, &NEVER);
    let (writers, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| WRITERS.contains(&path.file.as_str()));
    complaints.extend(allow(&others, "grundy", &MAY));
    complaints.extend(allow(&writers, "grundy", &WRITERS_MAY));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&sources(), "grundy_table");
    assert!(graph.len() > 30, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
