//! A Knuth–Morris–Pratt matcher for the first recurrence of the first terms of a sequence.

/// Knuth–Morris–Pratt matcher for the first `length` terms, with the length of the current match.
///
/// After Knuth, Morris and Pratt 1977: time is linear in the number of terms, it only compares terms, and it misses no
/// recurrence. Unlike them the matcher follows a match only once it has as many terms as fit in a word; it compares
/// those together, which avoids most of the branches that the processor cannot predict.
pub(super) struct Matcher {
    length: usize,
    /// The pattern: the first terms.
    terms: Vec<u32>,
    /// For each prefix of the pattern, the length of the longest shorter prefix that is a suffix of it.
    borders: Vec<u32>,
    /// The length of the current match, not counting the pattern itself. It is unknown if less than the length of the head.
    matched: usize,
    /// The first terms.
    head: PatternHead,
}

/// The first terms of the pattern, packed into a word.
#[derive(Default)]
struct PatternHead {
    length: usize,
    /// Number of bits of a term.
    width: u32,
    /// The bits of all terms.
    mask: u64,
    /// The terms, the last one in the lowest bits.
    word: u64,
    /// The latest terms. A term larger than any in the head has all bits set, which no term in the head has.
    last: u64,
}

impl Matcher {
    /// A matcher for `length` terms: at least one and fewer than 2³².
    pub(super) fn new(length: usize) -> Self {
        debug_assert!(length > 0 && u32::try_from(length).is_ok(), "a length that is indexed by 32 bits");
        Self { length, terms: Vec::new(), borders: Vec::new(), matched: 0, head: PatternHead::default() }
    }

    /// Removes all terms.
    pub(super) fn restart(&mut self) {
        self.terms.clear();
        self.borders.clear();
        self.matched = 0;
    }

    /// Whether the pattern is complete.
    pub(super) fn is_full(&self) -> bool {
        self.terms.len() == self.length
    }

    /// Processes the next terms. At the first recurrence of the pattern it returns the number of these terms up to its
    /// end, and must not be called after that.
    pub(super) fn feed(&mut self, terms: &[u32]) -> Option<usize> {
        let (first, rest) = terms.split_at(terms.len().min(self.length - self.terms.len()));
        if !first.is_empty() {
            first.iter().for_each(|&term| self.extend_pattern(term));
            if self.is_full() {
                self.head = PatternHead::of(&self.terms);
            }
        }
        let mut matched = self.matched;
        for (i, &term) in rest.iter().enumerate() {
            self.head.push(term);
            if matched < self.head.length {
                matched = if self.head.last == self.head.word { self.head.length } else { 0 };
            } else {
                matched = self.follow(matched, term);
            }
            if matched == self.length {
                return Some(first.len() + i + 1);
            }
        }
        self.matched = matched;
        None
    }

    /// Appends a term to the pattern.
    fn extend_pattern(&mut self, term: u32) {
        self.terms.push(term);
        if self.terms.len() > 1 {
            self.matched = self.follow(self.matched, term);
        }
        self.borders.push(self.matched as u32);
    }

    /// The length of the match with `term`; `matched` is the length before it.
    #[inline]
    fn follow(&self, mut matched: usize, term: u32) -> usize {
        while matched > 0 && self.terms[matched] != term {
            matched = self.borders[matched - 1] as usize;
        }
        matched + usize::from(self.terms[matched] == term)
    }
}

impl PatternHead {
    /// A head with as many of the first `terms` as fit; the latest terms are the last of `terms`.
    fn of(terms: &[u32]) -> Self {
        let largest = terms.iter().copied().max().unwrap_or(0);
        // A number one larger than the largest term must fit.
        let width = 64 - (u64::from(largest) + 1).leading_zeros();
        let length = terms.len().min((64 / width) as usize);
        let mask = !0 >> (64 - width * length as u32);
        let mut head = Self { length, width, mask, word: 0, last: 0 };
        terms[..length].iter().for_each(|&term| head.push(term));
        head.word = head.last;
        terms[terms.len() - length..].iter().for_each(|&term| head.push(term));
        head
    }

    #[inline]
    fn push(&mut self, term: u32) {
        let all = !0 >> (64 - self.width);
        self.last = (self.last << self.width | u64::from(term).min(all)) & self.mask;
    }
}

#[cfg(test)]
mod tests {
    use super::Matcher;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_comparing_everywhere(
            bits in 0u32..33,
            terms in prop::collection::vec(0u32..3, 0..300),
            copied in 0usize..100,
            length in 1usize..40,
            cut in 1usize..50,
        ) {
            // Three different terms, small or large, and a piece that recurs.
            let mut terms: Vec<u32> = terms.iter().map(|&t| if t == 2 { (u32::MAX as u64 >> bits) as u32 } else { t }).collect();
            terms.extend_from_within(..copied.min(terms.len()));
            let mut matcher = Matcher::new(length);
            let mut found = None;
            for (i, piece) in terms.chunks(cut).enumerate() {
                found = matcher.feed(piece).map(|n| i * cut + n);
                if found.is_some() {
                    break;
                }
            }
            let slow = (length..terms.len()).find(|&i| terms[i + 1 - length..=i] == terms[..length]).map(|i| i + 1);
            prop_assert_eq!(found, slow);
        }
    }
}
