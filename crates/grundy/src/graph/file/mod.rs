//! Graph files: the text format, read as a stream, and the [`binary`] format.
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
//!
//! After a header a file is read twice, where it can be: once to count the moves of each vertex and once to put them where
//! they belong, so that nothing is kept but the graph. What comes through a pipe is kept, 8 bytes a move, until its end.

mod binary;
mod lines;
mod numbers;
mod reader;
mod statements;

use super::{Graph, Names, Vertex};
use crate::limits::{Limits, RunError};
use reader::Reader;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::Path;

/// The longest name of a vertex, in bytes.
pub const NAME_BYTES: usize = 255;

/// The longest line that is not a comment, in bytes.
const LINE_BYTES: usize = 1 << 16;

/// The content of a graph file.
#[derive(Clone, Debug)]
pub struct GraphFile {
    /// The graph, under normal play.
    pub graph: Graph,
    /// The names of its vertices.
    pub names: Names,
    /// The vertex that `>` names.
    pub start: Option<Vertex>,
}

impl GraphFile {
    /// Writes the file in the binary format, which is read several times as fast, and tells the number of bytes. The kind of
    /// play is not part of it: it is read under normal play, as a text is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_binary(&self, to: &mut dyn io::Write) -> io::Result<u64> {
        binary::write(self, to)
    }

    /// Returns the vertex name nearest to a mistyped one; `None` in graphs too large to be searched.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        self.names.nearest(name)
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
    Limit(RunError),
    /// A binary file is not as it was written, or not to be read by this version: what is wrong, and what to do.
    Damaged {
        /// What is wrong, without a full stop.
        message: String,
        /// What to do next, without a full stop.
        help: &'static str,
    },
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
            FileErrorKind::Damaged { message, help } => write!(f, ": {message}; {help}"),
            FileErrorKind::Text { message, help } => write!(f, ": {message}; {help}"),
        }
    }
}

impl std::error::Error for FileError {}

impl FileError {
    /// An error that is not in a line.
    fn whole(path: &str, kind: FileErrorKind) -> Self {
        Self { path: path.to_owned(), line: 0, column: 0, width: 0, text: None, kind }
    }
}

/// Reads the graph file at `path`, text or binary.
///
/// # Errors
/// If it cannot be read, is not in the format, or is too large for the limits.
pub fn read_path(path: &str, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
    let io = |error| FileError::whole(path, FileErrorKind::Io(error));
    let opened = File::open(Path::new(path)).map_err(io)?;
    let plain = opened.metadata().ok().filter(|meta| meta.is_file());
    let mut from = BufReader::with_capacity(1 << 18, opened);
    if begins_binary(&mut from, path)? {
        return binary::read(from, path, plain.map(|meta| meta.len()), limits);
    }
    let mut reader = Reader::new(path, plain.is_some());
    reader.read(&mut from, limits)?;
    if reader.counted() {
        from.rewind().map_err(io)?;
        reader.read_again(&mut from, limits)?;
    }
    reader.finish(limits)
}

/// Reads a graph file, text or binary, as a stream; `path` is its name in errors.
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
    if begins_binary(&mut from, path)? {
        return binary::read(from, path, None, limits);
    }
    let mut reader = Reader::new(path, false);
    reader.read(&mut from, limits)?;
    reader.finish(limits)
}

/// Whether what follows begins as no text does and every binary file.
fn begins_binary(from: &mut impl BufRead, path: &str) -> Result<bool, FileError> {
    loop {
        match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FileError::whole(path, FileErrorKind::Io(error))),
            Ok(bytes) => return Ok(bytes.first() == Some(&binary::MAGIC[0])),
        }
    }
}
