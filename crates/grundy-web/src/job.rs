//! A piece of work for a worker, and what comes back: what passes through the pipe between them.
//!
//! A job is a line of JSON. What comes back is a line of three words, the status of HTTP, `keep` or `drop` (whether the
//! answer is one that never changes) and the number of bytes that follow, then those bytes: the body.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Op {
    Solve,
    Explain,
    Reply,
    Sequence,
    Period,
    Heatmap,
    Check,
    Stats,
    Game,
}

/// A piece of work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) op: Op,
    /// The game as it was asked for: a name of the catalogue, or the handle of the rules in `source`.
    pub(crate) game: String,
    /// The text of a rules file.
    pub(crate) source: Option<String>,
    /// The table that answers first, and has the rules in it.
    pub(crate) table: Option<TableFile>,
    /// Parameters of a rules file, each as `NAME=VALUE`.
    pub(crate) set: Vec<String>,
    pub(crate) misere: bool,
    pub(crate) position: Option<String>,
    /// Whether moves are wanted.
    pub(crate) moves: bool,
    /// The last heap, the most heaps (0: as many as are worth it), the size of a heat map or a seed.
    pub(crate) number: u64,
    /// The skill of an opponent.
    pub(crate) skill: f64,
    /// Milliseconds that it may take.
    pub(crate) time: u64,
    /// Bytes that it may take.
    pub(crate) memory: u64,
    /// Whether nobody with larger limits is asked after this.
    pub(crate) last: bool,
}

/// A table that a worker opens: whoever runs the server named the file, no request does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableFile {
    pub(crate) path: String,
    /// What it was when the server began.
    pub(crate) identity: String,
}

impl Job {
    /// What a game that stays open is known by.
    pub(crate) fn of_game(&self) -> (&str, &[String], bool, bool) {
        (&self.game, &self.set, self.misere, self.moves)
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) status: u16,
    /// Whether it is the answer for ever.
    pub(crate) keep: bool,
    pub(crate) body: Vec<u8>,
}

/// The largest body.
pub(crate) const LARGEST: usize = 8 << 20;

impl Done {
    /// An answer that never changes.
    pub(crate) fn always(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, keep: true, body: body.into() }
    }

    /// The same, unless its body is too large to be sent.
    pub(crate) fn sendable(self) -> Self {
        if self.body.len() <= LARGEST {
            return self;
        }
        Failure::limit(format!("the answer has {} bytes, and {LARGEST} are sent at most", self.body.len())).into()
    }

    /// Writes it into a pipe.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let keep = if self.keep { "keep" } else { "drop" };
        writeln!(out, "{} {keep} {}", self.status, self.body.len())?;
        out.write_all(&self.body)?;
        out.flush()
    }

    /// Reads the line before a body: the answer, without its body, and the body's length.
    pub(crate) fn head(line: &str) -> Option<(Self, usize)> {
        let mut words = line.split_ascii_whitespace();
        let status = words.next()?.parse().ok()?;
        let keep = words.next()? == "keep";
        let length = words.next()?.parse().ok().filter(|&length| length <= LARGEST)?;
        Some((Self { status, keep, body: Vec::new() }, length))
    }
}

impl From<Failure> for Done {
    fn from(failure: Failure) -> Self {
        Self { status: failure.status, keep: false, body: failure.body() }
    }
}

/// Reads the next job of a pipe; `None` at its end.
pub(crate) fn read(input: &mut impl BufRead) -> Option<Job> {
    let mut line = Vec::new();
    input.by_ref().take(LARGEST as u64).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}
