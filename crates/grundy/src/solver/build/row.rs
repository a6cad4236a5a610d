//! One stored position of a game that was solved whole.

use crate::game::{Index, Player};
use crate::graph::Vertex;
use crate::value::{Nimber, Verdict};

/// A position of a solved game, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// RowFilter it is.
    pub id: RowId,
    /// Its value and remoteness.
    pub verdict: Verdict,
    /// Its Grundy value, if it has one.
    pub grundy: Option<Nimber>,
    /// Who moves there, where the game says so; where a row stands for both colours, nobody.
    pub turn: Option<Player>,
    /// How many positions the row stands for: one, or all of its class.
    pub weight: u64,
}

/// RowFilter position a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    /// That of a number in which the row's player moves.
    Number(Index),
    /// That of a word, in its tier.
    Word(u32, u64),
    /// That of a vertex.
    Vertex(Vertex),
}
