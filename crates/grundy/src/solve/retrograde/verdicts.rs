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
        self.unpack_to(first, outcomes, remoteness, |outcome| outcome, |r| r.unwrap_or(Self::NO_REMOTENESS));
    }

    /// Writes outcome and remoteness of consecutive vertices as numbers, from `first` on, as many as the slices hold: 1 for a win, -1 for
    /// a loss and 0 for a draw, whose remoteness is written as -1.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let graph = Graph::from_edges(3, vec![(Vertex(1), Vertex(0)), (Vertex(2), Vertex(2))], Play::Normal)?;
    /// let (mut outcomes, mut remoteness) = ([0; 3], [0; 3]);
    /// graph.solve()?.verdicts().copy_numbers_to(Vertex(0), &mut outcomes, &mut remoteness);
    /// assert_eq!((outcomes, remoteness), ([-1, 1, 0], [0, 1, -1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the slices have different lengths, or reach beyond the last vertex.
    pub fn copy_numbers_to(&self, first: Vertex, outcomes: &mut [i8], remoteness: &mut [i32]) {
        // Ticks have at most 31 bits, so every remoteness is below 2³¹.
        self.unpack_to(first, outcomes, remoteness, outcome_number, |r| r.map_or(-1, u32::cast_signed));
    }

    fn unpack_to<O: Copy, R>(
        &self,
        first: Vertex,
        outcomes: &mut [O],
        remoteness: &mut [R],
        outcome_of: impl Fn(Outcome) -> O,
        remoteness_of: impl Fn(Option<u32>) -> R,
    ) {
        assert_eq!(outcomes.len(), remoteness.len(), "slices of one length");
        let range = first.index()..first.index() + outcomes.len();
        let (cells, by_parity, shift) = match &self.0 {
            Storage::Parity { cells, even_won: true } => (cells, [Outcome::Win, Outcome::Loss], 0),
            Storage::Parity { cells, even_won: false } => (cells, [Outcome::Loss, Outcome::Win], 0),
            Storage::Valued { cells } => (cells, [Outcome::Loss, Outcome::Win], 1),
            Storage::Listed(all) => {
                for ((verdict, outcome), remoteness) in all[range].iter().zip(outcomes).zip(remoteness) {
                    *outcome = outcome_of(verdict.outcome());
                    *remoteness = remoteness_of(verdict.remoteness().map(|r| r.0));
                }
                return;
            }
        };
        let by_parity = by_parity.map(&outcome_of);
        let form = Form { by_parity, draw: outcome_of(Outcome::Draw), shift, remoteness_of };
        match cells {
            Cells::Bytes(cells) => unpack(&cells[range], &form, outcomes, remoteness),
            Cells::Halves(cells) => unpack(&cells[range], &form, outcomes, remoteness),
            Cells::Words(cells) => unpack(&cells[range], &form, outcomes, remoteness),
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

/// The form in which outcomes and remotenesses are written.
struct Form<O, F> {
    /// The outcome of even and of odd ticks.
    by_parity: [O; 2],
    draw: O,
    /// The remoteness is the tick without so many of its lowest bits.
    shift: u32,
    remoteness_of: F,
}

fn outcome_number(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

fn unpack<C: Cell, O: Copy, R>(
    cells: &[C],
    form: &Form<O, impl Fn(Option<u32>) -> R>,
    outcomes: &mut [O],
    remoteness: &mut [R],
) {
    for ((cell, outcome), remoteness) in cells.iter().zip(outcomes).zip(remoteness) {
        let tick = cell.bits() & C::LAST;
        let decided = form.by_parity[(tick % 2) as usize];
        let is_open = cell.is_open();
        *outcome = if is_open { form.draw } else { decided };
        *remoteness = (form.remoteness_of)((!is_open).then_some(tick >> form.shift));
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
