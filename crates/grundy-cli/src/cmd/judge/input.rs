//! The numbers of a judge's input, separated by any white space, with the line each stands on.

use crate::fail::Failure;
use std::io::{self, BufRead};

/// Why an input does not have the problem's format.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// The input or output failed.
    Io(io::Error),
    /// What is wrong, and the line.
    Format { line: u64, message: String },
    /// The library could not answer a case; the line on which it ends.
    OutOfReach { line: u64, message: String },
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Wrong {
    /// The failure of the command.
    pub(crate) fn into_failure(self, problem: &str) -> Failure {
        match self {
            Self::Io(error) => error.into(),
            Self::Format { line, message } => Failure::input(
                format!("standard input:{line}: {message}"),
                format!("the cases before are answered; `grundy judge --list` says what {problem} is"),
            ),
            Self::OutOfReach { line, message } => Failure::Limit(format!("standard input:{line}: {message}")),
        }
    }
}

/// Numbers read from a stream.
pub(crate) struct Input<'a> {
    from: Box<dyn BufRead + 'a>,
    /// The line of the next byte, from 1.
    reading: u64,
    /// The line of the last number.
    line: u64,
}

impl<'a> Input<'a> {
    pub(crate) fn new(from: Box<dyn BufRead + 'a>) -> Self {
        Self { from, reading: 1, line: 1 }
    }

    /// The line of the last number, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The next number; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Result<Option<u64>, Wrong> {
        // Skip white space.
        loop {
            let buffer = self.from.fill_buf()?;
            if buffer.is_empty() {
                return Ok(None);
            }
            let blank = buffer.iter().take_while(|c| c.is_ascii_whitespace()).count();
            self.reading += memchr::memchr_iter(b'\n', &buffer[..blank]).count() as u64;
            let found = blank < buffer.len();
            self.from.consume(blank);
            if found {
                break;
            }
        }
        self.line = self.reading;
        // Digits, up to white space or the end.
        let mut number = Some(0u64);
        let mut digits = 0;
        loop {
            let buffer = self.from.fill_buf()?;
            let mut used = 0;
            for &c in buffer {
                if c.is_ascii_whitespace() {
                    break;
                }
                used += 1;
                if !c.is_ascii_digit() {
                    let word = buffer[used - 1..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
                    let word: String = String::from_utf8_lossy(word).chars().take(20).collect();
                    return Err(self.wrong(format!("`{word}` where a number should be")));
                }
                digits += 1;
                number = number.and_then(|n| n.checked_mul(10)?.checked_add(u64::from(c - b'0')));
            }
            let more = used > 0 && used == buffer.len();
            self.from.consume(used);
            if !more {
                break;
            }
        }
        debug_assert!(digits > 0, "white space was skipped");
        number.map(Some).ok_or_else(|| self.wrong("a number beyond 2^64 - 1".to_owned()))
    }

    /// The next number, which must be there and within `range`; `what` it is, as `a heap`.
    pub(crate) fn need(&mut self, what: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, Wrong> {
        match self.next()? {
            None => Err(self.wrong(format!("the input ends where {what} should be"))),
            Some(n) if range.contains(&n) => Ok(n),
            Some(n) => {
                Err(self.wrong(format!("{what} is {n}, and should be from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// An error at the last number.
    pub(crate) fn wrong(&self, message: String) -> Wrong {
        Wrong::Format { line: self.line, message }
    }
}
