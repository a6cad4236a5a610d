//! What passes through the pipes between the server and a worker.
//!
//! A message is a line of JSON. The response is a line of three words, the status of HTTP, `final` or `retry` (whether the same
//! request always has this answer) and the number of bytes that follow, then those bytes: the body.

use crate::failure::Failure;
use crate::request::Request;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// The largest body, and the longest message.
pub(crate) const LARGEST: usize = 8 << 20;

/// A request, with what a worker needs to answer it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) request: Request,
    /// The rules file that the request is about.
    pub(crate) rules: Option<String>,
    /// The digest of the table that the worker has.
    pub(crate) digest: Option<String>,
    /// Milliseconds that it may take.
    pub(crate) time: u64,
    /// Bytes that it may take.
    pub(crate) memory: u64,
    /// Whether there is no queue with larger limits.
    pub(crate) is_final_attempt: bool,
}

/// The answer to a request, or the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Whether the same request always has this answer.
    pub(crate) is_final: bool,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// An answer that never changes, as JSON.
    pub(crate) fn of(answer: &impl Serialize) -> Result<Self, Failure> {
        let body = serde_json::to_vec(answer).map_err(|error| Failure::limit(error.to_string()))?;
        if body.len() > LARGEST {
            return Err(Failure::limit(format!("the answer has {} bytes; the most is {LARGEST}", body.len())));
        }
        Ok(Self { status: 200, is_final: true, body })
    }

    /// Writes it to a pipe.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let word = if self.is_final { "final" } else { "retry" };
        writeln!(out, "{} {word} {}", self.status, self.body.len())?;
        out.write_all(&self.body)?;
        out.flush()
    }

    /// Reads the line before a body: the response without its body, and the body's length.
    pub(crate) fn read_head(line: &str) -> Option<(Self, usize)> {
        let mut words = line.split_ascii_whitespace();
        let status = words.next()?.parse().ok()?;
        let is_final = words.next()? == "final";
        let length = words.next()?.parse().ok().filter(|&length| length <= LARGEST)?;
        Some((Self { status, is_final, body: Vec::new() }, length))
    }
}

impl From<Failure> for Response {
    fn from(failure: Failure) -> Self {
        Self { status: failure.status, is_final: false, body: failure.body() }
    }
}

/// Reads the next message; `None` at the end of the pipe.
pub(crate) fn read(input: &mut impl BufRead) -> Option<Message> {
    let mut line = Vec::new();
    input.by_ref().take(LARGEST as u64).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}
