//! Graph files: the text format, read as a stream, and the [`binary`] format.
//!
//! The text is UTF-8, with one statement in each line; spaces and tabs separate tokens, CRLF and blank lines are allowed:
//!
//! | line | meaning |
//! |---|---|
//! | `FROM TO` | a move |
//! | `! VERTEX win\|loss\|draw` | the outcome of a position without moves |
//! | `@ VERTEX left\|right` | the player to move there; for all vertices or for none |
//! | `> VERTEX` | the start, at most one |
//! | `# …` | a comment |
//! | `vertices N` | before all other lines but comments: the names are the numbers 0 to N − 1 |
//!
//! Names are tokens of at most [`NAME_BYTES`] bytes without white space that do not begin with `#` and are not `!`,
//! `@`, `>`. A move, a `!` line or an `@` line introduces a vertex; a `>` line does not, because that would hide a
//! misspelt start.
//!
//! A file with a `vertices` header is read twice if possible: once to count the moves of each vertex and once to put
//! them in their places, so that memory holds only the graph. Input from a pipe is held in memory until its end, 8
//! bytes for each move.

mod binary;
mod lines;
mod names_error;
mod numbers;
mod reader;
mod statements;
mod text;

use super::names::WordTable;
use super::{Graph, Names, Vertex};
use crate::limits::{Limits, RunError};
pub use names_error::NamesError;
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
    /// The vertex of the `>` line.
    pub start: Option<Vertex>,
}

impl GraphFile {
    /// Writes the file in the binary format, which is several times as fast to read, and returns the number of bytes.
    /// The format does not store the kind of play: the file is read under normal play, as text is.
    ///
    /// # Errors
    /// If it cannot be written, or the graph has no vertices or more than a file can have.
    pub fn write_binary(&self, to: &mut dyn io::Write) -> io::Result<u64> {
        self.check_size()?;
        binary::write(self, to)
    }

    /// Writes the file as text, under normal play.
    ///
    /// ```
    /// use grundy::{graph, limits::Limits};
    /// let file = graph::read("a b\n! b draw\n".as_bytes(), "tiny.txt", &Limits::NONE).unwrap();
    /// let mut text = Vec::new();
    /// file.write_text(&mut text)?;
    /// assert_eq!(text, b"# positions: 2\na b\n! b draw\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be written, the graph has no vertices or more than a file can have, or the file would be read as another graph: that
    /// of one vertex, called `vertices`, which moves to itself and is not the start.
    pub fn write_text(&self, to: &mut dyn io::Write) -> io::Result<()> {
        self.check_size()?;
        text::write(self, to)
    }

    fn check_size(&self) -> io::Result<()> {
        let most = u32::MAX as usize - 1;
        if (1..=most).contains(&self.graph.vertices()) {
            return Ok(());
        }
        let message = format!("a graph of {} vertices; a graph file has from 1 to {most}", self.graph.vertices());
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    }

    /// Creates the content of a file from a graph and the names of its vertices.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex, graph::GraphFile};
    /// let graph = Graph::from_edges(2, vec![(Vertex(0), Vertex(1))], Play::Normal)?;
    /// let file = GraphFile::with_names(graph.clone(), ["here", "there"]).unwrap();
    /// assert_eq!(file.names.vertex("there"), Some(Vertex(1)));
    /// assert!(GraphFile::with_names(graph, ["two words", "there"]).is_err());
    /// # Ok::<(), grundy::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// If a word cannot be a name, is repeated, or there are not as many as vertices.
    pub fn with_names<'a>(graph: Graph, names: impl IntoIterator<Item = &'a str>) -> Result<Self, NamesError> {
        let mut words = WordTable::default();
        for word in names {
            let before = words.count();
            if let Some((message, help)) = lines::name_error(word) {
                return Err(NamesError::NotAName { word: word.to_owned(), why: format!("{message}; {help}") });
            } else if word.is_empty() {
                return Err(NamesError::Empty);
            } else if words.intern(word).is_none_or(|v| u64::from(v.0) != before) {
                return Err(NamesError::Repeated { word: word.to_owned() });
            }
        }
        if words.count() != graph.vertices() as u64 {
            return Err(NamesError::Count { vertices: graph.vertices() as u64, names: words.count() });
        }
        Ok(Self { graph, names: Names::Words(words), start: None })
    }

    /// Returns the vertex name nearest to a mistyped one; `None` if none is near, the names are numbers, or the graph is too large to be searched.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        self.names.nearest(name)
    }
}

/// The error of reading a graph file, with its place.
#[derive(Debug)]
pub struct FileError {
    /// The file's name.
    pub path: String,
    /// The line, from 1; 0 if the error is not in a line.
    pub line: u64,
    /// The character in the line, from 1; 0 if the error is about the whole line.
    pub column: u64,
    /// The number of characters, from `column` on, that are wrong.
    pub width: u64,
    /// The line itself, if it is text that is short enough to be shown.
    pub text: Option<String>,
    /// The kind of error.
    pub kind: FileErrorKind,
}

/// The kind of an error in a graph file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The file cannot be opened or read.
    Io(io::Error),
    /// A limit of the run was hit.
    Limit(RunError),
    /// A binary file is damaged, or this version cannot read it.
    Damaged {
        /// Description of the error, without a full stop.
        message: String,
        /// The next step for the user, without a full stop.
        help: &'static str,
    },
    /// The text does not have the format.
    Text {
        /// Description of the error, without a full stop.
        message: String,
        /// The next step for the user, without a full stop.
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

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            FileErrorKind::Io(error) => Some(error),
            FileErrorKind::Limit(hit) => Some(hit),
            FileErrorKind::Damaged { .. } | FileErrorKind::Text { .. } => None,
        }
    }
}

impl FileError {
    /// An error that is not in a line.
    fn in_file(path: &str, kind: FileErrorKind) -> Self {
        Self { path: path.to_owned(), line: 0, column: 0, width: 0, text: None, kind }
    }
}

/// Reads the graph file at `path`, text or binary.
///
/// # Errors
/// If it cannot be read, is not in the format, or is too large for the limits.
pub fn read_path(path: &str, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
    let io = |error| FileError::in_file(path, FileErrorKind::Io(error));
    let opened = File::open(Path::new(path)).map_err(io)?;
    let plain = opened.metadata().ok().filter(|meta| meta.is_file());
    let mut from = BufReader::with_capacity(1 << 18, opened);
    if begins_binary(&mut from, path)? {
        return binary::read(from, path, plain.map(|meta| meta.len()), limits);
    }
    let mut reader = Reader::new(path, plain.is_some());
    reader.read(&mut from, limits)?;
    if reader.has_counted_edges() {
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

/// Whether the first byte can begin a binary file; no text begins with it.
fn begins_binary(from: &mut impl BufRead, path: &str) -> Result<bool, FileError> {
    loop {
        match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FileError::in_file(path, FileErrorKind::Io(error))),
            Ok(bytes) => return Ok(bytes.first() == Some(&binary::MAGIC[0])),
        }
    }
}
