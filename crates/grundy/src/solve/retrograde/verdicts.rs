//! Outcome and remoteness of every vertex, as the solvers return them: packed in cells, or listed.

use super::cells::{Cell, Cells};
use super::scheme::Scheme;
use crate::game::Player;
use crate::graph::Vertex;
use crate::value::{Outcome, Remoteness, Verdict};

/// Outcome and remoteness of every vertex of a graph; after retrograde analysis one byte each, if remoteness fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts(Storage);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Storage {
    /// The parity of the tick is the outcome; the field is that of even ticks, won or lost.
    Parity {
        cells: Cells,
        even_won: bool,
    },
    /// The lowest bit of the tick is set if the player to move wins.
    Valued {
        cells: Cells,
    },
    Listed(Vec<Verdict>),
}

impl Verdicts {
    /// Returns the verdict of a vertex; `None` if there is no such vertex.
    pub fn get(&self, v: Vertex) -> Option<Verdict> {
        let v = v.index();
        let (tick, won, shift) = match &self.0 {
            Storage::Parity { cells, even_won } => match cells.tick(v)? {
                None => return Some(Verdict::Draw),
                Some(tick) => (tick, (tick % 2 == 0) == *even_won, 0),
            },
            Storage::Valued { cells } => match cells.tick(v)? {
                None => return Some(Verdict::Draw),
                Some(tick) => (tick, tick % 2 == 1, 1),
            },
            Storage::Listed(all) => return all.get(v).copied(),
        };
        let r = Remoteness(tick >> shift);
        Some(if won { Verdict::Win(r) } else { Verdict::Loss(r) })
    }

    /// Writes outcome and remoteness of consecutive vertices, from `first` on, as many as the slices hold. The
    /// remoteness of a draw is written as [`Verdicts::NO_REMOTENESS`].
    ///
    /// ```
    /// use grundy::{Graph, Outcome, Play, Vertex};
    /// let graph = Graph::from_edges(3, vec![(Vertex(1), Vertex(0)), (Vertex(2), Vertex(2))], Play::Normal)?;
    /// let solution = graph.solve()?;
    /// let (mut outcomes, mut remoteness) = ([Outcome::Draw; 3], [0; 3]);
    /// solution.verdicts().copy_to(Vertex(0), &mut outcomes, &mut remoteness);
    /// assert_eq!(outcomes, [Outcome::Loss, Outcome::Win, Outcome::Draw]);
    /// assert_eq!(remoteness, [0, 1, u32::MAX]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the slices have different lengths, or reach beyond the last vertex.
    pub fn copy_to(&self, first: Vertex, outcomes: &mut [Outcome], remoteness: &mut [u32]) {
        assert_eq!(outcomes.len(), remoteness.len(), "slices of one length");
        let range = first.index()..first.index() + outcomes.len();
        let (cells, by_parity, shift) = match &self.0 {
            Storage::Parity { cells, even_won: true } => (cells, [Outcome::Win, Outcome::Loss], 0),
            Storage::Parity { cells, even_won: false } => (cells, [Outcome::Loss, Outcome::Win], 0),
            Storage::Valued { cells } => (cells, [Outcome::Loss, Outcome::Win], 1),
            Storage::Listed(all) => {
                for ((verdict, outcome), remoteness) in all[range].iter().zip(outcomes).zip(remoteness) {
                    *outcome = verdict.outcome();
                    *remoteness = verdict.remoteness().map_or(Self::NO_REMOTENESS, |r| r.0);
                }
                return;
            }
        };
        match cells {
            Cells::Bytes(cells) => unpack(&cells[range], by_parity, shift, outcomes, remoteness),
            Cells::Halves(cells) => unpack(&cells[range], by_parity, shift, outcomes, remoteness),
            Cells::Words(cells) => unpack(&cells[range], by_parity, shift, outcomes, remoteness),
        }
    }

    /// The remoteness of a draw in the output of [`Verdicts::copy_to`].
    pub const NO_REMOTENESS: u32 = u32::MAX;

    /// Returns the verdicts of all vertices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Verdict> + '_ {
        const BLOCK: usize = 64;
        let count = self.count();
        (0..count).step_by(BLOCK).flat_map(move |start| {
            let (mut outcomes, mut remoteness) = ([Outcome::Draw; BLOCK], [0; BLOCK]);
            let length = BLOCK.min(count - start);
            self.copy_to(Vertex(start as u32), &mut outcomes[..length], &mut remoteness[..length]);
            outcomes.into_iter().zip(remoteness).take(length).map(|(outcome, r)| match outcome {
                Outcome::Win => Verdict::Win(Remoteness(r)),
                Outcome::Loss => Verdict::Loss(Remoteness(r)),
                Outcome::Draw => Verdict::Draw,
            })
        })
    }

    /// Returns the number of vertices.
    pub fn count(&self) -> usize {
        match &self.0 {
            Storage::Parity { cells, .. } | Storage::Valued { cells } => cells.count(),
            Storage::Listed(all) => all.len(),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let each = match &self.0 {
            Storage::Parity { cells, .. } | Storage::Valued { cells } => cells.width(),
            Storage::Listed(_) => size_of::<Verdict>(),
        };
        (each * self.count()) as u64
    }

    /// Verdicts in the order of the vertices.
    pub(in crate::solve) fn from_list(all: Vec<Verdict>) -> Self {
        Self(Storage::Listed(all))
    }

    /// The verdicts in the cells of a finished analysis; `turns` has the player to move at each vertex, if the game
    /// gives one.
    pub(super) fn from_cells(turns: Option<&[Player]>, scheme: Scheme, mut cells: Cells) -> Self {
        Self(match scheme {
            Scheme::Parity { ends_won } => Storage::Parity { cells, even_won: ends_won },
            Scheme::Valued => Storage::Valued { cells },
            Scheme::Owned => {
                let turns = turns.unwrap_or_default();
                match &mut cells {
                    Cells::Bytes(cells) => for_mover(cells, turns),
                    Cells::Halves(cells) => for_mover(cells, turns),
                    Cells::Words(cells) => for_mover(cells, turns),
                }
                Storage::Valued { cells }
            }
        })
    }
}

/// Outcome and remoteness of cells: the outcome is that of the tick's parity, and the remoteness is the tick without
/// its `shift` lowest bits.
fn unpack<C: Cell>(cells: &[C], by_parity: [Outcome; 2], shift: u32, outcomes: &mut [Outcome], remoteness: &mut [u32]) {
    for ((cell, outcome), remoteness) in cells.iter().zip(outcomes).zip(remoteness) {
        let tick = cell.bits() & C::LAST;
        let decided = by_parity[(tick % 2) as usize];
        (*outcome, *remoteness) =
            if cell.is_open() { (Outcome::Draw, Verdicts::NO_REMOTENESS) } else { (decided, tick >> shift) };
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
