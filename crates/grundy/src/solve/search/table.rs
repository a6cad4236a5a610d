//! A transposition table of bounded size: what is proved of searched positions, shared by all threads.
//!
//! A *bucket* has four entries. A new position replaces the one of its bucket whose search visited the fewest positions. An entry has
//! the complete key of its position, so that positions with equal hashes cannot be confused. Buckets with the same lock form a
//! *region*.
//!
//! Most positions that are looked up are not stored. So a small array beside the entries has a byte of each entry's hash, its
//! *signature*. It is read without the lock, and a cache of the processor holds more of it than of the entries. A signature is only a
//! hint: a thread that reads an outdated one compares the entries without success, or misses a stored position. Neither changes an
//! answer.

use super::score::Range;
use crate::game::Player;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries of a bucket.
const BUCKET: usize = 4;

/// Entries of a region.
const REGION: usize = 256;

/// The fewest entries of a table.
pub(super) const MIN_ENTRIES: usize = 16;

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) range: Range,
    /// Number of positions that were visited to prove the range.
    pub(super) visited: u32,
    /// The number of the option that answered the last question with *yes*.
    pub(super) best: u16,
    /// The player to move; `None` if the game does not name one.
    pub(super) player: Option<Player>,
}

/// An entry with its key.
type Slot<K> = Option<(K, Entry)>;

/// The entries that share a lock.
type Region<K> = Box<[Slot<K>]>;

/// A transposition table.
pub(super) struct Table<K> {
    regions: Box<[Mutex<Region<K>>]>,
    /// The signatures of each bucket's entries, one in each byte; 0 is that of an entry that is not in use.
    signatures: Box<[AtomicU32]>,
    /// Number of entries, a power of two.
    entries: usize,
}

/// The hash of a key.
pub(super) fn hash<K: Hash>(key: &K) -> u64 {
    let bits = FxBuildHasher.hash_one(key);
    let bits = (bits ^ bits >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits ^ bits >> 29
}

/// The signature of a hash: bits that do not choose the bucket, and never 0.
fn signature(hash: u64) -> u8 {
    (hash >> 56) as u8 | 1
}

impl<K: Clone + Eq + Hash> Table<K> {
    /// Bytes of an entry, without what its key uses outside the table.
    pub(super) const ENTRY_BYTES: u64 = size_of::<Slot<K>>() as u64 + 1;

    /// Creates an empty table of `entries` entries, a power of two.
    pub(super) fn new(entries: usize) -> Self {
        debug_assert!(entries.is_power_of_two() && entries >= MIN_ENTRIES);
        let region = REGION.min(entries);
        let regions = (0..entries / region).map(|_| Mutex::new((0..region).map(|_| None).collect()));
        let signatures = (0..entries / BUCKET).map(|_| AtomicU32::new(0)).collect();
        Self { regions: regions.collect(), signatures, entries }
    }

    /// Number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// The first entry of the bucket of a hash.
    fn first(&self, hash: u64) -> usize {
        hash as usize & (self.entries - 1) & !(BUCKET - 1)
    }

    /// The first entry of the bucket of a hash in its region, and the region.
    fn bucket(&self, hash: u64) -> (MutexGuard<'_, Region<K>>, usize) {
        let bucket = self.first(hash);
        // An entry is valid whatever happened to the thread that wrote the last one.
        let region = self.regions[bucket / REGION].lock().unwrap_or_else(PoisonError::into_inner);
        (region, bucket % REGION)
    }

    /// Whether a position with this hash may be stored.
    pub(super) fn may_have(&self, hash: u64) -> bool {
        self.signatures[self.first(hash) / BUCKET].load(Relaxed).to_le_bytes().contains(&signature(hash))
    }

    /// Returns what is stored of a position.
    pub(super) fn get(&self, key: &K, hash: u64) -> Option<Entry> {
        if !self.may_have(hash) {
            return None;
        }
        let (region, first) = self.bucket(hash);
        region[first..first + BUCKET].iter().flatten().find(|slot| slot.0 == *key).map(|slot| slot.1)
    }

    /// Stores what is proved of a position, together with what was proved of it before.
    pub(super) fn put(&self, key: &K, hash: u64, entry: Entry) {
        let (mut region, first) = self.bucket(hash);
        let bucket = &mut region[first..first + BUCKET];
        if let Some((_, stored)) = bucket.iter_mut().flatten().find(|slot| slot.0 == *key) {
            let visited = stored.visited.saturating_add(entry.visited);
            *stored = Entry { range: stored.range.and(entry.range), visited, ..entry };
            return;
        }
        let value = |slot: &Slot<K>| slot.as_ref().map_or(0, |slot| 1 + u64::from(slot.1.visited));
        let least = (0..BUCKET).min_by_key(|&i| value(&bucket[i])).unwrap_or(0);
        if bucket[least].is_some() {
            // Entries that are never replaced would fill the table with positions of earlier questions.
            for (_, stored) in bucket.iter_mut().flatten() {
                stored.visited -= stored.visited.div_ceil(8);
            }
        }
        bucket[least] = Some((key.clone(), entry));
        let signatures = &self.signatures[self.first(hash) / BUCKET];
        let mut bytes = signatures.load(Relaxed).to_le_bytes();
        bytes[least] = signature(hash);
        signatures.store(u32::from_le_bytes(bytes), Relaxed);
    }

    /// Calls `f` with every stored position, until it fails.
    pub(super) fn try_for_each<E>(&self, mut f: impl FnMut(&K, &Entry) -> Result<(), E>) -> Result<(), E> {
        for region in &self.regions {
            let region = region.lock().unwrap_or_else(PoisonError::into_inner);
            region.iter().flatten().try_for_each(|(key, entry)| f(key, entry))?;
        }
        Ok(())
    }

    /// Returns a table of `entries` entries with the content of this one.
    pub(super) fn resized(self, entries: usize) -> Self {
        let table = Self::new(entries);
        for region in self.regions {
            let region = region.into_inner().unwrap_or_else(PoisonError::into_inner);
            for (key, entry) in region.into_iter().flatten() {
                table.put(&key, hash(&key), entry);
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::{WIN, win_within};
    use super::*;

    fn entry(lower: i32, upper: i32, visited: u32) -> Entry {
        Entry { range: Range { lower, upper }, visited, best: 0, player: None }
    }

    #[test]
    fn what_is_stored_of_a_position_grows() {
        let table = Table::new(MIN_ENTRIES);
        table.put(&7u64, 1, entry(WIN, win_within(2), 5));
        table.put(&7u64, 1, entry(win_within(9), win_within(1), 6));
        assert_eq!(table.get(&7, 1), Some(entry(win_within(9), win_within(2), 11)));
        // Another key with the same hash.
        assert_eq!(table.get(&8, 1), None);
    }

    #[test]
    fn the_cheapest_entry_is_replaced() {
        let table = Table::new(MIN_ENTRIES);
        for key in 0..6u64 {
            table.put(&key, 0, entry(0, 0, 100 + key as u32));
        }
        let stored = (0..6).filter(|key| table.get(key, 0).is_some()).count();
        assert_eq!((stored, table.get(&5, 0).is_some()), (4, true));
        let large = table.resized(1 << 12);
        assert_eq!((0..6).filter(|key| large.get(key, hash(key)).is_some()).count(), 4);
    }
}
