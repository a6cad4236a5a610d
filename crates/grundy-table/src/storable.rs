//! Checks whether the solution of a game can be stored in a table, before the game is solved, which may take days.

use crate::MAX_NUMBERS;
use grundy::catalog::OpenedGame;
use grundy::solver::{Extent, is_solved_by_index};
use grundy::text::CountUnit;
use std::error::Error;
use std::fmt;

/// Why the solution of a game cannot be stored in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotStorable {
    /// The game is a sum of several games.
    Sum,
    /// The components of its positions are solved instead of the positions: a rules file with `Sum`.
    Components,
    /// The table should have no texts, but its positions have no numbers.
    NoNumbers,
    /// Its positions have more numbers than [`MAX_NUMBERS`].
    TooManyNumbers {
        /// How many.
        count: u64,
    },
}

impl fmt::Display for NotStorable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum => f.write_str("a sum has no table: its value follows from those of its summands"),
            Self::Components => f.write_str(
                "a game of a rules file with `Sum` has no table: its components have values, and no remoteness",
            ),
            Self::NoNumbers => f.write_str("positions of this game have no numbers, so a table must store their texts"),
            Self::TooManyNumbers { count } => {
                write!(f, "the game has {count} numbers, and a table can have at most {MAX_NUMBERS}")
            }
        }
    }
}

impl Error for NotStorable {}

/// Checks that a solution of `game` can be stored in a table. `is_reduced`: whether one position of each symmetry class is solved. `has_texts`:
/// whether the table stores the texts of the positions.
///
/// # Errors
/// If it cannot be stored.
pub fn check_storable(
    game: &OpenedGame,
    extent: Extent<'_>,
    is_reduced: bool,
    has_texts: bool,
) -> Result<(), NotStorable> {
    let dyn_game = game.as_dyn();
    if matches!(game, OpenedGame::Sum(_)) {
        return Err(NotStorable::Sum);
    }
    if dyn_game.info().count_unit == CountUnit::Components {
        return Err(NotStorable::Components);
    }
    let is_by_index = is_solved_by_index(dyn_game, extent, is_reduced);
    match dyn_game.indexed().filter(|_| is_by_index).map(|indexed| indexed.count()) {
        Some(count) if count > MAX_NUMBERS => Err(NotStorable::TooManyNumbers { count }),
        None if !has_texts => Err(NotStorable::NoNumbers),
        _ => Ok(()),
    }
}
