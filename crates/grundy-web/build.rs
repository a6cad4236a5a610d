//! Generates the list of the page's files, of the chapters of the theory and of the reference of rules files, which are compiled into the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The chapters of the theory, from the folder of the package. A packaged crate is without them.
const THEORY: &str = "../../docs/theory";
/// The folder of the guide, of which the page has one more chapter.
const GUIDE: &str = "../../docs";
const RULES: &str = "rules-files.md";

fn main() {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut listed = String::from("&[\n");
    // The paths are relative to the package, so that a build stays valid when the folder is moved.
    for (folder, prefix) in [("page", ""), (THEORY, "theory/")] {
        println!("cargo::rerun-if-changed={folder}");
        for name in files(&package.join(folder)) {
            list(&mut listed, &format!("{prefix}{name}"), folder, &name);
        }
    }
    println!("cargo::rerun-if-changed={GUIDE}/{RULES}");
    if package.join(GUIDE).join(RULES).is_file() {
        list(&mut listed, &format!("theory/{RULES}"), GUIDE, RULES);
    }
    listed.push_str("]\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("page.rs");
    std::fs::write(out, listed).expect("cargo's folder can be written to");
}

/// Lists the file `file` of a folder of the package as `name`.
fn list(listed: &mut String, name: &str, folder: &str, file: &str) {
    let path = format!("/{folder}/{file}");
    writeln!(listed, "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),")
        .expect("to a string");
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
