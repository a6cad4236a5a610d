//! Games whose positions fit in a word and whose moves lead upwards from tier to tier, so that no position comes back.

use super::Game;

/// A game whose positions are words, in tiers.
pub trait Packed: Game {
    /// A position as a word; different positions are different words.
    fn pack(&self, at: &Self::Position) -> u64;

    /// The position of a word.
    fn unpack(&self, word: u64) -> Self::Position;

    /// The tier of a position: every move leads to a greater one. As men on the board, or seeds that are out of play.
    fn tier(&self, at: &Self::Position) -> u32;
}
