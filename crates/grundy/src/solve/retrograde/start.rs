//! The cells before the first tick: the options of each position counted, the positions without moves decided.

use super::STEPS;
use super::cells::{Cell, Cells, SOME, most};
use super::kernel::BLOCK;
use super::scheme::Scheme;
use crate::game::{Game, Player};
use crate::graph::{Graph, Offset, Offsets, Vertex};
use crate::limits::{LimitHit, Limits};
use crate::value::Outcome;

/// What an analysis begins with.
pub(super) struct Start {
    pub(super) cells: Cells,
    /// The counts of the wide positions, ascending by position.
    pub(super) wide: Vec<(Vertex, u32)>,
    pub(super) scheme: Scheme,
    /// How many positions are decided at tick 0, and at tick 1.
    pub(super) ends: [usize; 2],
}

impl Start {
    /// The narrowest cells that do; `held` bytes are in use already.
    pub(super) fn of(graph: &Graph, held: u64, limits: &Limits<'_>) -> Result<Self, LimitHit> {
        let n = graph.vertices() as u64;
        if let Some((cells, wide)) = counted::<u8>(graph, limits)? {
            return Self::decided(graph, cells, wide, Cells::Bytes);
        }
        limits.check(n, held + 2 * n)?;
        if let Some((cells, wide)) = counted::<u16>(graph, limits)? {
            return Self::decided(graph, cells, wide, Cells::Halves);
        }
        limits.check(n, held + 4 * n)?;
        let (cells, wide) = counted::<u32>(graph, limits)?.expect("no count is too great for 32 bits");
        Self::decided(graph, cells, wide, Cells::Words)
    }

    fn decided<C: Cell>(
        graph: &Graph,
        mut cells: Vec<C>,
        wide: Vec<(Vertex, u32)>,
        all: fn(Vec<C>) -> Cells,
    ) -> Result<Self, LimitHit> {
        let turns = graph.turns();
        let scheme = if graph.own_ends().is_empty() {
            Scheme::of(turns.is_some(), [graph.play_kind().end()].into_iter())
        } else {
            let outcomes = blocks(cells.len()).flat_map(|block| zeros(&cells[block.clone()], block.start));
            Scheme::of(turns.is_some(), outcomes.map(|v| graph.end(&v)))
        };
        let mut ends = [0; 2];
        for block in blocks(cells.len()) {
            for v in zeros(&cells[block.clone()], block.start) {
                let player = turns.map_or(Player::Left, |turns| turns[v.index()]);
                cells[v.index()] = scheme.end(graph.end(&v), player);
                if let Some(tick) = cells[v.index()].tick() {
                    ends[tick as usize] += 1;
                }
            }
        }
        for (cell, player) in cells.iter_mut().zip(turns.unwrap_or_default()) {
            if cell.open() && *cell != C::of(0) && *player == Player::Right {
                *cell = C::of(cell.bits() | C::PLAYER.bits());
            }
        }
        Ok(Self { cells: all(cells), wide, scheme, ends })
    }
}

type Counted<C> = (Vec<C>, Vec<(Vertex, u32)>);

/// The number of options of each position; `None` if too many do not fit their cells.
fn counted<C: Cell>(graph: &Graph, limits: &Limits<'_>) -> Result<Option<Counted<C>>, LimitHit> {
    match graph.offsets() {
        Offsets::Narrow(first) => counted_by(first, graph.has_turns(), limits),
        Offsets::Wide(first) => counted_by(first, graph.has_turns(), limits),
    }
}

fn counted_by<C: Cell, O: Offset>(
    first: &[O],
    has_players: bool,
    limits: &Limits<'_>,
) -> Result<Option<Counted<C>>, LimitHit> {
    let n = first.len() - 1;
    let most = most::<C>(has_players).bits();
    let mut cells = Vec::with_capacity(n);
    let mut wide = Vec::new();
    for start in (0..n).step_by(STEPS) {
        limits.check(start as u64, 0)?;
        let end = n.min(start + STEPS);
        let mut longest = 0;
        let lengths = first[start..end].iter().zip(&first[start + 1..=end]).map(|(row, next)| row.length_to(*next));
        cells.extend(lengths.clone().map(|length| {
            longest = longest.max(length);
            C::of(length.min(most))
        }));
        if longest >= most {
            let numbered = (start as u32..).map(Vertex).zip(lengths);
            wide.extend(numbered.filter(|&(_, length)| length >= most));
        }
        if wide.len() > n / SOME {
            return Ok(None);
        }
    }
    Ok(Some((cells, wide)))
}

fn blocks(n: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..n).step_by(BLOCK).map(move |start| start..n.min(start + BLOCK))
}

/// The positions of a block whose cells are zero; the first cell is that of vertex `base`.
fn zeros<C: Cell>(cells: &[C], base: usize) -> impl Iterator<Item = Vertex> + use<C> {
    let mut found = C::equal(cells, C::of(0));
    std::iter::from_fn(move || {
        (found != 0).then(|| {
            let v = Vertex(base as u32 + found.trailing_zeros());
            found &= found - 1;
            v
        })
    })
}
