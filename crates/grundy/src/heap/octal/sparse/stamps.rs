//! Computes the value of one heap at a time, for values of any size; the options are stamped bytes.
//!
//! A value is an option of the current heap if its byte holds the heap's stamp. So no bytes are cleared between heaps, and
//! stores do not depend on one another. The bytes are then compared with the stamp sixty-four at a time.

use super::history::History;
use super::space::{Rules, Space};

/// A byte for each value.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    space: Space,
    bytes: Vec<u8>,
    stamp: u8,
    /// For each 64 values, those with an odd number of ones in the mask.
    odd: Vec<u64>,
    /// For each breaking index i and each part, rare or chosen, i + part and the value of the part; ascending.
    offsets: Vec<(u32, u16)>,
}

/// The least common value that is no option of a heap, and the rare values below it that are not known to be options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The least common value that is not an option.
    pub(super) common: u16,
    /// The rare values below it that are not options by taking or by the examined splits, ascending.
    pub(super) open: Vec<u16>,
}

impl Stamps {
    /// The table for these heaps, the rare ones and some common ones, with their values; `largest` is the largest value
    /// so far.
    pub(super) fn new(rules: &Rules, space: Space, heaps: impl Iterator<Item = (u64, u16)>, largest: u16) -> Self {
        let each = |(heap, value): (u64, u16)| rules.breaks.iter().map(move |&i| ((heap as usize + i) as u32, value));
        let mut offsets: Vec<_> = heaps.flat_map(each).collect();
        offsets.sort_unstable();
        let mut stamps = Self { space, bytes: Vec::new(), stamp: 0, odd: Vec::new(), offsets };
        stamps.reserve_for(largest);
        stamps
    }

    /// Adds a rare heap.
    pub(super) fn add(&mut self, rules: &Rules, heap: u64, value: u16) {
        self.offsets.extend(rules.breaks.iter().map(|&i| ((heap as usize + i) as u32, value)));
        self.offsets.sort_unstable();
    }

    /// Makes room for the sums of values up to `largest`, and for the least value beyond them of either class.
    pub(super) fn reserve_for(&mut self, largest: u16) {
        let size =
            (usize::from(largest) + 1).next_power_of_two().max(2 * usize::from(self.space.mask).next_power_of_two());
        let size = (2 * size).max(64);
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
            let mask = usize::from(self.space.mask);
            let word =
                |i: usize| (0..64).fold(0, |word, b| word | u64::from(((64 * i + b) & mask).count_ones() & 1) << b);
            self.odd = (0..size / 64).map(word).collect();
        }
    }

    /// Finds the candidate for the next heap. Returns whether its value is at most 65535.
    #[inline(always)]
    pub(super) fn next(&mut self, rules: &Rules, history: &History, candidate: &mut Candidate) -> bool {
        let x = history.heaps();
        self.stamp = match self.stamp.checked_add(1) {
            Some(stamp) => stamp,
            None => {
                self.bytes.fill(0);
                1
            }
        };
        let stamp = self.stamp;
        for &i in &rules.wholes {
            if x == i as u64 {
                self.bytes[0] = stamp;
            }
        }
        for &i in rules.takes.iter().filter(|&&i| (i as u64) < x) {
            let value = history.get(x - i as u64).expect("the latest heaps are kept");
            self.bytes[usize::from(value)] = stamp;
        }
        let known = self.offsets.partition_point(|&(offset, _)| u64::from(offset) < x);
        let far = self.offsets[..known].last().map_or(0, |&(offset, _)| offset as usize);
        let (latest, _) = history.latest();
        let window = &latest[latest.len() - far..];
        // This changes no index. It shows the compiler that they are within bounds.
        let mask = self.bytes.len() - 1;
        let bytes = &mut self.bytes[..=mask];
        // Half of x is not a part of a split into unequal heaps.
        let half = if rules.unequal && x.is_multiple_of(2) { x / 2 } else { u64::MAX };
        if half <= far as u64 {
            for &(offset, value) in self.offsets[..known].iter().filter(|&&(offset, _)| u64::from(offset) != half) {
                bytes[usize::from(window[far - offset as usize] ^ value) & mask] = stamp;
            }
        } else {
            for &(offset, value) in &self.offsets[..known] {
                bytes[usize::from(window[far - offset as usize] ^ value) & mask] = stamp;
            }
        }
        self.read(self.space.class_flip(x), candidate)
    }

    #[inline(always)]
    fn read(&self, flip: usize, candidate: &mut Candidate) -> bool {
        candidate.open.clear();
        let mask = if flip == 1 { u64::MAX } else { 0 };
        let most = 1 << u16::BITS;
        for (i, (chunk, odd)) in self.bytes.as_chunks::<64>().0.iter().zip(&self.odd).enumerate().take(most / 64) {
            let marked = chunk.iter().enumerate().fold(0, |w, (b, &byte)| w | u64::from(byte == self.stamp) << b);
            let common = odd ^ mask;
            let free = !marked & common;
            let below = free & free.wrapping_neg();
            let mut open = !marked & !common & below.wrapping_sub(1);
            while open != 0 {
                candidate.open.push((64 * i) as u16 + open.trailing_zeros() as u16);
                open &= open - 1;
            }
            if free != 0 {
                candidate.common = (64 * i) as u16 + free.trailing_zeros() as u16;
                return true;
            }
        }
        debug_assert!(self.bytes.len() > most, "the bytes hold a value of either class beyond all options");
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_65535_are_reported() {
        let rules = Rules { takes: vec![], wholes: vec![], breaks: vec![1], last: 1, unequal: false };
        let mut stamps = Stamps::new(&rules, Space { mask: 1, parity: None }, std::iter::empty(), u16::MAX);
        let mut candidate = Candidate::default();
        stamps.stamp = 1;
        stamps.bytes[..u16::MAX.into()].fill(1);
        assert!(stamps.read(0, &mut candidate));
        assert_eq!(candidate, Candidate { common: u16::MAX, open: vec![] });
        stamps.bytes[usize::from(u16::MAX)] = 1;
        assert!(!stamps.read(0, &mut candidate));
    }
}
