//! Estimates the positions and the memory of a solve before it starts.

use super::build::{self, Extent};
use crate::catalog::OpenedGame;
use crate::game::{Index, InitialState};
use crate::graph::{Graph, Vertex};
use crate::limits::Limits;
use crate::solve::bytes_with_grundy;
use crate::solve::partitioned::PartitionedSample;
use crate::text::DynIndexed;
use std::fmt;
use std::hint::black_box;

/// Indices, or vertices, in a block of a sample.
const BLOCK: u64 = 1 << 10;
/// The most blocks in a sample.
const BLOCKS: u64 = 64;
/// At most one block in this many belongs to a sample.
const SPARSE: u64 = 16;
/// The approximate cost of solving a graph, relative to counting its edges by the vertices they lead to.
const PASSES: f64 = 5.0;

/// Estimated positions and memory of a solve.
#[derive(Clone, Copy)]
pub struct Forecast<'a> {
    /// Positions that will be solved: all indices, or all vertices.
    pub positions: u64,
    /// The peak memory, in bytes.
    pub bytes: u64,
    work: Work<'a>,
}

#[derive(Clone, Copy)]
enum Work<'a> {
    Indexed { indexed: &'a dyn DynIndexed, is_searched: bool },
    Graph(&'a Graph),
}

/// Estimates the positions and the memory of [`solve_and_count`](super::solve_and_count); `None` if the number of
/// positions is not known in advance.
pub fn forecast<'a>(
    game: &'a OpenedGame,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> Option<Forecast<'a>> {
    if let Some((indexed, _)) = build::by_index(game.as_dyn(), extent, reduced) {
        let bytes = build::bytes_by_index(indexed, extent, reduced, limits);
        let is_searched = matches!(extent, Extent::From(_));
        return Some(Forecast { positions: indexed.count(), bytes, work: Work::Indexed { indexed, is_searched } });
    }
    match (game, extent) {
        (OpenedGame::Graph(game), Extent::All) => {
            let graph = game.game().graph();
            Some(Forecast {
                positions: graph.vertices() as u64,
                bytes: bytes_with_grundy(graph),
                work: Work::Graph(graph),
            })
        }
        _ => None,
    }
}

impl Forecast<'_> {
    /// Performs a sample of the work, and returns its approximate share of the whole. A caller with a clock can
    /// estimate the total duration from it.
    ///
    /// For a run on disk, see [`Self::samples_on_disk`].
    pub fn sample(&self) -> f64 {
        match self.work {
            Work::Indexed { indexed, is_searched } => sample_indexed(indexed, is_searched),
            Work::Graph(graph) => sample_graph(graph),
        }
    }

    /// Returns samples of the work of a run on disk with this number of partitions within these limits; empty if there are none for this game. They
    /// leave out the search for reachable positions, the count at the end, and reading and writing.
    pub fn samples_on_disk(&self, partitions: u32, limits: &Limits<'_>) -> Vec<PartitionedSample<'_>> {
        match self.work {
            Work::Indexed { indexed, .. } => PartitionedSample::all(indexed, partitions, limits),
            Work::Graph(_) => Vec::new(),
        }
    }
}

impl fmt::Debug for Forecast<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forecast")
            .field("positions", &self.positions)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// The first indices of the blocks of a sample.
fn blocks(count: u64) -> impl Iterator<Item = u64> {
    let all = count.div_ceil(BLOCK);
    let chosen = (all / SPARSE).clamp(1, BLOCKS);
    (0..chosen).map(move |i| (2 * i + 1) * all / (2 * chosen) * BLOCK)
}

fn sample_indexed(indexed: &dyn DynIndexed, is_searched: bool) -> f64 {
    let count = indexed.count();
    let mut states = vec![InitialState::Unused; BLOCK as usize];
    let (mut indices, mut found) = (Vec::new(), Vec::new());
    let mut sampled = 0;
    for start in blocks(count) {
        let states = &mut states[..BLOCK.min(count - start) as usize];
        indexed.initial_states(Index(start), states);
        indices.clear();
        let there = (start..).map(Index).zip(&*states).filter(|(_, state)| **state != InitialState::Unused);
        indices.extend(there.map(|(index, _)| index));
        for part in indices.chunks(128) {
            found.clear();
            indexed.predecessors(part, &mut found);
            black_box(&found);
        }
        if is_searched {
            for part in indices.chunks(64) {
                found.clear();
                black_box(indexed.options(part, &mut found));
            }
        }
        sampled += states.len();
    }
    sampled as f64 / count as f64
}

fn sample_graph(graph: &Graph) -> f64 {
    let count = graph.vertices() as u64;
    let mut reached = vec![0_u8; graph.vertices()];
    let mut edges = 0;
    for start in blocks(count) {
        for v in (start as u32..count.min(start + BLOCK) as u32).map(Vertex) {
            let options = graph.row(v);
            edges += options.len();
            options.iter().for_each(|option| reached[option.index()] = reached[option.index()].wrapping_add(1));
        }
    }
    black_box(&reached);
    (edges as f64).max(1.0) / (graph.edges() as f64).max(1.0) / PASSES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_and_few() {
        for count in [1, 100, 1024, 1025, 16_000, 1 << 20, 75_710_250] {
            let starts: Vec<u64> = blocks(count).collect();
            assert!(!starts.is_empty() && starts.len() <= BLOCKS as usize, "{count}");
            assert!(starts.iter().all(|&start| start < count), "{count}: {starts:?}");
            assert!(starts.windows(2).all(|pair| pair[0] + BLOCK <= pair[1]), "{count}");
        }
    }
}
