//! Plays a game: opponent, parser for typed moves, record.
//!
//! The opponent gets its values from the [`Solver`](crate::solver::Solver), including tables that the solver uses. It
//! reads no clock, and its random numbers come from a seed.

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
pub use opponent::{Skill, is_out_of_reach, reply};
pub use record::{GameRecord, PlayedMove, Side};
pub use reply::{MoveQuality, Reply};
pub use rng::Rng;
