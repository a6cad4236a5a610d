//! One stored position of a game that was solved whole.

use crate::game::{Index, Player};
use crate::graph::Vertex;
use crate::value::{Nimber, Verdict};

/// A position of a solved game, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position that the row stands for.
    pub id: RowId,
    /// The value and remoteness of the position.
    pub verdict: Verdict,
    /// The Grundy value of the position, if it has one.
    pub grundy: Option<Nimber>,
    /// The player to move; `None` if the game does not say, or if the row stands for both colours.
    pub turn: Option<Player>,
    /// The number of positions that the row stands for: one, or all of its class.
    pub weight: u64,
}

/// Identifies the position that a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    /// The position of this index in which the row's player moves.
    Index(Index),
    /// The position of a tier and a word.
    Word(u32, u64),
    /// The position of a vertex.
    Vertex(Vertex),
}
