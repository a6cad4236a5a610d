//! The numbers that may be taken, arranged for computing 64 heaps at a time.
//!
//! Let a *plane* be a set of heaps as bits: bit n is heap n. The heaps with an option in a plane are the OR of the plane
//! shifted by each number s that may be taken. For the 64 heaps of a word, the shifts read
//!
//! - for s ≥ [`BLOCK`], words before the block: [`Shifts::far`], a whole block at a time, which compiles to vectors;
//! - for smaller s, earlier words: [`Shifts::near`], a word at a time;
//! - for s < 64, also the word itself, which is not yet known: [`Shifts::settle`].
//!
//! To settle a word is to go through its heaps in ascending order, to keep each free heap and to remove those that
//! reach it. The heaps that a byte of free heaps removes depend only on that byte, so a table of 256 words does this in
//! eight steps. (Blocks of min S heaps can be settled at once without a table. But if min S is 1 that is one heap at a
//! time; the table is equally fast for every set.)

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 512;
/// Number of words in a block.
pub(super) const WORDS: usize = BLOCK / 64;

/// The numbers that may be taken, by size.
pub(super) struct Shifts {
    /// The numbers below 64.
    within: Vec<u32>,
    /// The numbers from 64 up to the block.
    near: Vec<usize>,
    /// The larger numbers, ascending.
    far: Vec<usize>,
    /// For each byte of free heaps, the heaps that settling it removes: bit i is the heap i after the byte's first.
    struck: Box<[u64; 256]>,
}

impl Shifts {
    /// Arranges `members`, which ascend.
    pub(super) fn new(members: &[usize]) -> Self {
        let (small, far) = members.split_at(members.partition_point(|&s| s < BLOCK));
        let (within, near) = small.split_at(small.partition_point(|&s| s < 64));
        let reach = within.iter().fold(0u64, |mask, &s| mask | 1 << s);
        let struck = std::array::from_fn(|byte| {
            let mut free = byte as u64;
            for i in 0..8 {
                if free >> i & 1 == 1 {
                    free &= !(reach << i);
                }
            }
            (0..8).filter(|i| free >> i & 1 == 1).fold(0, |mask, i| mask | reach << i)
        });
        Self {
            within: within.iter().map(|&s| s as u32).collect(),
            near: near.to_vec(),
            far: far.to_vec(),
            struck: Box::new(struck),
        }
    }

    /// The members from [`BLOCK`] up to `most`.
    pub(super) fn far_up_to(&self, most: u64) -> &[usize] {
        &self.far[..self.far.partition_point(|&s| s as u64 <= most)]
    }

    /// The heaps among the 64 of word `at` that reach the plane in an earlier word by a number below [`BLOCK`]. The
    /// plane must have as many words before `at` as that number goes back.
    #[inline]
    pub(super) fn near(&self, plane: &[u64], at: usize) -> u64 {
        let before = plane[at - 1];
        let mut reach = self.within.iter().fold(0, |mask, &s| mask | before >> (64 - s));
        for &s in &self.near {
            reach |= shift_plane(plane, at, s);
        }
        reach
    }

    /// The heaps of a word that are in the plane; `free` are those that do not reach it in an earlier word.
    #[inline]
    pub(super) fn settle(&self, mut free: u64) -> u64 {
        if !self.within.is_empty() {
            for at in (0..64).step_by(8) {
                free &= !(self.struck[usize::from((free >> at) as u8)] << at);
            }
        }
        free
    }
}

/// The 64 heaps of word `at` that are `s` above a heap of the plane; `s` is at least 1.
#[inline]
pub(super) fn shift_plane(plane: &[u64], at: usize, s: usize) -> u64 {
    let from = 64 * at - s;
    two_words(plane[from / 64], plane[from / 64 + 1], from % 64)
}

/// Adds to `block` the [`BLOCK`] heaps of the plane from its bit `from` on.
#[inline]
pub(super) fn gather(block: &mut [u64; WORDS], plane: &[u64], from: usize) {
    let words: &[u64; WORDS + 1] = plane[from / 64..][..=WORDS].try_into().expect("as many words");
    for (i, word) in block.iter_mut().enumerate() {
        *word |= two_words(words[i], words[i + 1], from % 64);
    }
}

/// The 64 bits from bit `shift` of `low` on, which go over into `high`.
#[inline]
fn two_words(low: u64, high: u64, shift: usize) -> u64 {
    // Two shifts, because a shift by 64 is not allowed.
    low >> shift | high << 1 << (63 - shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_settles_heap_by_heap() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let rare = random.u64(..) & random.u64(..) & random.u64(..);
            let members: Vec<usize> = (1..64).filter(|s| rare >> s & 1 == 1).collect();
            let free = random.u64(..);
            let mut slow = free;
            for heap in 0..64 {
                if members.iter().any(|&s| s <= heap && slow >> (heap - s) & 1 == 1) {
                    slow &= !(1 << heap);
                }
            }
            assert_eq!(Shifts::new(&members).settle(free), slow, "{members:?} {free:x}");
        }
    }

    #[test]
    fn shifts_cross_words() {
        let plane = [0, 0x8000_0000_0000_0001, u64::MAX, 0, 5, 6, 7, 8, 9, 10];
        let bit = |n: usize| plane[n / 64] >> (n % 64) & 1;
        for s in 1..=130 {
            let slow = (0..64).fold(0, |word, i| word | bit(3 * 64 + i - s) << i);
            assert_eq!(shift_plane(&plane, 3, s), slow, "by {s}");
        }
        for from in 0..=64 {
            let mut block = [0; WORDS];
            gather(&mut block, &plane, from);
            assert!((0..BLOCK).all(|i| block[i / 64] >> (i % 64) & 1 == bit(from + i)), "from {from}");
        }
    }
}
