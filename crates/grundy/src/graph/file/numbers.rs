//! A fast parser for lines of numbers, after a header `vertices N`.
//!
//! The parser reads lines of the most common form, and leaves the first other line to the line reader, so it has no
//! errors of its own. It reads a number eight bytes at a time: one word operation finds the digits, which are shifted
//! to the top of the word and added up in three multiplications (Lemire, "Quickly parsing eight digits", 2018; unlike
//! there the number of digits is not known in advance).

use super::statements::{OUTCOME_WORDS, PLAYER_WORDS};
use crate::graph::Vertex;

/// A line of the common form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainLine {
    /// A move.
    Edge(Vertex, Vertex),
    /// The outcome of a terminal vertex, by its code.
    Terminal(Vertex, usize),
    /// The player to move at a vertex, by their code.
    Player(Vertex, usize),
}

/// Reads lines from the start of `bytes` and calls `take` with each and its number from 0, until a line has another
/// form or is incomplete, or `take` returns `false`. Returns the numbers of bytes and lines that were taken.
#[inline(always)]
pub(super) fn plain_lines(bytes: &[u8], n: u32, mut take: impl FnMut(PlainLine, u64) -> bool) -> (usize, u64) {
    let (mut at, mut lines) = (0, 0);
    while let Some((plain, next)) = line(bytes, at, n) {
        if !take(plain, lines) {
            break;
        }
        at = next;
        lines += 1;
    }
    (at, lines)
}

/// The line at `at`, if it has the common form, and the start of the next line.
#[inline(always)]
fn line(bytes: &[u8], at: usize, n: u32) -> Option<(PlainLine, usize)> {
    let first = *bytes.get(at)?;
    if first.is_ascii_digit() {
        let (from, at) = vertex(bytes, at, n)?;
        let (to, at) = vertex(bytes, spaces(bytes, at)?, n)?;
        return Some((PlainLine::Edge(from, to), end(bytes, at)?));
    }
    let words: &[&str] = match first {
        b'!' => &OUTCOME_WORDS,
        b'@' => &PLAYER_WORDS,
        _ => return None,
    };
    let (v, at) = vertex(bytes, spaces(bytes, at + 1)?, n)?;
    let at = spaces(bytes, at)?;
    let code = words.iter().position(|word| bytes[at..].starts_with(word.as_bytes()))?;
    let plain = if first == b'!' { PlainLine::Terminal(v, code) } else { PlainLine::Player(v, code) };
    Some((plain, end(bytes, at + words[code].len())?))
}

/// The end of a run of one space or more, before the end of `bytes`.
#[inline(always)]
fn spaces(bytes: &[u8], mut at: usize) -> Option<usize> {
    if !matches!(bytes.get(at)?, b' ' | b'\t') {
        return None;
    }
    while matches!(bytes.get(at + 1)?, b' ' | b'\t') {
        at += 1;
    }
    Some(at + 1)
}

/// The start of the next line, if only spaces are left of this one.
#[inline(always)]
fn end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while matches!(bytes.get(at)?, b' ' | b'\t') {
        at += 1;
    }
    match bytes[at] {
        b'\n' => Some(at + 1),
        b'\r' if bytes.get(at + 1) == Some(&b'\n') => Some(at + 2),
        _ => None,
    }
}

/// A number below `n` without a leading zero, and its end; at least eight bytes must be left.
#[inline(always)]
fn vertex(bytes: &[u8], at: usize, n: u32) -> Option<(Vertex, usize)> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    // The high bit of each byte that is not a digit: after the XOR such a byte is above 9.
    let digits = word ^ 0x3030_3030_3030_3030;
    let others = (digits | ((digits & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 || (count > 1 && digits & 0xff == 0) {
        return None;
    }
    // Zeros in front extend the number to eight digits.
    let mut value = digits << (64 - 8 * count);
    value = (value * 10 + (value >> 8)) & 0x00ff_00ff_00ff_00ff;
    value = (value * 100 + (value >> 16)) & 0x0000_ffff_0000_ffff;
    value = (value * 10_000 + (value >> 32)) & 0xffff_ffff;
    let mut at = at + count;
    if count == 8 {
        let most = at + 3;
        while let Some(c) = bytes.get(at).filter(|c| c.is_ascii_digit()) {
            if at == most {
                return None;
            }
            value = value * 10 + u64::from(c - b'0');
            at += 1;
        }
    }
    (value < u64::from(n)).then_some((Vertex(value as u32), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a line, with bytes of another one after it so that eight bytes are left.
    fn read(line: &str) -> Option<PlainLine> {
        let bytes = format!("{line}\n1 2\n# rest of it");
        let mut found = None;
        plain_lines(bytes.as_bytes(), u32::MAX - 1, |plain, _| {
            found = Some(plain);
            false
        });
        found
    }

    #[test]
    fn numbers_of_every_length_are_read() {
        let edge = |from, to| Some(PlainLine::Edge(Vertex(from), Vertex(to)));
        for digits in 1..=10 {
            for x in [10u64.pow(digits - 1), 10u64.pow(digits) - 1, 1_234_567_890 / 10u64.pow(10 - digits)] {
                let fits = u32::try_from(x).ok().filter(|&x| x < u32::MAX - 1);
                assert_eq!(read(&format!("{x} 0")), fits.and_then(|x| edge(x, 0)), "{x}");
                assert_eq!(read(&format!("0\t {x} \r")), fits.and_then(|x| edge(0, x)), "{x}");
                let end = fits.map(|x| PlainLine::Terminal(Vertex(x), 2));
                assert_eq!(read(&format!("! {x} draw")), end, "{x}");
            }
        }
        assert_eq!(read("4294967293 4294967293"), edge(u32::MAX - 2, u32::MAX - 2));
        assert_eq!(read("@\t7  right "), Some(PlainLine::Player(Vertex(7), 1)));
    }

    #[test]
    fn other_lines_are_left_alone() {
        for line in [
            "",
            "a 1",
            "1",
            "1 ",
            "1 a",
            " 1 2",
            "01 2",
            "1 02",
            "00 1",
            "1 2 3",
            "1 2x",
            "1x 2",
            "1 2\r3",
            "# 1",
            "> 1",
            "!1 win",
            "! 1 won",
            "! 1 wins",
            "! 1",
            "@ 1 win",
            "4294967294 1",
            "99999999999 1",
            "100000000000 1",
            "1 18446744073709551617",
            "1\u{b2} 2",
            "1:2 3",
            "1/2 3",
            "-1 2",
            "+1 2",
            "1\u{a0}2",
        ] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_line_that_is_not_all_there_waits() {
        let bytes = b"12 34\n5 6\n78 9012345";
        let mut lines = Vec::new();
        let (taken, count) = plain_lines(bytes, 100, |plain, line| {
            lines.push((plain, line));
            true
        });
        assert_eq!((taken, count), (10, 2));
        assert_eq!(lines, [(PlainLine::Edge(Vertex(12), Vertex(34)), 0), (PlainLine::Edge(Vertex(5), Vertex(6)), 1)]);
    }
}
