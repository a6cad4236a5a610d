//! Playing a game: opponent, move input, record.
//!
//! The opponent asks the [`Solver`](crate::solver::Solver) as any other does, so a table that is handed to the solver serves it too; it
//! has no clock, and its random numbers come from a seed.

mod board;
mod lookahead;
mod move_match;
mod moves;
mod opponent;
mod record;
mod reply;
mod rng;

pub use board::picture;
pub use moves::{Choices, MAX_LISTED_MOVES, ParseMoveError};
pub use opponent::{Skill, reply};
pub use record::{GameRecord, Side, Step};
pub use reply::{MoveQuality, Reply};
pub use rng::Rng;
