//! `grundy check` from the view of an author of rules: files without findings, with oddities, and with errors.
#![cfg(feature = "rules")]

use crate::common::{Ran, folder, grundy, json, program, run, says};

fn check(source: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    std::fs::write(&path, source).unwrap();
    grundy(&["check", path.to_str().unwrap(), "--json"])
}

/// The exit status and the findings, each as `severity: message`, with `; note` for each note.
#[track_caller]
fn findings(source: &str) -> (Option<i32>, Vec<String>) {
    let ran = check(source);
    let report = json(&ran.stdout);
    let word = |found: &serde_json::Value, key: &str| found[key].as_str().unwrap().to_owned();
    let found = report["findings"].as_array().unwrap().iter();
    let notes = |found: &serde_json::Value| -> String {
        found["notes"].as_array().into_iter().flatten().map(|note| format!("; {}", note.as_str().unwrap())).collect()
    };
    let text = |found| format!("{}: {}{}", word(found, "severity"), word(found, "message"), notes(found));
    (ran.status, found.map(text).collect())
}

#[test]
fn games_of_the_folder_are_right() {
    let file = |name: &str| format!("{}/../../games/{name}", env!("CARGO_MANIFEST_DIR"));
    for (name, positions, whole, cycles) in [
        ("bachet.star", 22, true, false),
        ("tictactoe.star", 5478, true, false),
        ("morris3.star", 5390, true, true),
        ("dawson.star", 34, true, false),
    ] {
        let report = grundy(&["check", &file(name), "--json"]).json();
        let summary = (&report["positions"], &report["whole"], &report["cycles"], &report["ok"]);
        assert_eq!(summary, (&positions.into(), &whole.into(), &cycles.into(), &true.into()), "{name}: {report}");
    }
    let text = grundy(&["check", &file("misere-nim.star")]).ok();
    assert!(text.contains("(Misère Nim)") && text.contains("48 positions"), "{text}");
    let cut = grundy(&["check", &file("tictactoe.star"), "--max-positions", "100", "--json"]).json();
    assert_eq!((&cut["positions"], &cut["whole"]), (&100.into(), &false.into()));
}

#[test]
fn the_report_is_about_the_explored_part() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    let source = "first = param(\"first\", \"T\")\nk = param(\"k\", 1)\ndef initial(): return (first, 5)\ndef moves(s): return [(s[0], s[1] - k)]\n";
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    // A string can be given as it is, or as a literal of the file.
    for first in ["first=F", "first=\"F\"", "first='F'"] {
        let ran = grundy(&["check", path, "--set", first, "--max-positions", "50"]);
        assert!(ran.status == Some(0) && ran.stdout.contains("\nparameters: first = \"F\", k = 1\n"), "{ran}");
        let growing = "look for a move that makes a position larger, as at (\"F\", -44)\n";
        assert!(ran.stdout.contains(growing), "{ran}");
        assert!(ran.stdout.contains("\nplay cannot come back to a position among these\n"), "{ran}");
    }
}

#[test]
fn warnings_are_reported_and_errors_fail() {
    let start = "def initial(): return 4\n";
    let down = "def moves(s): return [s - 1] if s > 0 else []\n";
    let cases = [
        (format!("{start}def moves(s): return [s - 1, s - 1] if s else []\n"), 0, "note: moves that lead to the same position"),
        (format!("{start}{down}def outcome(s): return WIN if s == 2 else None\n"), 0, ""),
        (format!("{start}{down}def canon(s): return s\n"), 0, "warning: the function `canon` is never called; did you mean `canonical`?"),
        (format!("{start}{down}def canonical_form(s): return s\n"), 0, "warning: the function `canonical_form` is never called; did you mean `canonical`?"),
        (format!("{start}{down}symetries = []\n"), 0, "warning: the value `symetries` is never used; did you mean `symmetries`?"),
        ("initial = lambda: 3\nmoves = lambda s: [s - 1] if s else []\ncanonical = int\n".to_owned(), 0, ""),
        (format!("{start}{down}def initial(): return 3\n"), 0, "warning: the function `initial` is defined in line 1 and again in line 3; the last definition counts"),
        (format!("{start}{down}def starts(): return [8]\n"), 0, "warning: the file has both `initial` and `starts`"),
        (format!("{start}{down}def text(s): return \"p\" + str(s)\ndef parse(t): return int(t)\n"), 1, "error: `parse` of the text of a position does not give that position: "),
        (format!("{start}{down}def text(s): return str(s)\ndef parse(t): return t\n"), 1, "error: `parse` of the text of a position does not give that position: it gives \"4\""),
        (format!("{start}def moves(s): return [Sum(s - 1, s - 2)] if s > 1 else []\ndef text(s): return \"h + %d\" % s\ndef parse(t): return int(t[4:])\n"), 1, "error: `parse` of the text of a position does not give that position: in a file with `Sum`"),
        (format!("{start}{down}def lable(s, t): return \"\"\n"), 0, "warning: the function `lable` is never called; did you mean `label`?"),
        (
            "def initial(): return [2, 2]\ndef moves(s):\n    out = []\n    b = list(s)\n    for i in range(2):\n        if b[i]:\n            b[i] -= 1\n            out.append(b)\n    return out\n".to_owned(),
            0,
            "warning: `moves` gives the same list more than once",
        ),
        ("def initial(): return [1, 1]\ndef moves(s): return [[s[1] - 1, 0], [s[1] - 1, 0]] if s[1] else []\n".to_owned(), 0, "note: moves that lead"),
        (format!("{start}def moves(s): return [s]\n"), 0, "warning: a move leads to the position itself"),
        (format!("{start}{down}def text(s): return str(s % 3)\ndef parse(t): return int(t)\n"), 1, "error: `parse` of the text of a position does not give"),
        (format!("{start}{down}def canonical(s): return s // 2\n"), 1, "error: `canonical`: the canonical form of a canonical form is another position"),
        (format!("{start}def moves(s): return [s - 1] if s > 1 else 7\n"), 1, "error: `moves`: returned an int"),
        ("def initial(): return \"ab\"\ndef moves(s): return [\"cb\"] if s == \"ab\" else []\nsymmetries = [[1, 0]]\n".to_owned(), 1, "error: `symmetries`: equivalent positions have moves that are not"),
        (
            "def initial(): return \"ba\"\ndef moves(s): return [\"cc\"] if s == \"ab\" else []\nsymmetries = [[1, 0]]\n".to_owned(),
            1,
            "error: `symmetries`: equivalent positions have moves that are not equivalent",
        ),
    ];
    for (source, status, part) in cases {
        let (exit, found) = findings(&source);
        assert_eq!(exit, Some(status), "{source}{found:?}");
        assert!(!part.is_empty() || found.is_empty(), "{source}{found:?}");
        assert!(part.is_empty() || found.iter().any(|found| found.starts_with(part)), "{source}{found:?}");
    }
}

#[test]
fn ends_turns_pictures_and_names_are_looked_at() {
    let ab = "def initial(): return \"ab\"\nsymmetries = [[1, 0]]\n";
    let down = "def initial(): return 4\ndef moves(s): return [s - 1] if s > 0 else []\n";
    for (source, status, part) in [
        (
            format!("{ab}def moves(s): return [\"xy\", \"yx\"] if \"a\" in s else []\ndef outcome(s): return WIN if s == \"xy\" else LOSS if s == \"yx\" else None\n"),
            1,
            "error: `symmetries`: equivalent positions end differently",
        ),
        (
            format!("{ab}def moves(s): return [\"xy\", \"yx\"] if \"a\" in s else []\ndef turn(s): return s[0] < s[1]\n"),
            1,
            "error: `symmetries`: equivalent positions have different players to move",
        ),
        (format!("{down}def turn(s): return s\n"), 1, "error: `turn`: returned 2, a third player after 4 and 3"),
        (format!("{down}def turn(s): return 1\n"), 0, "warning: `turn` gives the same player at every position with moves"),
        (format!("{down}def show(s): return s\n"), 1, "error: `show`: returned an int"),
        (format!("{down}def label(s, t): return t\n"), 1, "error: `label`: returned an int"),
        (
            "def initial(): return 4\ndef moves(s): return [k for k in range(s)]\ndef label(s, t): return str(t // 2)\n".to_owned(),
            0,
            "warning: `label` gives two moves the same name",
        ),
        (format!("{down}def text(s): return s\ndef parse(t): return t\n"), 1, "error: `text`: returned an int"),
        (
            "def initial(): return 4\ndef moves(s): return [(s + 1) % 5]\n".to_owned(),
            0,
            "note: play can return to a position; where neither player can force an end, the game is a draw",
        ),
        (
            // Far from the start, among thousands.
            "def initial(): return 30000\ndef moves(s): return [s - 1] if s else []\ndef text(s): return str(s)\ndef parse(t): return int(t) if int(t) > 9000 else 0\n".to_owned(),
            1,
            "error: `parse` of the text of a position does not give",
        ),
    ] {
        let (exit, found) = findings(&source);
        assert_eq!(exit, Some(status), "{source}{found:?}");
        assert!(found.iter().any(|found| found.starts_with(part)), "{source}{found:?}");
    }
    // Both players move here, and nothing is odd.
    assert_eq!(findings(&format!("{down}def turn(s): return s % 2\n")), (Some(0), vec![]));
}

#[test]
fn sums_without_end_are_an_error() {
    let (status, found) = findings("def initial(): return 1\ndef moves(s): return [Sum(1, 1), Sum(0)] if s else []\n");
    assert_eq!(status, Some(1), "{found:?}");
    let is_found = |text: &str| found.iter().any(|found| found.starts_with("error: ") && found.contains(text));
    assert!(is_found("play can come back to this component beside `1`"), "{found:?}");
}

#[test]
fn the_report_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    let source = "game(name = \"Down\", source = \"here\")\nn = param(\"n\", 3)\ndef initial(): return n\n\
        def moves(s): return [s - k for k in (1, 2) if k <= s] if s != 1 else 7\ndef idle(): return 1\n";
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let ran = grundy(&["check", path]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(1), ""), "{ran}");
    let expected = "PATH (Down)
source: here
parameters: n = 3
error: `moves`: returned an int, not a list of positions
 --> PATH:4:15
  |
4 | def moves(s): return [s - k for k in (1, 2) if k <= s] if s != 1 else 7
  |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: at position 1
  = help: return a list of positions; an empty list where the game is over
warning: the function `idle` is never called
4 positions, 4 moves, and there may be more beyond the errors
play cannot come back to a position among these

moves from the start  positions  moves
                   0          1      2
                   1          2      2
                   2          1      0

to solve it takes more than 500 bytes
1 error, 1 warning, 0 notes
";
    let text = ran.stdout.replace(path, "PATH");
    let lines = |text: &str| {
        text.lines().filter(|line| !line.starts_with("to solve it takes ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&text), lines(expected), "{text}");
    assert!(text.contains("\nto solve it takes more than "), "{text}");

    let ran = grundy(&["check", path, "--set", "n=3", "--json"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(1), ""), "{ran}");
    let mut report = json(&ran.stdout);
    assert!(report["seconds"].take().is_f64() && report["bytes"].take().is_u64(), "{ran}");
    let expected = serde_json::json!({
        "schema": "grundy/check/1",
        "game": path,
        "name": "Down",
        "source": "here",
        "parameters": {"n": "3"},
        "ok": false,
        "findings": [
            {
                "severity": "error",
                "message": "`moves`: returned an int, not a list of positions",
                "position": null,
                "line": 4,
                "column": 15,
                "notes": ["at position 1"],
                "help": "return a list of positions; an empty list where the game is over",
            },
            {
                "severity": "warning",
                "message": "the function `idle` is never called",
                "position": null,
                "line": null,
                "column": null,
                "notes": null,
                "help": null,
            },
        ],
        "counted": "positions",
        "positions": 4,
        "moves": 4,
        "whole": false,
        "compared": 4,
        "cycles": false,
        "bytes": null,
        "seconds": null,
        "depths": [{"positions": 1, "moves": 2}, {"positions": 2, "moves": 2}, {"positions": 1, "moves": 0}],
    });
    assert_eq!(report, expected);
}

/// In a file with sums, components are counted with their moves, as `build` counts them, and moves to the same position once.
#[test]
fn components_and_moves_are_counted_as_by_build() {
    for (file, counted) in [("dawson.star", "components"), ("bachet.star", "positions")] {
        let path = format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"));
        let report = grundy(&["check", &path, "--json"]).json();
        let built = grundy(&["build", &path, "--json"]).json();
        assert_eq!(report["counted"], counted);
        assert_eq!((&report["positions"], &report["moves"]), (&built["positions"], &built["moves"]), "{file}");
        // A bound on positions is no mistake of the rules.
        let bounded = grundy(&["check", &path, "--max-positions", "10"]).ok();
        says(&bounded, &[&format!("10 {counted}, "), "and there are more", "0 errors"]);
    }
    let start = "def initial(): return 3\n";
    for (moves, positions, distinct) in
        [("[Sum(s - 1), s - 1, Sum(1, 1), Sum(1, 1)] if s > 1 else []", 3, 4), ("[s - 1, s - 1] if s else []", 4, 3)]
    {
        let ran = check(&format!("{start}def moves(s): return {moves}\n"));
        let report = json(&ran.stdout);
        assert_eq!((&report["positions"], &report["moves"]), (&positions.into(), &distinct.into()), "{ran}");
        says(&ran.stdout, &["moves that lead to the same position: they are one move"]);
    }
}

#[test]
fn what_cannot_be_read_is_bad_input() {
    for source in ["def initial(: return 1\n", "def initial(): return 1\n", "x = y\n"] {
        let ran = check(source);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{ran}");
    }
    for args in [["check", "nim"], ["check", "absent.star"], ["check", "/.star"]] {
        grundy(&args).refused();
    }
}

/// Without `turn`, a game of two players with moves of their own is taken for an impartial one, and its Grundy values look right.
#[test]
fn a_position_that_says_who_moves_needs_turn() {
    let moves = "def moves(s):\n    p, b = s\n    return [(\"O\" if p == \"X\" else \"X\", b[:i] + p + b[i + 1:]) for i in range(9) if b[i] == \".\"]\n";
    let game = format!("def initial(): return (\"X\", \".........\")\n{moves}");
    let warning = "warning: `s[0]` changes between \"X\" and \"O\" at every move; if it says who moves, define `def turn(s): return s[0]`; without it the Grundy values mean nothing";
    assert_eq!(findings(&game), (Some(0), vec![warning.to_owned()]));
    assert_eq!(findings(&format!("{game}def turn(s): return s[0]\n")), (Some(0), vec![]));
    // The first character of a string.
    let text = "def initial(): return \"ab---\"\ndef moves(s):\n    to = \"b\" if s[0] == \"a\" else \"a\"\n    return [to + s[1:i] + \"x\" + s[i + 1:] for i in range(2, 5) if s[i] == \"-\"]\n";
    let (status, found) = findings(text);
    assert!(status == Some(0) && found[0].starts_with("warning: `s[0]` changes between \"a\" and \"b\""), "{found:?}");
    // A value that changes at every move but one says nothing, and neither does one that never comes back.
    for quiet in [
        game.replace(
            "range(9) if b[i] == \".\"]",
            "range(9) if b[i] == \".\"] + ([(p, \"!\")] if b == \".........\" else [])",
        ),
        "def initial(): return (2, 0)\ndef moves(s): return [(s[0] - 1, s[1] + 1)] if s[0] else []\n".to_owned(),
    ] {
        let (_, found) = findings(&quiet);
        assert!(!found.iter().any(|found| found.contains("changes between")), "{quiet}{found:?}");
    }
    let games = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in std::fs::read_dir(games).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "star") {
            let report = grundy(&["check", path.to_str().unwrap(), "--max-positions", "3000"]).ok();
            assert!(!report.contains("\nwarning: "), "{}: {report}", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

/// The end that was forgotten is counted, with an example; what is no mistake gives no finding.
#[test]
fn ends_without_an_outcome_are_counted() {
    let file = |draw: &str| {
        format!(
            "L = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]\ndef initial(): return \".........\"\n\
             def moves(s):\n    mark = \"X\" if s.count(\"X\") == s.count(\"O\") else \"O\"\n\
             \x20   return [s[:i] + mark + s[i + 1:] for i in range(9) if s[i] == \".\"]\n\
             def outcome(s):\n    for a, b, c in L:\n        if s[a] != \".\" and s[a] == s[b] and s[b] == s[c]: return LOSS\n    return {draw}\n"
        )
    };
    assert_eq!(findings(&file("DRAW if \".\" not in s else None")), (Some(0), vec![]));
    // Of the 78 full boards, 16 have no line (all 16 are draws).
    let (status, found) = findings(&file("None"));
    assert_eq!((status, found.len()), (Some(0), 1), "{found:?}");
    let words = "warning: 16 positions have no moves and no outcome; they count as a loss for the player to move, for example \"";
    assert!(found[0].starts_with(words), "{found:?}");
    let one = "def initial(): return 2\ndef moves(s): return [s - 1] if s else []\ndef outcome(s): return None\n";
    assert!(findings(one).1[0].starts_with("warning: 1 position has no moves and no outcome; it counts as a loss"));
    // Without `outcome` a loss is the rule of normal play.
    assert_eq!(findings("def initial(): return 2\ndef moves(s): return [s - 1] if s else []\n").1, [""; 0]);
}

#[test]
fn a_wrong_class_is_shown_by_two_positions() {
    let rules = "def initial(): return (3, 5)\ndef moves(s): return [(a, s[1]) for a in range(s[0])] + [(s[0], b) for b in \
        range(0, s[1], 2)]\ndef canonical(s): return tuple(sorted(s))\n";
    let (status, found) = findings(rules);
    assert_eq!(status, Some(1));
    let words = "error: `canonical`: equivalent positions have moves that are not equivalent; (3, 0) has a move to (0, 1) or a position \
        equivalent to it, and (0, 3) has none";
    assert!(found.contains(&words.to_owned()), "{found:?}");
    let ends = "def initial(): return \"ab\"\nsymmetries = [[1, 0]]\ndef moves(s): return [\"xy\", \"yx\"] if \"a\" in s else []\n\
        def outcome(s): return WIN if s == \"xy\" else LOSS if s == \"yx\" else None\n";
    let (_, found) = findings(ends);
    assert!(
        found[0].starts_with("error: `symmetries`: equivalent positions end differently; \"xy\" and \"yx\""),
        "{found:?}"
    );
}

/// Each position that is reached is its own canonical form here, so only its images show that the symmetries are wrong.
#[test]
fn wrong_symmetries_of_canonical_positions_are_found() {
    let rules = "def initial(): return \"....\"\ndef moves(s):\n    i = s.rfind(\".\")\n    return [s[:i] + \"x\" + s[i + 1:]] if i >= 0 \
        else []\nsymmetries = [[3, 2, 1, 0]]\n";
    let (status, found) = findings(rules);
    assert_eq!(status, Some(1));
    assert!(
        found[0].starts_with("error: `symmetries`: equivalent positions have moves that are not equivalent; "),
        "{found:?}"
    );
    let folder = folder();
    std::fs::write(folder.path().join("game.star"), rules).unwrap();
    for args in [&["solve", "game.star", "x..."][..], &["build", "game.star", "--reduced"]] {
        let ran = run("", program(args.to_vec()).current_dir(folder.path()));
        assert!(ran.status == Some(2) && ran.stderr.contains("that are not equivalent"), "{ran}");
    }
    // The position and its image do not have equally many moves, and only one of them is reached.
    let rules =
        "def initial(): return \"ab\"\ndef moves(s): return [\"bb\"] if s == \"ab\" else []\nsymmetries = [[1, 0]]\n";
    let (status, found) = findings(rules);
    assert!(status == Some(1) && found[0].contains("that are not equivalent"), "{found:?}");
    // The rules fail at an image, which is not reached.
    let rules = "def initial(): return \"ab\"\ndef moves(s): return [\"cc\"] if s == \"ab\" else [] if s == \"cc\" else fail(\"no such position\")\n\
        symmetries = [[1, 0]]\n";
    std::fs::write(folder.path().join("game.star"), rules).unwrap();
    let ran = run("", program(["solve", "game.star"]).current_dir(folder.path()));
    assert!(ran.status == Some(2) && ran.stderr.contains("`symmetries` makes it equivalent to \"ab\""), "{ran}");
    // No part of the position is as long as the identity.
    let rules = "def initial(): return \"abc\"\ndef moves(s): return []\nsymmetries = [[0, 1]]\n";
    std::fs::write(folder.path().join("game.star"), rules).unwrap();
    let ran = run("", program(["check", "game.star"]).current_dir(folder.path()));
    assert!(ran.status == Some(2) && ran.stderr.contains("as many cells as the permutations"), "{ran}");
}

/// A third player is reported once, as what it is.
#[test]
fn a_wrong_player_is_the_only_error() {
    let source = "def initial(): return 3\ndef moves(s): return [s - 1] if s > 0 else []\n\
        def outcome(s): return LOSS if s == 0 else None\ndef turn(s): return s % 3\n";
    let (status, found) = findings(source);
    let errors: Vec<_> = found.iter().filter(|found| found.starts_with("error: ")).collect();
    assert!(status == Some(1) && errors.len() == 1 && errors[0].contains("`turn`"), "{found:?}");
}
