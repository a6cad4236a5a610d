//! Rules files as a user meets them: answers, parameters, messages with a place, and fences that hold.
#![cfg(feature = "rules")]

mod common;

use common::{Ran, grundy};
use std::time::{Duration, Instant};

fn game(file: &str) -> String {
    format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs `solve` on a file with this text; what it printed names the file `game.star`.
fn solve(source: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let mut ran = grundy(&["solve", path, "--memory", "2G"]);
    ran.stdout = ran.stdout.replace(path, "game.star");
    ran.stderr = ran.stderr.replace(path, "game.star");
    ran
}

#[track_caller]
fn refused(source: &str, status: i32, parts: &[&str]) {
    let ran = solve(source);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(status), ""), "{ran}");
    for part in parts {
        assert!(ran.stderr.contains(part), "`{part}` is not in: {ran}");
    }
}

#[test]
fn files_are_solved_built_and_listed() {
    let bachet = grundy(&["solve", &game("bachet.star"), "--json"]).json();
    assert_eq!((&bachet["value"], &bachet["grundy"], &bachet["remoteness"]), (&"win".into(), &1.into(), &11.into()));
    assert_eq!(bachet["moves"][0]["move"], "to 20");
    let set = grundy(&["solve", &game("bachet.star"), "--set", "n=30", "--set", "take=1,3,4", "--json"]).json();
    assert_eq!((&set["value"], &set["position"]), (&"loss".into(), &"30".into()));
    let table = grundy(&["build", &game("tictactoe.star"), "--json"]).json();
    assert_eq!((&table["positions"], &table["moves"], &table["draw"]), (&5478.into(), &16167.into(), &1068.into()));
    let listed = grundy(&["sequence", &game("dawson.star"), "--to", "21", "--format", "bfile"]).ok();
    let values: Vec<&str> = listed.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(values.join(" "), "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0");
    let explained = grundy(&["explain", &game("dawson.star"), "5", "+", "7"]).ok();
    assert!(explained.contains("wins"), "{explained}");
    let shown = grundy(&["solve", &game("new-year.star"), "(12,30)"]).ok();
    assert!(shown.starts_with("12-30\n") && shown.contains("to (12, 31)"), "{shown}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, part) in
        [(vec!["solve", "nim", "3", "--set", "n=3"], "no rules file"), (vec!["solve", "absent.star"], "no such file")]
    {
        let ran = grundy(&args);
        assert_eq!(ran.status, Some(2), "{ran}");
        assert!(ran.stderr.contains(part), "{ran}");
    }
    for (file, args, part) in [
        ("bachet.star", vec!["--set", "m=3"], "did you mean `n`?"),
        ("bachet.star", vec!["--set", "n=x"], "not of the type of the default, 21"),
        ("bachet.star", vec!["1.5"], "not a position"),
        ("tictactoe.star", vec!["--misere"], "misère play would change nothing"),
        ("dawson.star", vec!["--misere"], "do not add up"),
    ] {
        let file = game(file);
        let ran = grundy(&[&["solve", &file], &args[..]].concat());
        assert_eq!(ran.status, Some(2), "{ran}");
        assert!(ran.stderr.contains(part), "{ran}");
    }
    let ran = grundy(&["period", &game("dawson.star")]);
    assert_eq!(ran.status, Some(2), "{ran}");
    let ran = grundy(&["build", &game("dawson.star")]);
    assert!(ran.status == Some(2) && ran.stderr.contains("its components are solved one by one"), "{ran}");
}

#[test]
fn messages_point_at_the_place() {
    let wrong = "def initial(): return 5\ndef moves(s):\n    if s > 3:\n        return [s - 1]\n    return {}\n";
    refused(
        wrong,
        2,
        &["a dict, not a list of positions", "game.star:5:5", "^^^^^^^^^", "at position 3", "help: return a list"],
    );
    let float = "def initial(): return 5\ndef moves(s): return [s - 0.5]\n";
    refused(float, 2, &["a value of type float is no position", "game.star:2:15", "at position 5"]);
    let name = "TAKE = [1]\ndef initial(): return 5\ndef moves(s): return [s - k for k in TAEK]\n";
    refused(name, 2, &["did you mean `TAKE`", "game.star:3:38"]);
    refused("def initial(): return 5\ndef move(s): return []\n", 2, &["no function `moves`", "game.star:2:5"]);
    refused(
        "def initial(): return 1\ndef moves(s):\n  while s: pass\n",
        2,
        &["Starlark has no `while`", "game.star:3:3"],
    );
    refused("def initial(): return 1\ndef moves(s): return [s * 1000]\n", 2, &["beyond 2^63"]);
    refused(
        "def initial(): return 1\ndef moves(s): return []\ndef outcome(s): return 3\n",
        2,
        &["no outcome", "return WIN"],
    );
    refused(
        "def initial(): return 1\ndef turn(s): return s\ndef moves(s): return [Sum(s)]\n",
        2,
        &["`Sum` is for games"],
    );
    refused("def initial(): return 1\ndef moves(s): return [Sum(1, s)]\n", 2, &["play can come back"]);
}

#[test]
fn limits_say_the_position() {
    let long = "def initial(): return 3\ndef moves(s):\n  for i in range(1000000000):\n    s += 1\n  return []\n";
    refused(long, 3, &["limit", "20000000 calls and rounds", "at position 3"]);
    let deep = "def initial(): return 3\ndef f(x): return f(x + 1)\ndef moves(s): return [f(s)]\n";
    refused(deep, 3, &["call one another too deep", "at position 3"]);
    let path = game("bachet.star");
    let ran = grundy(&["solve", &path, "--set", "n=100000", "--max-positions", "1000"]);
    assert_eq!(ran.status, Some(3), "{ran}");
}

/// What passes the interpreter's own limits ends within seconds, and nothing but a message is left of it.
#[test]
fn the_holes_of_the_interpreter_are_fenced() {
    let moves = |body: &str| format!("def initial(): return 3\ndef moves(s):\n{body}");
    for (what, source, statuses) in [
        ("squaring", moves("    x = 3\n    for i in range(60):\n        x = x * x\n    return [x % 7]\n"), [3, 3]),
        ("a giant string", moves("    return ['a' * 2000000000]\n"), [2, 3]),
        ("giant strings", moves("    return ['a' * 2000000000 for i in range(900)]\n"), [3, 3]),
        (
            "a deep list",
            moves("    x = []\n    for i in range(1000000):\n        x = [x]\n    return [len(str(x))]\n"),
            [3, 3],
        ),
        (
            "a deep position",
            moves("    x = []\n    for i in range(1000000):\n        x = [x]\n    return [x]\n"),
            [2, 3],
        ),
        ("deep source", format!("x = {}1\n{}", "-".repeat(300_000), moves("    return []\n")), [2, 2]),
        (
            "nested calls",
            format!("x = {}{}\n{}", "len(".repeat(90_000), ")".repeat(90_000), moves("    return []\n")),
            [2, 2],
        ),
    ] {
        let began = Instant::now();
        let ran = solve(&source);
        assert!(began.elapsed() < Duration::from_secs(30), "{what}: {ran}");
        assert!(ran.status.is_some_and(|status| statuses.contains(&status)), "{what}: {ran}");
        assert!(ran.stdout.is_empty() && !ran.stderr.contains("overflowed") && !ran.stderr.is_empty(), "{what}: {ran}");
    }
}

#[test]
fn a_script_can_reach_nothing_outside() {
    for word in ["open('x')", "print(1)", "load('x', 'y')", "__import__('os')", "eval('1')"] {
        let ran = solve(&format!("{word}\ndef initial(): return 1\ndef moves(s): return []\n"));
        assert_eq!(ran.status, Some(2), "{word}: {ran}");
    }
}
