//! Generates the list of the page's files and of the chapters of the theory, which are compiled into the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The chapters of the theory, from the folder of the package. A packaged crate is without them.
const THEORY: &str = "../../docs/theory";

fn main() {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut listed = String::from("&[\n");
    // The paths are relative to the package, so that a build stays valid when the folder is moved.
    for (folder, prefix) in [("page", ""), (THEORY, "theory/")] {
        println!("cargo::rerun-if-changed={folder}");
        for name in files(&package.join(folder)) {
            let path = format!("/{folder}/{name}");
            let name = format!("{prefix}{name}");
            writeln!(listed, "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),")
                .expect("to a string");
        }
    }
    listed.push_str("]\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("page.rs");
    std::fs::write(out, listed).expect("cargo's folder can be written to");
}

/// The names of the files in a folder and the folders in it, without hidden ones, in order; none if the folder is missing.
fn files(root: &Path) -> Vec<String> {
    let (mut folders, mut names) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in std::fs::read_dir(&folder).expect("a folder of the page") {
            let path = entry.expect("an entry of that folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("found there").to_string_lossy().replace('\\', "/");
                if !name.starts_with('.') && !name.contains("/.") {
                    names.push(name);
                }
            }
        }
    }
    names.sort();
    names
}
