//! Computes the values of 64 heaps at a time, for common values whose numbers are below 16 or 32.
//!
//! The method is that of `lanes`, with one word of 16 or 32 bits for each set. For each heap there are two words: the set of
//! its own number, and the union of these sets for the heaps that are left after the stones of a split are taken. So each rare
//! heap is one offset, however many digits allow a split. A block is processed in four phases.
//!
//! 1. The options with rare parts above 64 are united for the whole block.
//! 2. For sixteen heaps at a time, those with rare parts from 17 to 64 are added; then heap by heap those at offsets that are
//!    smaller, which form a chain: the number of a heap is the least that is not an option.
//! 3. The rare options by splits with the chosen parts are united for the whole block.
//! 4. Rare values below a heap's value that are not among them are searched one by one.
//!
//! A heap whose number does not fit the word ends the run, and so does one that is not common after all.

use super::chain::{BEFORE, BLOCK, Numbers, STEP, chain};
use super::history::History;
use super::lanes::{Heaps, Stop};
use super::permute::{Groups, Word};
use super::space::{Rules, Space};
use super::witness::{Split, Witnesses};

/// The words of the latest heaps and the tables for one set of rare heaps.
#[derive(Clone, Debug)]
pub(super) struct WordLanes<W> {
    space: Space,
    /// Common options by taking or with a rare part up to 16: the place of the heap among the [`BEFORE`] heaps before, and the number
    /// that is added.
    near: Vec<(u8, u8)>,
    /// The rare heaps from 17 to 64.
    middle: Groups,
    /// The rare heaps above 64.
    far: Groups,
    /// The parts whose splits are examined for rare options.
    parts: Groups,
    /// The numbers of stones that may be taken if one heap is left and the option is rare.
    takes: Vec<usize>,
    /// The numbers of stones that are taken in a split.
    breaks: Vec<usize>,
    /// For each heap of a block, the numbers whose rare value is below the common value with the same number; for either turn of the
    /// block's first heap.
    rare_is_less: [[W; BLOCK]; 2],
    /// The values with each number, for either turn.
    values: [[u16; 64]; 2],
    /// The set of the number of each of the latest heaps; empty for heaps before the first and for rare heaps.
    own: Vec<W>,
    /// For each of these heaps, the union of the sets of the heaps that are left after taking.
    left: [Vec<W>; 1],
    /// The numbers of these heaps; [`Word::BITS`] if the set is empty.
    numbers: Vec<u8>,
    /// Number of heaps that must be kept.
    span: usize,
    /// The heap whose words come next.
    heap: u64,
}

impl<W: Word> WordLanes<W> {
    /// The tables, if the words hold all values of `rare`; `parts` are the common heaps whose splits are examined first.
    pub(super) fn new(rules: &Rules, space: Space, rare: &Heaps, parts: &Heaps, history: &History) -> Option<Self> {
        let numbered = |list: &Heaps| -> Vec<(usize, usize)> {
            list.iter().map(|&(heap, value)| (heap as usize, usize::from(space.number(value)))).collect()
        };
        let (rare, parts) = (numbered(rare), numbered(parts));
        if rules.last + STEP > BEFORE || rare.iter().chain(&parts).any(|&(_, number)| number >= W::BITS) {
            return None;
        }
        let largest = rare.iter().chain(&parts).map(|&(heap, _)| heap).max().unwrap_or(0);
        // An odd step changes the class if heap parity is part of it.
        let is_to_rare = |&&i: &&usize| space.parity.is_some() && i % 2 == 1;
        let takes: Vec<usize> = rules.takes.iter().filter(is_to_rare).copied().collect();
        let to_common = rules.takes.iter().filter(|i| !is_to_rare(i)).map(|&i| ((BEFORE - i) as u8, 0));
        let between = |from: usize, to: usize| {
            rare.iter().copied().filter(move |&(heap, _)| from <= heap && heap <= to).collect::<Vec<_>>()
        };
        let splits = between(1, STEP)
            .into_iter()
            .flat_map(|(heap, number)| rules.breaks.iter().map(move |&i| ((BEFORE - heap - i) as u8, number as u8)));
        let mut near: Vec<_> = to_common.chain(splits).collect();
        near.sort_unstable();
        near.dedup();
        let less = [0, 1].map(|turned| {
            let value = |number: usize, common| space.value(number as u16, common, turned);
            let is_less = |&number: &usize| value(number, false) < value(number, true);
            W::of_bits((0..W::BITS).filter(is_less).fold(0, |bits, number| bits | 1 << number))
        });
        let turn = |place: usize| if space.parity.is_some() { place & 1 } else { 0 };
        let span = largest.max(BLOCK) + BEFORE;
        let capacity = 3 * span + (1 << 12);
        let mut lanes = Self {
            space,
            near,
            middle: Groups::new(between(STEP + 1, BLOCK)),
            far: Groups::new(between(BLOCK + 1, usize::MAX)),
            parts: Groups::new(parts),
            takes,
            breaks: rules.breaks.clone(),
            rare_is_less: [0, 1].map(|first| std::array::from_fn(|j| less[turn(first + j)])),
            values: [0, 1].map(|turned| std::array::from_fn(|number| space.value(number as u16, true, turned))),
            own: Vec::with_capacity(capacity),
            left: [Vec::with_capacity(capacity)],
            numbers: Vec::with_capacity(capacity),
            span,
            heap: 0,
        };
        lanes.fill(history);
        Some(lanes)
    }

    /// Fills in the words of the latest heaps.
    pub(super) fn fill(&mut self, history: &History) {
        self.heap = history.heaps();
        self.truncate(0);
        for back in (1..=self.span as u64).rev() {
            let heap = self.heap.checked_sub(back).filter(|&heap| heap > 0);
            let value = heap.map(|heap| (heap, history.get(heap).expect("a heap within the span is kept")));
            self.push_words(value.filter(|&(heap, value)| !self.space.is_rare(heap, value)).map(|(_, value)| value));
        }
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.reserve();
        self.push_words(Some(value));
        self.heap += 1;
    }

    fn push_words(&mut self, common: Option<u16>) {
        // A number that the word does not hold is in no relevant option, and neither are its sums with numbers of rare heaps.
        let number = common.map_or(W::BITS, |value| usize::from(self.space.number(value)).min(W::BITS)) as u8;
        self.numbers.push(number);
        self.own.push(one_hot(number));
        let places = self.breaks.iter().filter_map(|&i| (self.own.len() - 1).checked_sub(i));
        self.left[0].push(places.fold(W::default(), |left, place| left | self.own[place]));
    }

    /// The heap from which on blocks may be run.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// The largest offset back from a heap that is read.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// Computes values up to heap `end`, or to the next heap that is rare or whose number the words do not hold.
    #[inline(always)]
    pub(super) fn run(&mut self, end: u64, rules: &Rules, history: &mut History, witnesses: &mut Witnesses) -> Stop {
        debug_assert_eq!(self.heap, history.heaps());
        while self.heap + BLOCK as u64 <= end {
            let at = self.reserve();
            let is_full = self.append_block(at);
            let first = self.space.turned(self.heap);
            let missed = self.missed(at, first);
            let any = missed.iter().fold(W::default(), |any, &missed| any | missed);
            let turn = |j: usize| if self.space.parity.is_some() { (first + j) & 1 } else { 0 };
            let numbers = &self.numbers[at..];
            let mut values = [0; BLOCK];
            for (j, (value, &number)) in values.iter_mut().zip(numbers).enumerate() {
                *value = self.values[turn(j)][usize::from(number) & 63];
            }
            history.extend(&values);
            if (any != W::default() || is_full)
                && let Some(bad) = self.find_failure(at, &missed, rules, history, witnesses)
            {
                self.truncate(at + bad);
                history.truncate(self.heap + bad as u64);
                self.heap += bad as u64;
                return Stop::Single;
            }
            self.heap += BLOCK as u64;
        }
        Stop::End
    }

    fn truncate(&mut self, places: usize) {
        self.own.truncate(places);
        self.left[0].truncate(places);
        self.numbers.truncate(places);
    }

    /// Drops older words if another block does not fit; returns the place of the next words.
    #[inline(always)]
    fn reserve(&mut self) -> usize {
        if self.own.len() + BLOCK > self.own.capacity() {
            let gone = self.own.len() - self.span;
            self.own.copy_within(gone.., 0);
            self.left[0].copy_within(gone.., 0);
            self.numbers.copy_within(gone.., 0);
            self.truncate(self.span);
        }
        self.own.len()
    }

    /// Appends the words of a block, if all its heaps are common; returns whether some set was full.
    #[inline(always)]
    fn append_block(&mut self, at: usize) -> bool {
        let [far] = self.far.unite::<W, 1, BLOCK>(&self.left, at);
        let mut numbers: Numbers = [0; BEFORE + BLOCK];
        numbers[..BEFORE].copy_from_slice(&self.numbers[at - BEFORE..at]);
        let mut is_full = false;
        for from in (0..BLOCK).step_by(STEP) {
            let [middle] = self.middle.unite::<W, 1, STEP>(&self.left, at + from);
            let mut sets = [0u64; STEP];
            for j in 0..STEP {
                sets[j] = (middle[j] | far[from + j]).bits();
            }
            is_full |= chain::<W>(&self.near, &sets, &mut numbers, BEFORE + from);
            let mut own = [W::default(); STEP];
            for j in 0..STEP {
                own[j] = one_hot(numbers[BEFORE + from + j]);
            }
            self.own.extend_from_slice(&own);
            let mut left = [W::default(); STEP];
            for &i in &self.breaks {
                unite_at(&mut left, &self.own, at + from - i);
            }
            self.left[0].extend_from_slice(&left);
        }
        self.numbers.extend_from_slice(&numbers[BEFORE..]);
        is_full
    }

    /// For each heap of a block, the rare numbers below its value that are not options by taking or with the chosen parts. `first` is
    /// the turn of the first heap.
    #[inline(always)]
    fn missed(&self, at: usize, first: usize) -> [W; BLOCK] {
        let [mut covered] = self.parts.unite::<W, 1, BLOCK>(&self.left, at);
        for &i in &self.takes {
            unite_at(&mut covered, &self.own, at - i);
        }
        let own: &[W; BLOCK] = self.own[at..].try_into().expect("a block");
        let less = &self.rare_is_less[first & 1];
        let mut missed = [W::default(); BLOCK];
        for j in 0..BLOCK {
            missed[j] = own[j].below(less[j], covered[j]);
        }
        missed
    }

    /// The first heap of the block for which the assumption fails; the values must be known.
    #[inline(always)]
    fn find_failure(
        &self,
        at: usize,
        missed: &[W; BLOCK],
        rules: &Rules,
        history: &History,
        witnesses: &mut Witnesses,
    ) -> Option<usize> {
        let full = self.numbers[at..].iter().position(|&number| usize::from(number) == W::BITS);
        let mut places = 0u64;
        for (j, &missed) in missed[..full.unwrap_or(BLOCK)].iter().enumerate() {
            places |= u64::from(missed != W::default()) << j;
        }
        while places != 0 {
            let j = places.trailing_zeros() as usize & (BLOCK - 1);
            let x = self.heap + j as u64;
            let mut missed = missed[j].bits();
            while missed != 0 {
                let value = self.space.value(missed.trailing_zeros() as u16, false, self.space.turned(x));
                if witnesses.search(x, value, rules, history) != Split::Small {
                    return Some(j);
                }
                missed &= missed - 1;
            }
            places &= places - 1;
        }
        full
    }
}

/// The set of one number; the empty set if the word does not hold it.
#[inline(always)]
fn one_hot<W: Word>(number: u8) -> W {
    W::of_bits(1 << (number & 63))
}

/// Unites sets with those of consecutive places from `at` on.
#[inline(always)]
fn unite_at<W: Word, const L: usize>(sets: &mut [W; L], others: &[W], at: usize) {
    let others: &[W; L] = others[at..][..L].try_into().expect("as long");
    for l in 0..L {
        sets[l] |= others[l];
    }
}
