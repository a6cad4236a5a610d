//! Compares the answers of a user's program with the right ones, and shows the input of the first case that differs.

use super::Problem;
use super::input::{CasePlaces, Input, is_space};
use super::output::Output;
use crate::atomic_file;
use crate::fail::Failure;
use crate::render::counted;
use crate::text_output;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::rc::Rc;

/// The maximum size of the input, and of the file with the answers, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// The number of lines of a case to show.
const MAX_SHOWN_LINES: usize = 12;
/// The number of characters of a line to show.
const MAX_SHOWN_WIDTH: usize = 160;

/// Compares the answers in the file `path` with those to the input. White space at the end of a line does not count.
pub(super) fn check(problem: &Problem, path: &str, from: impl Read) -> Result<(), Failure> {
    let mine = atomic_file::read(path, MAX_BYTES)
        .map_err(|error| Failure::file(path, &error, "--check takes the output of your program on this input"))?;
    let mut text = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(Failure::Limit(format!("--check takes an input of at most {MAX_BYTES} bytes; split it")));
    }
    let (mine, right) = (lines(&mine), right_answers(problem, &text)?);
    let differs = |i: &usize| mine.get(*i) != right.get(*i);
    let wrong: Vec<usize> = (0..right.len()).filter(differs).collect();
    let more = mine.len().saturating_sub(right.len());
    let Some(&first) = wrong.first() else {
        if more > 0 {
            return Err(Failure::Mismatch(format!(
                "{path} has {} after the last of the {} answers",
                counted(more, "line"),
                right.len()
            )));
        }
        let mut out = text_output::stdout();
        writeln!(out, "{}: all {} answers of {path} are right", problem.name, right.len())?;
        return Ok(out.flush()?);
    };
    let answer = mine.get(first);
    let differ_at = answer.map_or(0, |answer| first_difference(answer, &right[first]));
    let answer = match answer {
        Some(answer) => format!("`{}`", shown(answer, differ_at)),
        None => format!("{path} ends before it"),
    };
    let right_answer = shown(&right[first], differ_at);
    let write = || {
        let mut out = text_output::stdout();
        writeln!(out, "case {}: {answer}, the right answer is `{right_answer}`", first + 1)?;
        let (case, shared) = find_case(problem, &text, first);
        write_part("input", &text, case, &mut out)?;
        if let Some((name, part)) = shared {
            write_part(name, &text, part, &mut out)?;
        }
        out.flush()
    };
    Failure::ignore_closed_output(write())?;
    Err(Failure::Mismatch(format!("{} of {} answers of {path} differ", wrong.len(), right.len())))
}

/// The answers to an input, a line each.
fn right_answers(problem: &Problem, text: &[u8]) -> Result<Vec<String>, Failure> {
    let mut right = Vec::new();
    let mut out = Output::new(Box::new(&mut right));
    let mut input = Input::new(Box::new(text));
    let done = (problem.solve)(&mut input, &mut out);
    out.flush()?;
    drop(out);
    input.note_ignored();
    done.map_err(|wrong| wrong.into_failure(problem.name, ""))?;
    let right = lines(&right);
    if right.is_empty() {
        let is_empty = text.iter().all(|&byte| is_space(byte));
        return Err(Failure::input(
            if is_empty { "standard input has no cases" } else { "the cases on standard input have no answers" },
            format!(
                "--check takes the input of the cases on standard input; `grundy judge {} --explain` tells its format",
                problem.name
            ),
        ));
    }
    Ok(right)
}

/// Writes the first lines of a part of the input.
fn write_part(name: &str, text: &[u8], part: Range<usize>, out: &mut impl Write) -> io::Result<()> {
    let blank = text[part.clone()].iter().take_while(|&&byte| is_space(byte)).count();
    let part = part.start + blank..part.end;
    let line = 1 + memchr::memchr_iter(b'\n', &text[..part.start]).count();
    writeln!(out, "its {name}, from line {line}:")?;
    let lines = String::from_utf8_lossy(&text[part]).into_owned();
    let lines: Vec<&str> = lines.lines().collect();
    for line in lines.iter().take(MAX_SHOWN_LINES) {
        writeln!(out, "  {}", shown(line.trim_end(), 0))?;
    }
    match lines.len().saturating_sub(MAX_SHOWN_LINES) {
        0 => Ok(()),
        more => writeln!(out, "  ... and {} more", counted(more, "line")),
    }
}

/// The lines of an output, without white space at their ends and without empty lines at the end.
fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The number of characters at the beginning of two lines that are the same.
fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count()
}

/// The characters of a line, if it is long those around the character with index `at`.
fn shown(line: &str, at: usize) -> String {
    let skipped = if at < MAX_SHOWN_WIDTH { 0 } else { at - MAX_SHOWN_WIDTH / 2 };
    let mut rest = line.chars().skip(skipped);
    let text: String = rest.by_ref().take(MAX_SHOWN_WIDTH).collect();
    let before = if skipped > 0 { "..." } else { "" };
    let after = if rest.next().is_some() { "..." } else { "" };
    format!("{before}{text}{after}")
}

/// A part of the input that several cases have in common, with its name.
type SharedPart = (&'static str, Range<usize>);

/// The bytes of the input of the case with this index, and of what it has in common with others, found by a second run that reads number by number
/// and writes line by line.
fn find_case(problem: &Problem, text: &[u8], index: usize) -> (Range<usize>, Option<SharedPart>) {
    let places = Rc::new(CasePlaces::default());
    let mut input = Input::with_places(Box::new(NumberByNumber { text, places: places.clone() }), places.clone());
    let mut out = Output::by_line(Box::new(CaseFinder { index, lines: 0, places: places.clone() }));
    // The run ends with an error of the finder when the case is found.
    let _ = (problem.solve)(&mut input, &mut out);
    let shared = places.shared.get().map(|(name, start, end)| (name, start..end));
    (places.case.get()..places.read.get(), shared)
}

/// A reader that returns one number at a time, so that the bytes read are those of the cases read.
struct NumberByNumber<'a> {
    text: &'a [u8],
    places: Rc<CasePlaces>,
}

impl Read for NumberByNumber<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = &self.places.read;
        let rest = &self.text[read.get()..];
        let blank = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let word = rest[blank..].iter().take_while(|&&byte| !is_space(byte)).count();
        // The white space after a number tells the input that it has ended.
        let length = (blank + word + 1).min(rest.len()).min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        read.set(read.get() + length);
        Ok(length)
    }
}

/// A writer that counts lines, and ends the run after the answer to one case.
struct CaseFinder {
    index: usize,
    lines: usize,
    places: Rc<CasePlaces>,
}

impl Write for CaseFinder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for _ in memchr::memchr_iter(b'\n', bytes) {
            if self.lines == self.index {
                return Err(io::ErrorKind::Other.into());
            }
            self.lines += 1;
            self.places.case.set(self.places.read.get());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
