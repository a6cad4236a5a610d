//! Compares the values of a sequence with a b-file of the On-Line Encyclopedia of Integer Sequences, or with a list of values.
//!
//! A b-file has one term per line: its index and its value, separated by spaces. If the first line is not of this form, the file is a list
//! of the values from index 0 on, separated by commas or white space, perhaps in brackets. Empty lines and lines that begin with `#` are
//! comments.

use crate::atomic_file;
use crate::fail::Failure;
use crate::text_output;
use grundy::UBig;
use std::collections::BTreeMap;
use std::io::Write;

/// The maximum size of a file to read, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 28;
/// The number of differences to list.
const MAX_DIFFERENCES: usize = 10;
/// The two forms of a file.
const BFILE_HELP: &str =
    "a b-file has an index and a value on each line, as `7 2`; a list has the values from index 0 on, as `0, 1, 0, 2`";

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
        let bytes = atomic_file::read(path, MAX_FILE_BYTES).map_err(|error| {
            Failure::file(path, &error, "--compare takes a b-file, an index and a value per line, or a list of values")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let lines =
            || (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let is_list = lines().next().is_some_and(|(_, line)| parse(line).is_none());
        let terms: BTreeMap<u64, UBig> = if is_list {
            (0..).zip(list(path, lines())?).collect()
        } else {
            let term = |(number, line): (u64, &str)| {
                parse(line).ok_or_else(|| {
                    let shown = line.chars().take(40).collect::<String>();
                    Failure::input(format!("{path}:{number}: `{shown}` is not an index and a value"), BFILE_HELP)
                })
            };
            lines().map(term).collect::<Result<_, _>>()?
        };
        match terms.last_key_value() {
            Some((&last, _)) => Ok(Self { path, terms, last }),
            None => Err(Failure::input(format!("{path}: the file has no terms"), "name a b-file with terms")),
        }
    }

    /// The last index.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// Compares the terms of the file with the values of `game` at the same indices: numbers, or the texts of other values.
    pub(super) fn compare(
        mut self,
        game: &str,
        to: u64,
        values: impl Iterator<Item = Result<(u64, Result<UBig, String>), Failure>>,
    ) -> Result<(), Failure> {
        self.terms.split_off(&to.saturating_add(1));
        let (mut equal, mut different, mut listed) = (0u64, 0u64, Vec::new());
        let mut first = None;
        for term in values {
            let (index, value) = term?;
            match self.terms.remove(&index) {
                Some(expected) if value.as_ref() == Ok(&expected) => equal += 1,
                Some(expected) => {
                    different += 1;
                    first.get_or_insert(index);
                    if listed.len() < MAX_DIFFERENCES {
                        let value = value.map_or_else(|text| text, |number| number.to_string());
                        listed.push(format!("n = {index}: {value}, the file has {expected}"));
                    }
                }
                None => {}
            }
        }
        // Count the indices that the game does not have.
        for (index, expected) in self.terms {
            different += 1;
            first.get_or_insert(index);
            if listed.len() < MAX_DIFFERENCES {
                listed.push(format!("n = {index}: no such term, the file has {expected}"));
            }
        }
        let mut out = text_output::stdout();
        if different > listed.len() as u64 {
            listed.push(format!("... and {} more", different - listed.len() as u64));
        }
        let written = listed.iter().try_for_each(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
        Failure::ignore_closed_output(written)?;
        let path = self.path;
        if let Some(first) = first {
            return Err(Failure::Mismatch(format!(
                "{different} of {} terms of {path} differ from {game}, the first at n = {first}",
                equal + different
            )));
        }
        writeln!(out, "{game}: all {equal} terms of {path} up to n = {} are equal", to.min(self.last))?;
        Ok(out.flush()?)
    }
}

/// The values of a list, in order.
fn list<'t>(path: &str, lines: impl Iterator<Item = (u64, &'t str)>) -> Result<Vec<UBig>, Failure> {
    let mut values = Vec::new();
    for (number, line) in lines {
        let words =
            line.split(|c: char| matches!(c, ',' | '[' | ']') || c.is_whitespace()).filter(|word| !word.is_empty());
        for word in words.take_while(|word| !word.starts_with('#')) {
            values.push(word.parse().map_err(|_| {
                Failure::input(
                    format!("{path}:{number}: `{}` is not a value", word.chars().take(40).collect::<String>()),
                    BFILE_HELP,
                )
            })?);
        }
    }
    Ok(values)
}

/// The index and the value on a line of a b-file.
fn parse(line: &str) -> Option<(u64, UBig)> {
    let mut words = line.split_ascii_whitespace();
    let (index, value) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none_or(|rest| rest.starts_with('#')).then_some((index, value))
}
