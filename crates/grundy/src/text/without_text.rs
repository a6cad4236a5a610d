//! An adapter for indexed and tiered games without text.

use super::{DynIndexed, DynTiered, Key};
use crate::game::{Game, GroupedLayers, Index, Indexed, InitialState, Layer, Player, Tiered, TieredBlock};

/// An adapter that lets solvers use an [`Indexed`] or [`Tiered`] game without text.
///
/// The key of a position is its index in 4 bytes, or in 8 if the game has more than 2³² indices, followed by one more
/// byte if the index stands for two positions; or the 8 bytes of its word. The most significant byte comes first.
#[derive(Clone, Copy, Debug)]
pub struct WithoutText<G>(pub G);

fn word(at: &Key) -> u64 {
    at.0.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

impl<G: Indexed> WithoutText<G> {
    /// The bytes of an index in a key.
    fn width(&self) -> usize {
        if self.0.indices() <= 1 << 32 { 4 } else { 8 }
    }

    fn index(&self, at: &Key) -> Option<Index> {
        let bytes = at.0.get(..self.width())?;
        Some(Index(bytes.iter().fold(0, |index, &byte| index << 8 | u64::from(byte))))
    }

    fn typed(&self, at: &Key) -> Option<G::Position> {
        let position = self.0.unrank(self.index(at)?)?;
        Some(if at.0.get(self.width()) == Some(&1) { self.0.with_colours_exchanged(&position) } else { position })
    }

    fn key(&self, position: &G::Position) -> Option<Key> {
        let index = self.0.rank(position)?;
        let mut bytes = index.0.to_be_bytes()[8 - self.width()..].to_vec();
        if self.0.is_shared(index) {
            bytes.push(u8::from(self.0.player(position) == Some(Player::Right)));
        }
        Some(Key(bytes.into()))
    }
}

impl<G: Indexed> DynIndexed for WithoutText<G> {
    fn count(&self) -> u64 {
        self.0.indices()
    }

    fn is_colour_symmetric(&self) -> bool {
        self.0.is_colour_symmetric()
    }

    fn is_shared(&self, index: Index) -> bool {
        self.0.is_shared(index)
    }

    fn is_by_class(&self) -> bool {
        self.0.is_by_class()
    }

    fn layers(&self) -> Vec<Layer> {
        self.0.layers()
    }

    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        self.0.grouped_layers()
    }

    fn predecessors_within(&self, of: &[Index], layer: usize, out: &mut Vec<Index>) {
        self.0.predecessors_within(of, layer, out);
    }

    fn initial_states(&self, first: Index, out: &mut [InitialState]) {
        self.0.initial_states(first, out);
    }

    fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        self.0.options_by_index(of, out)
    }

    fn predecessors(&self, of: &[Index], out: &mut Vec<Index>) {
        self.0.predecessors_by_index(of, out);
    }

    fn index_of(&self, at: &Key) -> Option<Index> {
        self.index(at).filter(|&index| self.0.unrank(index).is_some())
    }

    fn player(&self, at: &Key) -> Option<Player> {
        self.0.player(&self.typed(at)?)
    }

    fn position(&self, index: Index, player: Option<Player>) -> Option<Key> {
        let at = self.0.unrank(index)?;
        let is_other = player.is_some() && self.0.player(&at) != player && self.0.is_colour_symmetric();
        self.key(&if is_other { self.0.with_colours_exchanged(&at) } else { at })
    }

    fn mover(&self, index: Index) -> Option<Player> {
        self.0.mover(index)
    }

    fn class_sizes(&self, first: Index, out: &mut [u64]) {
        if !self.0.class_sizes(first, out) {
            out.fill(0);
        }
    }

    fn class(&self, _index: Index) -> Option<(Index, u64)> {
        None
    }
}

impl<G: Tiered> DynTiered for WithoutText<G> {
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        self.0.expand(tier, words, out);
    }

    fn player(&self, word: u64) -> Option<Player> {
        Game::player(&self.0, &self.0.unpack(word))
    }

    fn word(&self, at: &Key) -> u64 {
        word(at)
    }

    fn tier(&self, at: &Key) -> u32 {
        self.0.tier(&self.0.unpack(word(at)))
    }

    fn position(&self, word: u64) -> Key {
        Key(word.to_be_bytes().into())
    }

    fn text(&self, word: u64) -> String {
        word.to_string()
    }
}
