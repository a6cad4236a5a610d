//! The interface is a face: it asks the library at its desk, and knows no solver, no terminal and no other face.

use std::path::Path;

const MAY: [&str; 17] = [
    "Answer",
    "Grundy",
    "Outcome",
    "Play",
    "Player",
    "Solution",
    "answer",
    "any",
    "ask",
    "catalog",
    "explain",
    "limits",
    "play",
    "spelling",
    "theory",
    "value",
    "heap::wythoff::cold_pair",
];
const NEVER: [&str; 6] = ["grundy_cli", "clap", "println!", "eprintln!", "File::open", "fs::read"];

#[test]
fn all_arrows_point_down() {
    let (mut folders, mut seen) = (vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], 0);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for word in NEVER {
                    assert!(!line.contains(word), "{}: {line}", path.display());
                }
                for (at, name) in line.match_indices("grundy::") {
                    let after = line[at + name.len()..].trim_start_matches('{');
                    assert!(MAY.iter().any(|room| after.starts_with(room)), "{}: {line}", path.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 30, "{seen}");
}
