//! `solve --cache`: what a search has proved of components is kept in a file, which is checked when it is read.
#![cfg(feature = "table")]

use crate::common::{folder, grundy, path, says};
use std::fs;

#[test]
fn a_cache_is_written_read_and_checked() {
    let here = folder();
    let cache = here.path().join("cram.cache");
    let solve = |game: &str, more: &[&str]| {
        grundy(&[&["solve", game, "--cache", path(&cache), "--no-moves", "--json"], more].concat())
    };
    let first = solve("cram:5x5", &[]).json();
    assert_eq!((first["grundy"].as_u64(), first["proved"].as_bool()), (Some(0), Some(true)));
    let saved = fs::read(&cache).unwrap();
    // With the cache the board is solved within limits that allow no search, and the file stays the same.
    let again = solve("cram:5x5", &["--max-positions", "1", "--threads", "1"]).json();
    assert_eq!(again, first);
    assert!(fs::read(&cache).unwrap() == saved);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "no temporary file is left");
    // Another game, a damaged file, another file, a game without components.
    says(
        &solve("cram:5x6", &[]).refused(),
        &["cram.cache", "components of cram:5x5", "not components of cram:5x6", "--cache"],
    );
    let mut damaged = saved.clone();
    damaged[saved.len() / 2] ^= 1;
    fs::write(&cache, &damaged).unwrap();
    says(&solve("cram:5x5", &[]).refused(), &["damaged", "--cache"]);
    assert!(fs::read(&cache).unwrap() == damaged, "a file that is refused is not touched");
    fs::write(&cache, "a shopping list").unwrap();
    says(&solve("cram:5x5", &[]).refused(), &["not a file that --cache has written"]);
    says(&solve("nim", &["3"]).refused(), &["`nim` is not solved by its components", "leave out --cache"]);
}

#[test]
fn a_cache_of_a_rules_file_goes_with_its_text_and_not_its_path() {
    let here = folder();
    let (rules, moved) = (here.path().join("nim.star"), here.path().join("moved.star"));
    let cache = here.path().join("nim.cache");
    // Nim, with all heaps in one component.
    let source = "def initial(): return (7, 8, 9)\n\
        def canonical(s): return tuple(sorted(s))\n\
        def moves(s): return [Sum(s[:i] + (k,) + s[i + 1:]) for i in range(3) for k in range(s[i])]\n";
    fs::write(&rules, source).unwrap();
    fs::write(&moved, source).unwrap();
    let solve = |game: &std::path::Path| {
        let limits = ["--max-positions", "60", "--threads", "1", "--no-moves", "--json"];
        grundy(&[&["solve", path(game), "--cache", path(&cache)], &limits[..]].concat())
    };
    // There are more components than the limit allows, so they are searched. Each run goes further than the one before.
    let first = solve(&rules);
    assert_eq!(first.status, Some(3), "{first}");
    assert!(cache.exists());
    let ended = (0..100).map(|_| solve(&moved)).find(|ran| ran.status != Some(3)).expect("some run ends");
    assert_eq!(ended.json()["grundy"].as_u64(), Some(7 ^ 8 ^ 9));
    fs::write(&moved, source.replace("(7, 8, 9)", "(7, 8, 8)")).unwrap();
    says(&solve(&moved).refused(), &["nim.cache", "components of a rules file", "--cache"]);
}

#[test]
fn what_a_stopped_search_has_proved_is_kept() {
    let here = folder();
    let cache = here.path().join("cram.cache");
    let solve = |most: &str| {
        let limits = ["--max-positions", most, "--threads", "1", "--no-moves", "--json"];
        grundy(&[&["solve", "cram:5x6", "--cache", path(&cache)], &limits[..]].concat())
    };
    let stopped = solve("3000");
    assert_eq!(stopped.status, Some(3), "{stopped}");
    let answer: serde_json::Value = serde_json::from_str(stopped.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&answer["value"], &answer["grundy"], &answer["proved"]), (&"win".into(), &().into(), &false.into()));
    says(
        &stopped.stderr,
        &["the Grundy value was not proved", "the position is proved to be a win", "--max-positions"],
    );
    // Each run goes further, so that one of them ends.
    let ended = (0..200).map(|_| solve("3000")).find(|ran| ran.status == Some(0)).expect("some run ends");
    assert_eq!(ended.json()["grundy"].as_u64(), Some(2));
}
