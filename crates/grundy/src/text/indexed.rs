//! Every game in text whose positions have indices, without its types.

use super::dyn_indexed::DynIndexed;
use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{Begin, Game, Index, Indexed, Player};

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
