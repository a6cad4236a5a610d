//! Solves a whole game and counts its positions by outcome and remoteness.

mod components;
mod error;
mod explored;
mod facets;
mod index_rows;
mod indexed;
mod opening;
mod partitioned;
mod row;
mod solved_game;
mod statistics;
mod tiered;

pub use error::{BuildError, Extent};
pub use facets::is_solved_by_index;
pub(super) use facets::{by_index, by_word};
pub(super) use indexed::{bytes as bytes_by_index, value as value_by_index};
pub use opening::KnownVerdicts;
pub use row::{Row, RowId};
pub use solved_game::SolvedGame;
pub use statistics::{PartStatistics, Statistics};
pub(super) use tiered::value as value_by_word;

use crate::catalog::OpenedGame;
use crate::limits::Limits;
use crate::text::CountUnit;

/// Solves the positions of `extent` and counts them; with `reduced`, stores one position of each symmetry class.
///
/// If moves lead to sums ([`CountUnit::Components`]), the components are counted, each with its own value and without
/// remoteness; equivalent components count once.
///
/// ```
/// use grundy::{Play, solver::{Extent, solve_and_count}, catalog, limits::Limits};
/// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
/// let start = game.as_dyn().start().unwrap();
/// let built = solve_and_count(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
/// assert_eq!((built.positions, built.wins, built.losses, built.draws), (5478, 2836, 1574, 1068));
/// assert_eq!(built.histogram.wins, [0, 2358, 0, 356, 0, 122]);
/// ```
///
/// # Errors
/// If a limit is exceeded, the rules of the game fail, or it lacks the indices or classes that `extent` or `reduced`
/// requires.
pub fn solve_and_count(
    game: &OpenedGame,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> Result<Statistics, BuildError> {
    match extent {
        Extent::From(start) if game.as_dyn().info().count_unit == CountUnit::Components => {
            components::count(game.as_dyn(), start, reduced, limits)
        }
        _ => SolvedGame::solve(game, extent, reduced, limits)?.count(limits),
    }
}
