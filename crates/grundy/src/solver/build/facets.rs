//! Chooses the facet of a game by which the whole game is solved.

use super::error::Extent;
use crate::limits::{Limits, RunError};
use crate::text::{DynGame, DynIndexed, DynTiered, Key};
use crate::value::Undefined;

/// The most indices of a game by class that are solved for what can be reached from one position.
const MAX_BY_CLASS: u64 = 1 << 28;

/// The indexed form of a game that is solved by indices, and the reason why it has no Grundy values, which would need
/// the options of every position, in a graph.
///
/// An index that stands for a class does not do without `reduced`, since then every position is stored. And from a position of a very large game
/// by class often few positions can be reached: they are explored.
pub(in crate::solver) fn by_index<'a>(
    game: &'a dyn DynGame,
    extent: Extent<'_>,
    reduced: bool,
) -> Option<(&'a dyn DynIndexed, Undefined)> {
    let is_chosen = |indexed: &&dyn DynIndexed| {
        let is_large = matches!(extent, Extent::From(_)) && indexed.count() > MAX_BY_CLASS;
        !indexed.is_by_class() || reduced && !is_large
    };
    game.indexed().filter(is_chosen).zip(game.info().without_grundy)
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
