//! Outcome and remoteness of every vertex, as the solvers leave them: packed in cells, or listed.

use super::cells::{Cell, Cells};
use super::scheme::Scheme;
use crate::game::Player;
use crate::graph::Vertex;
use crate::value::{Remoteness, Verdict};

/// Outcome and remoteness of every vertex of a graph: after retrograde analysis a byte each, where remoteness allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts(Kept);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    /// The parity of the tick is the value: those of even ticks are won, or lost.
    Parity {
        cells: Cells,
        even_won: bool,
    },
    /// The lowest bit of the tick says whether the player to move wins.
    Valued {
        cells: Cells,
    },
    Listed(Vec<Verdict>),
}

impl Verdicts {
    /// The verdict of a vertex; `None` if there is no such vertex.
    pub fn get(&self, v: Vertex) -> Option<Verdict> {
        let v = v.index();
        let (tick, won, shift) = match &self.0 {
            Kept::Parity { cells, even_won } => match cells.tick(v)? {
                None => return Some(Verdict::Draw),
                Some(tick) => (tick, (tick % 2 == 0) == *even_won, 0),
            },
            Kept::Valued { cells } => match cells.tick(v)? {
                None => return Some(Verdict::Draw),
                Some(tick) => (tick, tick % 2 == 1, 1),
            },
            Kept::Listed(all) => return all.get(v).copied(),
        };
        let r = Remoteness(tick >> shift);
        Some(if won { Verdict::Win(r) } else { Verdict::Loss(r) })
    }

    /// Number of vertices.
    pub fn count(&self) -> usize {
        match &self.0 {
            Kept::Parity { cells, .. } | Kept::Valued { cells } => cells.count(),
            Kept::Listed(all) => all.len(),
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let each = match &self.0 {
            Kept::Parity { cells, .. } | Kept::Valued { cells } => cells.width(),
            Kept::Listed(_) => size_of::<Verdict>(),
        };
        (each * self.count()) as u64
    }

    /// Verdicts in the order of the vertices.
    pub(in crate::solve) fn listed(all: Vec<Verdict>) -> Self {
        Self(Kept::Listed(all))
    }

    /// What the cells say when the analysis is done; `turns` says who moves at each vertex, where that matters.
    pub(super) fn packed(turns: Option<&[Player]>, scheme: Scheme, mut cells: Cells) -> Self {
        Self(match scheme {
            Scheme::Parity { ends_won } => Kept::Parity { cells, even_won: ends_won },
            Scheme::Valued => Kept::Valued { cells },
            Scheme::Owned => {
                let turns = turns.unwrap_or_default();
                match &mut cells {
                    Cells::Bytes(cells) => for_mover(cells, turns),
                    Cells::Halves(cells) => for_mover(cells, turns),
                    Cells::DynTiered(cells) => for_mover(cells, turns),
                }
                Kept::Valued { cells }
            }
        })
    }
}

/// Turns *right wins* into *the player to move wins*.
fn for_mover<C: Cell>(cells: &mut [C], turns: &[Player]) {
    for (cell, player) in cells.iter_mut().zip(turns) {
        if let Some(tick) = cell.tick() {
            *cell = C::decided(tick ^ u32::from(*player == Player::Left));
        }
    }
}
