//! Text of the set of a subtraction game.

use super::parameters::Parameters;
use super::text::small_number;
use crate::heap::{NamedSet, Set};
use crate::text::ParseError;
use std::ops::RangeInclusive;

/// Prefix of a set that contains all numbers except some.
const COMPLEMENT: &str = "all-but:";

/// The advice for a number that is none.
const NUMBERS: &str = "numbers are whole numbers from 1; a range is written `1..3`";

/// Whether the set is that of all numbers except some.
pub(super) fn is_complement(parameters: &Parameters<'_>) -> bool {
    parameters.text().starts_with(COMPLEMENT)
}

/// Reads the set of a subtraction game.
pub(super) fn read(parameters: &Parameters<'_>) -> Result<Set, ParseError> {
    let offset = parameters.at().start;
    let (list, complement, offset) = match parameters.text().strip_prefix(COMPLEMENT) {
        Some(rest) => (rest, true, offset + COMPLEMENT.len()),
        None => (parameters.text(), false, offset),
    };
    let form = if complement {
        "write numbers and ranges, as in `subtraction:all-but:1,4..6`; without any it is `nim`"
    } else {
        "write numbers, ranges and names, as in `subtraction:1,3,5..8` or `subtraction:squares`"
    };
    let brackets = |c: char| "{}[]()".contains(c);
    if list.contains(brackets) {
        let plain = parameters.text().replace(brackets, "");
        return Err(ParseError {
            at: offset..offset + list.len(),
            message: format!("`{list}` has braces"),
            help: format!("leave out the braces: `subtraction:{plain}`"),
        });
    }
    let mut ranges = Vec::new();
    let mut named = Vec::new();
    let mut start = offset;
    for part in list.split(',') {
        let at = start..start + part.len();
        start = at.end + 1;
        let error = |message: String| ParseError { at: at.clone(), message, help: form.to_owned() };
        let item = part.trim();
        if item.is_empty() {
            return Err(error("a number is missing".to_owned()));
        }
        let range: RangeInclusive<u64> = if let Some((from, to)) = item.split_once("..") {
            let ends = [from, to].map(|end| small_number(at.clone(), end.trim(), "the end of a range"));
            let [from, to] = ends;
            from?..=to?
        } else if let Some(name) = NamedSet::ALL.into_iter().find(|named| named.name() == item) {
            if complement {
                return Err(error(format!("`{item}` cannot be left out")));
            }
            named.push(name);
            continue;
        } else if item.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let near =
                crate::spelling::nearest(item, NamedSet::ALL.map(NamedSet::name).into_iter().chain([COMPLEMENT]));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(error(format!("`{item}` is not a set{near}")));
        } else {
            let is_digits = item.bytes().all(|digit| digit.is_ascii_digit());
            let n = small_number(at.clone(), item, "a number to take");
            let n =
                n.map_err(|wrong| if is_digits { wrong } else { ParseError { help: NUMBERS.to_owned(), ..wrong } })?;
            n..=n
        };
        Set::new(vec![range.clone()], Vec::new(), false).map_err(|wrong| {
            let wrong = error(wrong.to_string());
            if range.contains(&0) { ParseError { help: NUMBERS.to_owned(), ..wrong } } else { wrong }
        })?;
        ranges.push(range);
    }
    Set::new(ranges, named, complement).map_err(|wrong| ParseError {
        at: offset..offset + list.len(),
        message: wrong.to_string(),
        help: form.to_owned(),
    })
}
