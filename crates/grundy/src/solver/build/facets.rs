//! By which of its facets a game is solved whole.

use crate::text::{DynGame, DynIndexed, DynTiered};
use crate::value::Undefined;

/// The indices of a game that is solved by them, and why it has no Grundy values: these would need the options of every position, in
/// a graph.
pub(in crate::solver) fn by_index(game: &dyn DynGame) -> Option<(&dyn DynIndexed, Undefined)> {
    game.indexed().zip(game.info().without_grundy)
}

/// The words of a game that is solved tier by tier, likewise.
pub(in crate::solver) fn by_word(game: &dyn DynGame) -> Option<(&dyn DynTiered, Undefined)> {
    game.tiered().zip(game.info().without_grundy)
}
