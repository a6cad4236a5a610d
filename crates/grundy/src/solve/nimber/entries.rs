//! A table of bounded size, shared by all threads: a word for each key.
//!
//! A *bucket* has four entries, and a key may be in any of four neighbouring buckets. It is inserted into the first that is not full, in an
//! order that its hash determines. If all four are full, their shard of the table is doubled until it has its maximum size; after that, a new
//! entry replaces one of the lowest rank in the four buckets.

use crate::solve::retrograde::prefetch;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries of a bucket.
const BUCKET: usize = 4;
/// Buckets in which a key may be.
const PROBES: usize = 4;
/// Bytes of an entry.
const ENTRY_BYTES: u64 = 16;
/// The most shards of a table, each with a lock.
const MAX_SHARDS: u64 = 256;
/// The most buckets of a shard of a table that is not prefetched: 8 MiB in all.
const SMALL_SHARD: usize = if cfg!(test) { 2 } else { 512 };
/// The fewest entries of a table.
const MIN_ENTRIES: u64 = 16;

/// A key and its word; the key 0 marks an unused entry.
type Entry = (u64, u64);

/// Entries that are read at once: a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

const EMPTY: Bucket = Bucket([(0, 0); BUCKET]);

/// What a table must know of its words.
pub(super) trait EntryFormat {
    /// Combines the stored word of a key with a new one.
    fn merge(old: u64, new: u64) -> u64;

    /// The rank of a word: among entries that compete for room, the lowest is replaced.
    fn rank(word: u64) -> u64;
}

/// A table of words of one format.
pub(super) struct Entries<W> {
    shards: Box<[Mutex<Vec<Bucket>>]>,
    /// The most buckets of a shard.
    max_buckets: usize,
    /// Whether a shard has more than [`SMALL_SHARD`] buckets.
    is_large: AtomicBool,
    format: PhantomData<fn() -> W>,
}

impl<W: EntryFormat> Entries<W> {
    /// Creates an empty table that grows to at most `bytes` bytes, but at least [`MIN_ENTRIES`] entries.
    pub(super) fn new(bytes: u64) -> Self {
        let entries = (bytes / ENTRY_BYTES).max(MIN_ENTRIES);
        // Each shard has room for a few buckets. A shard has a power of two of buckets, so the number of shards is chosen to fill the memory.
        let buckets = (entries / BUCKET as u64).min(1 << 40);
        let max_buckets = 1 << (buckets / (MAX_SHARDS / 2)).max(buckets.min(16)).ilog2();
        let shards = buckets / max_buckets;
        let empty = || Mutex::new(vec![EMPTY]);
        Self {
            shards: (0..shards).map(|_| empty()).collect(),
            max_buckets: max_buckets as usize,
            is_large: AtomicBool::new(false),
            format: PhantomData,
        }
    }

    #[inline]
    fn shard(&self, key: u64) -> (MutexGuard<'_, Vec<Bucket>>, usize) {
        let hash = mix(key);
        let shard = &self.shards[(((hash & 0xffff_ffff) * self.shards.len() as u64) >> 32) as usize];
        // An entry is valid whatever happened to the thread that wrote the last one.
        (shard.lock().unwrap_or_else(PoisonError::into_inner), bucket_of(hash))
    }

    /// Returns the word of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let (shard, hash) = self.shard(key);
        for probe in 0..PROBES.min(shard.len()) {
            let bucket = &shard[(hash & (shard.len() - 1)) ^ probe].0;
            if let Some(entry) = bucket.iter().find(|entry| entry.0 == key) {
                return Some(entry.1);
            }
            // Buckets are filled in this order, and a used entry never becomes unused.
            if bucket[BUCKET - 1].0 == 0 {
                break;
            }
        }
        None
    }

    /// Prefetches the first bucket of a key, so that [`Entries::get`] finds it in the processor's cache. Nothing is done for a small
    /// table, which stays in the cache.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        // On other processors `prefetch` does nothing, so no lock is taken.
        if cfg!(target_arch = "x86_64") && self.is_large.load(Relaxed) {
            let (shard, hash) = self.shard(key);
            prefetch(&shard, hash & (shard.len() - 1));
        }
    }

    /// Merges a word into the entry of a key. The key must not be 0.
    pub(super) fn put(&self, key: u64, word: u64) {
        let (mut shard, hash) = self.shard(key);
        while !insert::<W>(&mut shard, hash, (key, word)) {
            if shard.len() < self.max_buckets {
                grow::<W>(&mut shard);
                self.is_large.fetch_or(shard.len() > SMALL_SHARD, Relaxed);
                continue;
            }
            let (mask, slots) = (shard.len() - 1, PROBES.min(shard.len()) * BUCKET);
            // Which of those with equal ranks is replaced depends on the key. If it were always the first, the new entries would replace each
            // other, and the old ones would stay for ever.
            let first = (mix(key) >> 60) as usize;
            let slots =
                (0..slots).map(|i| (first + i) % slots).map(|slot| ((hash & mask) ^ (slot / BUCKET), slot % BUCKET));
            let (bucket, i) =
                slots.min_by_key(|&(bucket, i)| W::rank(shard[bucket].0[i].1)).expect("a shard has buckets");
            shard[bucket].0[i] = (key, word);
            return;
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let lock = |shard: &Mutex<Vec<_>>| shard.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
        self.shards.iter().map(lock).sum::<u64>() * BUCKET as u64 * ENTRY_BYTES
    }

    /// Calls `f` with every key and its word.
    pub(super) fn for_each(&self, mut f: impl FnMut(u64, u64)) {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.0 != 0).for_each(|entry| f(entry.0, entry.1));
        }
    }
}

/// Inserts an entry, or adds its word to that of the same key. Returns `false` if there is no room.
fn insert<W: EntryFormat>(shard: &mut [Bucket], hash: usize, new: Entry) -> bool {
    let mask = shard.len() - 1;
    for probe in 0..PROBES.min(shard.len()) {
        let bucket = &mut shard[(hash & mask) ^ probe].0;
        for entry in bucket {
            if entry.0 == 0 {
                *entry = new;
                return true;
            }
            if entry.0 == new.0 {
                entry.1 = W::merge(entry.1, new.1);
                return true;
            }
        }
    }
    false
}

/// Doubles the number of buckets. The entries of four neighbouring buckets are split between at most two groups of four, each of which could
/// hold all of them, so every insertion succeeds.
fn grow<W: EntryFormat>(shard: &mut Vec<Bucket>) {
    let old = std::mem::take(shard);
    let mut buckets = vec![EMPTY; 2 * old.len()];
    for entry in old.into_iter().flat_map(|bucket| bucket.0).filter(|entry| entry.0 != 0) {
        let is_inserted = insert::<W>(&mut buckets, bucket_of(mix(entry.0)), entry);
        debug_assert!(is_inserted, "a shard with twice the room has room");
    }
    *shard = buckets;
}

/// A hash of a key. Its low 32 bits choose the shard, the others the bucket.
#[inline]
fn mix(key: u64) -> u64 {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The bucket of a key with this hash; the number of buckets, a power of two, says how many bits of it count.
#[inline]
fn bucket_of(hash: u64) -> usize {
    (hash >> 32) as usize
}
