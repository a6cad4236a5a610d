//! Chooses the facet of a game by which the whole game is solved.

use crate::text::{DynGame, DynIndexed, DynTiered};
use crate::value::Undefined;

/// The indexed form of a game that is solved by indices, and the reason why it has no Grundy values, which would need
/// the options of every position, in a graph.
pub(in crate::solver) fn by_index(game: &dyn DynGame) -> Option<(&dyn DynIndexed, Undefined)> {
    game.indexed().zip(game.info().without_grundy)
}

/// The tiered form of a game that is solved tier by tier, and the reason why it has no Grundy values.
pub(in crate::solver) fn by_word(game: &dyn DynGame) -> Option<(&dyn DynTiered, Undefined)> {
    game.tiered().zip(game.info().without_grundy)
}
