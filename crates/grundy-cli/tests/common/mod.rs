//! Runs the program as a user does, and creates the files and random numbers for the tests.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;
use tempfile::{NamedTempFile, TempDir};

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_grundy");

/// Environment variables that would change what the program prints.
pub(crate) const SURROUNDINGS: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"];

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The command line, for messages.
    what: String,
    /// The exit status; `None` if a signal ended the program.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program with arguments, in a clean environment. A run that hangs is killed, and then has no exit status.
pub(crate) fn program<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(PROGRAM);
    command.args(args).timeout(Duration::from_secs(60));
    for name in SURROUNDINGS {
        command.env_remove(name);
    }
    command
}

/// Runs the program without input.
pub(crate) fn grundy(args: &[&str]) -> Ran {
    grundy_reading(args, "")
}

/// Runs the program with `input` as its standard input.
pub(crate) fn grundy_reading(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let mut command = program(args);
    run(&format!("grundy {}", args.join(" ")), command.write_stdin(input))
}

/// Runs a prepared command, which must not panic.
pub(crate) fn run(what: &str, command: &mut assert_cmd::Command) -> Ran {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_else(|_| panic!("{what}: output is not UTF-8"));
    let ran = Ran {
        what: what.to_owned(),
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!ran.stderr.contains("panicked"), "{ran}");
    ran
}

impl Ran {
    /// The standard output of a successful run.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""), "{self}");
        self.stdout
    }

    /// The single JSON object that a successful run printed.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let text = self.ok();
        assert_eq!(text.matches('\n').count(), 1, "one object, one line: {text}");
        json(&text)
    }

    /// The message of a run that rejected its input: exit status 2, and nothing on standard output.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        self.failed(2, "error: ")
    }

    /// The message of a run that hit a limit: exit status 3, and nothing on standard output.
    #[track_caller]
    pub(crate) fn limited(self) -> String {
        self.failed(3, "limit: ")
    }

    #[track_caller]
    fn failed(self, status: i32, begins: &str) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (Some(status), ""), "{self}");
        assert!(self.stderr.starts_with(begins) && self.stderr.ends_with('\n'), "{self}");
        self.stderr
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, status, stdout, stderr } = self;
        write!(f, "{what}\n[exit status {status:?}]\n{stdout}{stderr}")
    }
}

/// Parses a JSON object.
#[track_caller]
pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The JSON objects of a batch's output, one per line.
#[track_caller]
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    assert!(text.is_empty() || text.ends_with('\n'), "the last line has an end: {text}");
    text.lines().map(json).collect()
}

/// Checks that a message contains all of these words.
#[track_caller]
pub(crate) fn says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "`{word}` is missing in:\n{message}");
    }
}

/// A file that is removed when it is dropped.
pub(crate) struct Scratch {
    file: NamedTempFile,
}

impl Scratch {
    pub(crate) fn new(contents: impl AsRef<[u8]>) -> Self {
        let mut file = NamedTempFile::with_prefix("grundy-test-").expect("a temporary file");
        file.write_all(contents.as_ref()).expect("room for a temporary file");
        Self { file }
    }

    pub(crate) fn path(&self) -> &str {
        path(self.file.path())
    }

    /// The file as a GAME argument.
    pub(crate) fn graph(&self) -> String {
        format!("graph:{}", self.path())
    }
}

/// A folder that is removed when it is dropped.
pub(crate) fn folder() -> TempDir {
    TempDir::with_prefix("grundy-test-").expect("a temporary folder")
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("temporary files have names in UTF-8")
}

/// The value of a position, as the naive solvers of the tests find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionValue {
    /// `win`, `loss` or `draw`, for the player to move.
    pub(crate) value: &'static str,
    /// `None` for a draw.
    pub(crate) remoteness: Option<u32>,
}

/// Solves a game in rounds, straight from the definition. `rows` are the options of each position, `end` the value of a position without
/// options, and `moves_again` whether the same player moves in an option. A round decides the positions that follow from the rounds before it,
/// so its number is the remoteness. Positions that no round decides are draws.
pub(crate) fn play_out(
    rows: &[Vec<usize>],
    end: impl Fn(usize) -> &'static str,
    moves_again: impl Fn(usize, usize) -> bool,
) -> Vec<PositionValue> {
    let mut known: Vec<Option<(&'static str, u32)>> =
        (0..rows.len()).map(|v| rows[v].is_empty().then(|| (end(v), 0))).collect();
    for round in 1.. {
        let before = known.clone();
        for v in (0..rows.len()).filter(|&v| before[v].is_none()) {
            let for_mover = |&option: &usize| {
                let value = before[option]?.0;
                Some(if moves_again(v, option) { value } else { turned(value) })
            };
            if rows[v].iter().any(|option| for_mover(option) == Some("win")) {
                known[v] = Some(("win", round));
            } else if rows[v].iter().all(|option| for_mover(option) == Some("loss")) {
                known[v] = Some(("loss", round));
            }
        }
        if known == before {
            break;
        }
    }
    let position_value = |known: Option<(&'static str, u32)>| match known {
        None | Some(("draw", _)) => PositionValue { value: "draw", remoteness: None },
        Some((value, round)) => PositionValue { value, remoteness: Some(round) },
    };
    known.into_iter().map(position_value).collect()
}

/// The outcome for the other player.
pub(crate) fn turned(value: &'static str) -> &'static str {
    match value {
        "win" => "loss",
        "loss" => "win",
        _ => "draw",
    }
}

/// The Grundy value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grundy {
    Is(u64),
    /// An infinite value, which is no number.
    Infinite,
    /// The theory defines no value for this kind of game.
    Undefined,
}

/// The Grundy values of an impartial game under normal play, with cycles or without (Smith 1966). In turn for m = 0, 1, 2, ..., a vertex
/// gets the value m if its options have the values below m and not m, and every option without a value has an option of value m.
pub(crate) fn grundy_values(rows: &[Vec<usize>]) -> Vec<Grundy> {
    let mut values: Vec<Option<u64>> = vec![None; rows.len()];
    for m in 0..rows.len() as u64 {
        loop {
            let before = values.clone();
            let has = |v: usize, value: u64| rows[v].iter().any(|&option| before[option] == Some(value));
            let answered = |v: usize| rows[v].iter().all(|&option| before[option].is_some() || has(option, m));
            for v in (0..rows.len()).filter(|&v| before[v].is_none()) {
                if !has(v, m) && (0..m).all(|lower| has(v, lower)) && answered(v) {
                    values[v] = Some(m);
                }
            }
            if values == before {
                break;
            }
        }
    }
    values.into_iter().map(|value| value.map_or(Grundy::Infinite, Grundy::Is)).collect()
}

/// A move that the tests expect: its text, the position that it leads to, whether the same player moves there, and the value of that
/// position.
pub(crate) struct Move {
    pub(crate) text: String,
    pub(crate) after: String,
    pub(crate) moves_again: bool,
    pub(crate) position_value: PositionValue,
    pub(crate) grundy: Grundy,
}

/// Compares an answer with the expected values: those of the position, and those of all moves, best first.
///
/// The words of `after` are compared in any order, because chips on the same position are interchangeable.
#[track_caller]
pub(crate) fn agrees(context: &str, answer: &Value, position_value: PositionValue, grundy: Grundy, moves: &[Move]) {
    let context = format!("{context}\n{answer}");
    assert_eq!(answer["value"], position_value.value, "value: {context}");
    assert_eq!(answer["remoteness"], Value::from(position_value.remoteness), "remoteness: {context}");
    same_grundy(&context, &answer["grundy"], grundy);
    if answer["grundy"].is_null() && answer["loopy"].is_null() {
        assert!(answer["notes"].as_array().is_some_and(|notes| !notes.is_empty()), "no reason: {context}");
    }
    assert_eq!(answer["proved"], true, "{context}");

    let listed = answer["moves"].as_array().expect("a list of moves");
    assert_eq!(listed.len(), moves.len(), "moves: {context}");
    let mut ranks = Vec::new();
    for found in listed {
        let same = |m: &&Move| found["move"] == m.text && words(&found["after"]["position"]) == sorted(&m.after);
        let m = moves.iter().find(same).unwrap_or_else(|| panic!("no such move, {found}: {context}"));
        let value = if m.moves_again { m.position_value.value } else { turned(m.position_value.value) };
        let keeps =
            value == position_value.value && m.position_value.remoteness.map(|r| r + 1) == position_value.remoteness;
        let mut context = context.clone();
        let _ = write!(context, "\n{found}");
        assert_eq!(found["value"], value, "value of a move: {context}");
        assert_eq!(found["best"], keeps, "best: {context}");
        assert_eq!(found["after"]["value"], m.position_value.value, "after: {context}");
        assert_eq!(found["after"]["remoteness"], Value::from(m.position_value.remoteness), "after: {context}");
        same_grundy(&context, &found["after"]["grundy"], m.grundy);
        let r = i64::from(m.position_value.remoteness.unwrap_or(0));
        ranks.push(match value {
            "win" => (0, r),
            "draw" => (1, 0),
            _ => (2, -r),
        });
    }
    let texts: std::collections::BTreeSet<_> = listed.iter().map(|m| m["move"].to_string()).collect();
    assert_eq!(texts.len(), listed.len(), "a move is listed once: {context}");
    assert!(ranks.is_sorted(), "best first: {context}");
}

/// Compares Grundy values.
#[track_caller]
fn same_grundy(context: &str, given: &Value, found: Grundy) {
    let same = match found {
        Grundy::Is(value) => *given == value,
        Grundy::Infinite | Grundy::Undefined => given.is_null(),
    };
    assert!(same, "Grundy value {given}, not {found:?}: {context}");
}

fn words(text: &Value) -> Vec<String> {
    sorted(text.as_str().expect("a position is text"))
}

fn sorted(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    words.sort_unstable();
    words
}
