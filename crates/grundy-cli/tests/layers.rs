//! The command line starts the server in one verb and knows no other front end. Its files use each other in known circles only.

use module_graph::{Arrow, FileGraph, Sources, forbid};
use std::path::Path;

/// The verb that may name the server.
const SERVER: &str = "cmd/serve.rs";

/// What the crates below hide from the command line.
const NEVER: [&str; 4] = ["axum", "parquet", "starlark", "tokio"];

/// Arrows that close circles: from, to, and what the one takes from the other. The list can only get shorter.
const CIRCLES: [Arrow<'_>; 6] = [
    ("cmd/completions.rs", "main.rs", "`command`, the whole command line"),
    ("cmd/heatmap/plot.rs", "cmd/heatmap/mod.rs", "`has_values`"),
    ("cmd/man.rs", "main.rs", "`command`, the whole command line"),
    ("cmd/period/breaking.rs", "cmd/period/mod.rs", "`why_stopped`"),
    ("cmd/sequence/cold.rs", "cmd/sequence/mod.rs", "`number`"),
    ("cmd/verify/table.rs", "cmd/verify.rs", "`rejected`"),
];

fn sources() -> Sources {
    let packages = ["grundy", "grundy-rules", "grundy-table", "grundy-web", "grundy-cli"];
    Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &packages)
}

#[test]
fn one_verb_starts_the_server() {
    let mut paths = sources().references("grundy_cli").paths;
    assert!(paths.len() > 1000, "{}", paths.len());
    let mut complaints = forbid(&paths, &NEVER);
    assert!(paths.iter().any(|path| path.file == SERVER));
    paths.retain(|path| path.file != SERVER);
    complaints.extend(forbid(&paths, &["grundy_web"]));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_new_circle() {
    let graph = FileGraph::of(&sources(), "grundy_cli");
    assert!(graph.len() > 100, "{}", graph.len());
    let complaints = graph.complaints(&CIRCLES);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
