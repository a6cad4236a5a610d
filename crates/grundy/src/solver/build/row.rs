//! One stored position of a completely solved game.

use crate::game::{Index, Player};
use crate::graph::Vertex;
use crate::value::{Nimber, Verdict};

/// A position of a solved game, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Identifies the position that the row represents.
    pub id: RowId,
    /// The value and remoteness of the position.
    pub verdict: Verdict,
    /// The Grundy value of the position, if it has one.
    pub grundy: Option<Nimber>,
    /// The player to move; `None` if the game gives no player, or if the row represents both colours.
    pub player: Option<Player>,
    /// The number of positions that the row represents: one, or all of its class.
    pub weight: u64,
}

/// The identity of the position that a row represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    /// The position of this index in which the row's player moves.
    Index(Index),
    /// The position with this tier and word.
    Word(u32, u64),
    /// The position of a vertex.
    Vertex(Vertex),
    /// The position of this number, from 0, among the rows of a game that was explored in partitions. Such rows are read from storage
    /// one by one, so the solution knows the position of a row only while [`SolvedGame::rows`](super::SolvedGame::rows) gives it out.
    Listed(u64),
}
