//! The moves of a position, as games in text list them.

use super::Key;
use crate::game::Player;
use dashu_int::UBig;

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The text of the move.
    pub text: String,
    /// The position that it leads to.
    pub option: Key,
    /// Whether the player who makes the move moves again there.
    pub moves_again: bool,
}

/// The moves of a position, or the best of them where there are too many to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// All moves in the game's order, or some with the winning ones first.
    pub moves: Vec<ListedMove>,
    /// The number of all moves.
    pub total: UBig,
    /// The player to move, as [`crate::Game::player`] returns it.
    pub player: Option<Player>,
}
