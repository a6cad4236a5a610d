//! A spoken game by the words of its positions.

use super::spoken::key;
use super::{Key, Spoken};
use crate::game::{Packed, Words};

/// A game in text whose positions are words, in tiers.
pub trait Worded: Words {
    /// The word of a position.
    fn word(&self, at: &Key) -> u64;

    /// The position of a word.
    fn position(&self, word: u64) -> Key;

    /// The text of the position of a word.
    fn text(&self, word: u64) -> String;

    /// The tier of a position, as [`Packed::tier`].
    fn tier(&self, at: &Key) -> u32;
}

impl<G: Spoken + Packed> Worded for G {
    fn word(&self, at: &Key) -> u64 {
        self.pack(&self.read(&at.0))
    }

    fn position(&self, word: u64) -> Key {
        key(self, &self.unpack(word))
    }

    fn text(&self, word: u64) -> String {
        self.show(&self.unpack(word))
    }

    fn tier(&self, at: &Key) -> u32 {
        Packed::tier(self, &self.read(&at.0))
    }
}
