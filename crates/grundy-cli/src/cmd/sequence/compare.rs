//! Compares the values of a sequence with a b-file of the On-Line Encyclopedia of Integer Sequences.
//!
//! A b-file has one term per line: its index and its value, separated by spaces. Empty lines and lines that begin with `#` are comments.

use crate::atomic_file;
use crate::fail::Failure;
use grundy::UBig;
use std::collections::BTreeMap;
use std::io::Write;

/// The maximum size of a file to read, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 28;
/// The number of differences to list.
const MAX_DIFFERENCES: usize = 10;

/// The terms of a b-file.
pub(super) struct Bfile<'a> {
    path: &'a str,
    terms: BTreeMap<u64, UBig>,
    /// The line of the most recently read term, for messages.
    last: u64,
}

impl<'a> Bfile<'a> {
    /// Reads a file.
    pub(super) fn read(path: &'a str) -> Result<Self, Failure> {
        let bytes = atomic_file::read(path, MAX_FILE_BYTES)
            .map_err(|error| Failure::file(path, &error, "--compare takes a b-file: an index and a value a line"))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut terms = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (index, value) = parse(line).ok_or_else(|| {
                Failure::input(
                    format!(
                        "{path}:{number}: `{}` is not an index and a value",
                        line.chars().take(40).collect::<String>()
                    ),
                    "a b-file has lines such as `7 2`; lines that begin with `#` are comments",
                )
            })?;
            terms.insert(index, value);
        }
        match terms.last_key_value() {
            Some((&last, _)) => Ok(Self { path, terms, last }),
            None => Err(Failure::input(format!("{path}: the file has no terms"), "name a b-file with terms")),
        }
    }

    /// The last index.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// Compares the terms of the file with the values of `game` at the same indices.
    pub(super) fn compare(
        mut self,
        game: &str,
        to: u64,
        values: impl Iterator<Item = Result<(u64, UBig), Failure>>,
    ) -> Result<(), Failure> {
        self.terms.split_off(&to.saturating_add(1));
        let (mut equal, mut different, mut listed) = (0u64, 0u64, Vec::new());
        for term in values {
            let (index, value) = term?;
            match self.terms.remove(&index) {
                Some(expected) if expected == value => equal += 1,
                Some(expected) => {
                    different += 1;
                    if listed.len() < MAX_DIFFERENCES {
                        listed.push(format!("n = {index}: {value}, the file has {expected}"));
                    }
                }
                None => {}
            }
        }
        // Count the indices that the game does not have.
        for (index, expected) in self.terms {
            different += 1;
            if listed.len() < MAX_DIFFERENCES {
                listed.push(format!("n = {index}: no such term, the file has {expected}"));
            }
        }
        let mut out = anstream::stdout().lock();
        for line in &listed {
            writeln!(out, "{line}")?;
        }
        if different > listed.len() as u64 {
            writeln!(out, "... and {} more", different - listed.len() as u64)?;
        }
        let path = self.path;
        if different > 0 {
            out.flush()?;
            return Err(Failure::Mismatch(format!(
                "{different} of {} terms of {path} differ from {game}",
                equal + different
            )));
        }
        writeln!(out, "{game}: all {equal} terms of {path} up to n = {} are equal", to.min(self.last))?;
        Ok(out.flush()?)
    }
}

fn parse(line: &str) -> Option<(u64, UBig)> {
    let mut words = line.split_ascii_whitespace();
    let (index, value) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none_or(|rest| rest.starts_with('#')).then_some((index, value))
}
