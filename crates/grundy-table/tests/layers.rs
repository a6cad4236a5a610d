//! The table knows no solver: what it uses of the library is what `ARCHITECTURE.md` says.

use std::fs;
use std::path::Path;

const MAY: [&str; 11] = [
    "answer",
    "catalog",
    "game",
    "limits",
    "solver::Histogram",
    "text",
    "value",
    "verify",
    "Play",
    "PositionValue",
    "Solution",
];

#[test]
fn no_solver() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut seen, mut paths) = (0, vec![folder]);
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for (at, _) in line.match_indices("grundy::") {
                let after = line[at + "grundy::".len()..].trim_start_matches('{');
                assert!(MAY.iter().any(|room| after.starts_with(room)), "{}: {line}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
