//! Error messages for authors of rules: every kind of message, to the letter.
#![cfg(feature = "rules")]

use crate::common::{folder, grundy, program, run, says as contains};

/// Solves a file with this text, called `game.star`; returns the exit status and standard error.
fn check_messages(source: &str, more: &[&str]) -> (Option<i32>, String) {
    let folder = folder();
    std::fs::write(folder.path().join("game.star"), source).unwrap();
    let mut command = program([&["solve", "game.star"], more].concat());
    let ran = run(source, command.current_dir(folder.path()));
    assert_eq!(ran.stdout, "", "{ran}");
    (ran.status, ran.stderr)
}

#[track_caller]
fn says(source: &str, status: i32, message: &str) {
    let (found, text) = check_messages(source, &[]);
    assert_eq!((found, text.trim_end()), (Some(status), message.trim_matches('\n')), "{source}");
}

const DOWN: &str = "def initial(): return 5\ndef moves(s): return [s - 1] if s else []\n";

#[test]
fn a_wrong_return_points_at_the_return() {
    says(
        "def initial(): return 5\ndef moves(s):\n    if s > 3:\n        return [s - 1]\n    return {}\n",
        2,
        "
error: `moves`: returned a dict, not a list of positions
 --> game.star:5:5
  |
5 |     return {}
  |     ^^^^^^^^^
  |
  = note: at position 3
  = help: return a list of positions; an empty list where the game is over",
    );
    says(
        "def initial(): return 5\ndef moves(s):\n    if s > 3: return [s - 1]\n",
        2,
        "
error: `moves`: returned None, not a list of positions
 --> game.star:3:5
  |
3 |     if s > 3: return [s - 1]
  |     ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: at position 3
  = help: return a list of positions, an empty one where the game is over: without `return` a function gives None",
    );
    says(
        "def initial(): return (5, \"x\")\ndef moves(s): return [(s[0] / 2, s[1])]\n",
        2,
        "
error: `moves`: a value of type float is not a position
 --> game.star:2:15
  |
2 | def moves(s): return [(s[0] / 2, s[1])]
  |               ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: at position (5, \"x\")
  = help: a position is an int, a string, None, True, False, or a tuple or list of positions",
    );
    says(
        &format!("{DOWN}def outcome(s): return \"over\" if s == 3 else None\n"),
        2,
        "
error: `outcome`: returned the string \"over\", which is not an outcome
 --> game.star:3:17
  |
3 | def outcome(s): return \"over\" if s == 3 else None
  |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: at position 3
  = help: return WIN, LOSS or DRAW for the player to move, or None where the game goes on",
    );
    for (function, message, help) in [
        ("turn(s): return s", "returned 3, a third player after 5 and 4", "return one of two values: who moves"),
        ("label(s, t): return t", "returned an int", "return one line of text, the name of the move"),
        ("show(s): return s", "returned an int", "return a string"),
        ("canonical(s): return 0.5", "a value of type float is not a position", "a position is an int"),
        ("starts(): return 3", "returned an int", "return a list of positions"),
        ("starts(): return []", "returned no position", "return a list of at least one position"),
        ("text(s): return s\ndef parse(t): return int(t)", "returned an int", "return a string"),
        ("text(s): return \"a\\nb\"\ndef parse(t): return 1", "returned several lines", "return one line of text"),
    ] {
        let (status, text) = check_messages(&format!("{DOWN}def {function}\n"), &[]);
        let name = function.split('(').next().unwrap();
        assert_eq!(status, Some(2), "{text}");
        assert!(text.starts_with(&format!("error: `{name}`: {message}\n")), "{text}");
        assert!(text.contains(&format!("  = help: {help}")) && text.contains("game.star:3:"), "{text}");
    }
}

#[test]
fn what_the_interpreter_says_has_its_place() {
    says(
        "TAKE = [1]\ndef initial(): return 5\ndef moves(s): return [s - k for k in TAEK]\n",
        2,
        "
error: Variable `TAEK` not found, did you mean `TAKE`?
 --> game.star:3:38
  |
3 | def moves(s): return [s - k for k in TAEK]
  |                                      ^^^^",
    );
    says(
        "def initial(): return (1, 2)\ndef left(s):\n    x = 5\n    return s[x]\ndef moves(s): return [left(s)]\n",
        2,
        "
error: Index `5` is out of bound
 --> game.star:4:12
  |
4 |     return s[x]
  |            ^^^^
  |
  = note: at position (1, 2)",
    );
    says(
        "def initial(): return (1, 2)\ndef moves(s):\n    s[0] = 3\n    return [s]\n",
        2,
        "
error: a position cannot be changed, nor can a value that is defined at the top of the file
 --> game.star:3:5
  |
3 |     s[0] = 3
  |     ^^^^
  |
  = note: at position (1, 2)
  = help: make a list of it with `list(s)`, or a new tuple",
    );
    says(
        "def initial(): return 5\ndef moves(s, t): return []\n",
        2,
        "
error: Missing parameter `t` for call to `game.star.moves`
 --> game.star:2:5
  |
2 | def moves(s, t): return []
  |     ^^^^^
  |
  = note: at position 5
  = help: write `def moves(s):`",
    );
    says(
        "def initial(): return 5\ndef moves(s): return [s - 1\n\n",
        2,
        "
error: Parse error: unexpected new line, expected symbol ']'
 --> game.star:2:28
  |
2 | def moves(s): return [s - 1
  |                            ^",
    );
    says(
        "def initial(): return 5\ndef moves(s): return [s - 1)\n",
        2,
        "
error: Parse error: unexpected symbol ')', expected symbol ']'
 --> game.star:2:28
  |
2 | def moves(s): return [s - 1)
  |                            ^",
    );
}

#[test]
fn what_starlark_lacks_is_explained() {
    for (line, message, help) in [
        (
            "while True: pass",
            "Parse error: cannot use reserved keyword `while`",
            "Starlark has no `while`; write `for … in range(…)` with a bound, and `break`",
        ),
        (
            "class X: pass",
            "Parse error: cannot use reserved keyword `class`",
            "Starlark has no classes; write functions, and tuples for data",
        ),
        (
            "import math",
            "Parse error: cannot use reserved keyword `import`",
            "Starlark has no `import`; the file stands alone",
        ),
        (
            "try: pass",
            "Parse error: cannot use reserved keyword `try`",
            "Starlark has no exceptions; test the condition first, by `if`",
        ),
        (
            "x = 2 ** 3",
            "Parse error: unexpected symbol '**', expected",
            "Starlark has no `**`; multiply in a loop, or shift: `1 << n`",
        ),
        (
            "x = 0 <= 1 < 2",
            "Parse error: unexpected symbol '<'",
            "Starlark compares two things at a time; write `0 <= x and x < 8`",
        ),
        ("x = 1 is None", "Parse error: cannot use reserved keyword `is`", "Starlark has no `is`; write `==`"),
        (
            "x = list(\"ab\")",
            "Operation `(iter)` not supported on type `string`",
            "a string is not a list; write `s.elems()` for its letters",
        ),
        ("def f(x: int): return x", "type annotations are not allowed", "leave the types out"),
        ("x = map(len, [])", "Variable `map` not found", "Starlark has no `map`; write `[f(x) for x in list]`"),
        (
            "x = range(3) + [1]",
            "Operation `+` not supported for types `range`",
            "a range is not a list; write `list(range(…))`",
        ),
        ("x = sum([1])", "Variable `sum` not found", "Starlark has no `sum`; add in a loop"),
        (
            "print(1)",
            "Variable `print` not found",
            "a rules file prints nothing; `fail(str(x))` ends the run and shows a value",
        ),
        ("open(\"x\")", "Variable `open` not found", "a rules file reads nothing; write tables into it"),
    ] {
        let (status, text) = check_messages(&format!("{DOWN}{line}\n"), &[]);
        assert_eq!(status, Some(2), "{text}");
        let first = text.lines().next().unwrap();
        assert!(first.starts_with(&format!("error: {message}")) && !first.contains("did you mean"), "{text}");
        assert!(text.contains(" --> game.star:3:") && text.contains(&format!("\n  = help: {help}\n")), "{text}");
    }
}

#[test]
fn what_a_file_lacks_is_reported() {
    says(
        "",
        2,
        "error: game.star: the file has no function `initial`\n |\n = help: write `def initial(): return …`, where the game begins",
    );
    says(
        "def initial(): return 5\ndef move(s): return []\n",
        2,
        "
error: the file has no function `moves`
 --> game.star:2:5
  |
2 | def move(s): return []
  |     ^^^^
  |
  = help: did you mean `moves` where it says `move`?",
    );
    says(
        &format!("{DOWN}def text(s): return str(s)\n"),
        2,
        "
error: the file has a function `text` and no `parse`
 --> game.star:3:5
  |
3 | def text(s): return str(s)
  |     ^^^^
  |
  = help: write both or neither: what one writes the other reads",
    );
    says(
        &format!("{DOWN}symmetries = [[1, 0], [0, 2]]\n"),
        2,
        "
error: `symmetries[1]` is not a permutation
 --> game.star:3:1
  |
3 | symmetries = [[1, 0], [0, 2]]
  | ^^^^^^^^^^
  |
  = help: write each as a list of the numbers 0 to n - 1: the cell that comes to each place",
    );
    let (status, text) = check_messages(&format!("n = param(\"count\", 3)\n{DOWN}"), &["--set", "cuont=4"]);
    let expected =
        "error: game.star: there is no parameter `cuont`\n |\n = help: did you mean `count`? the file has count\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
    let (status, text) =
        check_messages(&format!("n = param(\"count\", 3)\n{DOWN}"), &["--set", "count=4", "--set", "count=5"]);
    let expected = "error: game.star: the parameter `count` is set twice\n |\n = help: set it once\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
    let (status, text) = check_messages(&format!("n = param(\"count\", 3)\n{DOWN}"), &["--set", "count=many"]);
    let expected = "error: `--set count=many` is not of the type of the default, 3: write an integer from -2^63 to 2^63 - 1\n --> game.star:1:5\n  |\n1 | n = param(\"count\", 3)\n  |     ^^^^^^^^^^^^^^^^^\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
}

/// Solving with wrong symmetry classes would silently give wrong values.
#[test]
fn positions_that_are_not_equivalent_are_not_solved_as_such() {
    let moves = "def initial(): return '....'\ndef moves(s): return [s[:i] + 'X' + s[i + 1:] for i in range(3) if s[i] == '.']\n";
    let source = format!("{moves}symmetries = [[3, 2, 1, 0]]\n");
    let message = "
error: `symmetries`: equivalent positions have moves that are not equivalent
 --> game.star:3:1
  |
3 | symmetries = [[3, 2, 1, 0]]
  | ^^^^^^^^^^
  |
  = note: \"...X\" has a move to \"X..X\" or a position equivalent to it, and \"X...\" has none
  = help: run `grundy check`, which looks at more; without `symmetries` the game is solved position by position";
    says(&source, 2, message);
    let folder = folder();
    std::fs::write(folder.path().join("game.star"), &source).unwrap();
    for args in [&["explain", "game.star"][..], &["build", "game.star", "--reduced"]] {
        let ran = run("", program(args.to_vec()).current_dir(folder.path()));
        assert!(ran.status == Some(2) && ran.stderr.contains("that are not equivalent"), "{ran}");
    }
    // The game without the wrong symmetries is fine, and so are correct symmetries.
    for source in [moves.to_owned(), format!("{}symmetries = [[3, 2, 1, 0]]\n", moves.replace("range(3)", "range(4)"))]
    {
        std::fs::write(folder.path().join("game.star"), source).unwrap();
        let ran = run("", program(["solve", "game.star"]).current_dir(folder.path()));
        assert_eq!(ran.status, Some(0), "{ran}");
    }
    let source = format!("{moves}def canonical(s): return min(s, s[::-1])\n");
    let (status, text) = check_messages(&source, &[]);
    assert!(status == Some(2) && text.starts_with("error: `canonical`: equivalent positions have moves"), "{text}");
    let source =
        "def initial(): return 'ab'\ndef turn(s): return s[0]\ndef moves(s): return [s[::-1]]\nsymmetries = [[1, 0]]\n";
    let (status, text) = check_messages(source, &[]);
    assert!(status == Some(2) && text.contains("have different players to move"), "{text}");
}

/// A row of letters, of which an `a` at its left end is taken. A row and its mirror image are no equivalent components.
#[test]
fn components_that_are_not_equivalent_are_not_solved_as_such() {
    let moves = "def initial(): return 'ba'\ndef moves(s): return [Sum(s[1:])] if s[:1] == 'a' else []\n";
    let folder = folder();
    for classes in ["def canonical(s): return min(s, ''.join(reversed(list(s.elems()))))\n", "symmetries = [[1, 0]]\n"]
    {
        std::fs::write(folder.path().join("game.star"), format!("{moves}{classes}")).unwrap();
        for command in ["solve", "build", "explain"] {
            let ran = run("", program([command, "game.star"]).current_dir(folder.path()));
            assert!(ran.status == Some(2) && ran.stderr.contains("moves that are not equivalent"), "{ran}");
        }
    }
}

#[test]
fn functions_and_values_that_do_not_fit_say_what_does() {
    let label = format!("{DOWN}def label(s): return 'x'\n");
    contains(&check_messages(&label, &[]).1, &["write `def label(s, t):`"]);
    let print = "def initial(): return 5\ndef moves(s):\n    print(s)\n    return []\n";
    contains(&check_messages(print, &[]).1, &["`fail(str(x))` ends the run and shows a value"]);
    let range = "def initial(): return 5\ndef moves(s): return range(1 << 40)\n";
    let (_, text) = check_messages(range, &[]);
    contains(&text, &["error: a value does not fit a parameter of a builtin\n", "ints from -2^31 to 2^31 - 1"]);
    let tab = "def initial(): return 5\ndef moves(s):\n    x = 1\n\treturn []\n";
    contains(&check_messages(tab, &[]).1, &["tabs are not allowed\n --> game.star:4:1\n"]);
    let sum = "def initial(): return Sum(3, 4)\ndef moves(s): return [Sum(s - 1, 1)] if s > 1 else []\n";
    contains(&check_messages(sum, &[]).1, &["`initial`: `Sum(…)` is not a position", "are written `3 + 4`"]);
}

#[test]
fn a_canonical_form_that_is_no_position_is_named() {
    let source = "def initial(): return 'ab'\ndef moves(s): return [s[:-1]] if s else []\ndef canonical(s): return 5\n";
    let (status, text) = check_messages(source, &[]);
    contains(&text, &["at position 5", "note: `canonical` makes it equivalent to \"ab\""]);
    assert_eq!(status, Some(2));
}

/// The player of a position that the user gives is compared with those that move near the start.
#[test]
fn a_third_player_is_a_mistake_of_the_user() {
    let source = "def initial(): return (3, 'cat')\ndef turn(s): return s[1]\n\
        def moves(s): return [(s[0] - 1, 'mouse' if s[1] == 'cat' else 'cat')] if s[0] else []\n";
    let (status, text) = check_messages(source, &["(2, \"dog\")"]);
    let words =
        ["`turn` returns \"dog\" there, and the players are \"cat\" and \"mouse\"", "write \"cat\" or \"mouse\""];
    contains(&text, &words);
    assert!(status == Some(2) && !text.contains("game.star:"), "{text}");
    let folder = folder();
    std::fs::write(folder.path().join("game.star"), source).unwrap();
    for player in ["cat", "mouse"] {
        let position = format!("(2, \"{player}\")");
        run(player, program(["solve", "game.star", &position]).current_dir(folder.path())).ok();
    }
}

#[test]
fn a_game_without_end_says_how_to_find_that_out() {
    let (status, text) = check_messages("def initial(): return 5\ndef moves(s): return [s - 1]\n", &["--time", "0.5"]);
    contains(&text, &["the game may be infinite: `grundy check game.star` shows positions that moves reach"]);
    assert_eq!(status, Some(3));
}

#[test]
fn a_call_that_hangs_says_the_position() {
    // The first position is reached at once; the second when positions are stored as integers and expanded by two threads.
    for (start, far) in [(3, 3), (0, 2500)] {
        let source = format!(
            "def initial(): return {start}\ndef moves(s):\n    if s < {far}:\n        return [s + 1, s + 1000]\n    x = 3\n    for i in range(60):\n        x = x * x\n    return [x % 7]\n"
        );
        let (status, text) = check_messages(&source, &["--threads", "2"]);
        assert_eq!(status, Some(3), "{text}");
        let words = "limit: one call of the rules took more than 5 seconds, at the position ";
        let place = text.strip_prefix(words).and_then(|text| text.split(';').next()).map(str::parse::<i32>);
        assert!(matches!(place, Some(Ok(at)) if (far..far + 1000).contains(&at)), "{text}");
    }
}

#[test]
fn a_limit_says_the_position() {
    says(
        "def initial(): return 3\ndef moves(s):\n    for i in range(1000000000):\n        s += 1\n    return []\n",
        3,
        "
limit: game.star: the rules took more than 20000000 calls and rounds of loops
 |
 = note: at position 3
 = help: look for a loop with too many rounds",
    );
    let (status, text) =
        check_messages("def initial(): return 3\ndef f(x): return f(x + 1)\ndef moves(s): return [f(s)]\n", &[]);
    assert_eq!(status, Some(3), "{text}");
    let first = "limit: functions call one another more than 100 deep\n --> game.star:2:";
    assert!(text.starts_with(first) && text.contains("\n  = note: at position 3\n"), "{text}");
}

#[test]
fn a_position_written_otherwise_is_told_how() {
    let of = |file: &str, position: &[&str]| {
        let file = format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"));
        grundy(&[&["solve", &file], position].concat()).refused()
    };
    contains(&of("dawson.star", &["5", "7"]), &["components are joined by `+`: `5 + 7`"]);
    contains(&of("dawson.star", &["5", "7 + 3"]), &["components are joined by `+`: `5 + 7`"]);
    contains(
        &of("misere-nim.star", &["3 4 8"]),
        &["items are separated by commas: `3,4,8`; the start is written `(3, 4, 5)`"],
    );
    contains(&of("misere-nim.star", &["3 x 8"]), &["write it as the start is written, `(3, 4, 5)`"]);
    for verb in ["solve", "explain"] {
        let file = format!("{}/../../games/dawson.star", env!("CARGO_MANIFEST_DIR"));
        let message = grundy(&[verb, &file, "(5, 7)"]).refused();
        assert!(
            message.starts_with("error: the rules fail at the position that you gave: Operation `cmp()`"),
            "{message}"
        );
        contains(&message, &["at position (5, 7)", "the start is written `34`"]);
    }
    // A failure elsewhere is the author's.
    let (_, text) = check_messages("def initial(): return 5\ndef moves(s): return [s - 1] if s > 3 else 1\n", &["4"]);
    assert!(text.starts_with("error: `moves`: returned an int"), "{text}");
}

#[test]
fn declarations_that_contradict_themselves() {
    for (more, message) in [
        ("n = param(\"n\", 3)\nm = param(\"n\", 4)\n", "`n` is a parameter already; give each one a name of its own"),
        ("game(name = \"A\\nB\")\n", "the `name` of `game` is one line of text"),
        ("symmetries = 3\n", "`symmetries` is not a list of permutations"),
        ("symmetries = [[1, 0, 2], [1, 0]]\n", "`symmetries[1]` permutes 2 cells, and `symmetries[0]` 3"),
        (
            "symmetries = [[1, 0, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7, 0]]\n",
            "the permutations of `symmetries` generate more than 10000",
        ),
    ] {
        let (status, text) = check_messages(&format!("{DOWN}{more}"), &[]);
        assert_eq!(status, Some(2), "{text}");
        contains(&text, &[message, "--> game.star:"]);
    }
}

#[test]
fn an_outcome_is_written_in_capitals() {
    for word in ["Win", "win", "loss", "Draw"] {
        let (status, text) = check_messages(&format!("{DOWN}def outcome(s): return {word}\n"), &[]);
        assert_eq!(status, Some(2), "{text}");
        contains(&text, &[&format!("Variable `{word}` not found"), "an outcome is `WIN`, `LOSS` or `DRAW`"]);
        assert!(!text.contains("did you mean"), "{text}");
    }
}

/// The text of a position may be of any length.
#[test]
fn a_long_position_is_shortened() {
    let (status, text) =
        check_messages("def initial(): return \"a\" * 5000\ndef moves(s): return [] if s[:1] == \"b\" else 7\n", &[]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("aaaa…") && text.len() < 2000, "{} bytes", text.len());
}

/// `None` is what a function without `return` gives.
#[test]
fn a_missing_return_is_named() {
    let moves = "def moves(s): return [s - 1] if s else []\n";
    for (source, position, message) in [
        (format!("def initial(): 5\n{moves}"), "", "`initial`: returned None"),
        (format!("{DOWN}def canonical(s): s\n"), "3", "`canonical`: returned None"),
        (format!("{DOWN}def text(s): return str(s)\ndef parse(t): int(t)\n"), "3", "`parse`: returned None"),
        (
            format!("{DOWN}def turn(s):\n    if s > 3: return \"AB\"[s % 2]\n"),
            "",
            "`turn`: returned None, a third player after \"B\" and \"A\"",
        ),
    ] {
        let more: Vec<&str> = if position.is_empty() { vec![] } else { vec![position] };
        let (status, text) = check_messages(&source, &more);
        assert_eq!(status, Some(2), "{text}");
        let help = if position == "3" && message.contains("parse") {
            "as the file's `parse` says"
        } else {
            "without `return` a function gives None"
        };
        contains(&text, &[message, help]);
    }
}

/// Wrong symmetries far from the start, where neither the check before solving nor a small check sees them.
#[test]
fn the_position_that_is_asked_for_is_compared_with_its_class() {
    let source = "def initial(): return \"............\"
def moves(s):
    if s == \"#.##########\": return []
    return [s[:i] + \"#\" + s[i + 1:] for i in range(12) if s[i] == \".\"]
";
    // The other members of a class are not known from the one that `canonical` returns.
    for (declared, positions) in [
        ("symmetries = [[11 - i for i in range(12)]]\n", &["#.##########", "##########.#"][..]),
        ("def canonical(s): return min(s, s[::-1])\n", &["#.##########"]),
    ] {
        let source = format!("{source}{declared}");
        for position in positions {
            let (status, text) = check_messages(&source, &[position]);
            assert_eq!(status, Some(2), "{text}");
            contains(&text, &["equivalent positions", "##########.#", "--> game.star:5:", "run `grundy check`"]);
        }
        let folder = folder();
        std::fs::write(folder.path().join("game.star"), &source).unwrap();
        let ran = run("", program(["check", "game.star"]).current_dir(folder.path()));
        assert_eq!(ran.status, Some(1), "{ran}");
        contains(
            &ran.stdout,
            &["equivalent positions", "4096 positions, 24575 moves, all of them", "--> game.star:5:"],
        );
    }
    // Rules that fail at the position itself fail because of the moves.
    let (status, text) = check_messages(
        "def initial(): return \"....\"\ndef moves(s): return [s[:i] + \"#\" + s[i + 1:] for i in range(4) if s[i] == \".\"] \
         if s != \"##..\" else 7\nsymmetries = [[3, 2, 1, 0]]\n",
        &["##.."],
    );
    assert!(status == Some(2) && text.contains("returned an int") && !text.contains("equivalent to"), "{text}");
    // A canonical form that is not its own canonical form is the cause of other differences.
    let source = "def initial(): return \"....\"
def moves(s): return [s[:i] + \"#\" + s[i + 1:] for i in range(4) if s[i] == \".\"]
def canonical(s): return s[1:] + s[0]
";
    let (status, text) = check_messages(source, &[]);
    assert_eq!(status, Some(2), "{text}");
    contains(&text, &["the canonical form of a canonical form is another position"]);
    assert!(!text.contains("has none"), "{text}");
}

#[test]
fn beginners_mistakes_have_help() {
    for (source, message, help) in [
        ("game('Nim')\n", "Found 1 extra positional argument", "write for example `game(name = \"Nim\""),
        ("game(title = 'x')\n", "`title`", "write for example `game(name = \"Nim\""),
        ("game(misere = 'yes')\n", "expected `bool`", "`misere` is True or False"),
        ("game(source = 3)\n", "expected `", "the source is a string"),
        ("game(name = 'A')\ngame(name = 'B')\n", "`game` is called already", ""),
        ("n = param('n')\n", "Missing parameter", "the name in quotation marks, and the default"),
        ("n = param(3, 3)\n", "expected `str`", "in quotation marks"),
        ("def f(x):\n    a = 3\n  return 3\n", "incorrect indentation\n --> game.star:5:3", "indent this line"),
        ("def f(x): return {1, 2}\n", "unexpected symbol ','", "if this is a set, `set([…])`"),
        ("def f(x): return {1}\n", "unexpected symbol '}'", "if this is a set, `set([…])`"),
        (
            "def f(x):\n    a = 3\n  # here\n  return 3\n",
            "incorrect indentation\n --> game.star:6:3",
            "indent this line",
        ),
        ("def f(x): return (y for y in x)\n", "unexpected keyword 'for'", "as Starlark has no generators"),
        ("def f(x): yield x\n", "`yield`", "Starlark has no generators"),
    ] {
        let (status, text) = check_messages(&format!("{DOWN}{source}"), &[]);
        assert_eq!(status, Some(2), "{text}");
        contains(&text, &[message, help]);
    }
    for (moves, message, help) in [
        ("[(\"down\", s - 1)] if s > 0 else []", "`cmp()` not supported", "values of different types"),
        ("[s - 1] if s > \"a\" else []", "`compare` not supported", "values of different types"),
        ("[s[0] - 1]", "`[]` not supported", "a tuple of one item is written `(5,)`"),
        ("[(1, 2) + [s]]", "`+` not supported", "join two tuples, or two lists"),
    ] {
        let (status, text) = check_messages(&format!("def initial(): return 5\ndef moves(s): return {moves}\n"), &[]);
        assert_eq!(status, Some(2), "{text}");
        contains(&text, &[message, help]);
    }
    for (default, set, message) in [
        ("3", "n=99999999999999999999", "write an integer from -2^63 to 2^63 - 1"),
        ("True", "n=maybe", "write `yes` or `no`"),
        ("[1, \"x\", 2]", "n=1,x", "write 3 items of the default's types"),
        ("[1]", "n=1,x", "write any number of items of the default's types, separated by commas"),
    ] {
        let (status, text) = check_messages(&format!("n = param(\"n\", {default})\n{DOWN}"), &["--set", set]);
        assert_eq!(status, Some(2), "{text}");
        contains(&text, &["is not of the type of the default", message]);
    }
}
