//! Compares typed text with the text of a move: what may differ, and which match is better.

/// Words that are ignored between the others.
const IGNORED_WORDS: &[&str] = &[
    "take", "from", "to", "into", "leave", "and", "eat", "sow", "split", "stone", "stones", "heap", "row", "pit",
    "the", "move",
];

/// Words after which a number is the place of a heap, not its size.
const HEAP_NUMBER_WORDS: &[&str] = &["heap", "row"];

/// The quality of the match between a text and a move; a greater value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MatchQuality {
    /// No match.
    None,
    /// The text is the beginning of the move.
    Prefix,
    /// The text is the end of the move without ignored words, such as the number that `take` takes.
    Suffix,
    /// The text is the number of the move's column, counted from 1, in a game whose moves are columns.
    ColumnNumber,
    /// The text is equal without ignored words, or gives the heap first.
    Equivalent,
    /// The words are equal.
    SameWords,
    /// The characters are equal.
    SameText,
}

/// A typed text, split into parts.
pub(super) struct TypedMove<'a> {
    heaps: &'a [String],
    has_column_moves: bool,
    unlabelled: &'a str,
    words: Vec<String>,
    significant_words: Vec<String>,
    /// Whether the text has the words of a move that takes stones from a heap: then the number of stones comes first.
    stones_first: bool,
    /// Whether the text gives the heap by its place.
    by_heap_number: bool,
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

/// The words and numbers of a text in lower case, without separators; every other character is a word. A number after a minus sign that
/// follows no other word is negative.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_in_word = false;
    let mut chars = text.chars().flat_map(char::to_lowercase).peekable();
    while let Some(c) = chars.next() {
        let is_minus = c == '-' && !is_in_word && chars.peek().is_some_and(char::is_ascii_digit);
        if c.is_alphanumeric() || is_minus {
            if !is_in_word {
                words.push(String::new());
            }
            words.last_mut().expect("a word was begun").push(c);
            is_in_word = true;
        } else {
            is_in_word = false;
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
pub(super) fn unlabelled(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("to ").unwrap_or(text).trim_matches(['"', '\''])
}

fn significant_words(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !IGNORED_WORDS.contains(&word.as_str())).cloned().collect()
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

impl<'a> TypedMove<'a> {
    pub(super) fn new(text: &'a str, heaps: &'a [String], has_column_moves: bool) -> Self {
        let words = words(text);
        let has = |some: &[&str]| words.iter().any(|word| some.contains(&word.as_str()));
        Self {
            heaps,
            has_column_moves,
            unlabelled: unlabelled(text),
            significant_words: significant_words(&words),
            stones_first: has(&["take", "from"]),
            by_heap_number: has(HEAP_NUMBER_WORDS) || text.contains('#'),
            words,
        }
    }

    pub(super) fn quality(&self, text: &str) -> MatchQuality {
        let of_move = words(text);
        if !self.unlabelled.is_empty() && self.unlabelled == unlabelled(text) {
            return MatchQuality::SameText;
        }
        // A text without words, such as a single separator, matches no move.
        if self.words.is_empty() {
            return MatchQuality::None;
        }
        if !self.by_heap_number && self.words == of_move {
            return MatchQuality::SameWords;
        }
        if self.is_number_of_column(text) {
            return MatchQuality::ColumnNumber;
        }
        let quality = match take(&of_move) {
            Some(take) => self.take_quality(&take),
            None => self.plain_quality(&of_move),
        };
        let begins = || {
            let (typed, move_text) = (self.words.join(" "), of_move.join(" "));
            move_text.starts_with(&typed)
                || (self.is_contiguous() || !text.contains(": "))
                    && !self.significant_words.is_empty()
                    && significant_words(&of_move).join(" ").starts_with(&self.significant_words.join(" "))
        };
        if quality == MatchQuality::None && !self.by_heap_number && begins() { MatchQuality::Prefix } else { quality }
    }

    /// Whether no ignored word stands between others. In a sum, `bash:2: take 1` is not the beginning of `bash:2 1: take 2`.
    fn is_contiguous(&self) -> bool {
        let count = self.significant_words.len();
        count > 0 && self.words.windows(count).any(|words| words == self.significant_words)
    }

    /// Whether a move has the words of the typed text, in any order.
    pub(super) fn has_same_words(&self, text: &str) -> bool {
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort_unstable();
            words
        };
        !self.significant_words.is_empty()
            && sorted(&self.significant_words) == sorted(&significant_words(&words(text)))
    }

    /// Whether the typed text is the number of the column whose letter is the text of the move.
    fn is_number_of_column(&self, text: &str) -> bool {
        match (&self.words[..], text.as_bytes()) {
            ([number], [letter @ b'a'..=b'z']) => self.has_column_moves && number.parse() == Ok(letter - b'a' + 1),
            _ => false,
        }
    }

    fn plain_quality(&self, of_move: &[String]) -> MatchQuality {
        let of_move = significant_words(of_move);
        if self.significant_words.is_empty() {
            return MatchQuality::None;
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
                && numbers(&self.significant_words)
                && of_move[0] == self.significant_words[0]
                && sorted(&of_move) == sorted(&self.significant_words)
        };
        if self.significant_words == of_move || self.significant_words.concat() == of_move.concat() || same_parts() {
            MatchQuality::Equivalent
        } else if of_move.ends_with(&self.significant_words) {
            MatchQuality::Suffix
        } else {
            MatchQuality::None
        }
    }

    fn take_quality(&self, take: &Take<'_>) -> MatchQuality {
        // Names, such as that of a summand, only restrict the candidates.
        let is_name = |word: &&String| !is_number(word) && word.as_str() != take.heap;
        if self.significant_words.iter().filter(is_name).any(|word| !take.before.contains(word)) {
            return MatchQuality::None;
        }
        let parts: Vec<&str> =
            self.significant_words.iter().filter(|word| !is_name(word)).map(String::as_str).collect();
        let (stones, heap, left) = match parts[..] {
            [stones] => {
                return if stones == take.stones && !self.by_heap_number {
                    MatchQuality::Suffix
                } else {
                    MatchQuality::None
                };
            }
            [stones, heap, ref left @ ..] if self.stones_first => (stones, heap, left),
            [heap, stones, ref left @ ..] => (stones, heap, left),
            [] => return MatchQuality::None,
        };
        let mut left = left.to_vec();
        left.sort_unstable();
        let here = is_number(heap)
            && heap
                .parse::<usize>()
                .ok()
                .and_then(|place| self.heaps.get(place.checked_sub(1)?))
                .is_some_and(|h| h == take.heap);
        // A number is the place of a heap if the text says so, or no heap has this size. Without the words of a move both may be meant,
        // unless the heap of this size has too few stones.
        let has_size = self.heaps.iter().any(|size| size == heap);
        let is_enough = || matches!((stones.parse::<u64>(), heap.parse()), (Ok(stones), Ok(size)) if stones <= size);
        let may_be_place = self.by_heap_number || !has_size || !self.stones_first && is_enough();
        let is_the_heap = heap == take.heap && !self.by_heap_number || here && may_be_place;
        let heap_quality = if is_the_heap { MatchQuality::Equivalent } else { MatchQuality::None };
        if stones != take.stones {
            MatchQuality::None
        } else if left == take.left {
            heap_quality
        } else if left.is_empty() {
            heap_quality.min(MatchQuality::Prefix)
        } else {
            MatchQuality::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(typed: &str, heaps_text: &str, text: &str) -> MatchQuality {
        TypedMove::new(typed, &heaps(heaps_text), false).quality(text)
    }

    #[test]
    fn a_number_is_a_column_only_where_moves_are_columns() {
        let quality = |typed, text, has_column_moves| TypedMove::new(typed, &[], has_column_moves).quality(text);
        assert_eq!(quality("4", "d", true), MatchQuality::ColumnNumber);
        assert_eq!(quality("4", "d", false), MatchQuality::None);
        for (typed, text) in
            [("4", "e"), ("0", "a"), ("4", "to d"), ("4", "D"), ("d 4", "d"), ("260", "d"), ("27", "{")]
        {
            assert!(quality(typed, text, true) != MatchQuality::ColumnNumber, "{typed} as {text}");
        }
    }

    #[test]
    fn moves_of_every_kind_are_matched() {
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
            assert!(quality(typed, "", text) >= MatchQuality::Equivalent, "{typed} as {text}");
        }
        assert_eq!(quality("rb8", "", "Rb8+"), MatchQuality::SameWords);
        for typed in [".X..", "to .X..", "\".X..\"", "to \".X..\""] {
            assert_eq!(quality(typed, "", "to \".X..\""), MatchQuality::SameText);
            assert!(quality(typed, "", "to \"..X.\"") < MatchQuality::SameText);
        }
        assert_eq!(quality("a8q", "", "a8=Q"), MatchQuality::Equivalent);
        assert_eq!(quality("4", "", "12 to 4"), MatchQuality::Suffix);
        assert_eq!(quality("take 2 from", "", "take 2 from 9"), MatchQuality::Suffix);
        assert_eq!(quality("spl", "", "split 9 into 4 5"), MatchQuality::Prefix);
        for (typed, text) in [("5", "take 4 from 14"), ("nim 3 1", "kayles: take 1 from 3"), ("?!", "b2"), ("", "b2")] {
            assert_eq!(quality(typed, "", text), MatchQuality::None, "{typed} as {text}");
        }
    }

    #[test]
    fn a_negative_number_is_no_positive_one() {
        for typed in ["-2 3", "take -2 from 3", "3 -2"] {
            assert_eq!(quality(typed, "3 4 5", "take 2 from 3"), MatchQuality::None, "{typed}");
        }
        assert_eq!(quality("-3", "", "to -3"), MatchQuality::SameText);
        assert_eq!(quality("to  -3", "", "to -3"), MatchQuality::SameWords);
        assert_eq!(quality("3", "", "to -3"), MatchQuality::None);
    }

    #[test]
    fn heaps_are_named_by_size_or_by_place() {
        let heaps = "3 4 5";
        assert_eq!(quality("3 2", heaps, "take 2 from 3"), MatchQuality::Equivalent);
        let both = quality("3 2", heaps, "take 2 from 5");
        assert_eq!(both, MatchQuality::Equivalent, "the third heap: both fit, so one is asked which");
        for (typed, text) in [
            ("take 2 from 3", "take 2 from 5"),
            ("2 from 3", "take 2 from 5"),
            ("take 5 from 3", "take 5 from 5"),
            ("3 5", "take 5 from 5"),
        ] {
            assert_eq!(quality(typed, heaps, text), MatchQuality::None, "{typed}: there is a heap of size 3");
        }
        assert_eq!(quality("take 2 from 3", heaps, "take 2 from 3"), MatchQuality::SameText);
        assert_eq!(quality("take 2 from 1", heaps, "take 2 from 3"), MatchQuality::Equivalent);
        assert_eq!(quality("1 2", heaps, "take 2 from 3"), MatchQuality::Equivalent);
        assert_eq!(quality("heap 3 2", heaps, "take 2 from 3"), MatchQuality::None);
        assert_eq!(quality("heap 3 2", heaps, "take 2 from 5"), MatchQuality::Equivalent);
        assert_eq!(quality("take 2 from heap 3", heaps, "take 2 from 5"), MatchQuality::Equivalent);
        assert_eq!(quality("#3 2", heaps, "take 2 from 5"), MatchQuality::Equivalent);
        assert_eq!(quality("0 2", heaps, "take 2 from 5"), MatchQuality::None);
        assert_eq!(quality("99999999999999999999999 2", heaps, "take 2 from 5"), MatchQuality::None);
    }
}
