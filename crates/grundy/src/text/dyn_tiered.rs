//! A game whose positions are words in tiers, as solvers, tables and front ends hold it.

use super::Key;
use crate::answer::Searched;
use crate::checkpoint::CheckpointError;
use crate::game::{Player, TieredBlock};
use crate::limits::{Limits, RunError};
use crate::value::Verdict;
use std::io::{self, Read, Write};

/// A search of single positions of one game, which keeps its results for later searches.
pub trait PositionSearch: Send {
    /// Proves outcome and remoteness of a position, or bounds of them. `known` is known of the position before the search, which may use it.
    ///
    /// # Errors
    /// If the search needs more memory than the limits allow, or a thread panicked. It is no error if the limits end the search: the bounds
    /// that it returns are proved.
    fn value(&mut self, at: &Key, known: &Searched, limits: &Limits<'_>) -> Result<Searched, RunError>;

    /// Writes what is proved, for [`Self::load`] of a later search of the same game. By default, nothing is written.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Adds what an earlier search has saved, as far as there is room within `limits.memory`. By default, nothing is read.
    ///
    /// # Errors
    /// If the state cannot be read, or is not one of this search.
    fn load(&mut self, _state: &mut dyn Read, _limits: &Limits<'_>) -> Result<(), CheckpointError> {
        Ok(())
    }
}

/// A [`Tiered`](crate::game::Tiered) game without its types: blocks of words for solvers, and the keys of positions for everyone else.
///
/// Every [`TextGame`](super::TextGame) that is [`Tiered`](crate::game::Tiered) implements it. [`WithoutText`](super::WithoutText)
/// implements it for a [`Tiered`](crate::game::Tiered) game that has no text.
pub trait DynTiered: Sync {
    /// Returns the number of bits of a word, as [`Tiered::bits`](crate::game::Tiered::bits).
    fn bits(&self) -> u32;
    /// Expands words of one tier, as [`Tiered::expand`](crate::game::Tiered::expand).
    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock);
    /// Returns who moves at the position of a word, as [`Game::player`](crate::game::Game::player).
    fn player(&self, word: u64) -> Option<Player>;

    /// Returns the word of a position.
    fn word(&self, at: &Key) -> u64;

    /// Returns the tier of a position, as [`Tiered::tier`](crate::game::Tiered::tier).
    fn tier(&self, at: &Key) -> u32;

    /// Returns the position of a word.
    fn position(&self, word: u64) -> Key;

    /// Returns the text of the position of a word.
    fn text(&self, word: u64) -> String;

    /// Returns the word of the canonical position of the symmetry class of a position; its tier is the same. By default, each position is
    /// a class.
    fn canonical(&self, word: u64) -> u64 {
        word
    }

    /// Returns a guess of how good a move is, as [`TextGame::guess`](super::TextGame::guess).
    fn guess(&self, _word: u64, _option: u64) -> Option<i32> {
        None
    }

    /// Returns bounds of the verdict of a position, as [`TextGame::bounds`](super::TextGame::bounds).
    fn bounds(&self, _word: u64) -> Option<[Verdict; 2]> {
        None
    }

    /// Returns a search for single positions if the game has one and takes more than about a second to enumerate; otherwise `None`.
    /// `table_bytes` is the most memory that it keeps, in bytes; if that is `None`, the game chooses.
    fn search(&self, _table_bytes: Option<u64>) -> Option<Box<dyn PositionSearch + '_>> {
        None
    }
}
