//! The positions of a game in text, each once: as an integer where the game knows of a way, else as its bytes.
//!
//! An integer takes 8 bytes and its place in the hash table 5 to 11; a position that stays as it is takes its own bytes and 4
//! more beside. What does not fit a packing found on the way is kept as bytes: its word has the highest bit, and says which.

use crate::text::{Code, DynGame, Key, KeyCodec, Keys, PositionBatch};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Set in the word of a position that is kept as bytes.
const AS_BYTES: u64 = 1 << 63;
/// The number of a position that has none yet.
pub(super) const NEW: u32 = u32::MAX;
/// Positions that are looked at before a packing is chosen.
const SAMPLE: usize = 1000;

/// Positions numbered in the order they are met.
pub(super) struct Interner<'a> {
    game: &'a dyn DynGame,
    packing: Option<&'a dyn KeyCodec>,
    is_chosen: bool,
    /// The word of each position, if there is a packing.
    words: Vec<u64>,
    /// The positions that are kept as bytes: all of them, if there is no packing.
    whole: Arena,
    table: HashTable<u32>,
}

/// Appends to a vector that grows by an eighth.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(item);
}

impl<'a> Interner<'a> {
    pub(super) fn new(game: &'a dyn DynGame) -> Self {
        let (words, table) = (Vec::new(), HashTable::new());
        Self { game, packing: None, is_chosen: false, words, whole: Arena::default(), table }
    }

    pub(super) fn len(&self) -> usize {
        if self.packing.is_some() { self.words.len() } else { self.whole.len() }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64 + self.whole.bytes() + 5 * self.table.capacity() as u64
    }

    pub(super) fn packing(&self) -> Option<&'a dyn KeyCodec> {
        self.packing
    }

    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        if let Some(word) = self.packing.and_then(|packing| packing.pack(key)) {
            return self.table.find(FxBuildHasher.hash_one(word), |&n| self.words[n as usize] == word).copied();
        }
        self.table.find(FxBuildHasher.hash_one(key), |&n| self.bytes_of(n) == Some(key)).copied()
    }

    /// The numbers of words that have one, `NEW` for all others. Nothing waits for anything here, so that many places of the
    /// memory are fetched at a time, which takes most of the time of numbering positions one after the other.
    pub(super) fn find_all(&self, codes: &PositionBatch, out: &mut Vec<u32>) {
        out.clear();
        out.extend(codes.iter().map(|code| {
            match code {
                Code::Word(word) => self
                    .table
                    .find(FxBuildHasher.hash_one(word), |&n| self.words[n as usize] == word)
                    .copied()
                    .unwrap_or(NEW),
                Code::Key(_) => NEW,
            }
        }));
    }

    /// A position as it is kept.
    pub(super) fn code(&self, n: u32) -> Code<'_> {
        self.bytes_of(n).map_or_else(|| Code::Word(self.words[n as usize]), Code::Key)
    }

    /// The bytes of a position that is kept as bytes.
    fn bytes_of(&self, n: u32) -> Option<&[u8]> {
        bytes_of(&self.words, &self.whole, self.packing.is_some(), n)
    }

    /// Appends the key of a position.
    pub(super) fn key(&self, n: u32, out: &mut Vec<u8>) {
        match (self.bytes_of(n), self.packing) {
            (Some(bytes), _) => out.extend_from_slice(bytes),
            (None, Some(packing)) => packing.unpack(self.words[n as usize], out),
            (None, None) => unreachable!("without a packing all are kept as bytes"),
        }
    }

    /// The number of a position, a new one if it is new.
    pub(super) fn number(&mut self, key: &[u8]) -> u32 {
        match self.packing.and_then(|packing| packing.pack(key)) {
            Some(word) => self.number_word(word),
            None => self.number_bytes(key),
        }
    }

    /// The number of the position with that word of the packing.
    pub(super) fn number_word(&mut self, word: u64) -> u32 {
        let hash = FxBuildHasher.hash_one(word);
        if let Some(&n) = self.table.find(hash, |&n| self.words[n as usize] == word) {
            return n;
        }
        let n = self.words.len() as u32;
        self.insert(hash, n);
        push(&mut self.words, word);
        n
    }

    /// The number of a position that has no word.
    pub(super) fn number_bytes(&mut self, key: &[u8]) -> u32 {
        let is_packed = self.packing.is_some();
        let (words, whole) = (&self.words, &self.whole);
        let hash = FxBuildHasher.hash_one(key);
        if let Some(&n) = self.table.find(hash, |&n| bytes_of(words, whole, is_packed, n) == Some(key)) {
            return n;
        }
        let n = self.len() as u32;
        self.insert(hash, n);
        if is_packed {
            push(&mut self.words, AS_BYTES | self.whole.len() as u64);
        }
        self.whole.push(key);
        n
    }

    /// Puts a new number into the table. A table that is full is made anew from the positions in their order: reading them is
    /// faster than reading where the table says, and the old one is gone before the new one takes its memory.
    fn insert(&mut self, hash: u64, n: u32) {
        if self.table.len() == self.table.capacity() {
            self.table = HashTable::new();
            self.table = HashTable::with_capacity(n as usize + 1);
            let (words, whole, is_packed) = (&self.words, &self.whole, self.packing.is_some());
            for n in 0..n {
                self.table
                    .insert_unique(hash_of(words, whole, is_packed, n), n, |&n| hash_of(words, whole, is_packed, n));
            }
        }
        let (words, whole, is_packed) = (&self.words, &self.whole, self.packing.is_some());
        self.table.insert_unique(hash, n, |&n| hash_of(words, whole, is_packed, n));
    }

    /// Looks for a packing when enough positions were met; all that were met have words from then on.
    pub(super) fn choose(&mut self) {
        if self.is_chosen || self.len() < SAMPLE {
            return;
        }
        self.is_chosen = true;
        let mut sample = Keys::default();
        (0..self.whole.len()).for_each(|n| sample.push(self.whole.get(n)));
        let Some(packing) = self.game.packing(&sample) else { return };
        *self = Self { packing: Some(packing), is_chosen: true, ..Self::new(self.game) };
        sample.iter().for_each(|key| {
            self.number(key);
        });
    }
}

fn bytes_of<'s>(words: &[u64], whole: &'s Arena, is_packed: bool, n: u32) -> Option<&'s [u8]> {
    if !is_packed {
        return Some(whole.get(n as usize));
    }
    let word = words[n as usize];
    (word & AS_BYTES != 0).then(|| whole.get((word & !AS_BYTES) as usize))
}

fn hash_of(words: &[u64], whole: &Arena, is_packed: bool, n: u32) -> u64 {
    match bytes_of(words, whole, is_packed, n) {
        Some(bytes) => FxBuildHasher.hash_one(bytes),
        None => FxBuildHasher.hash_one(words[n as usize]),
    }
}

/// Runs of bytes, one after the other.
#[derive(Default)]
struct Arena {
    bytes: Vec<u8>,
    /// Where each run ends, from the base of its block on.
    ends: Vec<u32>,
    bases: Vec<usize>,
}

/// Runs of one block, each of less than 2¹⁶ bytes or alone in taking more.
const BLOCK: usize = 1 << 12;

impl Arena {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self) -> u64 {
        (self.bytes.capacity() + 4 * self.ends.capacity() + 8 * self.bases.capacity()) as u64
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
        let end = u32::try_from(self.bytes.len() - base).expect("4096 positions of less than a mebibyte");
        push(&mut self.ends, end);
    }
}

impl std::fmt::Debug for Interner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interner").field("len", &self.len()).field("packed", &self.packing.is_some()).finish()
    }
}

impl Interner<'_> {
    /// The key of a position.
    pub(super) fn owned(&self, n: u32) -> Key {
        let mut out = Vec::new();
        self.key(n, &mut out);
        Key(out.into())
    }
}
