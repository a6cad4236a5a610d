//! Packs positions into integers of 63 bits, in a layout derived from a sample of positions.
//!
//! An int takes the bits of its range, a string the bits of its length and of each of its letters, a tuple of fixed length the bits of
//! its items. Spare bits widen the bounds, since later positions often exceed those of the sample. A position that does not fit has no
//! integer and is stored as bytes.

mod values;

use crate::position::{self, Next};
use grundy::text::Keys;

/// The number of bits of a packed position.
const BITS: u32 = 63;
/// The largest number of bits by which bounds are widened; smaller numbers are tried next.
const MAX_WIDENING_BITS: u32 = 24;

/// The common shape of a sample of positions: types, ranges of integers, lengths and letters of strings.
#[derive(Clone, Debug)]
enum Shape {
    None,
    Bool,
    Int { least: i64, most: i64 },
    Text { shortest: usize, longest: usize, letters: Vec<u8> },
    Tuple(Vec<Shape>),
}

impl Shape {
    fn of(bytes: &mut &[u8]) -> Self {
        match position::next(bytes) {
            Next::None => Self::None,
            Next::Bool(_) => Self::Bool,
            Next::Int(n) => Self::Int { least: n, most: n },
            Next::Text(text) => {
                let mut letters = text.as_bytes().to_vec();
                letters.sort_unstable();
                letters.dedup();
                Self::Text { shortest: text.len(), longest: text.len(), letters }
            }
            Next::Tuple(length) => Self::Tuple((0..length).map(|_| Self::of(bytes)).collect()),
        }
    }

    /// The common shape of both; `None` if their types or lengths of tuples differ.
    fn and(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::None, Self::None) => Self::None,
            (Self::Bool, Self::Bool) => Self::Bool,
            (Self::Int { least: a, most: b }, Self::Int { least: c, most: d }) => {
                Self::Int { least: a.min(c), most: b.max(d) }
            }
            (
                Self::Text { shortest: a, longest: b, mut letters },
                Self::Text { shortest: c, longest: d, letters: others },
            ) => {
                letters.extend(others);
                letters.sort_unstable();
                letters.dedup();
                Self::Text { shortest: a.min(c), longest: b.max(d), letters }
            }
            (Self::Tuple(mine), Self::Tuple(others)) if mine.len() == others.len() => {
                Self::Tuple(mine.into_iter().zip(others).map(|(a, b)| a.and(b)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The layout for positions of this shape, with bounds widened by `by` bits.
    fn widen(&self, by: u32) -> Layout {
        match self {
            Self::None => Layout::None,
            Self::Bool => Layout::Bool,
            Self::Int { least, most } => {
                // An int that was never negative seldom becomes so.
                let least = if *least >= 0 { 0 } else { least.saturating_mul(2) };
                Layout::Int { least, bits: (bits_of(most.abs_diff(least)) + by).min(BITS) }
            }
            Self::Text { shortest, longest, letters } => {
                let is_fixed = shortest == longest;
                let length_bits = if is_fixed { 0 } else { bits_of(*longest as u64) + u32::from(by > 2) };
                // Where there is room, leave one letter code free for a letter that the sample lacks.
                let bits = bits_of((letters.len() + usize::from(by > 1)).saturating_sub(1) as u64);
                Layout::Text {
                    fixed: is_fixed.then_some(*longest),
                    length_bits,
                    letters: Box::new(Letters::new(letters)),
                    bits,
                }
            }
            Self::Tuple(parts) => Layout::Tuple(parts.iter().map(|part| part.widen(by)).collect()),
        }
    }
}

fn bits_of(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// The letters of a string, each with its number.
#[derive(Debug)]
struct Letters {
    list: Vec<u8>,
    /// The number of each byte; 255 for none.
    numbers: [u8; 256],
}

impl Letters {
    fn new(list: &[u8]) -> Self {
        let mut numbers = [255; 256];
        (0..).zip(list).take(255).for_each(|(n, &letter)| numbers[usize::from(letter)] = n);
        Self { list: list.to_vec(), numbers }
    }
}

#[derive(Debug)]
enum Layout {
    None,
    Bool,
    Int { least: i64, bits: u32 },
    Text { fixed: Option<usize>, length_bits: u32, letters: Box<Letters>, bits: u32 },
    Tuple(Vec<Layout>),
}

/// A 63-bit word that is written or read from its lowest bit upwards.
struct BitWord {
    bits: u64,
    used: u32,
}

impl BitWord {
    /// Appends a number below 2^`bits`; `None` where there is no room.
    #[inline]
    fn put(&mut self, n: u64, bits: u32) -> Option<()> {
        if self.used + bits > BITS || n >> bits != 0 {
            return None;
        }
        self.bits |= n << self.used;
        self.used += bits;
        Some(())
    }

    #[inline]
    fn get(&mut self, bits: u32) -> u64 {
        let n = (self.bits >> self.used) & ((1 << bits) - 1);
        self.used += bits;
        n
    }
}

impl Layout {
    /// The number of bits that this part needs when its strings are as long as the longest of the sample.
    fn bits(&self, shape: &Shape) -> u32 {
        match (self, shape) {
            (Self::Bool, _) => 1,
            (Self::Int { bits, .. }, _) => *bits,
            (Self::Text { length_bits, bits, .. }, Shape::Text { longest, .. }) => {
                length_bits.saturating_add(bits.saturating_mul(*longest as u32))
            }
            (Self::Tuple(parts), Shape::Tuple(shape)) => {
                parts.iter().zip(shape).fold(0, |sum, (part, shape)| sum.saturating_add(part.bits(shape)))
            }
            _ => 0,
        }
    }

    fn pack(&self, bytes: &mut &[u8], word: &mut BitWord) -> Option<()> {
        match (self, position::next(bytes)) {
            (Self::None, Next::None) => Some(()),
            (Self::Bool, Next::Bool(is_true)) => word.put(is_true.into(), 1),
            (Self::Int { least, bits }, Next::Int(n)) if n >= *least => word.put(n.abs_diff(*least), *bits),
            (Self::Text { fixed, length_bits, letters, bits }, Next::Text(text)) => {
                match fixed {
                    Some(length) if *length == text.len() => {}
                    Some(_) => return None,
                    None => word.put(text.len() as u64, *length_bits)?,
                }
                for &letter in text.as_bytes() {
                    let n = letters.numbers[usize::from(letter)];
                    if n == 255 {
                        return None;
                    }
                    word.put(n.into(), *bits)?;
                }
                Some(())
            }
            (Self::Tuple(parts), Next::Tuple(length)) if length == parts.len() as u64 => {
                parts.iter().try_for_each(|part| part.pack(bytes, word))
            }
            _ => None,
        }
    }

    fn unpack(&self, word: &mut BitWord, out: &mut Vec<u8>) {
        match self {
            Self::None => position::write_none(out),
            Self::Bool => position::write_bool(word.get(1) == 1, out),
            Self::Int { least, bits } => position::write_int(least.wrapping_add_unsigned(word.get(*bits)), out),
            Self::Text { fixed, length_bits, letters, bits } => {
                let length = fixed.unwrap_or_else(|| word.get(*length_bits) as usize);
                position::write_text_head(length, out);
                out.extend((0..length).map(|_| letters.list[word.get(*bits) as usize]));
            }
            Self::Tuple(parts) => {
                position::write_tuple_head(parts.len(), out);
                parts.iter().for_each(|part| part.unpack(word, out));
            }
        }
    }
}

/// A layout that maps positions to integers of 63 bits and back.
#[derive(Debug)]
pub(crate) struct Packing(Layout);

impl Packing {
    /// Derives a layout from the sample `like`; `None` if its positions have no common layout that fits in an integer.
    pub(crate) fn of(like: &Keys) -> Option<Self> {
        let mut all = like.iter().map(|mut key| Shape::of(&mut key));
        let first = all.next()?;
        let shape = all.try_fold(first, Shape::and)?;
        let fitting = (0..=MAX_WIDENING_BITS).rev().map(|by| shape.widen(by)).find(|part| part.bits(&shape) <= BITS);
        fitting.map(Self)
    }

    /// The integer of a key, below 2⁶³; `None` if it has none.
    pub(crate) fn pack(&self, key: &[u8]) -> Option<u64> {
        let mut word = BitWord { bits: 0, used: 0 };
        let mut rest = key;
        self.0.pack(&mut rest, &mut word)?;
        rest.is_empty().then_some(word.bits)
    }

    /// Appends the key that the integer `word` encodes.
    pub(crate) fn unpack(&self, word: u64, key: &mut Vec<u8>) {
        self.0.unpack(&mut BitWord { bits: word, used: 0 }, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Item;

    fn keys(items: &[Item]) -> Keys {
        let mut keys = Keys::default();
        for item in items {
            let mut bytes = Vec::new();
            position::write(item, &mut bytes);
            keys.push(&bytes);
        }
        keys
    }

    fn tuple(a: i64, b: &str, c: bool) -> Item {
        Item::Tuple(vec![Item::Int(a), Item::Text(b.to_owned()), Item::Bool(c), Item::None])
    }

    #[test]
    fn what_fits_comes_back_and_what_does_not_has_no_word() {
        let shape = [tuple(3, "xo.", true), tuple(-9, "x", false), tuple(70, "", false)];
        let packing = Packing::of(&keys(&shape)).unwrap();
        let others = [tuple(5, "oox.", false), tuple(-18, "...", true), tuple(0, "ooo", false)];
        let mut words = std::collections::HashSet::new();
        for key in keys(&shape).iter().chain(keys(&others).iter()) {
            let word = packing.pack(key).unwrap();
            assert!(word >> BITS == 0 && words.insert(word), "{key:?}");
            let mut out = Vec::new();
            packing.unpack(word, &mut out);
            assert_eq!(out, key);
        }
        let strange = [tuple(i64::MIN, "", true), tuple(i64::MAX, "", true), tuple(0, "?", true), Item::Int(3)];
        for key in keys(&strange).iter() {
            assert_eq!(packing.pack(key), None, "{key:?}");
        }
    }

    #[test]
    fn what_has_no_layout_has_no_packing() {
        assert!(Packing::of(&keys(&[Item::Int(1), Item::None])).is_none());
        assert!(Packing::of(&keys(&[Item::Tuple(vec![]), Item::Tuple(vec![Item::None])])).is_none());
        assert!(Packing::of(&keys(&[Item::Text("abcdefghijklmnopqrstuvwxyz".into())])).is_none());
        assert!(Packing::of(&Keys::default()).is_none());
        let packing = Packing::of(&keys(&[Item::Int(i64::MAX)])).unwrap();
        assert_eq!(packing.pack(keys(&[Item::Int(i64::MAX)]).get(0)), Some(i64::MAX as u64));
    }
}
