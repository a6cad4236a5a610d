//! Nim, Bash's game and subtraction games by name: their positions and moves as text.

use crate::any::{Spoken, TextError, words};
use crate::game::{Game, Play};
use crate::heap::{HeapRules, Heaps, NamedSet, Set, SumMove};
use crate::theory::{Claim, Silent, Theory};
use crate::value::{Outcome, Undefined};
use std::ops::{Range, RangeInclusive};

/// The most heaps of one position.
const HEAPS: usize = 10_000;

/// A heap game with a name.
pub(super) struct HeapGame<R> {
    pub(super) name: String,
    pub(super) game: Heaps<R>,
    /// Whether a move says which heap it is made in even if there is one heap only.
    pub(super) always_from: bool,
}

impl<R: HeapRules> Game for HeapGame<R> {
    type Position = Vec<u64>;
    type Move = SumMove;

    fn moves(&self, at: &Vec<u64>, out: &mut Vec<SumMove>) {
        self.game.moves(at, out);
    }

    fn play(&self, at: &Vec<u64>, m: &SumMove) -> Vec<u64> {
        self.game.play(at, m)
    }

    fn end(&self, at: &Vec<u64>) -> Outcome {
        self.game.end(at)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.without_grundy()
    }
}

impl<R: HeapRules> Spoken for HeapGame<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn play_kind(&self) -> Play {
        self.game.play
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, TextError> {
        let mut heaps = Vec::new();
        let mut count = 0;
        for (at, word) in words(text) {
            count += 1;
            if count > HEAPS {
                let help = format!("a position has at most {HEAPS}");
                return Err(TextError { at, message: "too many heaps".to_owned(), help });
            }
            let heap = number(at, word, "a heap")?;
            if heap > 0 {
                heaps.push(heap);
            }
        }
        if count == 0 {
            return Err(TextError {
                at: 0..text.len(),
                message: "no heaps are given".to_owned(),
                help: "write the heap sizes, as in `14 21 39`".to_owned(),
            });
        }
        Ok(heaps)
    }

    fn show(&self, at: &Vec<u64>) -> String {
        if at.is_empty() {
            return "0".to_owned();
        }
        at.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    fn label(&self, at: &Vec<u64>, (heap, m): &SumMove) -> String {
        if self.always_from || at.len() > 1 {
            format!("take {} from {heap}", m.take)
        } else {
            format!("take {}", m.take)
        }
    }

    fn write(&self, at: &Vec<u64>, out: &mut Vec<u8>) {
        // Runs of equal heaps, as size and length.
        for run in at.chunk_by(|a, b| a == b) {
            write_number(run[0], out);
            write_number(run.len() as u64, out);
        }
    }

    fn read(&self, mut bytes: &[u8]) -> Vec<u64> {
        let mut heaps = Vec::new();
        while !bytes.is_empty() {
            let heap = read_number(&mut bytes);
            let count = read_number(&mut bytes);
            heaps.extend((0..count).map(|_| heap));
        }
        heaps
    }

    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let mut sorted = at.clone();
        sorted.sort_unstable();
        sorted
    }

    fn claim(&self, at: &Vec<u64>) -> Result<Claim, Silent> {
        self.game.claim(at)
    }

    fn claim_method(&self, at: &Vec<u64>) -> String {
        self.game.method(at)
    }

    fn expansion_at_least(&self, at: &Vec<u64>) -> u64 {
        self.game.expansion_at_least(at)
    }

    fn count_moves(&self, at: &Vec<u64>) -> u128 {
        self.game.count(at)
    }

    fn some_moves(&self, at: &Vec<u64>, want: usize) -> Vec<SumMove> {
        self.game.best_moves(at, want)
    }
}

/// Appends a number, seven bits a byte, the last byte without its high bit.
pub(super) fn write_number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Takes a number that `write_number` wrote.
pub(super) fn read_number(bytes: &mut &[u8]) -> u64 {
    let mut n = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        n |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            *bytes = &bytes[i + 1..];
            break;
        }
    }
    n
}

/// Reads a whole number that is not negative; `what` it is the number of, as `a heap`.
pub(super) fn number(at: Range<usize>, word: &str, what: &str) -> Result<u64, TextError> {
    if let Ok(n) = word.parse::<u64>()
        && !word.starts_with('+')
    {
        return Ok(n);
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let shown: String =
        if word.chars().count() > 40 { word.chars().take(37).chain("...".chars()).collect() } else { word.to_owned() };
    let (message, help) = if digits(word) {
        (format!("`{shown}` is too large"), format!("{what} is at most {}", u64::MAX))
    } else if word.strip_prefix('-').is_some_and(digits) {
        (format!("`{shown}` is negative"), format!("{what} is a whole number from 0"))
    } else if word.parse::<f64>().is_ok_and(f64::is_finite) {
        (format!("`{shown}` is not a whole number in digits"), format!("write {what} in digits alone"))
    } else {
        (format!("`{shown}` is not a number"), format!("{what} is a whole number from 0; blanks separate"))
    };
    Err(TextError { at, message, help })
}

/// Reads the set of a subtraction game; `offset` is where it stands in the game's text.
pub(super) fn set(text: &str, offset: usize) -> Result<Set, TextError> {
    let (list, complement, offset) = match text.strip_prefix("all-but:") {
        Some(rest) => (rest, true, offset + "all-but:".len()),
        None => (text, false, offset),
    };
    let form = if complement {
        "write numbers and ranges, as in `subtraction:all-but:1,4..6`; without any it is `nim`"
    } else {
        "write numbers, ranges and names, as in `subtraction:1,3,5..8` or `subtraction:squares`"
    };
    let mut ranges = Vec::new();
    let mut named = Vec::new();
    let mut start = offset;
    for part in list.split(',') {
        let at = start..start + part.len();
        start = at.end + 1;
        let error = |message: String| TextError { at: at.clone(), message, help: form.to_owned() };
        let item = part.trim();
        if item.is_empty() {
            return Err(error("a number is missing".to_owned()));
        }
        let range: RangeInclusive<u64> = if let Some((from, to)) = item.split_once("..") {
            let ends = [from, to].map(|end| number(at.clone(), end.trim(), "the end of a range"));
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
                crate::spelling::nearest(item, NamedSet::ALL.map(NamedSet::name).into_iter().chain(["all-but:"]));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(error(format!("`{item}` is not a set{near}")));
        } else {
            let n = number(at.clone(), item, "a number to take")?;
            n..=n
        };
        Set::new(vec![range.clone()], Vec::new(), false).map_err(|wrong| error(wrong.to_string()))?;
        ranges.push(range);
    }
    Set::new(ranges, named, complement).map_err(|wrong| TextError {
        at: offset..offset + list.len(),
        message: wrong.to_string(),
        help: form.to_owned(),
    })
}
