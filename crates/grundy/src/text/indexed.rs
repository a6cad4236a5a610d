//! Games whose positions have indices, behind an object-safe trait.

use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{Begin, Game, Index, Indexed, Player};

/// An [`Indexed`] game without its types: blocks of indices for solvers, and the keys of positions for everyone else.
///
/// Every [`TextGame`] that is [`Indexed`] has it; [`WithoutText`](super::WithoutText) gives it to an [`Indexed`] game that has no text.
pub trait DynIndexed: Sync {
    /// Returns the number of indices, as [`Indexed::indices`].
    fn count(&self) -> u64;
    /// Returns whether some indices stand for two positions, as [`Indexed::colours_alike`].
    fn colours_alike(&self) -> bool;
    /// Returns whether this index stands for two positions, as [`Indexed::is_double`].
    fn is_double(&self, index: Index) -> bool;
    /// Writes what the rules say of `first` and the indices after it, as [`Indexed::begin`].
    fn begin(&self, first: Index, out: &mut [Begin]);
    /// Appends the indices of the options of these positions, as [`Indexed::options_by_index`].
    fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64;
    /// Appends the indices from which a move leads to these, as [`Indexed::unmoves_by_index`].
    fn unmoves(&self, of: &[Index], out: &mut Vec<Index>);

    /// Returns the index of a position; `None` for a drawn position that has none.
    fn index_of(&self, at: &Key) -> Option<Index>;

    /// Returns who moves at a position, as [`Game::player`].
    fn player(&self, at: &Key) -> Option<Player>;

    /// Returns the position of an index: of two positions that share it, the one in which `player` moves, or that of
    /// [`Indexed::unrank`] if `player` is `None`.
    fn position(&self, index: Index, player: Option<Player>) -> Option<Key>;

    /// Returns the index of the canonical position of an index's symmetry class, and the size of the class, where the game knows it;
    /// of two positions that share an index, the class is that of either.
    fn class(&self, index: Index) -> Option<(Index, u64)>;
}

impl<G: TextGame + Indexed> DynIndexed for G {
    fn count(&self) -> u64 {
        self.indices()
    }

    fn colours_alike(&self) -> bool {
        Indexed::colours_alike(self)
    }

    fn is_double(&self, index: Index) -> bool {
        Indexed::is_double(self, index)
    }

    fn begin(&self, first: Index, out: &mut [Begin]) {
        Indexed::begin(self, first, out);
    }

    fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        self.options_by_index(of, out)
    }

    fn unmoves(&self, of: &[Index], out: &mut Vec<Index>) {
        self.unmoves_by_index(of, out);
    }

    fn index_of(&self, at: &Key) -> Option<Index> {
        self.rank(&self.decode(&at.0))
    }

    fn player(&self, at: &Key) -> Option<Player> {
        Game::player(self, &self.decode(&at.0))
    }

    fn position(&self, index: Index, player: Option<Player>) -> Option<Key> {
        let at = self.unrank(index)?;
        let is_other = player.is_some() && Game::player(self, &at) != player;
        Some(key(self, &if is_other && Indexed::colours_alike(self) { self.recoloured(&at) } else { at }))
    }

    fn class(&self, index: Index) -> Option<(Index, u64)> {
        let at = self.unrank(index)?;
        Some((self.rank(&self.canonical(&at))?, self.class_size(&at)?))
    }
}
