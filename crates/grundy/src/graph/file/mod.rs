//! The text format of graph files, read as a stream.
//!
//! UTF-8, a line each; blanks and tabs separate, CRLF and blank lines are allowed:
//!
//! | line | meaning |
//! |---|---|
//! | `FROM TO` | a move |
//! | `! VERTEX win\|loss\|draw` | the value of a position without moves |
//! | `@ VERTEX left\|right` | who moves there; for all vertices or for none |
//! | `> VERTEX` | the start, at most one |
//! | `# …` | a comment |
//! | `vertices N` | before all other lines but comments: the names are the numbers 0 to N − 1 |
//!
//! Names are tokens of at most [`NAME_BYTES`] bytes without white space that do not begin with `#` and are not `!`, `@`,
//! `>`. A vertex is named by a move, a `!` or an `@`; not by `>` alone, which would hide a misspelt start.

use super::names::{Words, number};
use super::{Draft, DraftError, Graph, Names, Vertex};
use crate::game::{Play, Player};
use crate::limits::{LimitHit, Limits};
use crate::spelling::nearest;
use crate::value::Outcome;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest name of a vertex, in bytes.
pub const NAME_BYTES: usize = 255;

/// The longest line that is not a comment, in bytes.
const LINE_BYTES: usize = 1 << 16;

/// Names beyond this number are not searched for a near spelling.
const NAMES_SEARCHED: u32 = 100_000;

/// A graph file, read.
#[derive(Clone, Debug)]
pub struct GraphFile {
    /// The graph, under normal play.
    pub graph: Graph,
    /// What its vertices are called.
    pub names: Names,
    /// The vertex that `>` names.
    pub start: Option<Vertex>,
}

impl GraphFile {
    /// A name near to one that no vertex has; `None` in graphs too large to be searched.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest_name(&self.names, name)
    }
}

/// Where and why a graph file cannot be read.
#[derive(Debug)]
pub struct FileError {
    /// The file's name.
    pub path: String,
    /// The line, from 1; 0 if the error is not in a line.
    pub line: u64,
    /// The character in the line, from 1; 0 if it is the whole line.
    pub column: u64,
    /// The number of characters meant, from `column`.
    pub width: u64,
    /// The line itself, if it is text of a length that can be shown.
    pub text: Option<String>,
    /// What is wrong.
    pub kind: FileErrorKind,
}

/// What is wrong with a graph file.
#[derive(Debug)]
pub enum FileErrorKind {
    /// The file cannot be opened or read.
    Io(io::Error),
    /// A limit of the run was hit.
    Limit(LimitHit),
    /// The text is not in the format: what is wrong, and what to do.
    Text {
        /// What is wrong, without a full stop.
        message: String,
        /// What to do next, without a full stop.
        help: String,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        match &self.kind {
            FileErrorKind::Io(error) => write!(f, ": {error}"),
            FileErrorKind::Limit(hit) => write!(f, ": {hit}"),
            FileErrorKind::Text { message, help } => write!(f, ": {message}; {help}"),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads the graph file at `path`.
///
/// # Errors
/// If it cannot be read, is not in the format, or is too large for the limits.
pub fn read_path(path: &str, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
    let opened = File::open(Path::new(path)).map_err(|error| FileError {
        path: path.to_owned(),
        line: 0,
        column: 0,
        width: 0,
        text: None,
        kind: FileErrorKind::Io(error),
    })?;
    read(BufReader::with_capacity(1 << 18, opened), path, limits)
}

/// Reads a graph file as a stream; `path` is its name in errors.
///
/// ```
/// use grundy::{graph, limits::Limits, Vertex};
/// let file = graph::read("a b\nb c\n! c draw\n".as_bytes(), "tiny.txt", &Limits::NONE).unwrap();
/// assert_eq!(file.graph.vertices(), 3);
/// assert_eq!(file.names.vertex("c"), Some(Vertex(2)));
/// ```
///
/// # Errors
/// If it cannot be read, is not in the format, or is too large for the limits.
pub fn read(mut from: impl BufRead, path: &str, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
    let mut reader = Reader {
        path,
        line: 0,
        names: Names::Words(Words::default()),
        begun: false,
        draft: Draft::default(),
        ends: Vec::new(),
        turns: Vec::new(),
        start: None,
    };
    let mut line = Vec::new();
    while reader.next_line(&mut from, &mut line)? {
        if reader.line.is_multiple_of(4096) {
            reader.within(limits)?;
        }
        reader.read_line(&line)?;
    }
    reader.finish(limits)
}

/// The words that say who moves.
fn player(word: &str) -> Option<Player> {
    match word {
        "left" => Some(Player::Left),
        "right" => Some(Player::Right),
        _ => None,
    }
}

fn nearest_name<'a>(names: &'a Names, name: &str) -> Option<&'a str> {
    match names {
        Names::Words(words) if words.count() <= NAMES_SEARCHED => {
            nearest(name, (0..words.count()).map(|v| words.word(Vertex(v))))
        }
        _ => None,
    }
}

/// What has been read so far.
struct Reader<'a> {
    path: &'a str,
    /// The line being read, from 1.
    line: u64,
    names: Names,
    /// Whether a line that is neither blank nor a comment was read.
    begun: bool,
    draft: Draft,
    /// Each `!` with its line.
    ends: Vec<(Vertex, u64, Outcome)>,
    /// Each `@` with its line.
    turns: Vec<(Vertex, u64, Player)>,
    /// The `>` with its line, resolved when all names are known.
    start: Option<(String, u64)>,
}

/// A token of a line, with the bytes it stands at.
#[derive(Clone, Copy)]
struct Token<'a> {
    line: &'a str,
    start: usize,
    text: &'a str,
}

impl Reader<'_> {
    /// Reads a line without its end into `line`; `false` at the end of the file. Comments come as `#` alone.
    fn next_line(&mut self, from: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, FileError> {
        line.clear();
        self.line += 1;
        let got = from.by_ref().take(LINE_BYTES as u64 + 2).read_until(b'\n', line);
        match got {
            // What cannot be read at all, as a folder, has no lines.
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

    fn read_line(&mut self, line: &[u8]) -> Result<(), FileError> {
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
        let Some(first) = tokens.next() else { return Ok(()) };
        if first.text.starts_with('#') {
            return Ok(());
        }
        let header = !self.begun && first.text == "vertices";
        self.begun = true;
        let rest = [tokens.next(), tokens.next(), tokens.next()];
        let wanted = match first.text {
            "!" | "@" => 2,
            _ => 1,
        };
        if let Some(extra) = rest[wanted] {
            return Err(self.at(
                extra,
                format!("unexpected `{}`", shown(extra.text)),
                "write a line each; a comment has a line of its own",
            ));
        }
        let get = |i: usize, what: &str| {
            rest[i].ok_or_else(|| self.at(first, format!("`{}` without {what}", shown(first.text)), form(first.text)))
        };
        match first.text {
            "!" => {
                let (name, word) = (get(0, "a vertex")?, get(1, "a value")?);
                let value = word.text.parse().map_err(|_| {
                    self.at(word, format!("`{}` is not a value", shown(word.text)), "write `win`, `loss` or `draw`")
                })?;
                let vertex = self.vertex(name)?;
                self.ends.push((vertex, self.line, value));
            }
            "@" => {
                let (name, word) = (get(0, "a vertex")?, get(1, "a player")?);
                let player = player(word.text).ok_or_else(|| {
                    self.at(word, format!("`{}` is not a player", shown(word.text)), "write `left` or `right`")
                })?;
                let vertex = self.vertex(name)?;
                self.turns.push((vertex, self.line, player));
            }
            ">" => {
                let name = get(0, "a vertex")?;
                if let Some((_, before)) = self.start {
                    return Err(self.at(first, format!("a second start, after line {before}"), "keep one of them"));
                }
                self.name(name)?;
                if matches!(self.names, Names::Numbers(_)) {
                    self.vertex(name)?;
                }
                self.start = Some((name.text.to_owned(), self.line));
            }
            "vertices" if header => {
                let count = get(0, "a number")?;
                let n = number(count.text.as_bytes())
                    .filter(|&n| n > 0 && n < u64::from(u32::MAX))
                    .ok_or_else(|| {
                        self.at(
                            count,
                            format!("`{}` is not a number of vertices", shown(count.text)),
                            "write `vertices N` with N from 1 to 4294967294; a graph with a vertex called `vertices` must not begin with it",
                        )
                    })?;
                self.names = Names::Numbers(n as u32);
                self.draft = Draft::with_vertices(n as u32);
            }
            _ => {
                let to = get(0, "the vertex that the move leads to")?;
                let (from, to) = (self.vertex(first)?, self.vertex(to)?);
                self.draft.edge(from, to);
            }
        }
        Ok(())
    }

    /// Checks that a token is a name.
    fn name(&self, token: Token<'_>) -> Result<(), FileError> {
        let text = token.text;
        if text.len() > NAME_BYTES {
            Err(self.at(
                token,
                format!("a name of {} bytes", text.len()),
                &format!("names have at most {NAME_BYTES}; number the vertices and keep the names elsewhere"),
            ))
        } else if text.starts_with('#') {
            Err(self.at(token, "a name that begins with `#`".to_owned(), "a comment has a line of its own"))
        } else if matches!(text, "!" | "@" | ">") {
            Err(self.at(token, format!("`{text}` is not a name"), "it begins a line of its own"))
        } else if text.contains(char::is_whitespace) {
            Err(self.at(token, "white space inside a name".to_owned(), "separate names by blanks or tabs"))
        } else {
            Ok(())
        }
    }

    /// The vertex that a token names.
    fn vertex(&mut self, token: Token<'_>) -> Result<Vertex, FileError> {
        if let Names::Numbers(n) = self.names {
            if let Some(v) = number(token.text.as_bytes())
                && v < u64::from(n)
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
                let v = words.intern(token.text);
                if v.0 == self.draft.vertices() {
                    self.draft.vertex();
                }
                Ok(v)
            }
            Names::Numbers(_) => unreachable!("answered above"),
        }
    }

    fn within(&self, limits: &Limits<'_>) -> Result<(), FileError> {
        let bytes = self.draft.bytes_to_finish()
            + self.names.bytes()
            + (16 * self.ends.capacity() + 24 * self.turns.capacity()) as u64;
        limits
            .check(self.draft.vertices().into(), bytes)
            .map_err(|hit| FileError { line: 0, ..self.error(FileErrorKind::Limit(hit)) })
    }

    fn finish(mut self, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
        if self.draft.vertices() == 0 {
            self.line = 1;
            return Err(self.text("the file has no vertices".to_owned(), "write a move a line: `FROM TO`"));
        }
        self.within(limits)?;
        let start = match self.start.take() {
            None => None,
            Some((name, line)) => Some(self.names.vertex(&name).ok_or_else(|| {
                self.line = line;
                let near = nearest_name(&self.names, &name).map(|near| format!("did you mean `{near}`? "));
                self.text(
                    format!("the start `{name}` is named nowhere else"),
                    &format!("{}name it in a move, or by `! {name} loss`", near.unwrap_or_default()),
                )
            })?),
        };
        for (v, outcome) in self.settled(&self.ends, "value")? {
            self.draft.end(v, outcome);
        }
        for (v, player) in self.settled(&self.turns, "player")? {
            self.draft.turn(v, player);
        }
        let draft = std::mem::take(&mut self.draft);
        let graph = draft.finish(Play::Normal).map_err(|error| match error {
            DraftError::EndWithMoves(v) => {
                self.line = self.ends.iter().find(|end| end.0 == v).map_or(0, |end| end.1);
                let name = self.names.name(v);
                self.text(
                    format!("`{name}` is given a value and has moves"),
                    "only a position without moves can be given one",
                )
            }
            DraftError::TurnMissing(v) => {
                let (said, line, _) = self.turns[0];
                self.line = line;
                let (said, name) = (self.names.name(said), self.names.name(v));
                self.text(
                    format!("it is said who moves at `{said}`, but not who moves at `{name}`"),
                    &format!("add `@ {name} left` or `@ {name} right`, or leave out every `@` line"),
                )
            }
        })?;
        Ok(GraphFile { graph, names: self.names, start })
    }

    /// What lines of one kind say of each vertex, once each.
    fn settled<T: Copy + PartialEq>(
        &self,
        said: &[(Vertex, u64, T)],
        what: &str,
    ) -> Result<Vec<(Vertex, T)>, FileError> {
        let mut sorted = said.to_vec();
        sorted.sort_by_key(|&(v, line, _)| (v, line));
        for pair in sorted.windows(2) {
            let ((v, before, one), (w, line, other)) = (pair[0], pair[1]);
            if v == w && one != other {
                let name = self.names.name(v);
                let mut error = self
                    .text(format!("another {what} for `{name}` than in line {before}"), "keep one of the two lines");
                error.line = line;
                return Err(error);
            }
        }
        sorted.dedup_by_key(|said| said.0);
        Ok(sorted.into_iter().map(|(v, _, what)| (v, what)).collect())
    }

    fn error(&self, kind: FileErrorKind) -> FileError {
        FileError { path: self.path.to_owned(), line: self.line, column: 0, width: 0, text: None, kind }
    }

    fn text(&self, message: String, help: &str) -> FileError {
        self.error(FileErrorKind::Text { message, help: help.to_owned() })
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

/// A token as far as it is worth showing.
fn shown(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(37).chain("...".chars()).collect() }
}

/// How a line that begins with `word` is written.
fn form(word: &str) -> &'static str {
    match word {
        "!" => "write `! VERTEX win`, `loss` or `draw`",
        "@" => "write `@ VERTEX left` or `right`",
        ">" => "write `> VERTEX`",
        "vertices" => "write `vertices N` or, for a move, `FROM TO`",
        _ => "write `FROM TO`; a vertex without moves needs no line",
    }
}
