//! Many positions, one after the other: as keys, or as words of the game's packing where they have one.

use super::KeyCodec;

/// Set in the word of a position that is kept as bytes.
const AS_BYTES: u64 = 1 << 63;

/// The bytes of many keys, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of all of them.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
    }

    /// Appends the key that `write` appends; nothing, if it fails.
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

    /// Keeps the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Key number `i`.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// A position of [`PositionBatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code<'a> {
    /// The number that the game's packing gives to its key.
    Word(u64),
    /// The bytes of its key.
    Key(&'a [u8]),
}

/// Positions each of which is a word or a key.
#[derive(Clone, Debug, Default)]
pub struct PositionBatch {
    /// A word below 2⁶³, or which of the keys it is.
    words: Vec<u64>,
    keys: Keys,
}

impl PositionBatch {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.words.clear();
        self.keys.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        8 * self.words.len() + self.keys.bytes()
    }

    /// Appends a word, below 2⁶³.
    #[inline]
    pub fn push_word(&mut self, word: u64) {
        debug_assert!(word < AS_BYTES, "a word of 63 bits");
        self.words.push(word);
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.words.push(AS_BYTES | self.keys.len() as u64);
        self.keys.push(key);
    }

    /// Appends the key that `write` appends; nothing, if it fails.
    ///
    /// # Errors
    /// If `write` fails.
    pub fn write<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        let number = self.keys.len() as u64;
        self.keys.write(write)?;
        self.words.push(AS_BYTES | number);
        Ok(())
    }

    /// Keeps the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.words.truncate(count);
        let kept = self.words.iter().rev().find(|&&word| word & AS_BYTES != 0);
        self.keys.truncate(kept.map_or(0, |word| (word & !AS_BYTES) as usize + 1));
    }

    /// Makes words of the keys that have one.
    pub fn pack(&mut self, packing: &dyn KeyCodec) {
        if self.keys.is_empty() {
            return;
        }
        for word in &mut self.words {
            if *word & AS_BYTES != 0
                && let Some(packed) = packing.pack(self.keys.get((*word & !AS_BYTES) as usize))
            {
                *word = packed;
            }
        }
    }

    /// Position number `i`.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn get(&self, i: usize) -> Code<'_> {
        match self.words[i] {
            word if word & AS_BYTES == 0 => Code::Word(word),
            place => Code::Key(self.keys.get((place & !AS_BYTES) as usize)),
        }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Code<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl<'a> Code<'a> {
    /// The bytes of the key of a position that is given as a key.
    ///
    /// # Panics
    /// If it is a word.
    pub fn key(self) -> &'a [u8] {
        match self {
            Self::Key(key) => key,
            Self::Word(_) => unreachable!("words come only from who has asked for the packing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A packing of keys of one byte.
    struct Single;

    impl KeyCodec for Single {
        fn pack(&self, key: &[u8]) -> Option<u64> {
            (key.len() == 1).then(|| key[0].into())
        }

        fn unpack(&self, word: u64, key: &mut Vec<u8>) {
            key.push(word as u8);
        }
    }

    #[test]
    fn words_and_keys_stand_in_one_order() {
        let mut codes = PositionBatch::default();
        codes.push(b"ab");
        codes.push_word(7);
        codes.push(b"c");
        assert_eq!(codes.write(|_| Err::<(), _>("no")), Err("no"));
        codes
            .write(|out| {
                out.extend(b"def");
                Ok::<(), ()>(())
            })
            .unwrap();
        let all = |codes: &PositionBatch| codes.iter().map(|code| format!("{code:?}")).collect::<Vec<_>>().join(" ");
        assert_eq!(all(&codes), "Key([97, 98]) Word(7) Key([99]) Key([100, 101, 102])");
        codes.pack(&Single);
        assert_eq!(all(&codes), "Key([97, 98]) Word(7) Word(99) Key([100, 101, 102])");
        codes.truncate(3);
        codes.push(b"xy");
        assert_eq!(all(&codes), "Key([97, 98]) Word(7) Word(99) Key([120, 121])");
        codes.truncate(0);
        assert!(codes.is_empty() && codes.bytes() == 0);
    }
}
