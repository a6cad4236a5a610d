//! Explores a game into a graph: all reachable positions, each once.
//!
//! One explorer serves every game ([`Explorer`]): it is breadth-first, runs on any number of threads, and is resumable.
//! [`explore`] runs it on a typed game. [`WordExplorer`] is for rules that are asked for many positions at a time by the caller.

mod checkpoint;
mod error;
mod estimate;
mod exploration;
mod explorer;
mod interner;
mod source;
mod typed;
mod words;
mod worker;

pub use error::ExploreError;
pub use explorer::{Explorer, Reachable};
pub use typed::{Explored, explore};
pub use words::{WordExplorer, WordsError};
