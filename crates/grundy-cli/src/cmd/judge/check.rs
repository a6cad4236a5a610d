//! Compares the answers of a user's program with the right ones, and shows the input of the first case that differs.

use super::Problem;
use super::input::Input;
use super::output::Output;
use crate::atomic_file;
use crate::fail::Failure;
use crate::render::counted;
use crate::text_output;
use std::cell::Cell;
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
    let mut right = Vec::new();
    let mut out = Output::new(Box::new(&mut right));
    let done = (problem.solve)(&mut Input::new(Box::new(&text[..])), &mut out);
    out.flush()?;
    drop(out);
    done.map_err(|wrong| wrong.into_failure(problem.name))?;
    let (mine, right) = (lines(&mine), lines(&right));
    if right.is_empty() {
        return Err(Failure::input(
            "standard input has no cases",
            format!(
                "--check takes the input of the cases on standard input; `grundy judge {} --explain` tells its format",
                problem.name
            ),
        ));
    }
    let differs = |i: &usize| mine.get(*i) != right.get(*i);
    let wrong: Vec<usize> = (0..right.len()).filter(differs).collect();
    let more = mine.len().saturating_sub(right.len());
    let mut out = text_output::stdout();
    let Some(&first) = wrong.first() else {
        if more > 0 {
            return Err(Failure::Mismatch(format!(
                "{path} has {} after the last of the {} answers",
                counted(more, "line"),
                right.len()
            )));
        }
        writeln!(out, "{}: all {} answers of {path} are right", problem.name, right.len())?;
        return Ok(out.flush()?);
    };
    let answer = match mine.get(first) {
        Some(answer) => format!("`{}`", shown(answer)),
        None => format!("{path} ends before it"),
    };
    let case = find_case(problem, &text, first);
    let line = 1 + memchr::memchr_iter(b'\n', &text[..case.start]).count();
    let input = String::from_utf8_lossy(&text[case]).into_owned();
    let input: Vec<&str> = input.lines().collect();
    let mut write = || {
        writeln!(out, "case {}: {answer}, the right answer is `{}`", first + 1, shown(&right[first]))?;
        writeln!(out, "its input, from line {line}:")?;
        for line in input.iter().take(MAX_SHOWN_LINES) {
            writeln!(out, "  {}", shown(line.trim_end()))?;
        }
        if input.len() > MAX_SHOWN_LINES {
            writeln!(out, "  ... and {} lines more", input.len() - MAX_SHOWN_LINES)?;
        }
        out.flush()
    };
    Failure::ignore_closed_output(write())?;
    Err(Failure::Mismatch(format!("{} of {} answers of {path} differ", wrong.len(), right.len())))
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

fn shown(line: &str) -> String {
    let start: String = line.chars().take(MAX_SHOWN_WIDTH).collect();
    if start.len() < line.len() { format!("{start}...") } else { start }
}

/// The bytes of the input of the case with this index, found by a second run that reads number by number and writes line by line.
fn find_case(problem: &Problem, text: &[u8], index: usize) -> Range<usize> {
    let read = Rc::new(Cell::new(0));
    let case = Rc::new(Cell::new((0, text.len())));
    let mut input = Input::new(Box::new(NumberByNumber { text, read: read.clone() }));
    let mut out = Output::by_line(Box::new(CaseFinder { index, lines: 0, read, case: case.clone() }));
    // The run ends with an error of the finder when the case is found.
    let _ = (problem.solve)(&mut input, &mut out);
    let (start, end) = case.get();
    let blank = text[start..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    start + blank..end
}

/// A reader that returns one number at a time, so that the bytes read are those of the cases read.
struct NumberByNumber<'a> {
    text: &'a [u8],
    read: Rc<Cell<usize>>,
}

impl Read for NumberByNumber<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = &self.text[self.read.get()..];
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let word = rest[blank..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        // The white space after a number tells the input that it has ended.
        let length = (blank + word + 1).min(rest.len()).min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.read.set(self.read.get() + length);
        Ok(length)
    }
}

/// A writer that counts lines, and notes how much of the input was read at the ends of two of them.
struct CaseFinder {
    index: usize,
    lines: usize,
    read: Rc<Cell<usize>>,
    case: Rc<Cell<(usize, usize)>>,
}

impl Write for CaseFinder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for _ in memchr::memchr_iter(b'\n', bytes) {
            let (start, _) = self.case.get();
            if self.lines == self.index {
                self.case.set((start, self.read.get()));
                return Err(io::ErrorKind::Other.into());
            }
            self.lines += 1;
            self.case.set((self.read.get(), self.read.get()));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
