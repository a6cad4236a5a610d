//! The messages between the server and a worker, which pass through two pipes.
//!
//! A message is a line of JSON. The response begins with a line of three words: the HTTP status; `final` or `retry`, which says whether
//! the same request always has this answer; and the length of the body in bytes. The body follows.

use crate::failure::Failure;
use crate::request::Request;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

/// The maximum size of a body or a message, in bytes.
pub(crate) const MAX_BYTES: usize = 8 << 20;

/// A request, with the data that a worker needs to answer it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) request: Request,
    /// The text of the rules file that the request is about.
    pub(crate) rules: Option<String>,
    /// The expected digest of the table that the worker has opened.
    pub(crate) digest: Option<String>,
    /// The maximum time of the request in milliseconds.
    pub(crate) time_ms: u64,
    /// The maximum memory of the request in bytes.
    pub(crate) memory: u64,
    /// Whether there is no queue with larger limits.
    pub(crate) is_final_attempt: bool,
}

impl Message {
    /// The end of the time that the request may take if it begins now; `None` if that is too far away to be represented.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_millis(self.time_ms))
    }
}

/// The answer to a request, or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Whether the same request always has this answer.
    pub(crate) is_final: bool,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Creates the response for an answer that never changes, as JSON.
    pub(crate) fn of(answer: &impl Serialize) -> Result<Self, Failure> {
        let body = serde_json::to_vec(answer).map_err(|error| Failure::limit(error.to_string()))?;
        if body.len() > MAX_BYTES {
            return Err(Failure::limit(format!("the answer has {} bytes; the most is {MAX_BYTES}", body.len())));
        }
        Ok(Self { status: 200, is_final: true, body })
    }

    /// Whether the same request may be answered by this response again.
    pub(crate) fn is_cacheable(&self) -> bool {
        self.is_final && self.status == 200
    }

    /// Writes the response to a pipe.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let word = if self.is_final { "final" } else { "retry" };
        writeln!(out, "{} {word} {}", self.status, self.body.len())?;
        out.write_all(&self.body)?;
        out.flush()
    }

    /// Parses the first line of a response: returns the response without its body, and the length of the body.
    pub(crate) fn read_head(line: &str) -> Option<(Self, usize)> {
        let mut words = line.split_ascii_whitespace();
        let status = words.next()?.parse().ok()?;
        let is_final = words.next()? == "final";
        let length = words.next()?.parse().ok().filter(|&length| length <= MAX_BYTES)?;
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
    input.by_ref().take(MAX_BYTES as u64).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}
