//! Explores a game into a graph: all reachable positions, each once.
//!
//! One explorer serves every game ([`Explorer`]): it is breadth-first, runs on any number of threads, and is resumable.
//! [`explore`] runs it on a typed game.

mod checkpoint;
mod error;
mod estimate;
mod exploration;
mod explorer;
mod interner;
mod source;
mod typed;
mod worker;

pub use error::ExploreError;
pub use explorer::{Explorer, Reachable};
pub use typed::{Explored, explore};
