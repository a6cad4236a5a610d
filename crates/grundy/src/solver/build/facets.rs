//! Chooses the facet of a game by which the whole game is solved.

use super::error::{BuildError, Extent};
use crate::limits::{Limits, RunError};
use crate::text::{DynGame, DynIndexed, DynTiered, Key};
use crate::value::Undefined;

/// The most indices of a game by class that are solved for what can be reached from one position.
const MAX_BY_CLASS: u64 = 1 << 28;

/// The indexed form of a game that is solved by indices, and the reason why it has no Grundy values, which would need
/// the options of every position, in a graph.
///
/// An index that stands for a class is used only with `reduced`; without it, every position is stored. From one position of a game with more than
/// [`MAX_BY_CLASS`] such indices, few positions are usually reachable, so they are explored instead.
pub(in crate::solver) fn by_index<'a>(
    game: &'a dyn DynGame,
    extent: Extent<'_>,
    reduced: bool,
) -> Option<(&'a dyn DynIndexed, Undefined)> {
    let is_small = |indexed: &dyn DynIndexed| matches!(extent, Extent::All) || indexed.count() <= MAX_BY_CLASS;
    let is_chosen = |indexed: &&dyn DynIndexed| !indexed.is_by_class() || reduced && is_small(*indexed);
    game.indexed().filter(is_chosen).zip(game.info().without_grundy)
}

/// The error of a game of which all positions are requested, and which is not solved by its indices.
pub(super) fn why_not_all(game: &dyn DynGame) -> BuildError {
    if game.indexed().is_some_and(DynIndexed::is_by_class) { BuildError::OnlyClasses } else { BuildError::NoIndices }
}

/// Returns whether the positions of `extent` are solved by their indices ([`Indexed`](crate::game::Indexed)); with `reduced`, one of each
/// class is stored.
pub fn is_solved_by_index(game: &dyn DynGame, extent: Extent<'_>, reduced: bool) -> bool {
    by_index(game, extent, reduced).is_some()
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
