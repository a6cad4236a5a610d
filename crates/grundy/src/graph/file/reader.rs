//! Reads the lines of a graph file, once or twice, and builds the graph.

use super::numbers::{PlainLine, plain_lines};
use super::statements::{Contradiction, OUTCOMES, PLAYERS, Statements};
use super::{FileError, FileErrorKind, GraphFile};
use crate::game::Play;
use crate::graph::construct::{self, FromEdges};
use crate::graph::names::WordTable;
use crate::graph::offsets::{self, NARROW};
use crate::graph::rows::{Counts, Rows};
use crate::graph::{Graph, GraphError, Names, Vertex};
use crate::limits::Limits;
use std::io::BufRead;

/// Number of lines between two checks of the limits.
const STEPS: u64 = 4096;

/// A reader, with the content that it has read so far.
pub(super) struct Reader<'a> {
    path: &'a str,
    /// The line being read, from 1.
    pub(super) line: u64,
    pub(super) names: Names,
    pub(super) vertices: u32,
    /// Whether a line that is neither blank nor a comment was read.
    pub(super) has_begun: bool,
    edges: Edges,
    /// A hash of the edges in their order, which detects whether the file changed between two readings.
    mark: u64,
    pub(super) terminals: Statements,
    pub(super) players: Statements,
    /// The name in the `>` line, and its line number; resolved when all names are known.
    pub(super) start: Option<(String, u64)>,
}

/// The storage of the edges.
enum Edges {
    /// The edges in the order of the file: 8 bytes each.
    Stored(Vec<(Vertex, Vertex)>),
    /// Not yet decided: edges are counted if the vertices are numbers, otherwise stored.
    Countable,
    /// The edges are only counted, and the file will be read again.
    Counted(Counts),
    /// The edges are put in their places by the counts. Everything else was read before.
    Placed(Rows),
}

/// Adds an edge to a hash; for a given hash, different edges give different results.
#[inline(always)]
fn mix_edge(mark: u64, from: Vertex, to: Vertex) -> u64 {
    (mark ^ (u64::from(from.0) << 32 | u64::from(to.0))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing. If the text can be read `twice`, edges between numbers are counted first.
    pub(super) fn new(path: &'a str, twice: bool) -> Self {
        Self {
            path,
            line: 0,
            names: Names::Words(WordTable::default()),
            vertices: 0,
            has_begun: false,
            edges: if twice { Edges::Countable } else { Edges::Stored(Vec::new()) },
            mark: 1,
            terminals: Statements::default(),
            players: Statements::default(),
            start: None,
        }
    }

    /// Reads all lines.
    pub(super) fn read(&mut self, from: &mut impl BufRead, limits: &Limits<'_>) -> Result<(), FileError> {
        let mut line = Vec::new();
        let mut checked = 0;
        loop {
            if self.line >= checked + STEPS {
                self.check_memory(limits)?;
                checked = self.line;
            }
            if matches!(self.names, Names::Numbers(_)) {
                let bytes = match from.fill_buf() {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    bytes => bytes.map_err(|error| self.error(FileErrorKind::Io(error)))?,
                };
                let taken = self.plain(bytes);
                from.consume(taken);
            }
            if !self.next_line(from, &mut line)? {
                return Ok(());
            }
            let before = self.vertices;
            self.read_line(&line)?;
            if before == 0 && matches!(self.names, Names::Numbers(_)) {
                self.allocate_counts(limits)?;
            }
        }
    }

    /// Whether the edges were counted and are still to be read.
    pub(super) fn has_counted_edges(&self) -> bool {
        matches!(self.edges, Edges::Counted(_))
    }

    /// Reads the counted edges from the same text, which `from` provides a second time.
    pub(super) fn read_again(&mut self, from: &mut impl BufRead, limits: &Limits<'_>) -> Result<(), FileError> {
        let Edges::Counted(counts) = std::mem::replace(&mut self.edges, Edges::Countable) else { return Ok(()) };
        let bytes = self.bytes() + 4 * (u64::from(self.vertices) + counts.edges());
        self.check(bytes, limits)?;
        let mut second = Reader { edges: Edges::Placed(counts.rows(NARROW)), ..Reader::new(self.path, true) };
        second.read(from, limits)?;
        if second.mark != self.mark || second.line != self.line || second.vertices != self.vertices {
            return Err(second.changed_error());
        }
        self.edges = second.edges;
        Ok(())
    }

    /// Allocates the counts of the vertices after the header was read, if edges are to be counted.
    fn allocate_counts(&mut self, limits: &Limits<'_>) -> Result<(), FileError> {
        if matches!(self.edges, Edges::Countable) {
            self.check(4 * (u64::from(self.vertices) + 1), limits)?;
            self.edges = Edges::Counted(Counts::new(self.vertices));
        }
        Ok(())
    }

    /// Reads lines of numbers in the common form, as many as there are, and returns their number of bytes.
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let Names::Numbers(_) = self.names else { return 0 };
        let Self { edges, terminals, players, line, mark, vertices, .. } = self;
        let n = *vertices;
        // One copy of the loop for each kind of storage.
        match edges {
            Edges::Stored(stored) => plain(bytes, n, line, mark, Some((terminals, players)), |from, to| {
                stored.push((from, to));
                true
            }),
            Edges::Counted(counts) => {
                plain(bytes, n, line, mark, Some((terminals, players)), |from, _| counts.count(from))
            }
            Edges::Placed(Rows::Narrow(rows)) => plain(bytes, n, line, mark, None, |from, to| rows.put(from, to)),
            Edges::Placed(Rows::Wide(rows)) => plain(bytes, n, line, mark, None, |from, to| rows.put(from, to)),
            Edges::Countable => 0,
        }
    }

    /// Whether the statements about vertices were read in an earlier pass.
    pub(super) fn statements_are_known(&self) -> bool {
        matches!(self.edges, Edges::Placed(_))
    }

    /// Adds an edge.
    pub(super) fn edge(&mut self, from: Vertex, to: Vertex) -> Result<(), FileError> {
        self.mark = mix_edge(self.mark, from, to);
        if let Edges::Countable = self.edges {
            self.edges = Edges::Stored(Vec::new());
        }
        let taken = match &mut self.edges {
            Edges::Stored(stored) => {
                stored.push((from, to));
                true
            }
            Edges::Counted(counts) => counts.count(from),
            Edges::Placed(Rows::Narrow(rows)) => rows.put(from, to),
            Edges::Placed(Rows::Wide(rows)) => rows.put(from, to),
            Edges::Countable => false,
        };
        match (taken, &self.edges) {
            (true, _) => Ok(()),
            (false, Edges::Placed(_)) => Err(self.changed_error()),
            (false, _) => Err(self.text(
                format!("more than {} moves from `{}`", u32::MAX, self.names.name(from)),
                "write each move once",
            )),
        }
    }

    fn changed_error(&self) -> FileError {
        let text = FileErrorKind::Text {
            message: "the file was changed while it was read".to_owned(),
            help: "read it again when nobody writes to it".to_owned(),
        };
        FileError { line: 0, ..self.error(text) }
    }

    /// Number of bytes that the content takes now, and, as far as that is known, those that the graph will take.
    fn bytes(&self) -> u64 {
        let n = self.vertices as usize;
        let edges = match &self.edges {
            Edges::Stored(stored) => 8 * stored.capacity() as u64 + construct::bytes_of_edges(n, stored.len(), NARROW),
            Edges::Countable => 0,
            Edges::Counted(counts) => offsets::bytes(n, counts.edges() as usize, NARROW),
            Edges::Placed(rows) => rows.bytes(),
        };
        let flags = if self.terminals.is_empty() { 0 } else { n } + if self.players.is_empty() { 0 } else { 2 * n };
        edges + self.names.bytes() + self.terminals.bytes() + self.players.bytes() + flags as u64
    }

    fn check_memory(&self, limits: &Limits<'_>) -> Result<(), FileError> {
        self.check(self.bytes(), limits)
    }

    fn check(&self, bytes: u64, limits: &Limits<'_>) -> Result<(), FileError> {
        limits
            .check(self.vertices.into(), bytes)
            .map_err(|hit| FileError { line: 0, ..self.error(FileErrorKind::Limit(hit)) })
    }

    /// Builds the graph from the content.
    pub(super) fn finish(mut self, limits: &Limits<'_>) -> Result<GraphFile, FileError> {
        if self.vertices == 0 {
            self.line = 1;
            return Err(self.text("the file has no vertices".to_owned(), "write one move per line: `FROM TO`"));
        }
        self.check_memory(limits)?;
        let start = match self.start.take() {
            None => None,
            Some((name, line)) => Some(self.names.vertex(&name).ok_or_else(|| {
                self.line = line;
                let near = self.names.nearest(&name).map(|near| format!("did you mean `{near}`? "));
                self.text(
                    format!("the start `{name}` is named nowhere else"),
                    &format!("{}name it in a move, or by `! {name} loss`", near.unwrap_or_default()),
                )
            })?),
        };
        self.terminals.sort_and_dedup().map_err(|wrong| self.contradiction_error(wrong, "value"))?;
        self.players.sort_and_dedup().map_err(|wrong| self.contradiction_error(wrong, "player"))?;
        let rows = match std::mem::replace(&mut self.edges, Edges::Countable) {
            Edges::Placed(rows) => Ok(rows.finish()),
            Edges::Stored(stored) => construct::of_edges(self.vertices.into(), FromEdges(stored), NARROW),
            Edges::Countable | Edges::Counted(_) => {
                construct::of_edges(self.vertices.into(), FromEdges(Vec::new()), NARROW)
            }
        };
        let terminals = self.terminals.all().map(|(v, _, code)| (v, OUTCOMES[code]));
        let players = self.players.all().map(|(v, _, code)| (v, PLAYERS[code]));
        match rows.and_then(|rows| Graph::of_rows(rows, terminals, players, Play::Normal)) {
            Ok(graph) => Ok(GraphFile { graph, names: self.names, start }),
            Err(GraphError::TerminalWithMoves(v)) => {
                self.line = self.terminals.all().find(|stated| stated.0 == v).map_or(0, |stated| stated.1);
                let name = self.names.name(v);
                Err(self.text(
                    format!("`{name}` is given a value and has moves"),
                    "only a position without moves can be given one",
                ))
            }
            Err(GraphError::PlayerMissing(v)) => {
                let (stated, line) =
                    self.players.all().map(|(v, line, _)| (v, line)).min_by_key(|stated| stated.1).unwrap_or((v, 0));
                self.line = line;
                let (stated, name) = (self.names.name(stated), self.names.name(v));
                Err(self.text(
                    format!("the player to move is given at `{stated}`, but not at `{name}`"),
                    &format!("add `@ {name} left` or `@ {name} right`, or leave out every `@` line"),
                ))
            }
            Err(error) => Err(self.text(error.to_string(), "name the vertex in a move")),
        }
    }

    fn contradiction_error(&self, Contradiction { vertex, line, before }: Contradiction, what: &str) -> FileError {
        let name = self.names.name(vertex);
        let message = format!("another {what} for `{name}` than in line {before}");
        FileError { line, ..self.text(message, "keep one of the two lines") }
    }

    pub(super) fn error(&self, kind: FileErrorKind) -> FileError {
        FileError { path: self.path.to_owned(), line: self.line, column: 0, width: 0, text: None, kind }
    }

    pub(super) fn text(&self, message: String, help: &str) -> FileError {
        self.error(FileErrorKind::Text { message, help: help.to_owned() })
    }
}

/// Reads lines of the common form, counts them, and passes on their content.
#[inline(always)]
fn plain(
    bytes: &[u8],
    n: u32,
    line: &mut u64,
    mark: &mut u64,
    mut statements: Option<(&mut Statements, &mut Statements)>,
    mut edge: impl FnMut(Vertex, Vertex) -> bool,
) -> usize {
    let before = *line;
    let mut sum = *mark;
    let (taken, lines) = plain_lines(bytes, n, |plain, count| {
        match (plain, &mut statements) {
            (PlainLine::Edge(from, to), _) => {
                if !edge(from, to) {
                    return false;
                }
                sum = mix_edge(sum, from, to);
            }
            (PlainLine::Terminal(v, code), Some((terminals, _))) => terminals.push(v, before + count + 1, code),
            (PlainLine::Player(v, code), Some((_, players))) => players.push(v, before + count + 1, code),
            (_, None) => {}
        }
        true
    });
    (*line, *mark) = (before + lines, sum);
    taken
}
