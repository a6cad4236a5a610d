//! The command line starts the server in one verb and uses no other front end. It writes text for people in one place. Its files do not
//! use each other in a circle.

use module_graph::{FileGraph, Sources, forbid};
use std::path::Path;

/// The file of the only verb that may use the server.
const SERVER: &str = "cmd/serve.rs";

/// The only file that may open the streams for text: it replaces control characters.
const TEXT_OUTPUT: &str = "text_output.rs";

/// The crates that the command line may not use directly.
const NEVER: [&str; 4] = ["axum", "parquet", "starlark", "tokio"];

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
fn text_with_control_characters_reaches_no_stream() {
    let mut paths = sources().references("grundy_cli").paths;
    assert!(paths.iter().any(|path| path.file == TEXT_OUTPUT));
    paths.retain(|path| path.file != TEXT_OUTPUT);
    let complaints = forbid(&paths, &["anstream"]);
    assert!(complaints.is_empty(), "write text through `{TEXT_OUTPUT}`:\n{}", complaints.join("\n"));
}

#[test]
fn files_use_each_other_in_no_circle() {
    let graph = FileGraph::of(&sources(), "grundy_cli");
    assert!(graph.len() > 100, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
