//! Interns the positions of a game: each is stored once, as an integer if the game has a codec, otherwise as bytes.
//!
//! An integer takes 8 bytes, and its place in the hash table 5 to 11; a position stored as bytes takes its own bytes
//! and 4 more. If a position does not fit a codec that was chosen during the run, it is stored as bytes: its word has
//! the highest bit set, and the other bits are its number in the arena.

use super::source::Source;
use crate::text::{Key, KeyCodec, Keys, PositionBatch, PositionRef};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Set in the word of a position that is stored as bytes.
const AS_BYTES: u64 = 1 << 63;
/// The number that stands for a position not yet interned.
pub(super) const NEW: u32 = u32::MAX;
/// Number of positions in the sample from which the game chooses a codec.
const SAMPLE: usize = 1000;

/// Positions, numbered in the order in which they are added.
pub(super) struct Interner<'a> {
    codec: Option<&'a KeyCodec>,
    is_chosen: bool,
    /// The integer of each position, if there is a codec.
    words: Vec<u64>,
    /// The positions that are stored as bytes: all of them, if there is no codec.
    arena: Arena,
    table: HashTable<u32>,
}

/// Appends to a vector; a full vector grows by an eighth.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(item);
}

/// The most bytes by which a vector grows if [`push`] appends `count` items; 0 if they fit.
pub(super) fn growth<T>(list: &Vec<T>, count: usize) -> u64 {
    let len = list.len() + count;
    match len.checked_sub(list.capacity()) {
        None | Some(0) => 0,
        Some(missing) => ((missing + len / 8 + 64) * size_of::<T>()) as u64,
    }
}

impl<'a> Interner<'a> {
    /// An interner without positions; `codec` is the codec if it is already known.
    pub(super) fn new(codec: Option<&'a KeyCodec>) -> Self {
        let (words, table) = (Vec::new(), HashTable::new());
        Self { codec, is_chosen: codec.is_some(), words, arena: Arena::default(), table }
    }

    pub(super) fn len(&self) -> usize {
        if self.codec.is_some() { self.words.len() } else { self.arena.len() }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64 + self.arena.bytes() + 5 * self.table.capacity() as u64
    }

    /// The most bytes by which the memory grows if `count` positions are added, whose keys have `key_bytes` bytes in all; 0 if there is room
    /// for them.
    pub(super) fn growth(&self, count: usize, key_bytes: usize) -> u64 {
        // With a codec, a position that does not fit it is stored as bytes too.
        let words = if self.codec.is_some() { growth(&self.words, count) } else { 0 };
        let stored = words + if key_bytes > 0 { self.arena.growth(count, key_bytes) } else { 0 };
        let is_full = self.table.len() + count > self.table.capacity();
        // A full table is replaced by one of twice the capacity.
        stored + if is_full { 5 * (self.table.capacity() + 2 * count + 4) as u64 } else { 0 }
    }

    pub(super) fn codec(&self) -> Option<&'a KeyCodec> {
        self.codec
    }

    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        if let Some(word) = self.codec.and_then(|codec| codec.pack(key)) {
            return self.table.find(FxBuildHasher.hash_one(word), |&n| self.words[n as usize] == word).copied();
        }
        self.table.find(FxBuildHasher.hash_one(key), |&n| self.bytes_of(n) == Some(key)).copied()
    }

    /// The numbers of positions, `NEW` for those not yet interned. The look-ups do not depend on one another, so the
    /// processor fetches many cache lines at a time; when positions are numbered one by one, waiting for memory takes
    /// most of the time.
    pub(super) fn find_all(&self, codes: &PositionBatch, out: &mut Vec<u32>) {
        out.clear();
        out.extend(codes.iter().map(|code| {
            match code {
                PositionRef::Packed(word) => self
                    .table
                    .find(FxBuildHasher.hash_one(word), |&n| self.words[n as usize] == word)
                    .copied()
                    .unwrap_or(NEW),
                PositionRef::Key(_) => NEW,
            }
        }));
    }

    /// The stored form of a position.
    pub(super) fn get(&self, n: u32) -> PositionRef<'_> {
        self.bytes_of(n).map_or_else(|| PositionRef::Packed(self.words[n as usize]), PositionRef::Key)
    }

    /// The bytes of a position that is stored as bytes.
    fn bytes_of(&self, n: u32) -> Option<&[u8]> {
        bytes_of(&self.words, &self.arena, self.codec.is_some(), n)
    }

    /// Appends the key of a position.
    pub(super) fn key(&self, n: u32, out: &mut Vec<u8>) {
        match (self.bytes_of(n), self.codec) {
            (Some(bytes), _) => out.extend_from_slice(bytes),
            (None, Some(codec)) => codec.unpack(self.words[n as usize], out),
            // Without a codec every position is stored as bytes.
            (None, None) => {}
        }
    }

    /// The number of a position; interns it if it is new.
    pub(super) fn number(&mut self, key: &[u8]) -> u32 {
        match self.codec.and_then(|codec| codec.pack(key)) {
            Some(word) => self.number_packed(word),
            None => self.number_bytes(key),
        }
    }

    /// The number of the position with this integer; interns it if it is new.
    pub(super) fn number_packed(&mut self, word: u64) -> u32 {
        let hash = FxBuildHasher.hash_one(word);
        if let Some(&n) = self.table.find(hash, |&n| self.words[n as usize] == word) {
            return n;
        }
        let n = self.words.len() as u32;
        self.insert(hash, n);
        push(&mut self.words, word);
        n
    }

    /// The number of a position that has no integer; interns it if it is new.
    pub(super) fn number_bytes(&mut self, key: &[u8]) -> u32 {
        let is_packed = self.codec.is_some();
        let (words, arena) = (&self.words, &self.arena);
        let hash = FxBuildHasher.hash_one(key);
        if let Some(&n) = self.table.find(hash, |&n| bytes_of(words, arena, is_packed, n) == Some(key)) {
            return n;
        }
        let n = self.len() as u32;
        self.insert(hash, n);
        if is_packed {
            push(&mut self.words, AS_BYTES | self.arena.len() as u64);
        }
        self.arena.push(key);
        n
    }

    /// Inserts a new number. A full table is rebuilt from the positions in their order: that is faster than iterating
    /// over the old table, which is freed before the new one is allocated.
    fn insert(&mut self, hash: u64, n: u32) {
        if self.table.len() == self.table.capacity() {
            self.table = HashTable::new();
            self.table = HashTable::with_capacity(n as usize + 1);
            let (words, arena, is_packed) = (&self.words, &self.arena, self.codec.is_some());
            for n in 0..n {
                self.table
                    .insert_unique(hash_of(words, arena, is_packed, n), n, |&n| hash_of(words, arena, is_packed, n));
            }
        }
        let (words, arena, is_packed) = (&self.words, &self.arena, self.codec.is_some());
        self.table.insert_unique(hash, n, |&n| hash_of(words, arena, is_packed, n));
    }

    /// Lets the game choose a codec as soon as there are enough positions for a sample, and re-encodes all positions.
    pub(super) fn choose_codec(&mut self, source: &dyn Source<'a>) {
        if self.is_chosen || self.len() < SAMPLE {
            return;
        }
        self.is_chosen = true;
        let mut sample = Keys::default();
        (0..self.arena.len()).for_each(|n| sample.push(self.arena.get(n)));
        let Some(codec) = source.codec(&sample) else { return };
        *self = Self::new(Some(codec));
        sample.iter().for_each(|key| {
            self.number(key);
        });
    }
}

fn bytes_of<'s>(words: &[u64], arena: &'s Arena, is_packed: bool, n: u32) -> Option<&'s [u8]> {
    if !is_packed {
        return Some(arena.get(n as usize));
    }
    let word = words[n as usize];
    (word & AS_BYTES != 0).then(|| arena.get((word & !AS_BYTES) as usize))
}

fn hash_of(words: &[u64], arena: &Arena, is_packed: bool, n: u32) -> u64 {
    match bytes_of(words, arena, is_packed, n) {
        Some(bytes) => FxBuildHasher.hash_one(bytes),
        None => FxBuildHasher.hash_one(words[n as usize]),
    }
}

/// Byte strings, one after the other.
#[derive(Default)]
struct Arena {
    bytes: Vec<u8>,
    /// The end of each byte string, relative to the base of its block.
    ends: Vec<u32>,
    bases: Vec<usize>,
}

/// Number of byte strings in one block. With less than 1 MiB each, their ends fit in 32 bits.
const BLOCK: usize = 1 << 12;

impl Arena {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self) -> u64 {
        (self.bytes.capacity() + 4 * self.ends.capacity() + 8 * self.bases.capacity()) as u64
    }

    /// The most bytes by which the arena grows if `count` byte strings of `bytes` bytes in all are added.
    fn growth(&self, count: usize, bytes: usize) -> u64 {
        let len = self.bytes.len() + bytes;
        let of_bytes = match len.checked_sub(self.bytes.capacity()) {
            None | Some(0) => 0,
            Some(missing) => missing + len / 8 + 1024,
        };
        of_bytes as u64 + growth(&self.ends, count)
    }

    fn get(&self, n: usize) -> &[u8] {
        let base = self.bases[n / BLOCK];
        let start = if n.is_multiple_of(BLOCK) { base } else { base + self.ends[n - 1] as usize };
        &self.bytes[start..base + self.ends[n] as usize]
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.len().is_multiple_of(BLOCK) {
            self.bases.push(self.bytes.len());
        }
        if self.bytes.len() + bytes.len() > self.bytes.capacity() {
            self.bytes.reserve_exact(bytes.len() + self.bytes.len() / 8 + 1024);
        }
        self.bytes.extend_from_slice(bytes);
        let base = self.bases[self.len() / BLOCK];
        let end = u32::try_from(self.bytes.len() - base).expect("4096 positions of less than a mebibyte each");
        push(&mut self.ends, end);
    }
}

impl std::fmt::Debug for Interner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interner").field("len", &self.len()).field("is_packed", &self.codec.is_some()).finish()
    }
}

impl Interner<'_> {
    /// The key of a position.
    pub(super) fn to_key(&self, n: u32) -> Key {
        let mut out = Vec::new();
        self.key(n, &mut out);
        Key(out.into())
    }
}
