//! `solve --cache`: what a search has proved of positions or of components is kept in a file, which is checked when it is read.
#![cfg(feature = "table")]

use crate::common::{PROGRAM, folder, grundy, path, says};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    says(&solve("nim", &["3"]).refused(), &["`nim` is solved without a search", "leave out --cache"]);
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

/// A search of a position that is stopped again and again ends with the answer of a search that is not.
#[test]
fn a_search_of_a_position_goes_on() {
    let here = folder();
    let cache = here.path().join("connect4.cache");
    let solve = |more: &[&str]| grundy(&[&["solve", "connect4:6x5", "33", "--threads", "1", "--json"], more].concat());
    let kept = |most: &str| solve(&["--cache", path(&cache), "--max-positions", most]);
    let expected = solve(&[]).json();
    let stopped = kept("300000");
    assert_eq!(stopped.status, Some(3), "{stopped}");
    let ended = (0..200).map(|_| kept("300000")).find(|ran| ran.status != Some(3)).expect("some run ends");
    assert_eq!(ended.json(), expected);
    // Now all is known.
    assert_eq!(kept("1000").json(), expected);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "no temporary file is left");
    // Other positions of the game may use it, and other games may not.
    let other = |args: &[&str]| grundy(&[&["solve"], args, &["--cache", path(&cache), "--json"]].concat());
    assert_eq!(other(&["connect4:6x5", "333", "--max-positions", "1000", "--no-moves"]).status, Some(0));
    says(&other(&["connect4:6x6", "333333"]).refused(), &["connect4.cache", "positions of connect4:6x5", "--cache"]);
    says(&other(&["cram:5x5"]).refused(), &["positions of connect4:6x5", "not components of cram:5x5"]);
    says(&other(&["chess:KRvK", "--max-moves", "1"]).refused(), &["solved without a search"]);
}

/// A rules file, whose positions are keys; misere play is another game.
#[test]
fn a_search_by_a_rules_file_goes_on() {
    let here = folder();
    let (rules, cache) = (here.path().join("take.star"), here.path().join("take.cache"));
    // Too large to be enumerated within the limit, and solved by a search at once.
    let source = "def initial(): return (0, ) * 6 + (9, )\n\
        def moves(s): return [s[:i] + (s[i] + k, ) + s[i + 1:6] + (s[6] - 1, ) for i in range(6) for k in range(1, 3)] if s[6] else []\n";
    fs::write(&rules, source).unwrap();
    let solve = |more: &[&str]| {
        let limits = ["--max-positions", "2000", "--threads", "1", "--no-moves", "--json", "--cache", path(&cache)];
        grundy(&[&["solve", path(&rules)], &limits[..], more].concat())
    };
    let stopped = solve(&[]);
    assert_eq!(stopped.status, Some(3), "{stopped}");
    assert!(cache.exists());
    let ended = (0..300).map(|_| solve(&[])).find(|ran| ran.status != Some(3)).expect("some run ends");
    // There are nine moves in every play.
    assert_eq!(ended.json()["value"], "win");
    says(&solve(&["--misere"]).refused(), &["normal play, in format", "misere play, in format"]);
}

/// A run that is killed goes on from what it wrote before; an enumerated game writes nothing.
#[test]
fn a_killed_search_goes_on() {
    let here = folder();
    let cache = here.path().join("connect4.cache");
    let args = ["solve", "connect4:7x7", "--threads", "1", "--cache", path(&cache), "--cache-every", "0"];
    let mut run = Command::new(PROGRAM).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !cache.exists() {
        assert!(began.elapsed() < Duration::from_secs(60) && run.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(10));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let length = fs::metadata(&cache).unwrap().len();
    let again = grundy(&[&args[..], &["--max-positions", "1000000", "--json"]].concat());
    assert_eq!(again.status, Some(3), "{again}");
    assert!(fs::metadata(&cache).unwrap().len() >= length, "what the killed run has proved is kept");
    let none = here.path().join("none");
    let ran = grundy(&["solve", "tictactoe", "--cache", path(&none)]);
    assert!(ran.status == Some(0) && !none.exists(), "{ran}");
    says(&ran.stderr, &["note: ", "none: not written, since no position was searched for long"]);
    let sum = grundy(&["solve", "cram:2x3 + nim 3", "--cache", path(&none)]).refused();
    says(&sum, &["is a sum across games", "solve the summands one by one"]);
    says(&grundy(&["solve", "tictactoe", "--cache-every", "1"]).refused(), &["--cache"]);
}

/// A file that cannot be written ends no search; at the end it is an error, and the status is that of the answer.
#[test]
fn a_search_goes_on_without_its_cache() {
    let here = folder();
    let inside = here.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let cache = inside.join("connect4.cache");
    let args = ["solve", "connect4:7x7", "--threads", "1", "--cache", path(&cache), "--cache-every", "0"];
    let mut run = Command::new(PROGRAM);
    run.args(args).args(["--max-positions", "20000000"]).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut run = run.spawn().unwrap();
    let began = Instant::now();
    while !cache.exists() {
        assert!(began.elapsed() < Duration::from_secs(60) && run.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(10));
    }
    // The folder may get a temporary file while it is removed.
    while fs::remove_dir_all(&inside).is_err() && inside.exists() {}
    let ended = run.wait_with_output().unwrap();
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(3), "{stderr}");
    says(&stderr, &["note: ", "connect4.cache", "the search goes on", "error: ", "the position was not decided"]);
}

/// A game with too many indices for the memory is searched.
#[test]
fn a_game_by_index_that_is_too_large_is_searched() {
    let here = folder();
    let cache = here.path().join("morris.cache");
    let ran = grundy(&["solve", "nine-mens-morris", "--cache", path(&cache), "--max-positions", "1000"]);
    assert_eq!(ran.status, Some(3), "{ran}");
}

#[test]
fn a_cache_that_cannot_be_written_is_refused_before_the_search() {
    let here = folder();
    let refused = |cache: &std::path::Path| grundy(&["solve", "connect4:7x6", "--cache", path(cache)]).refused();
    says(&refused(&here.path().join("absent/c")), &["there is no folder `", "absent`", "make it first"]);
    #[cfg(unix)]
    {
        let pipe = here.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        says(&refused(&pipe), &["is a pipe", "name a file for --cache"]);
        let period = grundy(&["period", "octal:0.77", "--checkpoint", path(&pipe)]).refused();
        says(&period, &["is a pipe", "--checkpoint takes the name of a file"]);
    }
}
