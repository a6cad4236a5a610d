//! The cells before the first tick: the options of each position counted, the positions without moves decided.

use super::cells::{Cell, Cells, POSITIONS_PER_WIDE, max_count};
use super::kernel::BLOCK;
use super::parts::each_part;
use super::scheme::Scheme;
use crate::game::{Game, Player};
use crate::graph::{Graph, Offset, Offsets, Vertex};
use crate::limits::{Limits, RunError};
use crate::value::Outcome;
use std::ops::Range;

/// Number of cells that are filled before the longest of their rows is checked.
const CHUNK: usize = 1 << 12;

/// The initial state of an analysis.
pub(super) struct Start {
    pub(super) cells: Cells,
    /// The counts of the wide positions, ascending by position.
    pub(super) wide: Vec<(Vertex, u32)>,
    pub(super) scheme: Scheme,
    /// Number of positions that are decided at tick 0, and at tick 1.
    pub(super) ends: [usize; 2],
}

impl Start {
    /// The initial state with the narrowest possible cells; `held_bytes` bytes are already in use.
    pub(super) fn of(graph: &Graph, held_bytes: u64, threads: usize, limits: &Limits<'_>) -> Result<Self, RunError> {
        let n = graph.vertices() as u64;
        limits.check(n, held_bytes + n)?;
        if let Some((cells, wide)) = count_options::<u8>(graph, threads)? {
            return Self::decide_terminals(graph, threads, cells, wide, Cells::Bytes);
        }
        limits.check(n, held_bytes + 2 * n)?;
        if let Some((cells, wide)) = count_options::<u16>(graph, threads)? {
            return Self::decide_terminals(graph, threads, cells, wide, Cells::Halves);
        }
        limits.check(n, held_bytes + 4 * n)?;
        let (cells, wide) = count_options::<u32>(graph, threads)?.expect("no count is too great for 32 bits");
        Self::decide_terminals(graph, threads, cells, wide, Cells::Words)
    }

    fn decide_terminals<C: Cell>(
        graph: &Graph,
        threads: usize,
        mut cells: Vec<C>,
        wide: Vec<(Vertex, u32)>,
        all: fn(Vec<C>) -> Cells,
    ) -> Result<Self, RunError> {
        let turns = graph.players();
        let seen = if graph.own_terminals().is_empty() {
            vec![outcomes_of([graph.play_kind().terminal_outcome()].into_iter())]
        } else {
            let ends = |base, cells: &mut [C]| {
                let cells = &*cells;
                outcomes_of(
                    blocks(cells.len())
                        .flat_map(|b| zeros(&cells[b.clone()], base + b.start))
                        .map(|v| graph.terminal(&v)),
                )
            };
            each_part(&mut cells, threads, ends)?
        };
        let seen = |outcome: Outcome| seen.iter().any(|seen| seen[outcome as usize]);
        let scheme = Scheme::of(turns.is_some(), seen(Outcome::Win), seen(Outcome::Loss));
        let counts = each_part(&mut cells, threads, |base, cells| {
            let mut ends = [0; 2];
            for block in blocks(cells.len()) {
                for v in zeros(&cells[block.clone()], base + block.start) {
                    let player = turns.map_or(Player::Left, |turns| turns[v.index()]);
                    let end: C = scheme.end(graph.terminal(&v), player);
                    cells[v.index() - base] = end;
                    if let Some(tick) = end.tick() {
                        ends[tick as usize] += 1;
                    }
                }
            }
            for (cell, player) in cells.iter_mut().zip(turns.unwrap_or_default().iter().skip(base)) {
                if cell.is_open() && *cell != C::of(0) && *player == Player::Right {
                    *cell = C::of(cell.bits() | C::PLAYER.bits());
                }
            }
            ends
        })?;
        let ends = counts.into_iter().fold([0; 2], |all, part| [all[0] + part[0], all[1] + part[1]]);
        Ok(Self { cells: all(cells), wide, scheme, ends })
    }
}

fn outcomes_of(ends: impl Iterator<Item = Outcome>) -> [bool; 3] {
    let mut seen = [false; 3];
    ends.for_each(|outcome| seen[outcome as usize] = true);
    seen
}

type Counted<C> = (Vec<C>, Vec<(Vertex, u32)>);

/// The number of options of each position; `None` if too many do not fit their cells.
fn count_options<C: Cell>(graph: &Graph, threads: usize) -> Result<Option<Counted<C>>, RunError> {
    match graph.offsets() {
        Offsets::Narrow(first) => counted_by(first, graph.has_players(), threads),
        Offsets::Wide(first) => counted_by(first, graph.has_players(), threads),
    }
}

fn counted_by<C: Cell, O: Offset>(
    first: &[O],
    has_players: bool,
    threads: usize,
) -> Result<Option<Counted<C>>, RunError> {
    let n = first.len() - 1;
    let most = max_count::<C>(has_players).bits();
    let mut cells = vec![C::of(0); n];
    let wide = each_part(&mut cells, threads, |base, cells| {
        let mut wide = Vec::new();
        for (i, cells) in cells.chunks_mut(CHUNK).enumerate() {
            let start = base + i * CHUNK;
            let first = &first[start..=start + cells.len()];
            let lengths = first.iter().zip(&first[1..]).map(|(row, next)| row.length_to(*next));
            let mut longest = 0;
            for (cell, length) in cells.iter_mut().zip(lengths.clone()) {
                longest = longest.max(length);
                *cell = C::of(length.min(most));
            }
            if longest >= most && wide.len() <= n / POSITIONS_PER_WIDE {
                let numbered = (start as u32..).map(Vertex).zip(lengths);
                wide.extend(numbered.filter(|&(_, length)| length >= most));
            }
        }
        wide
    })?
    .concat();
    Ok((wide.len() <= n / POSITIONS_PER_WIDE).then_some((cells, wide)))
}

fn blocks(n: usize) -> impl Iterator<Item = Range<usize>> {
    (0..n).step_by(BLOCK).map(move |start| start..n.min(start + BLOCK))
}

/// The positions of a block whose cells are zero; the first cell is that of vertex `base`.
fn zeros<C: Cell>(cells: &[C], base: usize) -> impl Iterator<Item = Vertex> + use<C> {
    let mut found = C::equality_mask(cells, C::of(0));
    std::iter::from_fn(move || {
        (found != 0).then(|| {
            let v = Vertex(base as u32 + found.trailing_zeros());
            found &= found - 1;
            v
        })
    })
}
