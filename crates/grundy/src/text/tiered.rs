//! A spoken game by the words of its positions.

use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{DynTiered, Tiered};

/// A game in text whose positions are words, in tiers.
pub trait TextTiered: DynTiered {
    /// The word of a position.
    fn word(&self, at: &Key) -> u64;

    /// The position of a word.
    fn position(&self, word: u64) -> Key;

    /// The text of the position of a word.
    fn text(&self, word: u64) -> String;

    /// The tier of a position, as [`Tiered::tier`].
    fn tier(&self, at: &Key) -> u32;
}

impl<G: TextGame + Tiered> TextTiered for G {
    fn word(&self, at: &Key) -> u64 {
        self.pack(&self.decode(&at.0))
    }

    fn position(&self, word: u64) -> Key {
        key(self, &self.unpack(word))
    }

    fn text(&self, word: u64) -> String {
        self.to_text(&self.unpack(word))
    }

    fn tier(&self, at: &Key) -> u32 {
        Tiered::tier(self, &self.decode(&at.0))
    }
}
