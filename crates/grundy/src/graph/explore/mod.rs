//! Explores a game into a graph: every position that can be reached, each once.
//!
//! One explorer serves every game ([`Explorer`]): breadth first, on any number of threads, and resumable. [`explore`] runs it over a
//! game with types.

mod checkpoint;
mod error;
mod exploration;
mod explorer;
mod foreseen;
mod interner;
mod source;
mod typed;
mod worker;

pub use error::ExploreError;
pub use explorer::{Explorer, Reachable};
pub use typed::{Explored, explore};
