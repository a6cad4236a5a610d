//! The keys of one partition and their numbers.

use super::segments::{STREAM_BLOCK, each_segment_block};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_number, write_number};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::text::Keys;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The keys of one partition, numbered in the order in which they were added.
pub(super) struct KeySet {
    keys: Keys,
    numbers: HashTable<u32>,
}

/// The hash of a key: FxHash, mixed by the finalizer of MurmurHash3 (Appleby 2011).
fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    let hash = hasher.finish();
    let hash = (hash ^ hash >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash ^ hash >> 33
}

/// The partition of a key.
pub(super) fn owner(key: &[u8], partitions: u32) -> u32 {
    // A function of its own: all keys of a partition would otherwise share bits of the hash in its table.
    let mixed = hash(key).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (((mixed >> 32) * u64::from(partitions)) >> 32) as u32
}

impl KeySet {
    fn new() -> Self {
        Self { keys: Keys::default(), numbers: HashTable::new() }
    }

    /// Reads the segments of a partition that rounds before `rounds` wrote.
    pub(super) fn read(storage: &Storage, partition: u32, rounds: u64) -> Result<Self, ExchangeError> {
        let mut set = Self::new();
        each_segment_block(
            storage,
            rounds,
            |round| name(partition, round),
            |_, mut rest| {
                while !rest.is_empty() {
                    let length = read_number(&mut rest).and_then(|length| usize::try_from(length).ok());
                    let (key, after) = length.and_then(|length| rest.split_at_checked(length)).ok_or_else(invalid)?;
                    rest = after;
                    let before = set.len();
                    if set.number(key)? as usize != before {
                        return Err(ExchangeError::Invalid);
                    }
                }
                Ok(())
            },
        )?;
        Ok(set)
    }

    /// Writes the keys from number `from` on as the segment of a round.
    pub(super) fn write_from(
        &self,
        from: usize,
        storage: &Storage,
        partition: u32,
        round: u64,
    ) -> Result<(), StorageError> {
        let (mut writer, mut block) = (storage.create(&name(partition, round))?, Vec::new());
        for number in from..self.len() {
            let key = self.get(number);
            write_number(&mut block, key.len() as u64);
            block.extend_from_slice(key);
            if block.len() >= STREAM_BLOCK {
                writer.append(0, &block)?;
                block.clear();
            }
        }
        writer.append(0, &block)?;
        writer.finish()
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn get(&self, number: usize) -> &[u8] {
        self.keys.get(number)
    }

    /// Number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.keys.bytes() + 8 * self.keys.len() + 5 * self.numbers.capacity()) as u64
    }

    /// The number of a key, which is added if it is new.
    pub(super) fn number(&mut self, key: &[u8]) -> Result<u32, ExchangeError> {
        let Self { keys, numbers } = self;
        let hash_of = |number: &u32| hash(keys.get(*number as usize));
        let entry = numbers.entry(hash(key), |number| keys.get(*number as usize) == key, hash_of);
        match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => Ok(*entry.get()),
            hashbrown::hash_table::Entry::Vacant(entry) => {
                let number = u32::try_from(keys.len()).ok().filter(|number| *number < u32::MAX);
                let number = number
                    .ok_or_else(|| ExchangeError::Unsupported("a partition has more than 2^32 positions".to_owned()))?;
                entry.insert(number);
                keys.push(key);
                Ok(number)
            }
        }
    }
}

/// The name of the segment of a partition's keys.
fn name(partition: u32, round: u64) -> String {
    format!("keys-{round}-{partition}")
}
