//! `grundy check` as an author of rules meets it: what is right, what is odd, what is wrong.
#![cfg(feature = "rules")]

mod common;

use common::{Ran, grundy, json};

fn check(source: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    std::fs::write(&path, source).unwrap();
    grundy(&["check", path.to_str().unwrap(), "--json"])
}

/// The exit status and the findings, each as `severity: message`.
#[track_caller]
fn findings(source: &str) -> (Option<i32>, Vec<String>) {
    let ran = check(source);
    let report = json(&ran.stdout);
    let word = |found: &serde_json::Value, key: &str| found[key].as_str().unwrap().to_owned();
    let found = report["findings"].as_array().unwrap().iter();
    (ran.status, found.map(|found| format!("{}: {}", word(found, "severity"), word(found, "message"))).collect())
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
        let said = (&report["positions"], &report["whole"], &report["cycles"], &report["ok"]);
        assert_eq!(said, (&positions.into(), &whole.into(), &cycles.into(), &true.into()), "{name}: {report}");
    }
    let text = grundy(&["check", &file("misere-nim.star")]).ok();
    assert!(text.contains("(Misère Nim)") && text.contains("48 positions"), "{text}");
    let cut = grundy(&["check", &file("tictactoe.star"), "--max-positions", "100", "--json"]).json();
    assert_eq!((&cut["positions"], &cut["whole"]), (&100.into(), &false.into()));
}

#[test]
fn what_is_odd_is_said_and_what_is_wrong_fails() {
    let start = "def initial(): return 4\n";
    let down = "def moves(s): return [s - 1] if s > 0 else []\n";
    let cases = [
        (format!("{start}def moves(s): return [s - 1, s - 1] if s else []\n"), 0, "note: moves that lead to the same position"),
        (format!("{start}{down}def outcome(s): return WIN if s < 3 else None\n"), 0, "note: `outcome` ends the game where"),
        (format!("{start}{down}def lable(s, t): return \"\"\n"), 0, "warning: the function `lable` is never called; did you mean `label`?"),
        (format!("{start}def moves(s): return [s]\n"), 0, "warning: a move leads to the position itself"),
        (format!("{start}{down}def text(s): return str(s % 3)\ndef parse(t): return int(t)\n"), 1, "error: `parse` does not give back"),
        (format!("{start}{down}def canonical(s): return s // 2\n"), 1, "error: `canonical` of a canonical position"),
        (format!("{start}def moves(s): return [s - 1] if s > 1 else 7\n"), 1, "error: `moves`: returned an int"),
        ("def initial(): return \"ab\"\ndef moves(s): return [\"cb\"] if s == \"ab\" else []\nsymmetries = [[1, 0]]\n".to_owned(), 0, ""),
        (
            "def initial(): return \"ba\"\ndef moves(s): return [\"cc\"] if s == \"ab\" else []\nsymmetries = [[1, 0]]\n".to_owned(),
            1,
            "error: equivalent positions have moves that are not equivalent",
        ),
    ];
    for (source, status, part) in cases {
        let (said, found) = findings(&source);
        assert_eq!(said, Some(status), "{source}{found:?}");
        assert!(part.is_empty() || found.iter().any(|found| found.starts_with(part)), "{source}{found:?}");
    }
    assert_eq!(check("def initial(: return 1\n").status, Some(2));
    assert_eq!(grundy(&["check", "nim"]).status, Some(2));
}
