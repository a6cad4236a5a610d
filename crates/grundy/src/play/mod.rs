//! Playing a game to its end: an opponent that knows the truth, moves as people type them, and the account of what was played.
//!
//! The opponent asks the [`Solver`](crate::solver::Solver) as any other does, so a table that is handed to the solver serves it too; it
//! has no clock, and its chances come from a seed.

mod board;
mod lookahead;
mod move_match;
mod moves;
mod opponent;
mod record;
mod reply;
mod rng;

pub use board::drawn;
pub use moves::{Choices, LISTED, ParseMoveError};
pub use opponent::{Skill, reply};
pub use record::{Account, Side, Step};
pub use reply::{MoveQuality, Reply};
pub use rng::Chance;
