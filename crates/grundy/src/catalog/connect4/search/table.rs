//! A transposition table of bounded size: bounds of the scores of searched positions, shared by all threads.
//!
//! A *bucket* has two entries. A new position takes the first entry, and the position there moves to the second, so
//! that the oldest of three positions is lost. An entry has the complete key of its position, so that positions with
//! equal hashes cannot be confused.
//!
//! The index of a bucket has two parts. Its high bits are a hash of the lower half of the board, and its low bits are a
//! hash of the whole position. After the opening, a search changes mostly the upper half, so it stays for a long time
//! in one *region* of 16 KiB, which fits in the processor's first-level cache. For 100 positions of 7 by 6 with 12 to
//! 14 discs this halved the time, although the search visited 6 % more positions than with one hash of all bits.
//!
//! Where a key has at most 50 bits, an entry is one word: the key, and two scores of 7 bits. It is read and written as
//! a whole, so threads need no lock. A larger board has entries of two words, and a lock for each region.

use super::board::Board;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The largest number of bits of a key that leaves room for two scores in a word.
const NARROW_KEY_BITS: u32 = 50;

/// Bytes of a region.
const REGION_BYTES: usize = 1 << 14;

/// The fewest entries of a table.
const MIN_ENTRIES: usize = 16;

/// A position's score is at least `lower` and at most `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoreRange {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl ScoreRange {
    pub(super) fn to_bits(self) -> u64 {
        ((self.lower + 64) | (self.upper + 64) << 7) as u64
    }

    pub(super) fn from_bits(bits: u64) -> Self {
        Self { lower: (bits & 127) as i32 - 64, upper: (bits >> 7 & 127) as i32 - 64 }
    }
}

/// A transposition table.
pub(super) struct Table {
    entries: Entries,
    /// Number of entries less 1; the number of entries is a power of two.
    mask: usize,
    /// Number of entries of a region less 1.
    region_mask: usize,
    /// The bits of a key that choose the region.
    lower_half: u64,
}

enum Entries {
    Narrow(Box<[AtomicU64]>),
    Wide(Box<[Mutex<Region>]>),
}

/// Entries of two words: the key and the scores.
type Region = Box<[(u64, u64)]>;

impl Table {
    /// Creates an empty table of `entries` entries, a power of two.
    pub(super) fn new<const STRIDE: u32>(board: &Board<STRIDE>, entries: usize) -> Self {
        debug_assert!(entries.is_power_of_two() && entries >= MIN_ENTRIES);
        let region = (REGION_BYTES / Self::entry_bytes(board)).min(entries);
        let entries_by_width = if board.key_bits() <= NARROW_KEY_BITS {
            Entries::Narrow((0..entries).map(|_| AtomicU64::new(0)).collect())
        } else {
            let regions = (0..entries / region).map(|_| Mutex::new(vec![(0, 0); region].into_boxed_slice()));
            Entries::Wide(regions.collect())
        };
        Self { entries: entries_by_width, mask: entries - 1, region_mask: region - 1, lower_half: board.lower_half() }
    }

    /// The largest power of two of entries that fits in `bytes`, but at least `MIN_ENTRIES`.
    pub(super) fn entries_in<const STRIDE: u32>(board: &Board<STRIDE>, bytes: u64) -> usize {
        let most = usize::try_from(bytes / Self::entry_bytes(board) as u64).unwrap_or(usize::MAX / 4);
        1 << most.max(MIN_ENTRIES).ilog2()
    }

    /// Number of bytes of an entry.
    pub(super) fn entry_bytes<const STRIDE: u32>(board: &Board<STRIDE>) -> usize {
        if board.key_bits() <= NARROW_KEY_BITS { 8 } else { 16 }
    }

    /// Number of entries.
    pub(super) fn len(&self) -> usize {
        self.mask + 1
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.len() as u64 * if matches!(self.entries, Entries::Narrow(_)) { 8 } else { 16 }
    }

    /// The first entry of the bucket of a key.
    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        let mix = |bits: u64| {
            let bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 24
        };
        let (region, entry) = (mix(key & self.lower_half) as usize, mix(key) as usize);
        (region & !self.region_mask | entry & self.region_mask) & self.mask & !1
    }

    /// Returns the bounds that are stored for a position; `None` if none are.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<ScoreRange> {
        let at = self.bucket(key);
        match &self.entries {
            Entries::Narrow(entries) => {
                let [first, second] = [&entries[at], &entries[at | 1]].map(|entry| entry.load(Relaxed));
                [first, second].into_iter().find(|entry| entry >> 14 == key).map(ScoreRange::from_bits)
            }
            Entries::Wide(regions) => {
                let region = self.lock(regions, at);
                let at = at & self.region_mask;
                [region[at], region[at | 1]]
                    .into_iter()
                    .find(|entry| entry.0 == key)
                    .map(|e| ScoreRange::from_bits(e.1))
            }
        }
    }

    /// Stores the bounds of a position.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, range: ScoreRange) {
        let at = self.bucket(key);
        match &self.entries {
            Entries::Narrow(entries) => {
                let first = entries[at].load(Relaxed);
                if first >> 14 != key {
                    entries[at | 1].store(first, Relaxed);
                }
                entries[at].store(key << 14 | range.to_bits(), Relaxed);
            }
            Entries::Wide(regions) => {
                let mut region = self.lock(regions, at);
                let at = at & self.region_mask;
                if region[at].0 != key {
                    region[at | 1] = region[at];
                }
                region[at] = (key, range.to_bits());
            }
        }
    }

    fn lock<'a>(&self, regions: &'a [Mutex<Region>], at: usize) -> MutexGuard<'a, Region> {
        // An entry is valid whatever happened to the thread that wrote the last one.
        regions[at / (self.region_mask + 1)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `f` with every stored position, the older of each bucket first.
    pub(super) fn for_each(&self, mut f: impl FnMut(u64, ScoreRange)) {
        let mut bucket = |entries: [(u64, u64); 2]| {
            for (key, bits) in entries.into_iter().rev().filter(|entry| entry.0 != 0) {
                f(key, ScoreRange::from_bits(bits));
            }
        };
        match &self.entries {
            Entries::Narrow(entries) => {
                for pair in entries.chunks_exact(2) {
                    bucket([0, 1].map(|i| pair[i].load(Relaxed)).map(|word| (word >> 14, word)));
                }
            }
            Entries::Wide(regions) => {
                for region in regions {
                    let region = region.lock().unwrap_or_else(PoisonError::into_inner);
                    region.chunks_exact(2).for_each(|pair| bucket([pair[0], pair[1]]));
                }
            }
        }
    }

    /// A table of `entries` entries with the content of this one.
    pub(super) fn resized<const STRIDE: u32>(&self, board: &Board<STRIDE>, entries: usize) -> Self {
        let table = Self::new(board, entries);
        self.for_each(|key, range| table.put(key, range));
        table
    }

    /// The fraction of the entries that is in use, from 0 to 1, estimated from some thousand entries.
    pub(super) fn load(&self) -> f64 {
        // The step is odd, so that both entries of buckets are counted.
        let step = (self.len() / 4096) | 1;
        let used = |at: usize| match &self.entries {
            Entries::Narrow(entries) => entries[at].load(Relaxed) != 0,
            Entries::Wide(regions) => self.lock(regions, at)[at & self.region_mask].0 != 0,
        };
        let looked_at = (0..self.len()).step_by(step);
        looked_at.clone().filter(|&at| used(at)).count() as f64 / looked_at.count() as f64
    }
}
