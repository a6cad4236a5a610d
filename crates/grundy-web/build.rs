//! Generates the list of the page's files, which are compiled into the program.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    let (mut folders, mut files) = (vec![page.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the page") {
            let path = entry.expect("an entry of that folder").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut listed = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&page).expect("found there").to_string_lossy().replace('\\', "/");
        if !name.starts_with('.') && !name.contains("/.") {
            let path = format!("/page/{name}");
            // The path is relative to the package, so that a build stays valid when the folder is moved.
            writeln!(listed, "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),")
                .expect("to a string");
        }
    }
    listed.push_str("]\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("page.rs");
    std::fs::write(out, listed).expect("cargo's folder can be written to");
}
