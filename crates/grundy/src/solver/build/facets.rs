//! Chooses the facet of a game by which the whole game is solved.

use crate::limits::{Limits, RunError};
use crate::text::{DynGame, DynIndexed, DynTiered, Key};
use crate::value::Undefined;

/// The indexed form of a game that is solved by indices, and the reason why it has no Grundy values, which would need
/// the options of every position, in a graph. Without `reduced`, every position is stored: an index that stands for a class does not do.
pub(in crate::solver) fn by_index(game: &dyn DynGame, reduced: bool) -> Option<(&dyn DynIndexed, Undefined)> {
    game.indexed().filter(|indexed| reduced || !indexed.is_by_class()).zip(game.info().without_grundy)
}

/// The tiered form of a game that is solved tier by tier, and the reason why it has no Grundy values.
pub(in crate::solver) fn by_word(game: &dyn DynGame) -> Option<(&dyn DynTiered, Undefined)> {
    game.tiered().zip(game.info().without_grundy)
}

/// Checks that the positions that can be reached from `from` are within the limits, as far as the game knows their number beforehand. A
/// position takes at least a byte.
pub(super) fn check_least_positions(game: &dyn DynGame, from: &Key, limits: &Limits<'_>) -> Result<(), RunError> {
    match game.info().least_positions {
        Some(least) if game.start().as_ref() == Some(from) => limits.check(least, least),
        _ => Ok(()),
    }
}
