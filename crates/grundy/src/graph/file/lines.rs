//! Parses one line of a graph file, with an error message for every invalid line.

use super::reader::Reader;
use super::statements::{OUTCOME_WORDS, PLAYER_WORDS};
use super::{FileError, FileErrorKind, LINE_BYTES, NAME_BYTES};
use crate::graph::names::number;
use crate::graph::{Names, Vertex};
use std::io::{BufRead, Read};

/// A token of a line, with its byte position.
#[derive(Clone, Copy)]
struct Token<'a> {
    line: &'a str,
    start: usize,
    text: &'a str,
}

/// The tokens of a line: at most one more than a valid line has.
struct Tokens<'a> {
    first: Token<'a>,
    rest: [Option<Token<'a>>; 3],
}

impl Reader<'_> {
    /// Reads a line without its line end into `line`; `false` at the end of the file. A comment that is too long
    /// becomes `#`.
    pub(super) fn next_line(&mut self, from: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, FileError> {
        line.clear();
        self.line += 1;
        let got = from.by_ref().take(LINE_BYTES as u64 + 2).read_until(b'\n', line);
        match got {
            // A path that cannot be read at all, such as a directory, has no lines.
            Err(error) if self.line == 1 => return Err(FileError { line: 0, ..self.error(FileErrorKind::Io(error)) }),
            Err(error) => return Err(self.error(FileErrorKind::Io(error))),
            Ok(0) => return Ok(false),
            Ok(_) => {}
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        } else if line.len() > LINE_BYTES {
            let first = line.iter().copied().find(|c| !matches!(c, b' ' | b'\t'));
            if first != Some(b'#') {
                return Err(self.text(
                    format!("a line of more than {LINE_BYTES} bytes"),
                    &format!("a move is two names of at most {NAME_BYTES} bytes each"),
                ));
            }
            line.truncate(1);
            line[0] = b'#';
            from.skip_until(b'\n').map_err(|error| self.error(FileErrorKind::Io(error)))?;
        }
        Ok(true)
    }

    /// Parses one line.
    pub(super) fn read_line(&mut self, line: &[u8]) -> Result<(), FileError> {
        let line = if self.line == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let line = std::str::from_utf8(line).map_err(|error| {
            let good = String::from_utf8_lossy(&line[..error.valid_up_to()]);
            let mut wrong = self.text("not UTF-8".to_owned(), "save the file as UTF-8");
            wrong.column = good.chars().count() as u64 + 1;
            wrong
        })?;
        let mut tokens = line.split([' ', '\t']).filter(|t| !t.is_empty()).map(|text| Token {
            line,
            start: text.as_ptr() as usize - line.as_ptr() as usize,
            text,
        });
        let Some(first) = tokens.next().filter(|first| !first.text.starts_with('#')) else { return Ok(()) };
        let is_header = !self.has_begun && first.text == "vertices";
        self.has_begun = true;
        let line = Tokens { first, rest: [tokens.next(), tokens.next(), tokens.next()] };
        let wanted = if matches!(first.text, "!" | "@") { 2 } else { 1 };
        if let Some(extra) = line.rest[wanted] {
            return Err(self.at(
                extra,
                format!("unexpected `{}`", shown(extra.text)),
                "write one move per line, as `FROM TO`; a comment has a line of its own",
            ));
        }
        match first.text {
            "!" => {
                let help = "write `win`, `loss` or `draw`";
                let (vertex, value) = self.read_statement(&line, &OUTCOME_WORDS, "a value", help)?;
                if !self.statements_are_known() {
                    self.terminals.push(vertex, self.line, value);
                }
                Ok(())
            }
            "@" => {
                let help = "write `left` or `right`";
                let (vertex, player) = self.read_statement(&line, &PLAYER_WORDS, "a player", help)?;
                if !self.statements_are_known() {
                    self.players.push(vertex, self.line, player);
                }
                Ok(())
            }
            ">" => self.read_start(&line),
            "vertices" if is_header => self.read_header(&line),
            _ => {
                let to = self.token(&line, 0, "the vertex that the move leads to")?;
                let (from, to) = (self.vertex(first)?, self.vertex(to)?);
                self.edge(from, to)
            }
        }
    }

    /// Parses `! VERTEX VALUE` or `@ VERTEX PLAYER`: the vertex, and the place of the last word among `words`. `what` is its kind.
    fn read_statement(
        &mut self,
        line: &Tokens<'_>,
        words: &[&str],
        what: &str,
        help: &str,
    ) -> Result<(Vertex, usize), FileError> {
        let (name, word) = (self.token(line, 0, "a vertex")?, self.token(line, 1, what)?);
        let code = words.iter().position(|&w| w == word.text);
        let code = code.ok_or_else(|| self.at(word, format!("`{}` is not {what}", shown(word.text)), help))?;
        Ok((self.vertex(name)?, code))
    }

    /// Parses `> VERTEX`.
    fn read_start(&mut self, line: &Tokens<'_>) -> Result<(), FileError> {
        let name = self.token(line, 0, "a vertex")?;
        if let Some((_, before)) = self.start {
            return Err(self.at(line.first, format!("a second start, after line {before}"), "keep one of them"));
        }
        self.name(name)?;
        if matches!(self.names, Names::Numbers(_)) {
            self.vertex(name)?;
        }
        self.start = Some((name.text.to_owned(), self.line));
        Ok(())
    }

    /// Parses `vertices N`.
    fn read_header(&mut self, line: &Tokens<'_>) -> Result<(), FileError> {
        let count = self.token(line, 0, "a number")?;
        let n = number(count.text.as_bytes()).filter(|&n| n > 0 && n < u64::from(u32::MAX)).ok_or_else(|| {
            self.at(
                count,
                format!("`{}` is not a number of vertices", shown(count.text)),
                "write `vertices N` with N from 1 to 4294967294; a graph with a vertex called `vertices` must not begin with it",
            )
        })?;
        self.names = Names::Numbers(n);
        self.vertices = n as u32;
        Ok(())
    }

    /// The token after the first one by its number, from 0; `what` says what it should be.
    fn token<'a>(&self, line: &Tokens<'a>, number: usize, what: &str) -> Result<Token<'a>, FileError> {
        let first = line.first;
        line.rest[number]
            .ok_or_else(|| self.at(first, format!("`{}` without {what}", shown(first.text)), form(first.text)))
    }

    /// Checks that a token is a name.
    fn name(&self, token: Token<'_>) -> Result<(), FileError> {
        name_error(token.text).map_or(Ok(()), |(message, help)| Err(self.at(token, message, &help)))
    }

    /// The vertex that a token names.
    fn vertex(&mut self, token: Token<'_>) -> Result<Vertex, FileError> {
        if let Names::Numbers(n) = self.names {
            if let Some(v) = number(token.text.as_bytes())
                && v < n
            {
                return Ok(Vertex(v as u32));
            }
            self.name(token)?;
            let digits = token.text.bytes().all(|c| c.is_ascii_digit());
            let what = match digits {
                true if token.text.starts_with('0') && token.text.len() > 1 => "begins with 0",
                true => "is out of range",
                false => "is not a number",
            };
            return Err(self.at(
                token,
                format!("`{}` {what}", shown(token.text)),
                &format!("after `vertices {n}` the names are the numbers 0 to {}", n - 1),
            ));
        }
        self.name(token)?;
        match &mut self.names {
            Names::Words(words) => {
                let interned = words.intern(token.text);
                self.vertices = words.count() as u32;
                interned.ok_or_else(|| {
                    self.at(token, "one vertex too many".to_owned(), "a graph has at most 4294967295 vertices")
                })
            }
            Names::Numbers(_) => unreachable!("answered above"),
        }
    }

    fn at(&self, token: Token<'_>, message: String, help: &str) -> FileError {
        FileError {
            column: token.line[..token.start].chars().count() as u64 + 1,
            width: token.text.chars().count() as u64,
            text: (token.line.len() <= 200).then(|| token.line.replace('\t', " ")),
            ..self.text(message, help)
        }
    }
}

/// A token, shortened for an error message.
fn shown(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(37).chain("...".chars()).collect() }
}

/// The expected form of a line that begins with `word`.
fn form(word: &str) -> &'static str {
    match word {
        "!" => "write `! VERTEX win`, `loss` or `draw`",
        "@" => "write `@ VERTEX left` or `right`",
        ">" => "write `> VERTEX`",
        "vertices" => "write `vertices N` or, for a move, `FROM TO`",
        _ => "write `FROM TO`; a vertex without moves needs no line",
    }
}

/// The error of an invalid name, and what to do about it; `None` if the name is valid.
pub(super) fn name_error(text: &str) -> Option<(String, String)> {
    let wrong = |message: String, help: &str| Some((message, help.to_owned()));
    if text.len() > NAME_BYTES {
        wrong(
            format!("a name of {} bytes", text.len()),
            &format!("names have at most {NAME_BYTES}; number the vertices and keep the names elsewhere"),
        )
    } else if text.starts_with('#') {
        wrong("a name that begins with `#`".to_owned(), "a comment has a line of its own")
    } else if matches!(text, "!" | "@" | ">") {
        wrong(format!("`{text}` is not a name"), "it begins a line of its own")
    } else if text.contains(char::is_whitespace) {
        wrong("white space inside a name".to_owned(), "separate names by spaces or tabs")
    } else {
        None
    }
}
