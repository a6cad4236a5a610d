//! Numbers and heaps as text and as bytes, for all games whose positions are made of them.

use crate::text::{ParseError, words};
use dashu_int::UBig;
use std::ops::Range;

/// The most heaps of one position.
const MAX_HEAPS: usize = 10_000;

/// The most digits of one number.
const MAX_DIGITS: usize = 10_000;

/// Parses a whole number of any size, at least 0; `what` names the number in errors, such as `a heap`.
pub(super) fn number(at: Range<usize>, word: &str, what: &str) -> Result<UBig, ParseError> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let shown: String =
        if word.chars().count() > 40 { word.chars().take(37).chain("...".chars()).collect() } else { word.to_owned() };
    let (message, help) = if digits(word) && word.len() <= MAX_DIGITS {
        return Ok(word.parse().expect("digits"));
    } else if digits(word) {
        (format!("a number of {} digits", word.len()), format!("{what} has at most {MAX_DIGITS}"))
    } else if word.strip_prefix('-').is_some_and(digits) {
        (format!("`{shown}` is negative"), format!("{what} is a whole number from 0"))
    } else if word.len() < 400 && word.parse::<f64>().is_ok_and(f64::is_finite) {
        (format!("`{shown}` is not a whole number in digits"), format!("write {what} in digits alone"))
    } else {
        (format!("`{shown}` is not a number"), form(what).unwrap_or_else(|| format!("{what} is a whole number from 0")))
    };
    Err(ParseError { at, message, help })
}

/// The expected form of a list of heaps or numbers; `None` for a single number.
fn form(what: &str) -> Option<String> {
    match what {
        "a heap" => Some("heaps are whole numbers separated by spaces, as in `3 5 7`".to_owned()),
        "a number" => Some("write whole numbers separated by spaces, as in `12 30`".to_owned()),
        _ => None,
    }
}

/// Parses a number below 2⁶⁴.
pub(super) fn small_number(at: Range<usize>, word: &str, what: &str) -> Result<u64, ParseError> {
    u64::try_from(number(at.clone(), word, what)?).map_err(|_| too_large(at, word, what, u64::MAX.into()))
}

/// The error about a number that is too large for the game.
pub(super) fn too_large(at: Range<usize>, word: &str, what: &str, most: UBig) -> ParseError {
    let shown: String = if word.len() > 40 { format!("{}...", &word[..37]) } else { word.to_owned() };
    ParseError { at, message: format!("`{shown}` is too large"), help: format!("{what} is at most {most}") }
}

/// The words of a list of numbers separated by spaces or commas, with their byte ranges.
fn numbers(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    words(text).flat_map(|(at, word)| {
        word.split(',').filter(|part| !part.is_empty()).map(move |part| {
            let start = at.start + (part.as_ptr() as usize - word.as_ptr() as usize);
            (start..start + part.len(), part)
        })
    })
}

/// Parses heaps, each from `least` to `most`, and drops those of size 0; `what` names one in errors, such as `a heap`.
pub(super) fn heaps(text: &str, what: &str, least: u64, most: Option<&UBig>) -> Result<Vec<UBig>, ParseError> {
    let mut heaps = Vec::new();
    let mut count = 0;
    for (at, word) in numbers(text) {
        count += 1;
        if count > MAX_HEAPS {
            let help = format!("a position has at most {MAX_HEAPS}");
            return Err(ParseError { at, message: "too many heaps".to_owned(), help });
        }
        let heap = number(at.clone(), word, what)?;
        if heap < UBig::from(least) {
            return Err(ParseError {
                at,
                message: format!("`{word}` is too small"),
                help: format!("{what} is at least {least}"),
            });
        }
        if most.is_some_and(|most| heap > *most) {
            return Err(too_large(at, word, what, most.cloned().unwrap_or_default()));
        }
        if !heap.is_zero() {
            heaps.push(heap);
        }
    }
    if count == 0 {
        return Err(ParseError {
            at: 0..text.len(),
            message: "the position is missing".to_owned(),
            help: form(what).unwrap_or_else(|| format!("give {what}")),
        });
    }
    Ok(heaps)
}

/// The text of heaps; `0` if there are none.
pub(super) fn show_heaps(heaps: &[UBig]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(UBig::to_string).collect::<Vec<_>>().join(" ")
}

/// Appends the digits of a number.
pub(super) fn push_word(n: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(n));
}

/// Appends a number of any size: one byte if it is below 0x80. Otherwise 0x80 plus the number of bytes that follow,
/// lowest first; from 127 bytes on, 0xff and the number of bytes as eight bytes.
pub(super) fn write_number(n: &UBig, out: &mut Vec<u8>) {
    if let Ok(small) = u64::try_from(n) {
        if small < 0x80 {
            out.push(small as u8);
            return;
        }
        let bytes = 8 - small.leading_zeros() as usize / 8;
        out.push(0x80 | bytes as u8);
        out.extend(&small.to_le_bytes()[..bytes]);
        return;
    }
    let bytes = n.to_le_bytes();
    if bytes.len() < 0x7f {
        out.push(0x80 | bytes.len() as u8);
    } else {
        out.push(0xff);
        out.extend((bytes.len() as u64).to_le_bytes());
    }
    out.extend(&bytes[..]);
}

/// Reads a number that `write_number` wrote, and removes its bytes.
pub(super) fn read_number(bytes: &mut &[u8]) -> UBig {
    let (&first, rest) = bytes.split_first().expect("a number");
    *bytes = rest;
    if first < 0x80 {
        return first.into();
    }
    let mut count = usize::from(first & 0x7f);
    if count == 0x7f {
        let (length, rest) = bytes.split_at(8);
        count = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
        *bytes = rest;
    }
    let (number, rest) = bytes.split_at(count);
    *bytes = rest;
    if count <= 8 {
        let mut word = [0; 8];
        word[..count].copy_from_slice(number);
        return u64::from_le_bytes(word).into();
    }
    UBig::from_le_bytes(number)
}

/// Appends heaps, in runs of equal ones: size and length.
pub(super) fn write_heaps(heaps: &[UBig], out: &mut Vec<u8>) {
    for run in heaps.chunk_by(|a, b| a == b) {
        write_number(&run[0], out);
        write_number(&run.len().into(), out);
    }
}

/// Reads heaps that `write_heaps` wrote.
pub(super) fn read_heaps(mut bytes: &[u8]) -> Vec<UBig> {
    let mut heaps = Vec::new();
    while !bytes.is_empty() {
        let heap = read_number(&mut bytes);
        let count = usize::try_from(&read_number(&mut bytes)).expect("a number of heaps");
        heaps.extend(std::iter::repeat_n(heap, count));
    }
    heaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(shift in 0usize..3000, low in any::<u64>()) {
            let n = (UBig::from(low) << shift) + 1u8;
            let mut bytes = Vec::new();
            write_number(&n, &mut bytes);
            write_number(&UBig::from(7u8), &mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(read_number(&mut rest), n);
            prop_assert_eq!(read_number(&mut rest), UBig::from(7u8));
            prop_assert!(rest.is_empty());
        }
    }
}
