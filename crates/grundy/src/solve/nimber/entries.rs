//! A table of bounded size, shared by all threads: a word for each key.
//!
//! A *bucket* has four entries, and a key is in the first of four neighbouring buckets that was not full when it was inserted. If all four are
//! full, their part of the table is doubled while memory allows it; after that, a new entry replaces the one of the lowest rank.

use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries of a bucket.
const BUCKET: usize = 4;
/// Buckets in which a key may be.
const PROBES: usize = 4;
/// Bytes of an entry.
const ENTRY_BYTES: u64 = 16;
/// The most parts of a table, each with a lock.
const MAX_PARTS: u64 = 256;
/// The fewest entries of a table.
const MIN_ENTRIES: u64 = 16;

/// A key and its word; the key 0 marks an unused entry.
type Entry = (u64, u64);

/// Entries that are read at once: a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

const EMPTY: Bucket = Bucket([(0, 0); BUCKET]);

/// What the words of a table mean.
pub(super) trait Words {
    /// The word of an entry to which another one with the same key is added.
    fn merged(old: u64, new: u64) -> u64;

    /// The rank of a word.
    fn rank(word: u64) -> u64;
}

/// A table of words of one meaning.
pub(super) struct Entries<W> {
    parts: Box<[Mutex<Vec<Bucket>>]>,
    /// The most buckets of a part.
    most: usize,
    words: PhantomData<fn() -> W>,
}

impl<W: Words> Entries<W> {
    /// Creates an empty table that grows to at most `bytes` bytes, but at least [`MIN_ENTRIES`] entries.
    pub(super) fn new(bytes: u64) -> Self {
        let entries = (bytes / ENTRY_BYTES).max(MIN_ENTRIES);
        // Each part has room for a few buckets.
        let parts = (entries / 64).clamp(1, MAX_PARTS);
        let parts = 1 << parts.ilog2();
        let most = (entries / parts / BUCKET as u64).max(1);
        let empty = || Mutex::new(vec![EMPTY]);
        let most = 1 << most.min(1 << 40).ilog2();
        Self { parts: (0..parts).map(|_| empty()).collect(), most, words: PhantomData }
    }

    #[inline]
    fn part(&self, key: u64) -> (MutexGuard<'_, Vec<Bucket>>, usize) {
        let hash = mix(key);
        let part = &self.parts[(hash >> 8) as usize & (self.parts.len() - 1)];
        // An entry is valid whatever happened to the thread that wrote the last one.
        (part.lock().unwrap_or_else(PoisonError::into_inner), (hash >> 24) as usize)
    }

    /// Returns the word of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let (part, hash) = self.part(key);
        for probe in 0..PROBES.min(part.len()) {
            let bucket = &part[(hash & (part.len() - 1)) ^ probe].0;
            if let Some(entry) = bucket.iter().find(|entry| entry.0 == key) {
                return Some(entry.1);
            }
            // Buckets are filled in this order, and no entry is ever removed.
            if bucket[BUCKET - 1].0 == 0 {
                break;
            }
        }
        None
    }

    /// Adds a word to that of a key, which is not 0.
    pub(super) fn put(&self, key: u64, word: u64) {
        let (mut part, hash) = self.part(key);
        while !insert::<W>(&mut part, hash, (key, word)) {
            if part.len() < self.most {
                grow::<W>(&mut part);
                continue;
            }
            let mask = part.len() - 1;
            let slots = (0..PROBES.min(part.len())).flat_map(|probe| (0..BUCKET).map(move |i| (probe, i)));
            let rank_at = |&(probe, i): &(usize, usize)| W::rank(part[(hash & mask) ^ probe].0[i].1);
            let (probe, i) = slots.min_by_key(rank_at).expect("a part has buckets");
            part[(hash & mask) ^ probe].0[i] = (0, 0);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let lock = |part: &Mutex<Vec<_>>| part.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
        self.parts.iter().map(lock).sum::<u64>() * BUCKET as u64 * ENTRY_BYTES
    }

    /// Calls `f` with every key and its word.
    pub(super) fn for_each(&self, mut f: impl FnMut(u64, u64)) {
        for part in &self.parts {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.0 != 0).for_each(|entry| f(entry.0, entry.1));
        }
    }
}

/// Inserts an entry, or adds its word to that of the same key. Returns `false` if there is no room.
fn insert<W: Words>(part: &mut [Bucket], hash: usize, new: Entry) -> bool {
    let mask = part.len() - 1;
    for probe in 0..PROBES.min(part.len()) {
        let bucket = &mut part[(hash & mask) ^ probe].0;
        for entry in bucket {
            if entry.0 == 0 {
                *entry = new;
                return true;
            }
            if entry.0 == new.0 {
                entry.1 = W::merged(entry.1, new.1);
                return true;
            }
        }
    }
    false
}

/// Doubles the number of buckets. The entries of four neighbours go to the same place or to one place above, so there is room for them.
fn grow<W: Words>(part: &mut Vec<Bucket>) {
    let old = std::mem::take(part);
    let mut buckets = vec![EMPTY; 2 * old.len()];
    for entry in old.into_iter().flat_map(|bucket| bucket.0).filter(|entry| entry.0 != 0) {
        let is_inserted = insert::<W>(&mut buckets, bucket_hash(entry.0), entry);
        debug_assert!(is_inserted, "a part with twice the room has room");
    }
    *part = buckets;
}

/// A hash of a key. Its bits from 8 on choose the part, those from 24 on the bucket.
#[inline]
fn mix(key: u64) -> u64 {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn bucket_hash(key: u64) -> usize {
    (mix(key) >> 24) as usize
}
