//! The files of the crate use each other in no circle.

use module_graph::{FileGraph, Sources};
use std::path::Path;

#[test]
fn files_use_each_other_in_no_circle() {
    let packages = ["grundy", "grundy-cluster"];
    let sources = Sources::of_packages(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &packages);
    let graph = FileGraph::of(&sources, "grundy_cluster");
    assert!(graph.len() > 15, "{}", graph.len());
    let complaints = graph.complaints(&[]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
