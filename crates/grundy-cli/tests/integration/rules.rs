//! Rules files on the command line: answers, parameters, messages with a location, and the sandbox.
#![cfg(feature = "rules")]

use crate::common::{Ran, grundy, grundy_reading, says};

fn game(file: &str) -> String {
    format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs `solve` on a file with this text; in the output the file is called `game.star`.
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

/// The first example of the page about rules files: its file `games/bachet.star`, and its commands.
#[test]
fn page_one_runs_as_it_stands() {
    let page = include_str!("../../../../docs/rules-files.md");
    let block = |language: &str| {
        let from = page.split_once(&format!("```{language}\n")).unwrap().1;
        from.split_once("```").unwrap().0
    };
    let folder = crate::common::folder();
    std::fs::write(folder.path().join("bachet.star"), block("python")).unwrap();
    assert!(block("python").lines().count() <= 6, "a game in six lines");
    let mut commands = 0;
    for line in block("sh").replace("games/", "").lines() {
        let mut words = line.split_ascii_whitespace();
        assert_eq!(words.next(), Some("grundy"));
        let mut command = crate::common::program(words);
        let output = crate::common::run(line, command.current_dir(folder.path())).ok();
        assert!(!output.is_empty(), "{line}");
        commands += 1;
    }
    assert!(commands >= 5, "{commands}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, part) in [
        (vec!["solve", "nim", "3", "--set", "n=3"], "is not a rules file"),
        (vec!["solve", "absent.star"], "no such file"),
    ] {
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
    let games = grundy(&["games", &game("dawson.star")]).refused();
    says(&games, &["a rules file is not in the catalogue", "grundy check"]);
    let period = grundy(&["period", &game("dawson.star")]).refused();
    says(&period, &["the period of a rules file cannot be proved", "grundy sequence", "--to 1000` lists the values"]);
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
    refused(float, 2, &["a value of type float is not a position", "game.star:2:15", "at position 5"]);
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
        &["not an outcome", "return WIN"],
    );
    refused(
        "def initial(): return 1\ndef turn(s): return s\ndef moves(s): return [Sum(s)]\n",
        2,
        &["`Sum` is for games"],
    );
    let endless = "def initial(): return 2\ndef moves(s): return [Sum(s - 1, s), s - 1] if s > 0 else []\n";
    for game in [endless, "def initial(): return 1\ndef moves(s): return [Sum(1, s)]\n"] {
        refused(game, 2, &["play can come back to this component beside `1`", "help: let a move", "at position"]);
    }
}

#[test]
fn sums_without_end_have_values_where_those_of_the_components_are_known() {
    let source = "def initial(): return 3\ndef moves(s): return [Sum(s, 1)] if s > 1 else [s - 1] if s > 0 else []\n";
    let ran = solve(source);
    assert_eq!(ran.status, Some(0), "{ran}");
    says(&ran.stdout, &["draw for the player to move", "to 1 + 3", "each solved apart"]);
}

#[test]
fn limits_say_the_position() {
    let long = "def initial(): return 3\ndef moves(s):\n  for i in range(1000000000):\n    s += 1\n  return []\n";
    refused(long, 3, &["limit", "20000000 calls and rounds", "at position 3"]);
    let deep = "def initial(): return 3\ndef f(x): return f(x + 1)\ndef moves(s): return [f(s)]\n";
    refused(deep, 3, &["more than 100 deep", "at position 3"]);
    let path = game("bachet.star");
    let limited = grundy(&["solve", &path, "--set", "n=100000", "--max-positions", "1000"]).limited();
    says(&limited, &["1000 allowed", "--max-positions"]);
    let folder = crate::common::folder();
    let path = folder.path().join("game.star");
    let path = path.to_str().unwrap();
    std::fs::write(path, "def initial(): return 0\ndef moves(s): return [s + 1]\n").unwrap();
    says(&grundy(&["solve", path, "--time", "1"]).limited(), &["the time was up", "--time"]);
    let long =
        "def initial(): return 0\ndef moves(s): return ['a' * 60000 + str(i) for i in range(2000)] if s == 0 else []\n";
    std::fs::write(path, long).unwrap();
    says(&grundy(&["solve", path, "--memory", "50M"]).limited(), &["memory", "at position 0", "--memory"]);
}

/// An operation that passes the interpreter's own limits ends within seconds, and leaves only a message.
#[test]
fn the_sandbox_bounds_what_the_interpreter_does_not() {
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
        (
            "a deep list at the top",
            format!("x = []\nfor i in range(1000000):\n  x = [x]\n{}", moves("    return []\n")),
            [3, 3],
        ),
        (
            "a deep key",
            moves("    x = ()\n    for i in range(1000000):\n        x = (x,)\n    return [len({x: 1})]\n"),
            [3, 3],
        ),
        ("numbers shifted far", moves("    return [(1 << (1 << 40)) % 7]\n"), [2, 3]),
        ("deep source", format!("x = {}1\n{}", "-".repeat(300_000), moves("    return []\n")), [2, 2]),
        (
            "nested calls",
            format!("x = {}{}\n{}", "len(".repeat(90_000), ")".repeat(90_000), moves("    return []\n")),
            [2, 2],
        ),
    ] {
        // A process that hangs is killed, and then has no exit status.
        let ran = solve(&source);
        assert!(ran.status.is_some_and(|status| statuses.contains(&status)), "{what}: {ran}");
        assert!(ran.stdout.is_empty() && !ran.stderr.contains("overflowed") && !ran.stderr.is_empty(), "{what}: {ran}");
    }
}

/// The sandbox surrounds the process that runs the rules, which ends with the process that the user started.
#[cfg(target_os = "linux")]
#[test]
fn the_process_of_the_rules_is_bounded_and_ends_with_its_parent() {
    use std::time::Duration;
    let folder = crate::common::folder();
    let path = folder.path().join("game.star");
    std::fs::write(&path, "def initial(): return 3\ndef moves(s):\n    x = 3\n    for i in range(60):\n        x = x * x\n    return [x]\n").unwrap();
    let mut parent = std::process::Command::new(crate::common::PROGRAM)
        .args(["solve", path.to_str().unwrap(), "--memory", "300M"])
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let children = format!("/proc/{0}/task/{0}/children", parent.id());
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        for _ in 0..500 {
            if done() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{what}");
    };
    let mut child = String::new();
    wait("no child is started", &mut || {
        child = std::fs::read_to_string(&children).unwrap_or_default().trim().to_owned();
        !child.is_empty()
    });
    let mut most = None;
    wait("no limit is set", &mut || {
        let limits = std::fs::read_to_string(format!("/proc/{child}/limits")).unwrap_or_default();
        let line = limits.lines().find(|line| line.starts_with("Max data size")).unwrap_or_default();
        most = line.split_ascii_whitespace().nth(3).and_then(|most| most.parse::<u64>().ok());
        most.is_some()
    });
    assert!(most.is_some_and(|most| most <= (300 << 20) + (64 << 20)), "{most:?}");
    parent.kill().unwrap();
    parent.wait().unwrap();
    // The state of a process that ended and was not waited for is Z.
    wait("the child lives on", &mut || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with('Z'))
    });
}

/// The parent may be killed before the child can bind itself to it.
#[cfg(target_os = "linux")]
#[test]
fn a_sandboxed_process_whose_parent_is_gone_does_nothing() {
    let folder = crate::common::folder();
    let path = folder.path().join("game.star");
    std::fs::write(&path, "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n").unwrap();
    let sandboxed = |parent: u32| {
        let mut command = crate::common::program(["sandboxed", "solve", path.to_str().unwrap()]);
        crate::common::run("sandboxed", command.env("GRUNDY_SANDBOX_PARENT", parent.to_string()))
    };
    assert_eq!(sandboxed(std::process::id()).status, Some(0));
    // This process's own parent did not start it.
    let ran = sandboxed(std::os::unix::process::parent_id());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
}

/// Floats, dicts, sets and hashes give the same results everywhere and at all times.
#[test]
fn answers_do_not_depend_on_the_run() {
    let folder = crate::common::folder();
    let path = folder.path().join("game.star");
    let source = "\
        WORDS = {w: hash(w) for w in ['moon', 'sun', 'é', '']}\n\
        def initial(): return 'start'\n\
        def moves(s):\n\
        \x20   if s != 'start': return []\n\
        \x20   out = ['{} {}'.format(w, WORDS[w]) for w in WORDS] + [str(x) for x in set(['b', 'a', 'c', 'a'])]\n\
        \x20   out += [str(0.1 + 0.2), str(1.0 / 3), str(float(1 << 70)), str(2.5e-8), repr({1: (2, 3.0)}), str(7.0 // 2)]\n\
        \x20   return out + ['%s %d' % ('x', 3), f'{1.5}', str(sorted(['B', 'a']))]\n";
    std::fs::write(&path, source).unwrap();
    let args = ["solve", path.to_str().unwrap(), "--json"];
    let first = grundy(&args).json();
    let texts: Vec<&str> = first["moves"].as_array().unwrap().iter().map(|m| m["move"].as_str().unwrap()).collect();
    let expected = [
        "moon 3357441",
        "sun 114252",
        "é 233",
        " 0",
        "b",
        "a",
        "c",
        "0.30000000000000004",
        "0.3333333333333333",
        "1.180592e+21",
        "2.5e-08",
        "{1: (2, 3.0)}",
        "3.0",
        "x 3",
        "1.5",
        "[\\\"B\\\", \\\"a\\\"]",
    ];
    let expected: Vec<String> = expected.iter().map(|text| format!("to \"{text}\"")).collect();
    assert_eq!(texts, expected);
    for threads in ["1", "2", "3"] {
        assert_eq!(grundy(&[&args[..], &["--threads", threads]].concat()).json(), first);
    }
}

#[test]
fn a_script_can_reach_nothing_outside() {
    for word in ["open('x')", "print(1)", "load('x', 'y')", "__import__('os')", "eval('1')"] {
        let ran = solve(&format!("{word}\ndef initial(): return 1\ndef moves(s): return []\n"));
        assert_eq!(ran.status, Some(2), "{word}: {ran}");
    }
}

/// A game that is too large for the limits, and whose position is proved by a search.
#[test]
fn a_position_of_a_large_game_is_searched() {
    let file = game("connect4-masks.star");
    let too_large = grundy(&["build", &file, "--max-positions", "40000"]);
    assert_eq!(too_large.status, Some(3), "{too_large}");
    let answer = grundy(&["solve", &file, "--max-positions", "40000", "--no-moves", "--json"]).json();
    assert_eq!((&answer["value"], &answer["proved"]), (&"draw".into(), &true.into()));
    assert_eq!(answer["method"], "search of the position and of its moves");
    // A win in one move, on a board of 7 by 6. The limit ends the search of the other moves.
    let words =
        ["solve", &file, "--set", "width=7", "--set", "height=6", "(7, 896)", "--max-positions", "500", "--json"];
    let ran = grundy(&words);
    assert_eq!(ran.status, Some(3), "{ran}");
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&answer["value"], &answer["remoteness"]), (&"win".into(), &1.into()));
    says(&ran.stderr, &["the position is a win in 1 move, but not all of its moves were searched", "--max-positions"]);
}

#[test]
fn a_value_that_is_no_number_differs_from_every_term() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, terms) = (folder.path().join("game.star"), folder.path().join("terms"));
    // From 2 one may move to 2 itself.
    std::fs::write(
        &rules,
        "def initial(): return 2\ndef moves(s): return [s - 1] + ([s] if s == 2 else []) if s else []\n",
    )
    .unwrap();
    std::fs::write(&terms, "0, 1, 0\n").unwrap();
    let ran = grundy(&["sequence", rules.to_str().unwrap(), "--compare", terms.to_str().unwrap()]);
    assert_eq!(ran.status, Some(1), "{ran}");
    says(&ran.stdout, &["n = 2: ∞(1), the file has 0"]);
}

/// Rows of letters, in which two equal neighbours or one `c` are taken.
const ROWS: &str = "def initial(): return 'aabbacca'\n\
    def moves(s):\n    \
        out = [Sum(s[:i], s[i + 2:]) for i in range(len(s) - 1) if s[i] == s[i + 1]]\n    \
        return out + [Sum(s[:i], s[i + 1:]) for i in range(len(s)) if s[i] == 'c']\n";

/// Classes of components take less time and change no answer: neither a value nor the moves that are listed.
#[test]
fn the_moves_of_components_are_those_of_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let classes = "def canonical(s): return min(s, ''.join(reversed(list(s.elems()))))\n";
    for position in ["cba", "cac", "cbaa", "aab + cba", "ccccc", "aabbacca"] {
        let answers = ["", classes].map(|classes| {
            let path = folder.path().join("game.star");
            std::fs::write(&path, format!("{ROWS}{classes}")).unwrap();
            let mut answer = grundy(&["solve", path.to_str().unwrap(), position, "--json"]).json();
            answer["moves"].as_array_mut().unwrap().sort_by_key(|m| m["move"].to_string());
            answer
        });
        assert_eq!(answers[0]["moves"], answers[1]["moves"], "{position}");
        assert_eq!(answers[0]["grundy"], answers[1]["grundy"], "{position}");
    }
}

/// `aabbacca` leads to 12 components, of which two are mirror images of each other.
#[test]
fn build_counts_one_component_of_each_class() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    let classes = "def canonical(s): return min(s, ''.join(reversed(list(s.elems()))))\n";
    for (classes, components) in [("", 12), (classes, 11)] {
        std::fs::write(&path, format!("{ROWS}{classes}")).unwrap();
        let built = grundy(&["build", path.to_str().unwrap(), "--json"]).json();
        assert_eq!(built["positions"], components, "{built}");
    }
}

#[test]
fn components_with_a_plus_sign_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    let source = "def initial(): return (2, 'a + b')\n\
        def moves(s): return [Sum((s[0] - 1, 'a+b'), (0, '( + '))] if s[0] else []\n";
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(grundy(&["check", path, "--json"]).json()["findings"], serde_json::json!([]));
    for text in ["(1, \"a+b\")", "(1, \"a + b\")", "1, \"a + b\"", "(1, \"a+b\") + (0, \"( + \") + (1, 'x')"] {
        grundy(&["solve", path, text]).ok();
    }
}

#[test]
fn components_have_spaces_between_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    std::fs::write(&path, ROWS).unwrap();
    let path = path.to_str().unwrap();
    for (text, with_blanks) in [("cc+c", "write `cc + c`"), ("cc +c", "write `cc + c`"), ("a + b+c", "write `b + c`")] {
        let message = grundy(&["solve", path, text]).refused();
        says(&message, &["a `+` between components needs spaces around it", with_blanks]);
    }
    says(&grundy(&["solve", &game("dawson.star"), "5+7"]).refused(), &["spaces around it", "write `5 + 7`"]);
    // A component may have the signs itself.
    for (text, shown) in [("\"c + a\" + cc", "\"c + a\" + \"cc\""), ("'a+c' + b", "\"a+c\" + \"b\"")] {
        let answer = grundy(&["solve", path, text, "--json"]).json();
        let components = |text: &str| {
            let mut parts: Vec<String> = text.split("\" + \"").map(|part| part.trim_matches('"').to_owned()).collect();
            parts.sort();
            parts
        };
        assert_eq!(components(answer["position"].as_str().unwrap()), components(shown), "{answer}");
    }
}

/// A text without quotation marks is the literal that the program writes, also where the start is a string.
#[test]
fn positions_of_several_types_are_read_as_they_are_written() {
    let source = "def initial(): return \"a\"\n\
        M = {\"a\": [1], 1: [(2, \"x\")], (2, \"x\"): [3], 3: [4], 4: [5]}\n\
        def moves(s): return M.get(s, [])\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.star");
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    for (position, value, remoteness) in [
        ("a", "win", 5),
        ("\"a\"", "win", 5),
        ("1", "loss", 4),
        ("(2, \"x\")", "win", 3),
        ("3", "loss", 2),
        ("5", "loss", 0),
    ] {
        let answer = grundy(&["solve", path, position, "--json"]).json();
        assert_eq!((&answer["value"], &answer["remoteness"]), (&value.into(), &remoteness.into()), "{position}");
    }
    let out = grundy_reading(&["play", path], "to 1\nto 3\nto 5\n").ok();
    says(&out, &["The game is over: you win."]);
    says(&grundy(&["check", path]).ok(), &["0 errors"]);
    // Digits are a string where all positions near the start are strings.
    let digits = "def initial(): return \"012\"\ndef moves(s): return [s[1:]] if s else []\n";
    std::fs::write(path, digits).unwrap();
    assert_eq!(grundy(&["solve", path, "12", "--json"]).json()["remoteness"], 2);
    // Where only the first of many positions are read, the rules decide, or the user must.
    let many = "def initial(): return \"1\" * 1500\n\
        def moves(s): return [] if type(s) == \"int\" else [s[1:]] if len(s) > 1 else [5]\n";
    std::fs::write(path, many).unwrap();
    let refused = grundy(&["solve", path, "5"]).refused();
    says(&refused, &["may be the string \"5\" or 5", "write \"5\" with its quotation marks, or (5) in parentheses"]);
    for (position, remoteness) in [("\"5\"", 1), ("(5)", 0), ("(11)", 0), ("\"11\"", 2)] {
        assert_eq!(grundy(&["solve", path, position, "--json"]).json()["remoteness"], remoteness, "{position}");
    }
    let digits = "def initial(): return \"1\" * 1500\ndef moves(s): return [s[1:]] if len(s) > 0 else []\n";
    std::fs::write(path, digits).unwrap();
    assert_eq!(grundy(&["solve", path, "11", "--json"]).json()["remoteness"], 2);
}

#[test]
fn a_list_that_is_too_large_for_the_interpreter_is_a_limit() {
    for list in ["list(range(1 << 30))", "tuple(range(1 << 30))"] {
        let source = format!("def initial(): return 0\ndef moves(s): return [len({list})]\n");
        let ran = solve(&source);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
        says(&ran.stderr, &["limit: "]);
    }
}
