//! The order of positions in a store, and the sort key of a position.

use super::{DynGame, Key};
use crate::game::Player;

/// An order of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By index; if two positions share an index, the one in which [`Player::Left`] moves comes first.
    Index,
    /// By tier, then by word.
    Word,
    /// By the bytes of the key.
    Key,
}

impl Order {
    /// Returns the word for the order in files. The word for [`Order::Index`] is `number`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Index => "number",
            Self::Word => "word",
            Self::Key => "key",
        }
    }

    /// Returns the order with this word; `None` if there is none.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Index, Self::Word, Self::Key].into_iter().find(|order| order.as_str() == word)
    }

    /// Writes bytes that sort in the order of the positions. `None` for a position that no store contains: one
    /// without an index or whose index does not fit in 32 bits, or any position of a game without this order.
    pub fn sort_key(self, game: &dyn DynGame, at: &Key, out: &mut Vec<u8>) -> Option<()> {
        out.clear();
        match self {
            Self::Index => {
                let indexed = game.indexed()?;
                // Stores have 4 bytes per index.
                out.extend(u32::try_from(indexed.index_of(at)?.0).ok()?.to_be_bytes());
                out.push(u8::from(indexed.player(at) == Some(Player::Right)));
            }
            Self::Word => {
                let tiered = game.tiered()?;
                out.extend(tiered.tier(at).to_be_bytes());
                out.extend(tiered.word(at).to_be_bytes());
            }
            Self::Key => out.extend_from_slice(&at.0),
        }
        Some(())
    }
}
