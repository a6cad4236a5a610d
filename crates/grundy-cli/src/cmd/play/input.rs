//! Reads lines from a person or a script.
//!
//! On a terminal, lines can be edited and moves completed. Lines from a script, or from a terminal without these features, are read as
//! they are.

use crate::interrupt::{self, InterruptibleReader};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

/// The maximum length of a line in bytes; the rest of a longer line is skipped.
const LINE: u64 = 1 << 16;
/// The maximum number of completions to offer.
const MAX_COMPLETIONS: usize = 200;

/// The values of `TERM`, in any case, for which `rustyline` does not edit lines.
const PLAIN_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// The result of reading a line.
pub(super) enum Line {
    Text(String),
    /// The end of the input.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// A source of lines.
pub(super) enum Input {
    Edited(Box<Editor<Moves, MemHistory>>),
    Plain { lines: BufReader<InterruptibleReader>, prompts: bool },
}

impl Input {
    /// Opens standard input.
    pub(super) fn new() -> io::Result<Self> {
        let is_typed = io::stdin().is_terminal();
        let is_plain = std::env::var("TERM")
            .is_ok_and(|name| PLAIN_TERMINALS.iter().any(|plain| name.eq_ignore_ascii_case(plain)));
        if is_typed && io::stdout().is_terminal() && !is_plain {
            let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
            interrupt::remember_terminal();
            if let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) {
                editor.set_helper(Some(Moves::default()));
                return Ok(Self::Edited(Box::new(editor)));
            }
        }
        let lines = BufReader::new(InterruptibleReader::new(io::stdin())?);
        Ok(Self::Plain { lines, prompts: is_typed && io::stderr().is_terminal() })
    }

    /// Whether the lines come from a script. Then the exit status reports wrong lines.
    pub(super) fn is_script(&self) -> bool {
        matches!(self, Self::Plain { prompts: false, .. })
    }

    /// Waits for a line; `moves` returns the moves that can complete it.
    pub(super) fn read(&mut self, prompt: &str, moves: impl FnOnce() -> Vec<String>) -> io::Result<Line> {
        match self {
            Self::Edited(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = moves();
                }
                // The record of the game is written after each move, so nothing is lost if a signal ends the program here.
                match interrupt::while_reading(|| editor.readline(prompt)) {
                    Ok(text) => Ok(Line::Text(text)),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
            Self::Plain { lines, prompts } => {
                if *prompts {
                    let _ = write!(io::stderr(), "{prompt}");
                }
                match line(lines) {
                    Ok(line) if line.is_empty() => Ok(Line::End),
                    Ok(line) => {
                        Ok(Line::Text(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
                    }
                    Err(_) if interrupt::is_pressed() => Ok(Line::Interrupted),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// Reads a line with its line ending; empty at the end of the input.
fn line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(line)
}

/// The moves of the position, as completions of a typed line.
#[derive(Default)]
pub(super) struct Moves(Vec<String>);

impl Completer for Moves {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completions(&self.0, line.get(..at).unwrap_or(line))))
    }
}

impl Helper for Moves {}
impl Highlighter for Moves {}
impl Hinter for Moves {
    type Hint = String;
}
impl Validator for Moves {}

/// The moves that begin with the typed text, ignoring case.
fn completions(moves: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start().to_lowercase();
    moves.iter().filter(|text| text.to_lowercase().starts_with(&typed)).take(MAX_COMPLETIONS).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_completed_by_moves_alone() {
        let moves = ["take 1 from 3", "take 2 from 3", "Rb8+"].map(str::to_owned);
        assert_eq!(completions(&moves, " TAKE 2"), ["take 2 from 3"]);
        assert_eq!(completions(&moves, "rb"), ["Rb8+"]);
        assert_eq!(completions(&moves, "").len(), 3);
        assert!(completions(&moves, "take 3").is_empty());
    }

    #[test]
    fn lines_end_anyhow_and_long_ones_are_cut() {
        let mut input = io::Cursor::new([b"one\r\n".to_vec(), vec![b'x'; 100_000], b"\ntwo".to_vec()].concat());
        assert_eq!(line(&mut input).unwrap(), b"one\r\n");
        assert_eq!(line(&mut input).unwrap().len() as u64, LINE);
        assert_eq!(line(&mut input).unwrap(), b"two");
        assert!(line(&mut input).unwrap().is_empty());
    }
}
