//! Compares typed text with the text of a move: what may differ, and which match is better.

/// Words that are ignored between the others.
const SILENT: &[&str] = &[
    "take", "from", "to", "into", "leave", "and", "eat", "sow", "split", "stone", "stones", "heap", "row", "pit",
    "the", "move",
];

/// Words after which a number is the place of a heap, not its size.
const PLACE: &[&str] = &["heap", "row"];

/// The quality of the match between a text and a move; a greater value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// No match.
    None,
    /// The text is the beginning of the move.
    Begins,
    /// The text is the end of the move without ignored words, such as the number that `take` takes.
    Part,
    /// The text has the words of the move, but gives the place of the heap, not its size.
    Place,
    /// The text is equal without ignored words, or gives the heap first.
    Sense,
    /// The words are equal.
    Words,
    /// The characters are equal.
    Signs,
}

/// A typed text, split into parts.
pub(super) struct Typed<'a> {
    heaps: &'a [String],
    signs: &'a str,
    words: Vec<String>,
    sense: Vec<String>,
    /// Whether the text has the words of a move that takes stones from a heap: then the number of stones comes first.
    stones_first: bool,
    /// Whether the text gives the heap by its place.
    by_place: bool,
}

/// A move such as `take 4 from 14`, with the words before it and the heaps that are left.
struct Take<'a> {
    before: &'a [String],
    stones: &'a str,
    heap: &'a str,
    left: Vec<&'a str>,
}

/// The heaps of a position that consists only of numbers; an empty list for other positions.
pub(super) fn heaps(shown: &str) -> Vec<String> {
    let words: Vec<String> = shown.split_whitespace().map(str::to_owned).collect();
    if words.iter().all(|word| is_number(word)) { words } else { Vec::new() }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|c| c.is_ascii_digit())
}

/// The words and numbers of a text in lower case, without separators; every other character is a word.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            if !goes_on {
                words.push(String::new());
            }
            words.last_mut().expect("a word was begun").push(c);
            goes_on = true;
        } else {
            goes_on = false;
            if !c.is_whitespace() && !"-,:;.>=()[]/+#!?\"'`".contains(c) {
                words.push(c.to_string());
            }
        }
    }
    for word in &mut words {
        let digits = word.trim_start_matches('0').len();
        if is_number(word) && digits < word.len() {
            let zeros = word.len() - digits.max(1);
            word.drain(..zeros);
        }
    }
    words
}

/// A text without the label and the quotes of a default move text: `to ".X.O"` becomes `.X.O`, whose words would not be
/// specific enough.
fn signs(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("to ").unwrap_or(text).trim_matches(['"', '\''])
}

fn sense(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !SILENT.contains(&word.as_str())).cloned().collect()
}

fn take(words: &[String]) -> Option<Take<'_>> {
    let start = words.iter().position(|word| word == "take")?;
    match &words[start..] {
        [_, stones, from, heap, rest @ ..] if from == "from" => {
            let mut left: Vec<&str> = rest.iter().filter(|word| *word != "leave").map(String::as_str).collect();
            left.sort_unstable();
            Some(Take { before: &words[..start], stones, heap, left })
        }
        _ => None,
    }
}

impl<'a> Typed<'a> {
    pub(super) fn new(text: &'a str, heaps: &'a [String]) -> Self {
        let words = words(text);
        let has = |some: &[&str]| words.iter().any(|word| some.contains(&word.as_str()));
        Self {
            heaps,
            signs: signs(text),
            sense: sense(&words),
            stones_first: has(&["take", "from"]),
            by_place: has(PLACE) || text.contains('#'),
            words,
        }
    }

    pub(super) fn fit(&self, text: &str) -> Fit {
        let of_move = words(text);
        if !self.signs.is_empty() && self.signs == signs(text) {
            return Fit::Signs;
        }
        // A text without words, such as a single separator, matches no move.
        if self.words.is_empty() {
            return Fit::None;
        }
        if !self.by_place && self.words == of_move {
            return Fit::Words;
        }
        let fit = match take(&of_move) {
            Some(take) => self.fit_take(&take),
            None => self.fit_plain(&of_move),
        };
        let begins = || {
            let (typed, whole) = (self.words.join(" "), of_move.join(" "));
            whole.starts_with(&typed)
                || !self.sense.is_empty() && sense(&of_move).join(" ").starts_with(&self.sense.join(" "))
        };
        if fit == Fit::None && !self.by_place && begins() { Fit::Begins } else { fit }
    }

    fn fit_plain(&self, of_move: &[String]) -> Fit {
        let of_move = sense(of_move);
        if self.sense.is_empty() {
            return Fit::None;
        }
        let same_parts = || {
            // The order of the heaps that a split leaves does not matter.
            let sorted = |words: &[String]| {
                let mut rest = words[1..].to_vec();
                rest.sort_unstable();
                rest
            };
            let numbers = |words: &[String]| words.len() == 3 && words.iter().all(|word| is_number(word));
            numbers(&of_move)
                && numbers(&self.sense)
                && of_move[0] == self.sense[0]
                && sorted(&of_move) == sorted(&self.sense)
        };
        if self.sense == of_move || self.sense.concat() == of_move.concat() || same_parts() {
            Fit::Sense
        } else if of_move.ends_with(&self.sense) {
            Fit::Part
        } else {
            Fit::None
        }
    }

    fn fit_take(&self, take: &Take<'_>) -> Fit {
        // Names, such as that of a summand, only restrict the candidates.
        let is_name = |word: &&String| !is_number(word) && word.as_str() != take.heap;
        if self.sense.iter().filter(is_name).any(|word| !take.before.contains(word)) {
            return Fit::None;
        }
        let parts: Vec<&str> = self.sense.iter().filter(|word| !is_name(word)).map(String::as_str).collect();
        let (stones, heap, left) = match parts[..] {
            [stones] => return if stones == take.stones && !self.by_place { Fit::Part } else { Fit::None },
            [stones, heap, ref left @ ..] if self.stones_first => (stones, heap, left),
            [heap, stones, ref left @ ..] => (stones, heap, left),
            [] => return Fit::None,
        };
        let mut left = left.to_vec();
        left.sort_unstable();
        let here = is_number(heap)
            && heap
                .parse::<usize>()
                .ok()
                .and_then(|place| self.heaps.get(place.checked_sub(1)?))
                .is_some_and(|h| h == take.heap);
        // If the stones come first, a number is a size; without the words of a move it may be a place as well.
        let heap_fits = match (heap == take.heap && !self.by_place, here) {
            (true, _) => Fit::Sense,
            (false, true) if self.stones_first && !self.by_place => Fit::Place,
            (false, true) => Fit::Sense,
            (false, false) => Fit::None,
        };
        if stones != take.stones {
            Fit::None
        } else if left == take.left {
            heap_fits
        } else if left.is_empty() {
            heap_fits.min(Fit::Begins)
        } else {
            Fit::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(typed: &str, heaps_: &str, text: &str) -> Fit {
        Typed::new(typed, &heaps(heaps_)).fit(text)
    }

    #[test]
    fn moves_of_every_kind_are_met_halfway() {
        for (typed, text) in [
            ("B2", "b2"),
            ("b2-b3", "b2 to b3"),
            ("b2b3", "b2 to b3"),
            ("3", "sow 3"),
            ("2 3", "eat 2 3"),
            ("9: 5 4", "split 9 into 4 5"),
            ("12 4", "12 to 4"),
            ("14 3, 21 20", "14 to 3, 21 to 20"),
            ("1994-5-4", "to 1994-05-04"),
            ("a1 right", "a1 from right"),
            ("V", "to v"),
            ("both 3", "take 3 from both"),
            ("3 from both", "take 3 from both"),
            ("9 2 4 3", "take 2 from 9, leave 3 4"),
            ("kayles 7 1 2 4", "kayles: take 1 from 7, leave 2 4"),
        ] {
            assert!(fit(typed, "", text) >= Fit::Sense, "{typed} as {text}");
        }
        assert_eq!(fit("rb8", "", "Rb8+"), Fit::Words);
        for typed in [".X..", "to .X..", "\".X..\"", "to \".X..\""] {
            assert_eq!(fit(typed, "", "to \".X..\""), Fit::Signs);
            assert!(fit(typed, "", "to \"..X.\"") < Fit::Signs);
        }
        assert_eq!(fit("a8q", "", "a8=Q"), Fit::Sense);
        assert_eq!(fit("4", "", "12 to 4"), Fit::Part);
        assert_eq!(fit("take 2 from", "", "take 2 from 9"), Fit::Part);
        assert_eq!(fit("spl", "", "split 9 into 4 5"), Fit::Begins);
        for (typed, text) in [("5", "take 4 from 14"), ("nim 3 1", "kayles: take 1 from 3"), ("?!", "b2"), ("", "b2")] {
            assert_eq!(fit(typed, "", text), Fit::None, "{typed} as {text}");
        }
    }

    #[test]
    fn heaps_are_named_by_size_or_by_place() {
        let heaps = "3 4 5";
        assert_eq!(fit("3 2", heaps, "take 2 from 3"), Fit::Sense);
        assert_eq!(fit("3 2", heaps, "take 2 from 5"), Fit::Sense, "the third heap: both fit, so one is asked which");
        assert_eq!(fit("take 2 from 3", heaps, "take 2 from 3"), Fit::Signs);
        assert_eq!(fit("take 2 from 3", heaps, "take 2 from 5"), Fit::Place);
        assert_eq!(fit("heap 3 2", heaps, "take 2 from 3"), Fit::None);
        assert_eq!(fit("heap 3 2", heaps, "take 2 from 5"), Fit::Sense);
        assert_eq!(fit("take 2 from heap 3", heaps, "take 2 from 5"), Fit::Sense);
        assert_eq!(fit("#3 2", heaps, "take 2 from 5"), Fit::Sense);
        assert_eq!(fit("0 2", heaps, "take 2 from 5"), Fit::None);
        assert_eq!(fit("99999999999999999999999 2", heaps, "take 2 from 5"), Fit::None);
    }
}
