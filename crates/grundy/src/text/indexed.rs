//! Every game in text whose positions have indices, without its types.

use super::dyn_indexed::DynIndexed;
use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{Game, GroupedLayers, Index, Indexed, InitialState, Layer, Player};

impl<G: TextGame + Indexed> DynIndexed for G {
    fn count(&self) -> u64 {
        self.indices()
    }

    fn is_colour_symmetric(&self) -> bool {
        Indexed::is_colour_symmetric(self)
    }

    fn is_shared(&self, index: Index) -> bool {
        Indexed::is_shared(self, index)
    }

    fn is_by_class(&self) -> bool {
        Indexed::is_by_class(self)
    }

    fn layers(&self) -> Vec<Layer> {
        Indexed::layers(self)
    }

    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        Indexed::grouped_layers(self)
    }

    fn predecessors_within(&self, of: &[Index], layer: usize, out: &mut Vec<Index>) {
        Indexed::predecessors_within(self, of, layer, out);
    }

    fn initial_states(&self, first: Index, out: &mut [InitialState]) {
        Indexed::initial_states(self, first, out);
    }

    fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        self.options_by_index(of, out)
    }

    fn predecessors(&self, of: &[Index], out: &mut Vec<Index>) {
        self.predecessors_by_index(of, out);
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
        Some(key(
            self,
            &if is_other && Indexed::is_colour_symmetric(self) { self.with_colours_exchanged(&at) } else { at },
        ))
    }

    fn mover(&self, index: Index) -> Option<Player> {
        Indexed::mover(self, index)
    }

    fn class_sizes(&self, first: Index, out: &mut [u64]) {
        if !Indexed::class_sizes(self, first, out) {
            for (index, size) in (first.0..).zip(out) {
                *size = self.class(Index(index)).map_or(0, |(_, size)| size);
            }
        }
    }

    fn class(&self, index: Index) -> Option<(Index, u64)> {
        let at = self.unrank(index)?;
        Some((self.rank(&self.canonical(&at))?, self.class_size(&at)?))
    }
}
