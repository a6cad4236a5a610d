//! Grundy values as planes, one for each value, computed 64 heaps at a time: for sets of few numbers.
//!
//! A heap has the value v if it reaches the planes of all smaller values and not that of v. So the values of a word are
//! determined first for v = 0, then for v = 1 among the remaining heaps, and so on, each as P-positions are
//! (`shifts.rs`). Two values cost less:
//!
//! - g(n) = 1 exactly if g(n − min S) = 0, for n ≥ min S (Ferguson 1974): the plane of 1 is that of 0, shifted;
//! - with m numbers to take, the largest value is at most m, and all remaining heaps have it.
//!
//! The binary digits of the values are planes too, and a table spreads eight bits of a digit over eight bytes.
//!
//! A variant of the same idea keeps one word for each value, whose bit d − 1 means g(n − d) = v, and computes one heap
//! at a time. It was slower: with its words in registers it computed 690 million values per second of {1,3,4}, in cache
//! on one core, where this method computed 950, and 560 where this computed 740 of {2,5,9,13}; and it is limited to 64.

use super::shifts::{BLOCK, Shifts, WORDS, gather, shift_plane};

/// The least number of words that a plane holds besides those that it must remember.
const MIN_SPARE: usize = 256;

/// The last values of a subtraction game.
pub(super) struct Planes {
    shifts: Shifts,
    /// The least member.
    least: usize,
    /// The number of members, which is the largest possible value.
    most: usize,
    /// The plane of each value; all planes hold the same heaps.
    planes: Vec<Vec<u64>>,
    /// For each value, the heaps of the current block that reach it by far members.
    far: Vec<[u64; WORDS]>,
    /// The place of the word of the next heap.
    at: usize,
    /// The next heap.
    heap: u64,
    /// Number of words that must be remembered.
    retained: usize,
    /// Number of words of a plane.
    capacity: usize,
}

impl Planes {
    /// The game of taking one of `members`, which ascend, from heaps below `heaps`.
    pub(super) fn new(members: &[usize], heaps: u64) -> Self {
        let (&least, &largest) = members.first().zip(members.last()).expect("a number that can be taken");
        // As many words before heap 0 are empty, for the first shifts.
        let retained = largest / 64 + 1;
        let all = usize::try_from(heaps.div_ceil(BLOCK as u64)).unwrap_or(usize::MAX / 64).saturating_mul(WORDS);
        Self {
            shifts: Shifts::new(members),
            least,
            most: members.len(),
            planes: Vec::new(),
            far: Vec::new(),
            at: retained,
            heap: 0,
            retained,
            capacity: retained + all.min(retained.max(MIN_SPARE).next_multiple_of(WORDS)),
        }
    }

    /// The number of different values so far.
    pub(super) fn values(&self) -> usize {
        self.planes.len()
    }

    /// The next heap.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// Computes the values of the next heaps.
    pub(super) fn block(&mut self, out: &mut [u32; BLOCK]) {
        if self.at + WORDS > self.capacity {
            self.forget();
        }
        let far = self.shifts.far_up_to(self.heap + BLOCK as u64 - 1);
        self.far.clear();
        self.far.resize(self.planes.len(), [0; WORDS]);
        for (reach, plane) in self.far.iter_mut().zip(&self.planes) {
            for &s in far {
                gather(reach, plane, 64 * self.at - s);
            }
        }
        for (i, out) in out.as_chunks_mut().0.iter_mut().enumerate() {
            self.word(i, out);
        }
        self.at += WORDS;
        self.heap += BLOCK as u64;
    }

    /// Computes word `i` of the block.
    #[inline]
    fn word(&mut self, i: usize, out: &mut [u32; 64]) {
        let at = self.at + i;
        let mut digits = [0; 16];
        let mut without = !0;
        let mut value = 0;
        while without != 0 {
            if value == self.planes.len() {
                self.planes.push(vec![0; self.capacity]);
                self.far.push([0; WORDS]);
            }
            let having = match value {
                // A heap that is left reaches value 0, so it is at least as large as the least number.
                1 => shift_plane(&self.planes[0], at, self.least),
                v if v == self.most => without,
                v => {
                    let reach = self.far[v][i] | self.shifts.near(&self.planes[v], at);
                    self.shifts.settle(without & !reach)
                }
            };
            debug_assert_eq!(having & !without, 0, "a heap has one value");
            self.planes[value][at] = having;
            without &= !having;
            let mut places = value;
            while places != 0 {
                digits[places.trailing_zeros() as usize] |= having;
                places &= places - 1;
            }
            value += 1;
        }
        write(&digits, value - 1, out);
    }

    /// Moves the words that must be remembered to the front.
    fn forget(&mut self) {
        for plane in &mut self.planes {
            plane.copy_within(self.at - self.retained..self.at, 0);
            plane[self.retained..].fill(0);
        }
        self.at = self.retained;
    }

    /// The values of the last heaps, as many as determine the next ones, in ascending order of heaps.
    pub(super) fn recent(&self) -> Vec<u32> {
        let mut values = vec![0; (self.retained * 64).min(usize::try_from(self.heap).unwrap_or(usize::MAX))];
        let first = self.at * 64 - values.len();
        for (v, plane) in self.planes.iter().enumerate() {
            for (i, value) in values.iter_mut().enumerate() {
                let bit = first + i;
                if plane[bit / 64] >> (bit % 64) & 1 == 1 {
                    *value = v as u32;
                }
            }
        }
        values
    }
}

/// Writes 64 numbers, given by their binary `digits`; `top` is the largest of them.
#[inline]
fn write(digits: &[u64; 16], top: usize, out: &mut [u32; 64]) {
    let places = (usize::BITS - top.leading_zeros()) as usize;
    for (byte, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let eight = |places: &[u64]| {
            let spread = |digit: u64| SPREAD[usize::from((digit >> (8 * byte)) as u8)];
            places.iter().rev().fold(0, |sum, &digit| sum << 1 | spread(digit)).to_le_bytes()
        };
        *out = eight(&digits[..places.min(8)]).map(u32::from);
        if places > 8 {
            for (value, high) in out.iter_mut().zip(eight(&digits[8..places])) {
                *value |= u32::from(high) << 8;
            }
        }
    }
}

/// The bits of each byte, one byte for each bit.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};
