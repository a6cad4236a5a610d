//! Text from files and arguments does not control the terminal: its control characters are shown as symbols.

use crate::common::{Ran, Scratch, grundy, says};
#[cfg(feature = "rules")]
use crate::common::{folder, grundy_reading, path};

/// Checks that the output has no control characters but line feeds.
#[track_caller]
fn has_no_control_characters(ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        let is_control =
            |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!text.contains(is_control), "{text:?}");
    }
}

const GRAPH: &str = "a\x1b[31m \u{9b}2J\n\u{9b}2J c\x7f\u{202e}\na\x1b[31m c\x7f\u{202e}\n";

#[test]
fn control_characters_of_a_graph_are_visible() {
    let file = Scratch::new(GRAPH);
    let graph = file.graph();
    for args in [&["solve"][..], &["explain"], &["explain", "--trace"], &["build"]] {
        let ran = grundy(&[args, &[&graph, "a\x1b[31m"]].concat());
        has_no_control_characters(&ran);
        says(&ran.ok(), &["a␛[31m"]);
    }
    let ran = grundy(&["solve", &graph, "a\x1b[31m"]);
    says(&ran.stdout, &["c␡\\u{202e}", "\\u{9b}2J"]);
    // The columns are as wide as the symbols.
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("␡")).collect();
    let [line] = lines[..] else { panic!("{ran}") };
    let head = ran.stdout.lines().find(|line| line.contains("leads to")).unwrap();
    let column = |line: &str, text: &str| line[..line.find(text).unwrap()].chars().count();
    assert_eq!(column(line, "loss in 0"), column(head, "where the next"), "{ran}");
}

/// Colours of the program are written with escape sequences, and text of a file is not.
#[test]
fn control_characters_of_a_graph_are_no_colours() {
    let file = Scratch::new(GRAPH);
    let ran = grundy(&["solve", &file.graph(), "a\x1b[31m", "--color", "always"]);
    says(&ran.stdout, &["\x1b[1m", "a␛[31m", "c␡\\u{202e}"]);
    let without_styles = ran.stdout.split('\x1b').map(|part| match part.strip_prefix('[') {
        Some(style) => &style[style.find('m').expect("a style")..],
        None => part,
    });
    assert!(without_styles.flat_map(str::chars).all(|c| !c.is_control() || c == '\n'), "{ran}");
}

#[test]
fn control_characters_in_json_are_those_of_the_file() {
    let file = Scratch::new(GRAPH);
    let answer = grundy(&["solve", &file.graph(), "a\x1b[31m", "--json"]).json();
    let positions: Vec<&str> =
        answer["moves"].as_array().unwrap().iter().map(|m| m["after"]["position"].as_str().unwrap()).collect();
    assert!(positions.contains(&"c\x7f\u{202e}") && positions.contains(&"\u{9b}2J"), "{answer}");
}

#[test]
fn control_characters_in_errors_are_visible() {
    let file = Scratch::new("a b\n! \x1b]0;pwn\x07 \u{202e}won\n");
    let ran = grundy(&["solve", &file.graph(), "a"]);
    has_no_control_characters(&ran);
    let error = ran.refused();
    says(&error, &["  | ! ␛]0;pwn␇ \\u{202e}won\n"]);
    // A caret is below the word, although some of its characters are wider than in the file.
    let [line, carets] = error.lines().skip(1).take(2).collect::<Vec<_>>()[..] else { panic!("{error}") };
    assert_eq!(carets.trim_end().chars().count(), line.chars().count(), "{error}");
    for (args, shown) in [
        (&["solve", "nim", "\x1b[31m"][..], "`␛[31m` is not a number"),
        (&["solve", "nim\x1b[2J", "3"], "there is no game called `nim␛[2J`"),
        (&["solve", "nim\nerror", "3"], "`nim␊error`"),
        (&["solve", "nim", "3", "--\x1b[31m"], "'--␛[31m'"),
        (&["solve", "nim", "3", "--threads", "\u{9b}31m"], "'\\u{9b}31m'"),
        (&["s\x1b[31molve"], "'s␛[31molve'"),
        (&["so\nerror: x", "3"], "'so␊error: x'"),
        (&["solve", "nim\u{200f}", "3"], "`nim\\u{200f}`"),
        (&["judge", "a\x1b[31m"], "`a␛[31m`"),
    ] {
        let ran = grundy(args);
        has_no_control_characters(&ran);
        assert_eq!(ran.status, Some(2), "{ran}");
        says(&ran.stderr, &[shown]);
    }
}

#[cfg(feature = "rules")]
const RULES: &str = r#"
def initial(): return 7
def moves(s): return [s - 1, s - 2] if s > 1 else [s - 1] if s > 0 else []
def label(s, t): return "\x1b[2Jtake %d\x7f" % (s - t)
def show(s): return "\x1b[2J\u009b2J%d\n\x07|" % s
"#;

#[cfg(feature = "rules")]
#[test]
fn control_characters_of_rules_are_visible() {
    let here = folder();
    let file = here.path().join("a\x1b[31m.star");
    std::fs::write(&file, RULES).unwrap();
    let file = path(&file);
    for args in
        [&["solve", file][..], &["explain", file], &["check", file], &["build", file], &["sequence", file, "--to", "4"]]
    {
        let ran = grundy(args);
        has_no_control_characters(&ran);
        assert_eq!(ran.status, Some(0), "{ran}");
    }
    let out = grundy(&["solve", file]).ok();
    says(&out, &["␛[2J\\u{9b}2J7\n␇|\n", "a␛[31m.star", "␛[2Jtake 1␡"]);
    // A move may be typed as it is shown, as it is, or by its end.
    for typed in ["␛[2Jtake 1␡", "\x1b[2Jtake 1\x7f"] {
        let ran = grundy_reading(&["play", file, "--coach"], format!("h\nv\nw\n{typed}\n\x1b[2J\nq\n"));
        has_no_control_characters(&ran);
        assert_eq!(ran.status, Some(2), "{ran}");
        says(&ran.stdout, &["You: ␛[2Jtake 1␡", "␛[2J\\u{9b}2J7\n␇|\n"]);
        says(&ran.stderr, &["line 5: "]);
    }
}

#[cfg(feature = "rules")]
#[test]
fn control_characters_in_errors_of_rules_are_visible() {
    let here = folder();
    let file = here.path().join("e.star");
    for source in [
        "def initial(): return 3\ndef moves(s): return 7 +\r\r\n€\n",
        "def initial(): return 3\ndef moves(s): return fail(\"\\x1b[31m\\u009b2J\\u202e\")\n",
        "def initial(): return 3 # \x1b]0;pwn\x07\u{9b}31m\u{202e}\ndef moves(s): return [\"\x1b[31m\", \u{9b}] \x07\n",
        "def initial(): return 3\ndef moves(s): return [s - 1] if s > 0 else [] + \"\u{9b}\u{202e}\" # \u{9b}\n",
        "def initial(): return 3\r\ndef moves(s): return None\r\n",
    ] {
        std::fs::write(&file, source).unwrap();
        let ran = grundy(&["solve", path(&file)]);
        has_no_control_characters(&ran);
        assert_eq!(ran.status, Some(2), "{ran}");
    }
}
