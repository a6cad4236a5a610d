//! Proves the values of 64 heaps at a time. The rule is that of [`super::scan`], in four phases for each block:
//!
//! 1. The common options with rare parts above 64 are united for all heaps of the block.
//! 2. For 16 heaps at a time those with rare parts from 17 to 64 are added; then, heap by heap, the options that are
//!    nearer. The least number that is not among them is the number of the heap's value.
//! 3. The rare options by taking and by splits with chosen parts are united for all heaps of the block.
//! 4. For each rare value below a heap's value that is not among them, the scan searches a split.
//!
//! If anything else than that happens, the block is not proved here, and the scan decides heap by heap.

use super::chain::{self, BEFORE, BLOCK, NearOption, Numbers, STEP};
use super::claim::Claim;
use super::class::Set;
use super::numbering::Numbering;
use super::parts;
use super::prefix::Prefix;
use super::scan::Scan;
use super::shifted::{ShiftedSets, unite_at};
use super::word::Word;

/// A part is chosen if it is expected to find so many rare values a heap for each bit of a word.
const LEAST_GAIN: f64 = 4e-6;

/// The largest part that may be chosen.
const MAX_PART: u64 = 1 << 14;

/// Proves blocks of heaps; keeps the sets of the latest heaps, at the same places as their values.
#[derive(Clone, Debug)]
pub(super) struct Blocks<W> {
    numbering: Numbering<W>,
    /// Common options by taking, and with rare parts up to [`STEP`].
    near: Vec<NearOption>,
    /// Rare parts from there up to [`BLOCK`].
    middle: ShiftedSets,
    /// Rare parts above [`BLOCK`].
    far: ShiftedSets,
    /// Common parts whose splits are examined for all heaps.
    parts: ShiftedSets,
    /// Numbers of stones that may be taken so that one heap is left and the option is rare.
    rare_takes: Vec<usize>,
    /// Numbers of stones that may be taken if two heaps are left.
    splits: Vec<usize>,
    max_value: u16,
    /// The sets of the number of each heap.
    own: Vec<W>,
    /// For each heap, the union of the sets of the heaps that are the stones of a split smaller.
    after_split: Vec<W>,
    /// The numbers of the heaps.
    numbers: Vec<u8>,
}

impl<W: Word> Blocks<W> {
    /// The tables for the segments of a claim, which keep `places` values; `None` if the words are too short.
    pub(super) fn new<const WORDS: usize>(claim: &Claim<'_>, prefix: &Prefix<WORDS>, places: usize) -> Option<Self> {
        let (rules, proof) = (&claim.rules, claim.proof);
        let numbering = Numbering::<W>::new(proof.mask, prefix.scan.classes())?;
        if usize::from(claim.max_value) >= 2 * W::BITS || claim.window < BEFORE || rules.last() + STEP > BEFORE {
            return None;
        }
        let number = |value: u16| numbering.number(value).expect("no value exceeds the largest claimed");
        let rare: Vec<_> = proof.rare.iter().map(|&(heap, value)| (heap as usize, number(value as u16))).collect();
        let within = |from: usize, to: usize| rare.iter().copied().filter(move |rare| (from..=to).contains(&rare.0));
        let splits: Vec<_> = rules.stones_taken_leaving(2).collect();
        // If the parity of a heap is in its class, taking an odd number of stones from a common heap to another one changes it.
        let is_rare = |&i: &usize| proof.parity.is_some() && i % 2 == 1;
        let (rare_takes, takes): (Vec<_>, Vec<_>) = rules.stones_taken_leaving(1).partition(is_rare);
        let near_splits = within(1, STEP).flat_map(|(part, number)| splits.iter().map(move |i| (i + part, number)));
        let mut near: Vec<_> = takes.into_iter().map(|i| (i, 0)).chain(near_splits).collect();
        near.sort_unstable();
        near.dedup();
        let common: Vec<_> = (1..=proof.part.min(MAX_PART) as usize)
            .filter(|&part| rare.binary_search_by_key(&part, |rare| rare.0).is_err())
            .map(|part| (part, number(prefix.values[part])))
            .collect();
        let sample = claim.segments.last()?.end;
        let sample = (sample.heap - claim.window as u64, &sample.values[..]);
        let parts = parts::choose(&numbering, &common, sample, LEAST_GAIN * W::BITS as f64);
        Some(Self {
            near: near.into_iter().map(|(distance, number)| NearOption::new(distance, number)).collect(),
            middle: ShiftedSets::new(within(STEP + 1, BLOCK).collect()),
            far: ShiftedSets::new(within(BLOCK + 1, usize::MAX).collect()),
            parts: ShiftedSets::new(parts),
            rare_takes,
            splits,
            max_value: claim.max_value,
            own: vec![W::default(); places],
            after_split: vec![W::default(); places],
            numbers: vec![0; places],
            numbering,
        })
    }

    /// Keeps the sets of the heaps at these places only, from place 0 on.
    pub(super) fn keep(&mut self, places: std::ops::Range<usize>) {
        self.own.copy_within(places.clone(), 0);
        self.after_split.copy_within(places.clone(), 0);
        self.numbers.copy_within(places, 0);
    }

    /// Stores the set of a value at a place. Returns whether the value is common at its heap and at most the largest one.
    pub(super) fn set(&mut self, heap: u64, at: usize, value: u16) -> bool {
        let number = self.numbering.number(value).filter(|&number| self.numbering.common(heap)[number] == value);
        let Some(number) = number.filter(|_| value <= self.max_value) else { return false };
        self.numbers[at] = number as u8;
        self.own[at] = W::of_bits(1 << number);
        // In a window some of the first heaps lack sets here. They are nearer to its start than any distance reaches.
        let places = self.splits.iter().filter_map(|&i| at.checked_sub(i));
        self.after_split[at] = places.fold(W::default(), |union, place| union | self.own[place]);
        true
    }

    /// Computes the values of [`BLOCK`] heaps from `heap` on, at the places from `at` on. Returns whether they are proved.
    #[inline(always)]
    pub(super) fn prove<const WORDS: usize>(
        &mut self,
        heap: u64,
        at: usize,
        values: &mut [u16],
        scan: &mut Scan<WORDS>,
        low: &[u16],
    ) -> bool {
        self.compute(at);
        let numbers: &[u8; BLOCK] = self.numbers[at..][..BLOCK].try_into().expect("as many");
        if numbers.iter().fold(0, |largest: u8, &number| largest.max(number)) >= W::BITS as u8 {
            return false;
        }
        let new = self.numbering.common_values(heap, numbers);
        values[at..][..BLOCK].copy_from_slice(&new);
        if new.iter().fold(0, |largest: u16, &value| largest.max(value)) > self.max_value {
            return false;
        }
        let missed = self.missed(heap, at);
        let mut places = 0u64;
        for (j, &missed) in missed.iter().enumerate() {
            places |= u64::from(missed != W::default()) << j;
        }
        while places != 0 {
            let j = places.trailing_zeros() as usize % BLOCK;
            let (x, mut bits, mut needed) = (heap + j as u64, missed[j].bits(), Set::EMPTY);
            while bits != 0 {
                needed.insert(self.numbering.rare(x)[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
            if scan.find_not_covered(x, needed, &values[..at + j], low).is_some() {
                return false;
            }
            places &= places - 1;
        }
        true
    }

    /// Computes the numbers of a block and their sets.
    #[inline(always)]
    fn compute(&mut self, at: usize) {
        let far: [W; BLOCK] = self.far.unite(&self.after_split, at);
        let mut numbers: Numbers = [0; BEFORE + BLOCK];
        numbers[..BEFORE].copy_from_slice(&self.numbers[at - BEFORE..at]);
        for from in (0..BLOCK).step_by(STEP) {
            let mut sets: [W; STEP] = self.middle.unite(&self.after_split, at + from);
            unite_at(&mut sets, &far, from);
            chain::extend(&self.near, &sets, &mut numbers, BEFORE + from);
            let own: &mut [W; STEP] = (&mut self.own[at + from..][..STEP]).try_into().expect("as many");
            for j in 0..STEP {
                own[j] = W::of_bits(1u64.wrapping_shl(numbers[BEFORE + from + j].into()));
            }
            let mut after_split = [W::default(); STEP];
            for &i in &self.splits {
                unite_at(&mut after_split, &self.own, at + from - i);
            }
            self.after_split[at + from..][..STEP].copy_from_slice(&after_split);
        }
        self.numbers[at..][..BLOCK].copy_from_slice(&numbers[BEFORE..]);
    }

    /// For each heap of a block: the rare numbers below its value that are not found by taking or with the chosen parts.
    #[inline(always)]
    fn missed(&self, heap: u64, at: usize) -> [W; BLOCK] {
        let mut found: [W; BLOCK] = self.parts.unite(&self.after_split, at);
        for &i in &self.rare_takes {
            unite_at(&mut found, &self.own, at - i);
        }
        let own: &[W; BLOCK] = self.own[at..][..BLOCK].try_into().expect("as many");
        let mut missed = self.numbering.rare_below(heap, own);
        for j in 0..BLOCK {
            missed[j] = missed[j] & !found[j];
        }
        missed
    }
}
