//! Reads the numbers of a judge's input in blocks, separated by any white space, and tracks the line of each.
//!
//! White space is defined as by C's `isspace`.

use crate::fail::Failure;
use crate::text_output;
use grundy::theory::ClaimError;
use std::cell::Cell;
use std::io::{self, ErrorKind, Read};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The size of a block in bytes; every number must be shorter.
const BLOCK: usize = 1 << 16;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// An error in reading the input or answering a case.
#[derive(Debug)]
pub(crate) enum CaseError {
    /// The input or output failed.
    Io(io::Error),
    /// The input does not have the problem's format: the line, and what is wrong.
    Format { line: u64, message: String },
    /// The library cannot answer a case; `line` is the line on which the case ends.
    OutOfReach { line: u64, message: String },
}

impl From<io::Error> for CaseError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl CaseError {
    /// Converts the error into the failure of the command. `note` may say what became of the cases before, and ends in `; ` then.
    pub(crate) fn into_failure(self, problem: &str, note: &str) -> Failure {
        match self {
            Self::Io(error) => error.into(),
            Self::Format { line, message } => Failure::input(
                format!("standard input:{line}: {message}"),
                format!("{note}`grundy judge {problem} --explain` tells the input's format"),
            ),
            Self::OutOfReach { line, message } => Failure::Limit(format!("standard input:{line}: {message}")),
        }
    }
}

/// A reader of numbers.
pub(crate) struct Input<'a> {
    from: Box<dyn Read + 'a>,
    block: Box<[u8]>,
    /// The index in the block of the next byte; `end` is the end of the bytes that were read.
    at: usize,
    end: usize,
    /// The line of the next byte, from 1.
    reading: u64,
    /// The line of the last number.
    line: u64,
    /// Whether the beginning was read, which may be a byte order mark.
    has_begun: bool,
    /// The line on which the input continues after its last case.
    ignored_from: Option<u64>,
    /// Where the cases are, if the input notes it.
    places: Option<Rc<CasePlaces>>,
}

/// The places of the cases in an input that is read number by number: numbers of bytes from its beginning.
#[derive(Debug, Default)]
pub(super) struct CasePlaces {
    /// The number of bytes that were read.
    pub(super) read: Cell<usize>,
    /// The beginning of the case that is read.
    pub(super) case: Cell<usize>,
    /// What several cases have in common, such as a graph: its name, and its place.
    pub(super) shared: Cell<Option<(&'static str, usize, usize)>>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(from: Box<dyn Read + 'a>) -> Self {
        Self {
            from,
            block: vec![0; BLOCK].into(),
            at: 0,
            end: 0,
            reading: 1,
            line: 1,
            has_begun: false,
            ignored_from: None,
            places: None,
        }
    }

    /// Creates an input that notes the places of its cases. `from` must return one number at a time, and count the bytes.
    pub(super) fn with_places(from: Box<dyn Read + 'a>, places: Rc<CasePlaces>) -> Self {
        Self { places: Some(places), ..Self::new(from) }
    }

    /// Notes that what several cases have in common begins here.
    pub(crate) fn begin_shared(&self, name: &'static str) {
        if let Some(places) = &self.places {
            places.shared.set(Some((name, places.read.get(), places.read.get())));
        }
    }

    /// Notes that what several cases have in common ends here.
    pub(crate) fn end_shared(&self) {
        if let Some(places) = &self.places {
            places.shared.set(places.shared.get().map(|(name, start, _)| (name, start, places.read.get())));
            self.begin_case();
        }
    }

    /// Notes that a case begins here. Without this, one begins after the answer to the one before.
    pub(crate) fn begin_case(&self) {
        if let Some(places) = &self.places {
            places.case.set(places.read.get());
        }
    }

    /// Reads the next number; `None` at the end of the input.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u64>, CaseError> {
        let rest = &self.block[self.at..self.end];
        let mut line = self.reading;
        let mut start = 0;
        while start < rest.len() && is_space(rest[start]) {
            line += u64::from(rest[start] == b'\n');
            start += 1;
        }
        // Only a number of up to seven digits that ends within the block is parsed here; the slow path handles everything else.
        let Some((eight, _)) = rest[start..].split_first_chunk() else { return self.next_closely() };
        let (number, digits) = leading_number(*eight);
        if digits == 0 || digits == 8 || !is_space(rest[start + digits]) {
            return self.next_closely();
        }
        self.at += start + digits;
        (self.reading, self.line) = (line, line);
        Ok(Some(number))
    }

    #[inline(never)]
    fn next_closely(&mut self) -> Result<Option<u64>, CaseError> {
        // Skip white space.
        loop {
            let rest = &self.block[self.at..self.end];
            let blank = rest.iter().take_while(|&&byte| is_space(byte)).count();
            self.reading += memchr::memchr_iter(b'\n', &rest[..blank]).count() as u64;
            self.at += blank;
            if self.at < self.end {
                break;
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
        self.line = self.reading;
        // Find the end of the word: white space or the end of the input.
        let mut length = 0;
        loop {
            let rest = &self.block[self.at..self.end];
            length += rest[length..].iter().take_while(|&&byte| !is_space(byte)).count();
            if length == BLOCK {
                return Err(self.error(format!("a word of {BLOCK} characters or more")));
            }
            if length < rest.len() || !self.fill()? {
                break;
            }
        }
        let word = &self.block[self.at..self.at + length];
        if let Some(bad) = word.iter().position(|c| !c.is_ascii_digit()) {
            let word: String = String::from_utf8_lossy(&word[bad..]).chars().take(20).collect();
            return Err(self.error(format!("`{word}` where a number should be")));
        }
        let digit = |n: u64, &c: &u8| n.checked_mul(10)?.checked_add(u64::from(c - b'0'));
        let number = word.iter().try_fold(0, digit);
        self.at += length;
        number.map(Some).ok_or_else(|| self.error("a number beyond 2^64 - 1".to_owned()))
    }

    /// Reads more bytes after those that are left. Returns `false` at the end of the input, or if the bytes left fill the block.
    fn fill(&mut self) -> Result<bool, CaseError> {
        self.block.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        loop {
            match self.from.read(&mut self.block[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    let is_first = !self.has_begun;
                    if is_first {
                        let begins = &self.block[..self.end];
                        if read > 0 && begins.len() < BOM.len() && BOM.starts_with(begins) {
                            continue;
                        }
                        // Some editors begin a file with a byte order mark.
                        self.at = if begins.starts_with(BOM) { BOM.len() } else { 0 };
                        self.has_begun = true;
                    }
                    return Ok(read > 0 || is_first && self.at < self.end);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads the next number, which must exist and lie in `range`; `what` names it in errors, as in `a heap`.
    #[inline]
    pub(crate) fn need(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, CaseError> {
        match self.next()? {
            Some(n) if range.contains(&n) => Ok(n),
            other => Err(self.range_error(what, other, range)),
        }
    }

    /// Reads the next number, which must exist.
    #[inline]
    pub(crate) fn number(&mut self, what: &str) -> Result<u64, CaseError> {
        self.need(what, 0..=u64::MAX)
    }

    /// Reads the number of cases at the beginning of an input; 0 if the input is empty.
    pub(crate) fn cases(&mut self) -> Result<u64, CaseError> {
        Ok(self.next()?.unwrap_or(0))
    }

    /// Ends the input after its last case. The rest is ignored, as judges do.
    pub(crate) fn finish(&mut self) -> Result<(), CaseError> {
        match self.next() {
            Ok(None) => {}
            Err(CaseError::Io(error)) => return Err(error.into()),
            Ok(Some(_)) | Err(_) => self.ignored_from = Some(self.line),
        }
        Ok(())
    }

    /// Says that the input goes on after its last case, if it does.
    pub(super) fn note_ignored(&self) {
        if let Some(line) = self.ignored_from {
            text_output::eprintln(format_args!(
                "note: standard input:{line}: the input goes on after its last case; the rest is ignored"
            ));
        }
    }

    #[cold]
    fn range_error(&self, what: &str, found: Option<u64>, range: RangeInclusive<u64>) -> CaseError {
        let (least, most) = range.into_inner();
        self.error(match found {
            None => format!("the input ends where {what} should be"),
            Some(n) if most == u64::MAX => format!("{what} is {n}, and should be {least} at least"),
            Some(n) => format!("{what} is {n}, and should be from {least} to {most}"),
        })
    }

    /// Returns a result of the library for the last case, or the error that the case is out of reach.
    pub(crate) fn check_reach<T>(&self, result: Result<T, ClaimError>) -> Result<T, CaseError> {
        result.map_err(|silent| self.out_of_reach(silent.to_string()))
    }

    /// An error at the line of the last number.
    pub(crate) fn error(&self, message: String) -> CaseError {
        CaseError::Format { line: self.line, message }
    }

    /// The error for a case that the library cannot answer; the case ends with the last number.
    pub(crate) fn out_of_reach(&self, message: String) -> CaseError {
        CaseError::OutOfReach { line: self.line, message }
    }
}

/// Whether a byte is white space in C: a space, tab, line feed, vertical tab, form feed or carriage return.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The number at the beginning of eight bytes, and how many digits it has. Without branches, because lengths are unpredictable.
#[inline]
fn leading_number(bytes: [u8; 8]) -> (u64, usize) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A digit becomes its value, any other byte more than 9. The carry of a byte above 127 affects only bytes after it.
    let values = u64::from_le_bytes(bytes) ^ (0x30 * ONES);
    let others = (values.wrapping_add(0x76 * ONES) | values) & (0x80 * ONES);
    let digits = others.trailing_zeros() as usize / 8;
    // Keep only the digits, with zeros before them; then combine two, four and eight digits.
    let eight = if digits == 0 { 0 } else { values << (64 - 8 * digits) };
    let pairs = (eight.wrapping_mul(10).wrapping_add(eight >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff;
    ((fours.wrapping_mul(10_000).wrapping_add(fours >> 32)) & 0xffff_ffff, digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a text in pieces of a fixed number of bytes.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(into.len()).min(self.0.len());
            into[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn pieces_do_not_matter() {
        let mut text = String::from("\r\n 7\t\x0b\x0c18446744073709551615 00000000000000000000000000012\n\n\n");
        let mut expected = vec![(7, 2), (u64::MAX, 2), (12, 2)];
        for n in 0..20_000u64 {
            text.push_str(&format!("{}{}", n * n * n, if n % 3 == 0 { "\r\n" } else { "  " }));
            expected.push((n * n * n, 5 + n.div_ceil(3)));
        }
        let text = text.trim_end();
        for size in [1, 2, 3, 1000, BLOCK - 1, BLOCK, usize::MAX] {
            let mut input = Input::new(Box::new(Pieces(text.as_bytes(), size)));
            for &(number, line) in &expected {
                assert_eq!(input.next().expect("a number"), Some(number), "pieces of {size}");
                assert_eq!(input.line, line, "{number} in pieces of {size}");
            }
            assert!(input.next().expect("the end").is_none() && input.finish().is_ok());
        }
    }

    #[test]
    fn words_that_are_none_are_named() {
        let long = "0".repeat(BLOCK + 9);
        let nines = "9".repeat(40);
        for (text, message) in [
            ("12 x3", "`x3` where"),
            ("12 -3", "`-3` where"),
            ("12 1.5", "`.5` where"),
            ("12 18446744073709551616", "beyond 2^64"),
            (&format!("12 {nines}"), "beyond 2^64"),
            (&format!("12 {}x", &long[..100]), "`x` where"),
            (&format!("12 {long}"), "a word of 65536 characters or more"),
            (&format!("12 {}", &long[..BLOCK]), "a word of 65536 characters or more"),
            ("12 \u{ff11}", "`\u{ff11}` where"),
            ("12 \0", "`\0` where"),
        ] {
            for size in [1, 7, usize::MAX] {
                let mut input = Input::new(Box::new(Pieces(text.as_bytes(), size)));
                assert_eq!(input.next().expect("a number"), Some(12));
                match input.next() {
                    Err(CaseError::Format { line: 1, message: text }) => assert!(text.contains(message), "{text}"),
                    other => panic!("{text}: {other:?}"),
                }
            }
        }
    }
}
