//! The value of one heap, from the values of the heaps before it and the rare heaps.
//!
//! The class of a split is the sum of its parts' classes. So the common options of a heap x are those by taking, and
//! the splits with exactly one rare part, which are among g(r) ⊕ g(x − i − r) for the rare heaps r. The scan examines
//! all of these, and the least common value that is not among them is the candidate c. If each rare value below c is an
//! option, x has the value c: then every value below c is an option, and c is not. For each of the rare values the scan
//! searches one split, first among those that gave rare values before.

use super::CertificateFault;
use super::class::{Classes, Set};
use super::rules::Rules;

/// The most splits that are kept for reuse, the most recent first.
const MAX_RECENT_SPLITS: usize = 256;
/// Number of splits that are examined between two checks whether they are enough.
const CHECK_INTERVAL: usize = 8;

/// One part of a split with its value, and the distance from the heap back to the other part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// The number of stones taken plus the part.
    back: u32,
    /// The part's value.
    value: u16,
}

/// The data about a game that determine the value of a heap.
#[derive(Clone, Debug)]
pub(super) struct Scan<const WORDS: usize> {
    rules: Rules,
    /// Numbers of stones that may be taken if one heap is left.
    take: Vec<usize>,
    /// Numbers of stones that may be taken if two heaps are left.
    split: Vec<usize>,
    classes: Classes<WORDS>,
    max_value: u16,
    /// The rare heaps, once for each number that may be taken with a split.
    rare: Vec<Part>,
    /// Parts of splits that gave rare values.
    recent: Vec<Part>,
    /// The largest smaller part of a split that may be used for a rare value.
    part: u64,
}

/// The values that are options of a heap, as far as the candidate needs them.
struct Options<const WORDS: usize> {
    /// The values by taking.
    taken: Set<WORDS>,
    /// The values by splits with a rare part.
    split: Set<WORDS>,
}

impl<const WORDS: usize> Scan<WORDS> {
    /// A scan without rare heaps, which examines all splits.
    pub(super) fn new(rules: &Rules, classes: Classes<WORDS>, max_value: u16) -> Self {
        Self {
            take: rules.stones_taken_leaving(1).collect(),
            split: rules.stones_taken_leaving(2).collect(),
            rules: rules.clone(),
            classes,
            max_value,
            rare: Vec::new(),
            recent: Vec::with_capacity(MAX_RECENT_SPLITS + 1),
            part: u64::MAX,
        }
    }

    /// Numbers of stones that may be taken if two heaps are left.
    pub(super) fn splits(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        self.split.clone().into_iter()
    }

    /// The classes of values.
    pub(super) fn classes(&self) -> &Classes<WORDS> {
        &self.classes
    }

    /// Adds a rare heap with this value as a part of splits when `taken` stones are taken. All heaps scanned from now
    /// on must be larger than the sum of both.
    pub(super) fn add_rare(&mut self, taken: usize, rare: usize, value: u16) {
        // `Claim` limits the size of a window, so that the sum fits.
        self.rare.push(Part { back: (taken + rare) as u32, value });
    }

    /// Limits splits: from now on, a rare value counts as an option by a split only if its smaller part is at most this.
    pub(super) fn limit_parts(&mut self, part: u64) {
        self.part = part;
        self.recent.clear();
    }

    /// The value of a heap that is not rare. `history` must contain the values before it, as far back as options are
    /// examined; `low` the values from heap 0 on, up to the largest part.
    #[inline(always)]
    pub(super) fn common_value(&mut self, heap: u64, history: &[u16], low: &[u16]) -> Result<u16, CertificateFault> {
        let options = self.options(heap, history);
        let free = self.classes.common(heap).without(&options.taken).without(&options.split);
        let value = match free.least() {
            Some(value) if value <= self.max_value => value,
            _ => return Err(CertificateFault::Exceeds { heap, max_value: self.max_value.into() }),
        };
        let needed = self.classes.rare(heap).below(value).without(&options.taken);
        match self.find_not_covered(heap, needed, history, low) {
            None => Ok(value),
            Some(value) => Err(CertificateFault::Open { heap, value }),
        }
    }

    /// Checks that a rare heap has this value, which must not exceed the largest. `history` must contain all values before it.
    pub(super) fn rare_value(&mut self, heap: u64, value: u16, history: &[u16]) -> Result<(), CertificateFault> {
        let wrong = |because| Err(CertificateFault::Rare { heap, value: value.into(), because });
        if !self.classes.rare(heap).has(value) {
            return wrong("the value is common there");
        }
        let options = self.options(heap, history);
        let free = self.classes.common(heap).without(&options.taken).without(&options.split);
        if free.least().is_some_and(|common| common < value) {
            return wrong("a smaller common value is not an option");
        }
        let needed = self.classes.rare(heap).below(value).without(&options.taken);
        if let Some(value) = self.find_not_covered(heap, needed, history, history) {
            return Err(CertificateFault::Open { heap, value });
        }
        if options.taken.has(value) {
            return wrong("it is the value of an option by taking");
        }
        for &taken in &self.split {
            let last = self.smaller_part(heap, taken) as usize;
            if last == 0 {
                continue;
            }
            let high = &history[history.len() - taken - last..history.len() - taken];
            if history[1..=last].iter().zip(high.iter().rev()).any(|(a, b)| a ^ b == value) {
                return wrong("it is the value of an option by a split");
            }
        }
        Ok(())
    }

    /// The largest smaller part of a split if `taken` stones are taken; 0 if there is none.
    fn smaller_part(&self, heap: u64, taken: usize) -> u64 {
        let left = heap.saturating_sub(taken as u64);
        if self.rules.unequal() { left.saturating_sub(1) / 2 } else { left / 2 }
    }

    /// The options of a heap by taking, and by splits with a rare part.
    #[inline(always)]
    fn options(&self, heap: u64, history: &[u16]) -> Options<WORDS> {
        let (mut taken, mut split) = (Set::EMPTY, Set::EMPTY);
        if heap <= self.rules.last() as u64 && self.rules.takes_whole(heap) {
            taken.insert(0);
        }
        for &i in self.take.iter().take_while(|&&i| (i as u64) < heap) {
            taken.insert(history[history.len() - i]);
        }
        for part in &self.rare {
            split.insert(part.value ^ history[history.len() - part.back as usize]);
        }
        Options { taken, split }
    }

    /// The least of the values needed that no split with an allowed part has. `history` and `low` are as above.
    #[inline(always)]
    pub(super) fn find_not_covered(
        &mut self,
        heap: u64,
        mut needed: Set<WORDS>,
        history: &[u16],
        low: &[u16],
    ) -> Option<u16> {
        if needed.is_empty() {
            return None;
        }
        for parts in self.recent.chunks(CHECK_INTERVAL) {
            let mut found = Set::EMPTY;
            for part in parts {
                found.insert(part.value ^ history[history.len() - part.back as usize]);
            }
            needed = needed.without(&found);
            if needed.is_empty() {
                return None;
            }
        }
        self.search(heap, needed, history, low)
    }

    /// The least of the needed values that no split with an allowed part has, after a search of all parts; keeps the
    /// splits found.
    #[cold]
    #[inline(never)]
    fn search(&mut self, heap: u64, mut needed: Set<WORDS>, history: &[u16], low: &[u16]) -> Option<u16> {
        let last = |i: usize| self.smaller_part(heap, i).min(self.part) as usize;
        let splits: Vec<(usize, usize)> = self.split.iter().map(|&i| (i, last(i))).collect();
        let most = splits.iter().map(|split| split.1).max().unwrap_or(0);
        for part in 1..=most {
            for &(taken, _) in splits.iter().filter(|split| part <= split.1) {
                let found = low[part] ^ history[history.len() - taken - part];
                if needed.has(found) {
                    needed.remove(found);
                    self.recent.insert(0, Part { back: (taken + part) as u32, value: low[part] });
                    self.recent.truncate(MAX_RECENT_SPLITS);
                    if needed.is_empty() {
                        return None;
                    }
                }
            }
        }
        needed.least()
    }
}
