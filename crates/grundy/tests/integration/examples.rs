//! The examples run, end well, and are as short as they are meant to be.

use std::path::Path;
use std::process::Command;

/// The most lines of an example.
const LINES: usize = 40;

#[test]
fn every_example_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    // Cargo builds examples with the tests, into a folder beside that of the tests.
    let test = std::env::current_exe().unwrap();
    let built = test.ancestors().nth(2).unwrap().join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.lines().count() < LINES, "{name}");
        let program = built.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        let output = Command::new(&program).current_dir(std::env::temp_dir()).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && !out.trim().is_empty() && err.is_empty(), "{name}: {out}{err}");
        count += 1;
    }
    assert_eq!(count, 6);
}
