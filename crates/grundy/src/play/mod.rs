//! Playing a game to its end: an opponent that knows the truth, moves as people type them, and the account of what was played.
//!
//! The opponent asks the [`Desk`](crate::ask::Desk) as any other does, so a table that is handed to the desk serves it too; it
//! has no clock, and its chances come from a seed.

mod account;
mod board;
mod chance;
mod dark;
mod moves;
mod opening;
mod opponent;
mod typed;

pub use account::{Account, Side, Step};
pub use board::drawn;
pub use chance::Chance;
pub use moves::{Choices, LISTED, Unread};
pub use opening::opening;
pub use opponent::{Care, Reply, Skill, reply};

use crate::any::{AnyGame, Key};

/// Whether the player who moves from `at` to `option` moves there again.
pub fn moves_again(game: &dyn AnyGame, at: &Key, option: &Key) -> bool {
    crate::ask::again(game, at, option)
}
