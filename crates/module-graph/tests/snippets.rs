//! Tests on small crates whose references and cycles are known.

use module_graph::{FileGraph, Sources, allow, exceptions, forbid};
use std::collections::{BTreeMap, BTreeSet};

fn sources(crates: &[(&str, &[(&str, &str)])]) -> Sources {
    let mut sources = Sources::new();
    for (name, files) in crates {
        let texts = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        sources.add(name, &texts);
    }
    sources
}

/// The library that the snippets use.
const LIBRARY: (&str, &[(&str, &str)]) = (
    "grundy",
    &[
        (
            "lib.rs",
            "pub mod game; pub mod solve; pub mod solver; pub use game::{Play, Player as Side}; pub use solve::solve;",
        ),
        ("game.rs", "pub enum Play { Normal, Misere } pub struct Player; pub(crate) fn start() {}"),
        ("solve/mod.rs", "mod inner; pub use inner::*; pub use crate::game::Play as Rule; pub fn solve() {}"),
        ("solve/inner.rs", "pub struct Deep; pub fn dig() {}"),
        ("solver.rs", "pub use crate::solve as engine; pub struct Histogram;"),
    ],
);

/// The last steps of the paths that a file names.
fn named(text: &str) -> BTreeSet<String> {
    let sources = sources(&[LIBRARY, ("other", &[("lib.rs", text)])]);
    let paths = sources.references("other").paths;
    paths.iter().filter_map(|path| path.steps.last().cloned()).filter(|step| !step.starts_with("other")).collect()
}

#[test]
fn every_name_of_a_use_is_seen() {
    for (text, expected) in [
        ("use grundy::{Play, solve};", vec!["grundy::game::Play", "grundy::solve", "grundy::solve::solve"]),
        ("use grundy::Side;", vec!["grundy::game::Player"]),
        (
            "use grundy::{game::{self, Play}, solver::Histogram as H};",
            vec!["grundy::game", "grundy::game::Play", "grundy::solver::Histogram"],
        ),
        ("use grundy::solve::*;", vec!["grundy::solve::*"]),
        ("pub use grundy::solve::Deep as Shallow;", vec!["grundy::solve::inner::Deep"]),
        ("pub(crate) use grundy::solve::Rule;", vec!["grundy::game::Play"]),
        ("use grundy::solver::engine::dig as _;", vec!["grundy::solve::inner::dig"]),
        ("fn f() { { use grundy::solve::Deep; } }", vec!["grundy::solve::inner::Deep"]),
        ("mod m { pub mod n { use ::grundy::solver; } }", vec!["grundy::solver"]),
        ("extern crate grundy as g; fn f() { g::solve::solve() }", vec!["grundy::solve::solve"]),
        ("use std::{io::{self, stdin}, time};", vec!["std::io", "std::io::stdin", "std::time"]),
    ] {
        assert_eq!(named(text), expected.into_iter().map(str::to_owned).collect(), "{text}");
    }
}

#[test]
fn every_path_is_seen() {
    for (text, expected) in [
        ("fn f() -> grundy::solve::Deep { todo() }", "grundy::solve::inner::Deep"),
        ("fn f<T: grundy::solver::Ask>() {}", "grundy::solver::Ask"),
        ("use grundy::game as g; fn f(p: g::Play) {}", "grundy::game::Play"),
        ("use grundy::game as g; mod m { fn f() { super::g::start() } }", "grundy::game::start"),
        ("mod m { use super::*; fn f() { inside::dig() } } use grundy::solve as inside;", "grundy::solve::inner::dig"),
        ("use grundy::*; fn f() { solver::engine::solve() }", "grundy::solve::solve"),
        ("fn f(x: u8) { match x { grundy::solve::LIMIT => {} _ => {} } }", "grundy::solve::LIMIT"),
        ("fn f() { assert!(a.b, \"{}\", grundy::solve::dig()) }", "grundy::solve::inner::dig"),
        ("macro_rules! m { ($x:ident) => { use grundy::{solver, game::Play}; } }", "grundy::solver"),
        ("fn f() { macro_like! { { [ ::grundy::solve::solve ] } } }", "grundy::solve::solve"),
        ("impl grundy::game::Game for X { fn f() { <Y as grundy::solve::Z>::f() } }", "grundy::solve::Z::f"),
        ("fn f() { use std::time as t; t::Instant::now(); }", "std::time::Instant::now"),
        ("fn f() { println!(\"x\") }", "std::println"),
        ("macro_rules! m { () => { eprintln!() } }", "std::eprintln"),
    ] {
        assert!(named(text).contains(expected), "{text}: {:?}", named(text));
    }
}

#[test]
fn tests_locals_and_the_prelude_are_left_out() {
    for text in [
        "#[cfg(test)] mod tests { use grundy::solve; }",
        "#[cfg(all(test, unix))] mod tests { use grundy::solve; }",
        "#[cfg(test)] mod missing_file;",
        "#[cfg(test)] use grundy::solve;",
        "struct S; impl S { #[cfg(test)] fn f() { grundy::solve::solve() } }",
        "fn f() { #[cfg(test)] use grundy::solve; }",
        "fn f<T: Default>() -> Vec<u32> { T::default(); u32::MAX; String::new(); Vec::new() }",
        "//! `grundy::solve::solve`\n/// `grundy::solve`\nfn f() {}",
        "fn f() { fn grundy() {} grundy() }",
    ] {
        assert_eq!(named(text), BTreeSet::new(), "{text}");
    }
    assert!(!named("#[cfg(not(test))] use grundy::solve;").is_empty());
    assert!(!named("#[cfg(any(test, feature = \"x\"))] use grundy::solve;").is_empty());
}

#[test]
fn strings_are_seen_but_documentation() {
    let text = "/// --a\nfn f() { g(\"--b\"); format!(\"--c {}\", [\"--d\"]); g(b\"--e\"); } #[cfg(test)] mod t { const X: &str = \"--f\"; }";
    let strings = sources(&[("one", &[("lib.rs", text)])]).references("one").strings;
    assert_eq!(strings.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["--b", "--c {}", "--d", "--e"]);
}

#[test]
fn lists_find_what_is_wrong() {
    let paths = |text| sources(&[LIBRARY, ("other", &[("lib.rs", text)])]).references("other").paths;
    let both = paths("use grundy::{Play, solve};");
    assert_eq!(forbid(&both, &["grundy::solve"]).len(), 1);
    assert_eq!(allow(&both, "grundy", &["game"]).len(), 2);
    assert_eq!(allow(&both, "grundy", &["game", "solve"]), [""; 0]);
    assert_eq!(allow(&both, "grundy", &["game", "solve", "solver"]).len(), 1);
    // The name in the code counts, and so does its definition.
    assert_eq!(allow(&paths("use grundy::solver::engine::solve;"), "grundy", &["solver"]).len(), 1);
    assert_eq!(allow(&paths("use grundy::*;"), "grundy", &["game"]).len(), 2);
    assert_eq!(forbid(&paths("use std::time::*;"), &["std::time::Instant"]).len(), 1);
    assert_eq!(forbid(&paths("use std::timer::Instant;"), &["std::time"]), [""; 0]);
    let wrong = BTreeMap::from([("a".to_owned(), "why".to_owned()), ("b".to_owned(), "why".to_owned())]);
    assert_eq!(exceptions(&wrong, &["a", "b"]), [""; 0]);
    assert_eq!(exceptions(&wrong, &["a"]), ["b: why"]);
    assert_eq!(exceptions(&wrong, &["a", "b", "c"]), ["c is not wrong any more: remove it from the list"]);
}

/// Messages about the cycles of a crate whose root has the modules `a` and `b`.
fn complaints(a: &str, b: &str, known: &[(&str, &str, &str)]) -> Vec<String> {
    let root = "mod a; mod b; pub use a::A; pub(crate) use b::*;";
    let sources = sources(&[("one", &[("lib.rs", root), ("a.rs", a), ("b.rs", b)])]);
    FileGraph::of(&sources, "one").complaints(known)
}

#[test]
fn circles_are_found_through_re_exports() {
    for (a, b) in [
        ("use super::b::B; pub struct A;", "use super::a::A; pub struct B;"),
        ("pub struct A { b: crate::b::B }", "pub fn f() { crate::a::g() } pub struct B;"),
        ("use crate::B; pub struct A;", "use crate::A as Other; pub struct B;"),
        ("use crate::*; pub struct A(B);", "impl super::A { fn f() {} } pub struct B;"),
        ("pub struct A; pub fn f() { assert!(crate::h()) }", "pub fn h() { super::a::f() }"),
    ] {
        let found = complaints(a, b, &[]);
        assert_eq!(found.len(), 1, "{a} {b}: {found:?}");
        assert!(found[0].contains("a.rs → b.rs"), "{}", found[0]);
        assert_eq!(complaints(a, b, &[("b.rs", "a.rs", "known")]), [""; 0], "{a} {b}");
        assert_eq!(complaints(a, b, &[("b.rs", "a.rs", "known"), ("a.rs", "b.rs", "needless")]).len(), 2);
    }
    for (a, b) in [
        ("use super::b::B; pub struct A;", "pub struct B;"),
        ("pub use crate::b::B; pub struct A;", "use crate::a::A; pub struct B;"),
        ("use crate::b::B; pub struct A;", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ("use crate::b::B; pub struct A;", "pub struct B; fn f() { let a = 1; g(a); } fn g(a: u8) {}"),
    ] {
        assert_eq!(complaints(a, b, &[]), [""; 0], "{a} {b}");
        assert_eq!(complaints(a, b, &[("b.rs", "a.rs", "gone")]).len(), 1, "{a} {b}");
    }
}

#[test]
fn a_child_may_use_the_types_of_its_parent_and_not_call_it() {
    let complaints = |parent: &str, child: &str| {
        let sources = sources(&[("one", &[("lib.rs", "mod p;"), ("p/mod.rs", parent), ("p/child.rs", child)])]);
        FileGraph::of(&sources, "one").complaints(&[])
    };
    let parent = "mod child; pub struct P; const N: u8 = 1; fn f() { child::g() } fn back() {}";
    assert_eq!(complaints(parent, "use super::{N, P}; pub fn g() { P::new(N) }"), [""; 0]);
    assert_eq!(complaints(parent, "use super::back; pub fn g() { back() }").len(), 1);
    // A function that the parent re-exports and then uses in its own code.
    let uses = "mod child; pub use child::g; pub fn back() { g() }";
    assert_eq!(complaints(uses, "pub fn g() { super::back() }").len(), 1);
    let only_re_exports = "mod child; pub use child::g; pub fn back() {}";
    assert_eq!(complaints(only_re_exports, "pub fn g() { super::back() }"), [""; 0]);
}

#[test]
fn a_longer_circle_is_reported_file_by_file() {
    let files: &[(&str, &str)] = &[
        ("main.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "pub struct C; pub fn f() { crate::a::go() }"),
    ];
    let found = FileGraph::of(&sources(&[("one", files)]), "one").complaints(&[]);
    let circle = "a.rs → b.rs (`crate::b::B`) → c.rs (`crate::c::C`) → a.rs (`crate::a::go`)";
    assert_eq!(found, [format!("files use each other in a circle: {circle}")]);
}
