//! A spoken game by the numbers of its positions.

use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{DynIndexed, Game, Index, Indexed, Player};

/// A game in text whose positions have numbers.
pub trait TextIndexed: DynIndexed {
    /// The number of a position; `None` for a drawn one that has none.
    fn number(&self, at: &Key) -> Option<Index>;

    /// The position of a number, as [`Indexed::unrank`].
    fn position(&self, index: Index) -> Option<Key>;

    /// The position of a number in which `turn` moves, where it stands for one; as [`TextIndexed::position`] where nobody is named.
    fn position_of(&self, index: Index, turn: Option<Player>) -> Option<Key>;

    /// The number of the canonical position of a number's class, and how many positions are in the class, where the game
    /// knows it; of two positions of one number, the class is that of either.
    fn class(&self, index: Index) -> Option<(Index, u64)>;
}

impl<G: TextGame + Indexed> TextIndexed for G {
    fn number(&self, at: &Key) -> Option<Index> {
        self.rank(&self.decode(&at.0))
    }

    fn position(&self, index: Index) -> Option<Key> {
        self.unrank(index).map(|at| key(self, &at))
    }

    fn position_of(&self, index: Index, turn: Option<Player>) -> Option<Key> {
        let at = self.unrank(index)?;
        let is_other = turn.is_some() && Game::player(self, &at) != turn;
        Some(key(self, &if is_other && Indexed::colours_alike(self) { self.recoloured(&at) } else { at }))
    }

    fn class(&self, index: Index) -> Option<(Index, u64)> {
        let at = self.unrank(index)?;
        Some((self.rank(&self.canonical(&at))?, self.class_size(&at)?))
    }
}
