//! Many positions in one buffer: as keys, or as integers of the game's codec.

use super::{Key, KeyCodec};

/// Set in the integer of a position that is stored as bytes.
const AS_BYTES: u64 = 1 << 63;

/// The keys of many positions, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the total length of the keys, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
    }

    /// Appends a key, which `write` writes.
    pub fn append(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// Appends the key that `write` writes; appends nothing if `write` fails.
    ///
    /// # Errors
    /// If `write` fails.
    pub fn write<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        let start = self.bytes.len();
        let written = write(&mut self.bytes);
        match written {
            Ok(()) => self.ends.push(self.bytes.len()),
            Err(_) => self.bytes.truncate(start),
        }
        written
    }

    /// Keeps the first `count` positions.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Returns the key at index `i`.
    ///
    /// # Panics
    /// If there are not more than `i` positions.
    pub fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }

    /// Iterates over the positions, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// One position of a [`PositionBatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionRef<'a> {
    /// The integer of its key in the game's codec.
    Packed(u64),
    /// The bytes of its key.
    Key(&'a [u8]),
}

/// A batch of positions, each of them an integer of the game's codec or a key.
#[derive(Clone, Debug, Default)]
pub struct PositionBatch {
    /// An integer below 2⁶³; or the number of the key, with the highest bit set.
    words: Vec<u64>,
    keys: Keys,
}

impl PositionBatch {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.words.clear();
        self.keys.clear();
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the size of the positions, in bytes.
    pub fn bytes(&self) -> usize {
        8 * self.words.len() + self.keys.bytes()
    }

    /// Appends an integer of the game's codec, below 2⁶³.
    #[inline]
    pub fn push_packed(&mut self, word: u64) {
        debug_assert!(word < AS_BYTES, "a word of 63 bits");
        self.words.push(word);
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.words.push(AS_BYTES | self.keys.len() as u64);
        self.keys.push(key);
    }

    /// Appends a key, which `write` writes.
    pub fn append(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.words.push(AS_BYTES | self.keys.len() as u64);
        self.keys.append(write);
    }

    /// Appends the key that `write` writes; appends nothing if `write` fails.
    ///
    /// # Errors
    /// If `write` fails.
    pub fn write<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        let number = self.keys.len() as u64;
        self.keys.write(write)?;
        self.words.push(AS_BYTES | number);
        Ok(())
    }

    /// Keeps the first `count` positions.
    pub(super) fn truncate(&mut self, count: usize) {
        self.words.truncate(count);
        let last_key = self.words.iter().rev().find(|&&word| word & AS_BYTES != 0);
        self.keys.truncate(last_key.map_or(0, |word| (word & !AS_BYTES) as usize + 1));
    }

    /// Replaces keys by integers if the codec has one.
    pub fn pack(&mut self, codec: &KeyCodec) {
        if self.keys.is_empty() {
            return;
        }
        for word in &mut self.words {
            if *word & AS_BYTES != 0
                && let Some(packed) = codec.pack(self.keys.get((*word & !AS_BYTES) as usize))
            {
                *word = packed;
            }
        }
    }

    /// Returns the position at index `i`.
    ///
    /// # Panics
    /// If there are not more than `i` positions.
    #[inline]
    pub fn get(&self, i: usize) -> PositionRef<'_> {
        match self.words[i] {
            word if word & AS_BYTES == 0 => PositionRef::Packed(word),
            place => PositionRef::Key(self.keys.get((place & !AS_BYTES) as usize)),
        }
    }

    /// Iterates over the positions, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = PositionRef<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl PositionRef<'_> {
    /// Returns the key of the position; `None` for an integer without a codec. `codec` must be that of the game, if it
    /// has one.
    pub fn to_key(self, codec: Option<&KeyCodec>) -> Option<Key> {
        match self {
            Self::Key(bytes) => Some(Key(bytes.into())),
            Self::Packed(integer) => {
                let mut bytes = Vec::new();
                codec?.unpack(integer, &mut bytes);
                Some(Key(bytes.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A codec of keys of one byte.
    fn single() -> KeyCodec {
        KeyCodec::new(|key| (key.len() == 1).then(|| key[0].into()), |integer, key| key.push(integer as u8))
    }

    #[test]
    fn words_and_keys_stand_in_one_order() {
        let mut codes = PositionBatch::default();
        codes.push(b"ab");
        codes.push_packed(7);
        codes.push(b"c");
        assert_eq!(codes.write(|_| Err::<(), _>("no")), Err("no"));
        codes
            .write(|out| {
                out.extend(b"def");
                Ok::<(), ()>(())
            })
            .unwrap();
        let all = |codes: &PositionBatch| codes.iter().map(|code| format!("{code:?}")).collect::<Vec<_>>().join(" ");
        assert_eq!(all(&codes), "Key([97, 98]) Packed(7) Key([99]) Key([100, 101, 102])");
        codes.pack(&single());
        assert_eq!(all(&codes), "Key([97, 98]) Packed(7) Packed(99) Key([100, 101, 102])");
        codes.truncate(3);
        codes.push(b"xy");
        assert_eq!(all(&codes), "Key([97, 98]) Packed(7) Packed(99) Key([120, 121])");
        codes.truncate(0);
        assert!(codes.is_empty() && codes.bytes() == 0);
    }
}
