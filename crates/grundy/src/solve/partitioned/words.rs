//! Sets of words: a hash table in memory, and a stream of blocks in ascending order.
//!
//! A *granule* is the 64 words that agree in all bits except the lowest six. A set stores each granule that has a word once, with a bit for each
//! word. The words of positions lie close together in most games, so this is smaller than a list of words, and needs fewer cache lines.
//!
//! In a stream, a block has for each granule the difference to the granule before (to 0 for the first of the block) as a LEB128 number, a
//! byte with the number of its words if that is less than 8, and a byte for each of them; otherwise a byte 255, and the 64 bits. The source of
//! each block is the number of granules of the stream, or 2³² − 1 if there are more.

use super::exchange::{ExchangeError, invalid};
use super::numbers::{read_number, write_number};
use super::storage::{BlockReader, Storage, StorageError};

/// Number of bits of a word within its granule.
const GRANULE_BITS: u32 = 6;
/// The number of words from which on a granule is stored as 64 bits.
const DENSE: u32 = 8;
/// The byte before the 64 bits of a dense granule.
const DENSE_MARK: u8 = 255;
/// The slot of no granule: no word has this granule.
const EMPTY: u64 = u64::MAX;
/// Fibonacci hashing (Knuth, "Sorting and searching", 6.4): 2⁶⁴ divided by the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A set of words, with open addressing and linear probing, at most half full.
#[derive(Debug)]
pub(super) struct WordSet {
    slots: Vec<Slot>,
    granules: usize,
    words: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    granule: u64,
    bits: u64,
    /// Number of words in smaller granules, when the set is complete.
    first: u32,
}

impl Default for WordSet {
    fn default() -> Self {
        Self::with_granules(0)
    }
}

impl WordSet {
    /// An empty set with room for this many granules.
    fn with_granules(granules: u32) -> Self {
        let slots = (2 * granules as usize + 1).next_power_of_two().max(16);
        Self { slots: vec![Slot { granule: EMPTY, bits: 0, first: 0 }; slots], granules: 0, words: 0 }
    }

    /// Number of words.
    pub(super) fn len(&self) -> u64 {
        self.words
    }

    /// Number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot>()) as u64
    }

    #[inline]
    fn slot(&self, granule: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (granule.wrapping_mul(MULTIPLIER) >> (64 - self.slots.len().trailing_zeros())) as usize;
        while self.slots[at].granule != granule && self.slots[at].granule != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }

    /// Adds a word.
    #[inline]
    pub(super) fn insert(&mut self, word: u64) {
        self.insert_bits(word >> GRANULE_BITS, 1 << (word % 64));
    }

    fn insert_bits(&mut self, granule: u64, bits: u64) {
        let at = self.slot(granule);
        let slot = &mut self.slots[at];
        self.words += u64::from((bits & !slot.bits).count_ones());
        slot.bits |= bits;
        if slot.granule == EMPTY {
            slot.granule = granule;
            self.granules += 1;
            if 2 * self.granules >= self.slots.len() {
                self.grow();
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = vec![Slot { granule: EMPTY, bits: 0, first: 0 }; 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, slots) {
            if slot.granule != EMPTY {
                let at = self.slot(slot.granule);
                self.slots[at] = slot;
            }
        }
    }

    /// The granules with their bits, ascending.
    pub(super) fn sorted(&self) -> Vec<(u64, u64)> {
        let mut sorted: Vec<_> =
            self.slots.iter().filter(|slot| slot.granule != EMPTY).map(|slot| (slot.granule, slot.bits)).collect();
        sorted.sort_unstable_by_key(|(granule, _)| *granule);
        sorted
    }

    /// Reads a stream into a set whose words have numbers.
    pub(super) fn read(mut words: WordReader) -> Result<Self, ExchangeError> {
        let mut set = Self::with_granules(words.count_granules()?);
        while let Some((granule, bits)) = words.next_granule()? {
            let first = u32::try_from(set.words).map_err(|_| ExchangeError::Invalid)?;
            if 2 * (set.granules + 1) >= set.slots.len() {
                // The stream has more granules than it says.
                set.grow();
            }
            let at = set.slot(granule);
            set.slots[at] = Slot { granule, bits, first };
            set.granules += 1;
            set.words += u64::from(bits.count_ones());
        }
        Ok(set)
    }

    /// The number of a word in ascending order, in a set that was read from a stream; `None` if it is not in the set.
    #[inline]
    pub(super) fn number(&self, word: u64) -> Option<u32> {
        let slot = self.slots[self.slot(word >> GRANULE_BITS)];
        let bit = 1 << (word % 64);
        (slot.bits & bit != 0).then(|| slot.first + (slot.bits & (bit - 1)).count_ones())
    }
}

/// Writes granules, which must be ascending, as a stream.
pub(super) fn write_words(
    storage: &Storage,
    name: &str,
    block_bytes: usize,
    granules: &[(u64, u64)],
) -> Result<(), StorageError> {
    let mut writer = storage.create(name)?;
    let (mut block, mut before) = (Vec::new(), 0);
    let count = u32::try_from(granules.len()).unwrap_or(u32::MAX);
    for &(granule, bits) in granules {
        write_number(&mut block, granule - before);
        before = granule;
        if bits.count_ones() < DENSE {
            block.push(bits.count_ones() as u8);
            block.extend(each_bit(bits).map(|bit| bit as u8));
        } else {
            block.push(DENSE_MARK);
            block.extend_from_slice(&bits.to_le_bytes());
        }
        if block.len() >= block_bytes {
            writer.append(count, &block)?;
            block.clear();
            before = 0;
        }
    }
    writer.append(count, &block)?;
    writer.finish()
}

/// The words of a granule, ascending.
pub(super) fn words_of(granule: u64, bits: u64) -> impl Iterator<Item = u64> {
    each_bit(bits).map(move |bit| granule << GRANULE_BITS | u64::from(bit))
}

/// The numbers of the bits that are set, ascending.
fn each_bit(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Reads a stream of words.
pub(super) struct WordReader {
    blocks: Option<BlockReader>,
    block: Vec<u8>,
    at: usize,
    before: u64,
}

impl WordReader {
    /// Opens a stream; one that does not exist has no words.
    pub(super) fn open(storage: &Storage, name: &str) -> Result<Self, StorageError> {
        Ok(Self { blocks: storage.open(name)?, block: Vec::new(), at: 0, before: 0 })
    }

    /// The number of granules of a stream of which nothing was read.
    fn count_granules(&mut self) -> Result<u32, ExchangeError> {
        Ok(self.next_block()?.unwrap_or(0))
    }

    /// Reads the next block, and returns its source.
    fn next_block(&mut self) -> Result<Option<u32>, StorageError> {
        let Some(blocks) = &mut self.blocks else { return Ok(None) };
        (self.at, self.before) = (0, 0);
        let source = blocks.next(&mut self.block)?;
        if source.is_none() {
            self.blocks = None;
        }
        Ok(source)
    }

    /// The next granule with its bits.
    pub(super) fn next_granule(&mut self) -> Result<Option<(u64, u64)>, ExchangeError> {
        if self.at == self.block.len() && self.next_block()?.is_none() {
            return Ok(None);
        }
        let mut rest = &self.block[self.at..];
        let granule = read_number(&mut rest).and_then(|more| self.before.checked_add(more));
        let bits = read_bits(&mut rest);
        let (granule, bits) = granule.zip(bits).ok_or_else(invalid)?;
        self.at = self.block.len() - rest.len();
        self.before = granule;
        Ok(Some((granule, bits)))
    }

    /// Appends the words of whole granules to `words`, at least `count` words unless the stream ends.
    pub(super) fn next_words(&mut self, count: usize, words: &mut Vec<u64>) -> Result<(), ExchangeError> {
        while words.len() < count
            && let Some((granule, bits)) = self.next_granule()?
        {
            words.extend(words_of(granule, bits));
        }
        Ok(())
    }
}

fn read_bits(rest: &mut &[u8]) -> Option<u64> {
    let (&count, after) = rest.split_first()?;
    if count == DENSE_MARK {
        let (bits, after) = after.split_first_chunk()?;
        *rest = after;
        return Some(u64::from_le_bytes(*bits));
    }
    let (bits, after) = after.split_at_checked(count.into())?;
    *rest = after;
    Some(bits.iter().fold(0, |all, bit| all | 1 << (bit % 64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_is_that_of_a_tree() {
        let mut random = fastrand::Rng::with_seed(22);
        for (words, most) in [(0, 1), (1, 1 << 40), (3000, 5000), (3000, 1 << 20), (500, u64::MAX - 64)] {
            let all: BTreeSet<u64> = (0..words).map(|_| random.u64(..most)).collect();
            let mut set = WordSet::default();
            all.iter().rev().chain(&all).for_each(|word| set.insert(*word));
            assert_eq!(set.len(), all.len() as u64);
            let storage = Storage::in_memory();
            write_words(&storage, "words", 100, &set.sorted()).unwrap();
            let mut reader = WordReader::open(&storage, "words").unwrap();
            let mut read = Vec::new();
            reader.next_words(usize::MAX, &mut read).unwrap();
            assert!(read.iter().eq(&all));
            let set = WordSet::read(WordReader::open(&storage, "words").unwrap()).unwrap();
            for (number, word) in all.iter().enumerate() {
                assert_eq!(set.number(*word), Some(number as u32));
            }
            for _ in 0..100 {
                let word = random.u64(..most);
                assert_eq!(set.number(word).is_some(), all.contains(&word));
            }
        }
    }
}
