//! Codes of take-and-break games: d₀.d₁d₂d₃…, and their parser.
//!
//! Digit dᵢ is a sum of 1, 2, 4 and 8 and determines what a move that takes i stones from a heap may leave there: 1 no
//! heap, 2 one heap, 4 two heaps, 8 three heaps, none of them empty. Codes with digits up to 7 are octal games (Guy and
//! Smith 1956), codes with digits 8 to f hexadecimal ones. d₀ may be 0, 4, 8 or c: its bits 1 and 2 would leave the
//! heap unchanged.

use std::fmt;
use std::ops::Range;

/// The most digits after the point.
const MAX_DIGITS: usize = 64;

/// The code of a take-and-break game, d₀.d₁d₂d₃…, with at least one possible move.
///
/// ```
/// use grundy::heap::octal::Code;
/// let code = Code::parse("0.1370")?;
/// assert_eq!(code, Code::DAWSONS_CHESS);
/// assert_eq!((code.to_string().as_str(), code.last(), code.digit(3), code.parts()), ("0.137", 3, 7, 2));
/// # Ok::<(), grundy::heap::octal::CodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits, d₀ first; the digits after the last one that is not 0 are 0.
    digits: [u8; MAX_DIGITS + 1],
}

impl Code {
    /// Kayles, 0.77: take one or two neighbouring skittles of a row.
    pub const KAYLES: Self = Self::of(&[0, 7, 7]);
    /// Dawson's Kayles, 0.07: take two neighbouring skittles of a row.
    pub const DAWSONS_KAYLES: Self = Self::of(&[0, 0, 7]);
    /// Dawson's Chess, 0.137.
    pub const DAWSONS_CHESS: Self = Self::of(&[0, 1, 3, 7]);
    /// Officers, 0.6: take one stone and leave one heap or two.
    pub const OFFICERS: Self = Self::of(&[0, 6]);
    /// Treblecross, 0.007.
    pub const TREBLECROSS: Self = Self::of(&[0, 0, 0, 7]);

    /// A code from its digits, d₀ first.
    pub(super) const fn of(given: &[u8]) -> Self {
        let mut digits = [0; MAX_DIGITS + 1];
        let mut i = 0;
        while i < given.len() {
            digits[i] = given[i];
            i += 1;
        }
        Self { digits }
    }

    /// Parses a code such as `0.137`, `4.07` or `0.8f`. Trailing zeros are dropped, except directly after the point.
    ///
    /// # Errors
    /// If the text is not a code, or is the code of a game without any possible move.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let error = |at, fault| Err(CodeError { at, fault });
        if text.is_empty() {
            return error(0..0, CodeFault::Empty);
        }
        let Some(point) = text.find('.') else {
            return error(0..text.len(), CodeFault::NoPoint);
        };
        if text[..point].chars().count() != 1 {
            return error(0..point.max(1), CodeFault::NotOneBefore);
        }
        let mut digits = [0; MAX_DIGITS + 1];
        // The place of the first digit that is too many, and the end of the last one.
        let mut surplus: Option<Range<usize>> = None;
        let before = text[..point].char_indices();
        let after = text[point + 1..].char_indices().map(|(i, c)| (point + 1 + i, c));
        for (i, (at, c)) in before.chain(after).enumerate() {
            let Some(digit) = c.to_digit(16) else {
                return error(at..at + c.len_utf8(), CodeFault::NotADigit(c));
            };
            if i == 0 && digit & 3 != 0 {
                return error(at..at + 1, CodeFault::Pass(c));
            }
            match digits.get_mut(i) {
                Some(slot) => *slot = digit as u8,
                None if digit != 0 => surplus = Some(surplus.map_or(at, |s| s.start)..at + 1),
                None => {}
            }
        }
        if point + 1 == text.len() {
            return error(point..point + 1, CodeFault::NothingAfter);
        }
        if let Some(at) = surplus {
            return error(at, CodeFault::TooLong);
        }
        if digits.iter().all(|&d| d == 0) {
            return error(0..text.len(), CodeFault::NoMoves);
        }
        Ok(Self { digits })
    }

    /// Returns a digit of the code: what a move that takes `i` stones may leave, a sum of 1 (no heap), 2 (one), 4 (two)
    /// and 8 (three).
    pub fn digit(&self, i: usize) -> u8 {
        self.digits.get(i).copied().unwrap_or(0)
    }

    /// Returns the most stones that a move takes: the last index with a digit that is not 0.
    pub fn last(&self) -> usize {
        self.digits.iter().rposition(|&d| d != 0).expect("a code in which some move can be made")
    }

    /// Returns the most heaps that a move leaves in the place of one: 1, 2 or 3. If moves leave no heap at all, returns 1.
    pub fn parts(&self) -> usize {
        if self.digits_at_most(3) {
            1
        } else if self.digits_at_most(7) {
            2
        } else {
            3
        }
    }

    /// Returns whether no digit exceeds `most`.
    pub fn digits_at_most(&self, most: u8) -> bool {
        self.digits.iter().all(|&d| d <= most)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after: String = self.digits[1..=self.last().max(1)].iter().map(|d| format!("{d:x}")).collect();
        f.pad(&format!("{:x}.{after}", self.digits[0]))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({self})")
    }
}

/// Why a text is not the code of a game: the place and the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The byte range of the fault in the text.
    pub at: Range<usize>,
    /// The fault at that place.
    pub fault: CodeFault,
}

/// A fault in the text of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeFault {
    /// There is no text.
    Empty,
    /// There is no point.
    NoPoint,
    /// Not exactly one digit stands before the point.
    NotOneBefore,
    /// No digit stands after the point.
    NothingAfter,
    /// A character that is not a digit.
    NotADigit(char),
    /// A first digit that would allow a move to leave the heap as it was.
    Pass(char),
    /// All digits are 0.
    NoMoves,
    /// Digits other than 0 beyond the 64th after the point.
    TooLong,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            CodeFault::Empty => f.write_str("no code is given; write one as in `0.137`"),
            CodeFault::NoPoint => f.write_str("the code has no point; write it as in `0.137`"),
            CodeFault::NotOneBefore => f.write_str("one digit stands before the point, as in `0.137`"),
            CodeFault::NothingAfter => f.write_str("no digit stands after the point; write one at least, as in `4.0`"),
            CodeFault::NotADigit(c) => {
                write!(f, "`{}` is not a digit; the digits are 0 to 9 and a to f", c.escape_debug())
            }
            CodeFault::Pass(c) => {
                write!(f, "the first digit `{c}` would allow a move that changes nothing; it is 0, 4, 8 or c")
            }
            CodeFault::NoMoves => f.write_str("no digit gives a move; one at least is not 0"),
            CodeFault::TooLong => write!(f, "the code is too long; at most {MAX_DIGITS} digits stand after the point"),
        }
    }
}

impl std::error::Error for CodeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_normal_form() {
        for (text, normal) in [("0.770", "0.77"), ("4.0", "4.0"), ("4.000", "4.0"), ("0.8F", "0.8f"), ("c.1", "c.1")] {
            let code = Code::parse(text).unwrap();
            assert_eq!(code.to_string(), normal);
            assert_eq!(Code::parse(normal).unwrap(), code);
        }
        let long = format!("0.{}1", "0".repeat(63));
        assert_eq!(Code::parse(&format!("{long}000")).unwrap().to_string(), long);
        assert_eq!(Code::parse(&long).unwrap().last(), 64);
        assert_eq!(format!("{:?} {:>6}|", Code::KAYLES, Code::OFFICERS), "Code(0.77)    0.6|");
    }

    #[test]
    fn the_most_parts_and_the_last_digit() {
        for (text, last, parts) in [("0.1", 1, 1), ("0.3303", 4, 1), ("4.0", 0, 2), ("0.07", 2, 2), ("8.1", 1, 3)] {
            let code = Code::parse(text).unwrap();
            assert_eq!((code.last(), code.parts()), (last, parts), "{text}");
        }
        assert!(Code::KAYLES.digits_at_most(7) && !Code::KAYLES.digits_at_most(6));
        assert_eq!(Code::KAYLES.digit(1000), 0);
    }

    #[test]
    fn errors_name_the_place() {
        let long = format!("0.{}1001", "0".repeat(62));
        for (text, at, fault) in [
            ("", 0..0, CodeFault::Empty),
            ("077", 0..3, CodeFault::NoPoint),
            (".77", 0..1, CodeFault::NotOneBefore),
            ("00.7", 0..2, CodeFault::NotOneBefore),
            ("4.", 1..2, CodeFault::NothingAfter),
            (".", 0..1, CodeFault::NotOneBefore),
            ("0.1g7", 3..4, CodeFault::NotADigit('g')),
            ("0.1é7", 3..5, CodeFault::NotADigit('é')),
            ("é.7", 0..2, CodeFault::NotADigit('é')),
            ("0.7.7", 3..4, CodeFault::NotADigit('.')),
            ("0.7 ", 3..4, CodeFault::NotADigit(' ')),
            ("1.7", 0..1, CodeFault::Pass('1')),
            ("6.7", 0..1, CodeFault::Pass('6')),
            ("0.000", 0..5, CodeFault::NoMoves),
            (&long, 67..68, CodeFault::TooLong),
        ] {
            assert_eq!(Code::parse(text), Err(CodeError { at, fault }), "{text}");
        }
    }
}
