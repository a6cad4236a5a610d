//! Games whose positions have indices, behind an object-safe trait.

use super::Key;
use crate::game::{GroupedLayers, Index, InitialState, Layer, Player};

/// An [`Indexed`](crate::game::Indexed) game without its types: blocks of indices for solvers, and the keys of positions for everyone else.
///
/// Every [`TextGame`](super::TextGame) that is [`Indexed`](crate::game::Indexed) implements it. [`WithoutText`](super::WithoutText)
/// implements it for an [`Indexed`](crate::game::Indexed) game that has no text.
pub trait DynIndexed: Sync {
    /// Returns the number of indices, as [`Indexed::indices`](crate::game::Indexed::indices).
    fn count(&self) -> u64;
    /// Returns whether some indices stand for two positions, as [`Indexed::is_colour_symmetric`](crate::game::Indexed::is_colour_symmetric).
    fn is_colour_symmetric(&self) -> bool;
    /// Returns whether this index stands for two positions, as [`Indexed::is_shared`](crate::game::Indexed::is_shared).
    fn is_shared(&self, index: Index) -> bool;
    /// Returns whether an index stands for a class, as [`Indexed::is_by_class`](crate::game::Indexed::is_by_class).
    fn is_by_class(&self) -> bool {
        false
    }
    /// Returns the layers, as [`Indexed::layers`](crate::game::Indexed::layers).
    fn layers(&self) -> Vec<Layer> {
        vec![Layer::single()]
    }
    /// Returns the evaluation of layers in groups, as [`Indexed::grouped_layers`](crate::game::Indexed::grouped_layers).
    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        None
    }
    /// Writes what the rules say of `first` and the indices after it, as [`Indexed::initial_states`](crate::game::Indexed::initial_states).
    fn initial_states(&self, first: Index, out: &mut [InitialState]);
    /// Appends the indices of the options of these positions, as [`Indexed::options_by_index`](crate::game::Indexed::options_by_index).
    fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64;
    /// Appends the indices from which a move leads to these, as [`Indexed::predecessors_by_index`](crate::game::Indexed::predecessors_by_index).
    fn predecessors(&self, of: &[Index], out: &mut Vec<Index>);
    /// Appends those of a layer, as [`Indexed::predecessors_within`](crate::game::Indexed::predecessors_within). A game with several layers must
    /// override it.
    fn predecessors_within(&self, of: &[Index], _layer: usize, out: &mut Vec<Index>) {
        self.predecessors(of, out);
    }

    /// Returns the index of a position; `None` for a drawn position that has none.
    fn index_of(&self, at: &Key) -> Option<Index>;

    /// Returns who moves at a position, as [`Game::player`](crate::game::Game::player).
    fn player(&self, at: &Key) -> Option<Player>;

    /// Returns the player who moves at the position of an index; of two positions that share it, at the one that
    /// [`Indexed::unrank`](crate::game::Indexed::unrank) returns.
    fn mover(&self, index: Index) -> Option<Player> {
        self.position(index, None).and_then(|at| self.player(&at))
    }

    /// Writes the numbers of positions in the classes of `first` and the indices after it, 0 where no position has the index or the game does not
    /// know its class.
    fn class_sizes(&self, first: Index, out: &mut [u64]) {
        for (index, size) in (first.0..).zip(out) {
            *size = self.class(Index(index)).map_or(0, |(_, size)| size);
        }
    }

    /// Returns the number of positions in an index's symmetry class, where the game knows it.
    fn class_size(&self, index: Index) -> Option<u64> {
        let mut size = [0];
        self.class_sizes(index, &mut size);
        Some(size[0]).filter(|size| *size > 0)
    }

    /// Returns the position of an index: of two positions that share it, the one in which `player` moves, or that of
    /// [`Indexed::unrank`](crate::game::Indexed::unrank) if `player` is `None`.
    fn position(&self, index: Index, player: Option<Player>) -> Option<Key>;

    /// Returns the index of the canonical position of an index's symmetry class, and the size of the class, where the game knows it;
    /// of two positions that share an index, the class is that of either.
    fn class(&self, index: Index) -> Option<(Index, u64)>;
}
