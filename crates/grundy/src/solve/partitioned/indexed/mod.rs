//! Solves a game with indices in partitions, each of consecutive indices.
//!
//! The reachable positions are found by a breadth-first search, and the values by retrograde analysis, as
//! [`retrograde_indexed`](crate::solve::retrograde_indexed) does: round *r* decides the positions of remoteness *r*. A position that is
//! decided sends a message to each position before it: the number of the round gives its remoteness, so that a message has only an index
//! and whether the position is won. Both effects of messages, marking a win and counting an option down, commute. So their order does not
//! matter, and a round ends with a sum.
//!
//! A partition is read and written in a round only if it has messages.
//!
//! The layers of a game ([`Layer`](crate::game::Layer)) are solved one after another, each with the values of earlier ones, so that only one is
//! written at a time. If no moves stay in a layer, and the game evaluates it in groups ([`GroupedLayers`](crate::game::GroupedLayers)), it is
//! solved in one pass where there is room for its values and for those of the earlier layers.

mod exits;
mod layer_cells;
mod marks;
mod one_pass;
mod ranges;
mod reach;
mod rows;
mod sample;
mod solve;
#[cfg(test)]
mod tests;
mod waves;
mod weights;

pub use marks::{Mark, Marks};
pub use rows::IndexedRows;
pub use sample::PartitionedSample;
pub(super) use solve::solve;
