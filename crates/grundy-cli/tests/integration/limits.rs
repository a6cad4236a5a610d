//! Requests that could take unbounded time or memory: they are rejected, or answered without it.

use crate::common::{Scratch, grundy, grundy_reading, json, json_lines, says};
use serde_json::Value;
use std::fmt::Write;

#[test]
fn games_too_large_to_be_played_out_are_refused_beforehand() {
    for (game, position) in [
        ("dawsons-kayles", "1000000000"),
        ("wythoff", "1000000000000 3"),
        ("grundys-game", "100000000"),
        ("king", "100000 100000"),
        ("octal:0.8f", "1000000"),
    ] {
        let mut words = vec!["solve", game, "--misere"];
        words.extend(position.split(' '));
        let message = grundy(&words).limited();
        says(&message, &["cannot be solved"]);
    }
}

#[test]
fn many_chips_on_a_cycle_are_refused_with_their_number() {
    let mut cycle = String::new();
    for v in 0..1000 {
        let _ = writeln!(cycle, "v{v} v{}", (v + 1) % 1000);
    }
    let file = Scratch::new(cycle);
    let game = file.graph();
    for chips in [3, 12, 40, 1000] {
        let mut words = vec!["solve", &game];
        words.extend(std::iter::repeat_n("v1", chips));
        assert_eq!(grundy(&[&words[..], &["--json"]].concat()).json()["value"], "draw");
        // Misère play has no Grundy values that add up.
        words.push("--misere");
        says(&grundy(&words).limited(), &["places of the chips", "--max-positions"]);
    }
}

#[test]
fn best_moves_come_first_where_the_sum_is_too_large_to_expand() {
    let mut complete = String::new();
    for (v, t) in (0..60).flat_map(|v| (0..v).map(move |t| (v, t))) {
        let _ = writeln!(complete, "{v} {t}");
    }
    let file = Scratch::new(complete);
    // Vertex v is a Nim heap of v: 59 + 58 + 57 has the value 56.
    let answer = grundy(&["solve", &file.graph(), "59", "58", "57", "--max-moves", "3", "--json"]).json();
    let values: Vec<_> = answer["moves"].as_array().unwrap().iter().map(|m| m["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["win", "win", "win"]);
    assert_eq!(answer["moves_total"], 59 + 58 + 57);
}

#[test]
fn many_moves_are_neither_listed_nor_counted_one_by_one() {
    let answer = grundy(&["solve", "nim 10000000000 + kayles 10000000000", "--max-moves", "2000", "--json"]).json();
    assert_eq!(answer["moves"].as_array().unwrap().len(), 2000);
    for (game, heap) in
        [("octal:0.f", "100000"), ("subtraction:1..1000000000000", "1000000000000000000"), ("nim", "7000000000")]
    {
        let answer = grundy(&["solve", game, heap, "--max-moves", "3", "--json"]).json();
        assert_eq!(answer["moves"].as_array().unwrap().len(), 3, "{game}");
    }
}

#[test]
fn sets_beyond_their_tables_are_refused() {
    for set in ["primes", "primes,squares"] {
        let message = grundy(&["solve", &format!("subtraction:{set}"), "1000000000000"]).refused();
        says(&message, &["`1000000000000` is too large", "a heap is at most 20000000"]);
        says(&grundy(&["solve", &format!("subtraction:{set}"), "20000000"]).limited(), &["tabulated up to heap"]);
    }
    for set in ["squares", "fibonacci,4"] {
        let message = grundy(&["solve", &format!("subtraction:{set}"), "1000000000000"]).limited();
        says(&message, &["tabulated up to heap", "no theorem"]);
    }
    // The search for a period would need some gigabytes.
    let period = grundy(&["period", "subtraction:1,5,100000000", "--limit", "400000000", "--memory", "64M"]);
    assert_eq!(period.status, Some(3), "{period}");
    says(&period.stdout, &["needs about 2.6 GiB", "64.0 MiB are allowed", "try a larger --memory"]);
    let period = grundy(&["period", "subtraction:1,5,10000000000", "--limit", "100000000000"]);
    assert_eq!(period.status, Some(3), "{period}");
    says(&period.stdout, &["a proof needs the last 10000000000 values"]);
    assert!(!period.stdout.contains("--memory"), "{period}");
    let period = grundy(&["period", "subtraction:2,7,99999999", "--limit", "1000", "--memory", "64M"]);
    assert_eq!(period.status, Some(3), "{period}");
    says(&period.stdout, &["more heaps than 99999999", "--limit"]);
}

/// The value of a cold pair, or of a lost position of Moore's game, is known at any size; the values of its options are not.
#[test]
fn a_sum_whose_moves_have_no_known_values_is_refused() {
    for lost in
        ["wythoff 165580140 267914295", "moore:2 1000000000000 1000000000000 1000000000000", "king 999999999 777777777"]
    {
        let sum = format!("{lost} + nim 5");
        let message = grundy(&["solve", &sum]).limited();
        says(&message, &[lost.split(' ').next().unwrap(), "known"]);
        assert_eq!(grundy(&["solve", &sum, "--no-moves", "--json"]).json()["grundy"], 5, "{sum}");
    }
}

/// Ctrl-C while a large game is solved: the program ends by itself with a message and the status of an interrupted run.
#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_cleanly() {
    use std::process::{Command, Stdio};
    for args in [
        &["build", "nim", "100", "101", "102"][..],
        &["period", "officers", "--limit", "1000000000"],
        &["solve", "connect4:8x7"],
        &["solve", "cram:7x9"],
    ] {
        let mut child = Command::new(crate::common::PROGRAM)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(400));
        assert_eq!(child.try_wait().unwrap(), None, "{args:?}: ended before it was interrupted");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(130), "{args:?}: {message}");
        assert!(message.contains("interrupted") && !message.contains("panicked"), "{args:?}: {message}");
    }
}

/// `kill` and other programs signal only the process that they started, and rules run in a child of it.
#[cfg(all(unix, feature = "rules"))]
#[test]
fn a_request_to_end_reaches_the_process_that_runs_rules() {
    use std::process::{Command, Stdio};
    let folder = crate::common::folder();
    let path = folder.path().join("up.star");
    std::fs::write(&path, "def initial(): return 0\ndef moves(s): return [s + 1, s + 2]\n").unwrap();
    for signal in ["-TERM", "-INT"] {
        let mut child = Command::new(crate::common::PROGRAM)
            .args(["solve", path.to_str().unwrap(), "--max-positions", "1000000000000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        assert_eq!(child.try_wait().unwrap(), None, "ended before it was interrupted");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{message}");
        assert!(message.contains("interrupted"), "{message}");
    }
}

#[test]
fn a_value_by_theory_is_known_when_the_time_is_up() {
    for args in [&["kayles", "40", "40", "40"][..], &["nim 9 20 30 + kayles 40 40"]] {
        let ran = grundy(&[&["solve", "--time", "0.02"], args].concat());
        says(
            &ran.ok(),
            &["win for the player to move; Grundy value ", "note: remoteness not computed: the time was up after "],
        );
    }
    // The lines that follow are answered too.
    let ran = grundy_reading(&["solve", "kayles", "--batch", "-", "--time", "0.05"], "40 40 40\n3 4\n7\n");
    assert_eq!(ran.status, Some(0), "{ran}");
    let values: Vec<_> = json_lines(&ran.stdout).iter().map(|line| line["grundy"].clone()).collect();
    assert_eq!(values, [1, 2, 2], "{ran}");
}

#[test]
fn a_misere_quotient_without_memory_is_a_limit() {
    let ran = grundy(&["solve", "kayles", "20", "21", "22", "--misere", "--memory", "100K"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
    assert!(ran.stderr.contains("KiB are needed and 100.0 KiB allowed"), "{ran}");
}

/// What is proved after the time is up is not searched again.
#[test]
fn a_heap_out_of_reach_is_not_searched_twice() {
    let args = ["solve", "officers", "9223372036854775807", "--time", "0.2", "--json"];
    let ran = grundy(&args);
    assert_eq!(ran.status, Some(3), "{ran}");
    let answer = json(&ran.stdout);
    assert_eq!((&answer["value"], &answer["moves"]), (&Value::Null, &serde_json::json!([])), "{ran}");
    assert_ne!(answer["moves_total"], Value::Null, "{ran}");
}

/// The limit is that of the user, or the default one, and not that of a first attempt.
#[test]
fn the_limit_that_is_named_is_in_force() {
    for (limit, options) in [("3999999", &["--max-positions", "3999999"][..]), ("3000000", &[])] {
        let ran = grundy(&[&["solve", "king", "1000000", "4", "--misere"], options].concat());
        assert_eq!(ran.status, Some(3), "{ran}");
        says(&ran.stderr, &[&format!("positions are needed and {limit} allowed")]);
    }
}
