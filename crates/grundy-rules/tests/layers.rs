//! Rules files use what a game is, not how it is solved, and write to no terminal; their files use each other in known circles only.

use module_graph::{Arrow, FileGraph, Sources, allow, forbid};
use std::path::Path;

/// What the crate may name of the library.
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

/// Arrows that close circles: from, to, and what the one takes from the other. The list can only get shorter.
const CIRCLES: [Arrow<'_>; 7] = [
    ("kept.rs", "door.rs", "`Setting`"),
    ("rules/texts.rs", "rules/asked.rs", "`encoded`, `kind`"),
    ("script/mod.rs", "door.rs", "`Setting`"),
    ("script/said.rs", "rules/texts.rs", "`literal`, `text`"),
    ("script/words.rs", "door.rs", "`Setting`"),
    ("sums.rs", "rules/mod.rs", "`Failed`, `Rules`, which holds the components"),
    ("time.rs", "rules/texts.rs", "`literal`"),
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
fn files_use_each_other_in_no_new_circle() {
    let graph = FileGraph::of(&sources(), "grundy_rules");
    assert!(graph.len() > 50, "{}", graph.len());
    let complaints = graph.complaints(&CIRCLES);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
