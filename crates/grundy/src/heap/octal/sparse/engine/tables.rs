//! The tables for the rare heaps that are known, and the parts that are examined first.

use super::super::any_kernel::AnyKernel;
use super::super::byte_kernel::ByteKernel;
use super::super::parts;
use super::super::short_word::ShortWord;
use super::super::stamps::Stamps;
use super::super::word_kernel::WordKernel;
use super::{CHUNK, Engine, HEAPS_PER_LARGE_RANK};

/// A part is chosen for blocks if it is expected to find at least so many rare values a heap for each bit of a word, since uniting
/// wider words takes longer. 0.106, 0.104, 0.454 and 0.054 were fastest with about this number.
const LEAST_GAIN: f64 = 4e-6;
/// The same for planes of bytes: Officers took 13 % longer with the number for words.
const LEAST_GAIN_FOR_BYTES: f64 = 1e-6;

/// The most parts that are considered: for 0.205, A reaches tens of millions.
const MAX_CANDIDATES: usize = 1 << 20;

/// A part is chosen, too, if in so many heaps at least one search succeeded with it. For 0.16 the splits with eight parts ended 60 % of
/// the searches; all of the engine took 0.17 ms for 4096 heaps without these parts, and 0.11 ms with them.
const HEAPS_PER_SUCCESS: u64 = 1 << 10;
/// The most such parts.
const MAX_SUCCESSFUL: usize = 256;
/// A part is among them only if so many times as many heaps are known, so that the sets of the heaps before a block, which the part makes
/// longer, are filled in quickly beside the rest of the work.
const HEAPS_PER_PART: u64 = 8;

/// The parts whose splits are examined for all heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct ChosenParts {
    /// Number of heaps that were known.
    heaps: u64,
    /// Number of bits of the sets in the blocks.
    bits: usize,
    parts: Vec<(u64, u16)>,
}

impl Engine {
    /// The common heaps whose splits are examined for a heap that is computed alone.
    ///
    /// Their number was the best one for 0.104 (64), 0.054 (128), 0.324 (256), 0.376 (512) and Officers (1024).
    fn stamp_parts(&self) -> Vec<(u64, u16)> {
        let most = 2 * (usize::from(self.largest) + 1).next_power_of_two().clamp(32, 512);
        self.common_parts().take(most).collect()
    }

    /// The common heaps up to A, ascending.
    fn common_parts(&self) -> impl Iterator<Item = (u64, u16)> {
        let values = (1..=self.part).zip(self.history.first().iter().copied().skip(1));
        values.filter(|&(heap, value)| !self.space.is_rare(heap, value))
    }

    pub(super) fn new_stamps(&self) -> Stamps {
        let parts = self.stamp_parts();
        Stamps::new(&self.rules, self.space, self.rare.iter().chain(&parts).copied(), self.largest)
    }

    /// The latest values, and the heap that the first of them belongs to.
    fn sample(&self) -> (u64, &[u16]) {
        let (latest, base) = self.history.latest();
        let from = latest.len().saturating_sub(CHUNK as usize);
        (base + from as u64, &latest[from..])
    }

    /// The parts whose splits are examined for all heaps of a block, given the number of bits of a set.
    ///
    /// They are kept until many more heaps are known: for Grundy's game a choice takes as long as hundreds of heaps. The parts with which
    /// many searches succeeded are added.
    fn parts_for(&mut self, bits: usize, least_gain: f64) -> Vec<(u64, u16)> {
        let mut parts = self.choose_parts(bits, least_gain);
        let fits = |&&(_, value): &&(u64, u16)| usize::from(self.space.rank(value)) < bits;
        parts.extend(self.successful_parts.iter().filter(fits));
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The parts that are expected to have many of the rare values.
    fn choose_parts(&mut self, bits: usize, least_gain: f64) -> Vec<(u64, u16)> {
        let heaps = self.history.heaps();
        let is_valid = |chosen: &&ChosenParts| chosen.bits == bits && heaps < chosen.heaps + chosen.heaps / 4;
        if let Some(chosen) = self.expected_parts.as_ref().filter(is_valid) {
            return chosen.parts.clone();
        }
        let candidates = self.common_parts().take(MAX_CANDIDATES);
        let parts = parts::choose(
            self.space,
            candidates,
            self.sample(),
            (bits, self.rules.breaks.len()),
            least_gain * bits as f64,
        );
        self.expected_parts = Some(ChosenParts { heaps, bits, parts: parts.clone() });
        parts
    }

    /// Looks for parts with which many searches succeeded, and makes new tables if there are any.
    #[cold]
    #[inline(never)]
    pub(super) fn review_parts(&mut self) {
        let heaps = self.history.heaps();
        let least = (heaps - self.reviewed_at) / HEAPS_PER_SUCCESS;
        let mut parts = self.witnesses.take_successful(least.try_into().unwrap_or(u32::MAX));
        // A part may be known but not in the kernel, whose sets may be too small for it.
        parts.retain(|&(part, value)| {
            HEAPS_PER_PART * part < heaps
                && !self.space.is_rare(part, value)
                && !self.successful_parts.contains(&(part, value))
        });
        parts.truncate(MAX_SUCCESSFUL.saturating_sub(self.successful_parts.len()));
        if !parts.is_empty() {
            self.successful_parts.append(&mut parts);
            self.kernel = None;
        }
        (self.reviewed_at, self.review_after) = (heaps, self.review_after.saturating_mul(4));
    }

    /// The tables for words of one size, if they hold the ranks of nearly all heaps.
    fn new_word_kernel<W: ShortWord>(&mut self) -> Option<WordKernel<W>> {
        if !WordKernel::<W>::hold(&self.rules, self.space, &self.rare) {
            return None;
        }
        let latest = self.sample();
        let large = latest.1.iter().filter(|&&value| usize::from(self.space.rank(value)) >= W::BITS).count();
        if large as u64 * HEAPS_PER_LARGE_RANK > latest.1.len() as u64 {
            return None;
        }
        let parts = self.parts_for(W::BITS, LEAST_GAIN);
        WordKernel::new(&self.rules, self.space, &self.rare, &parts, &self.history, self.part, self.simd)
    }

    pub(super) fn new_kernel(&mut self) -> Option<AnyKernel> {
        if let Some(kernel) = self.new_word_kernel() {
            return Some(AnyKernel::Bits16(Box::new(kernel)));
        }
        if let Some(kernel) = self.new_word_kernel() {
            return Some(AnyKernel::Bits32(Box::new(kernel)));
        }
        match self.words() {
            1 => self.new_byte_kernel().map(AnyKernel::Bits64),
            2 => self.new_byte_kernel().map(AnyKernel::Bits128),
            4 => self.new_byte_kernel().map(AnyKernel::Bits256),
            _ => None,
        }
    }

    /// The tables for planes of bytes.
    fn new_byte_kernel<const N: usize>(&mut self) -> Option<Box<ByteKernel<N>>> {
        let parts = self.parts_for(64 * N, LEAST_GAIN_FOR_BYTES);
        let bounds = (self.largest, self.part);
        ByteKernel::new(&self.rules, self.space, (&self.rare, &parts), bounds, self.simd).map(Box::new)
    }
}
