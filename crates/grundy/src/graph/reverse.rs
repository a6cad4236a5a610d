//! A graph with the predecessors of every vertex, as rows.
//!
//! [`super::buckets`] puts the edges into rows and keeps their order, so the rows ascend.

use super::buckets::{KeyedEdges, Plan};
use super::offsets::{self, NARROW, Offset, Offsets};
use super::{Graph, Vertex};
use crate::limits::{Limits, RunError};

/// Number of entries after the last row that may be read as well, so that a read may go beyond the end of any row.
pub(crate) const PADDING: usize = 8;

/// Number of vertices between two checks of the limits.
const STEPS: usize = 1 << 20;

/// A graph with the predecessors of every vertex.
///
/// ```
/// use grundy::graph::{GraphBuilder, Reverse};
/// use grundy::{limits::Limits, Play};
/// let mut builder = GraphBuilder::default();
/// let (a, b) = (builder.vertex(), builder.vertex());
/// builder.edge(a, b);
/// let graph = builder.build(Play::Normal).unwrap();
/// let reverse = Reverse::of(&graph, &Limits::NONE)?;
/// assert_eq!((reverse.row(a), reverse.row(b)), (&[][..], &[a][..]));
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reverse<'g> {
    graph: &'g Graph,
    first: Offsets,
    /// The rows, followed by [`PADDING`] unused entries. All entries are vertices of the graph.
    predecessors: Vec<Vertex>,
}

impl<'g> Reverse<'g> {
    /// Computes the predecessors of every vertex.
    ///
    /// Time O(V + E). Memory: at most 6 bytes for each edge during the computation and 4 afterwards, if
    /// no vertex has a large part of all predecessors (otherwise up to 10), and 4 for each vertex, or 8 above 2³² edges.
    ///
    /// # Errors
    /// If that is more memory than `limits` allow, which is checked before it is allocated, or if the run was stopped.
    pub fn of(graph: &'g Graph, limits: &Limits<'_>) -> Result<Self, RunError> {
        Self::narrow_up_to(NARROW, graph, limits)
    }

    /// [`Reverse::of`] with offsets of 32 bits up to `narrow` edges.
    pub(crate) fn narrow_up_to(narrow: usize, graph: &'g Graph, limits: &Limits<'_>) -> Result<Self, RunError> {
        if graph.edges() <= narrow { reverse_edges::<u32>(graph, limits) } else { reverse_edges::<u64>(graph, limits) }
    }

    /// The most bytes in use while a graph is reversed, including the graph. Reads every edge once.
    pub(crate) fn peak_bytes(graph: &Graph) -> u64 {
        let width = if graph.edges() <= NARROW { size_of::<u32>() } else { size_of::<u64>() };
        graph.bytes() + Plan::of(graph.vertices(), &ReversedEdges(graph)).bytes(width, PADDING)
    }

    /// Number of bytes of a reverse graph.
    pub(crate) fn bytes_for(graph: &Graph) -> u64 {
        offsets::bytes(graph.vertices(), graph.edges(), NARROW) + 4 * (graph.edges() + PADDING) as u64
    }

    /// Returns the graph itself.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Returns the predecessors of `v`: the vertices from which a move leads to it, ascending.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn row(&self, v: Vertex) -> &[Vertex] {
        &self.predecessors[self.first.row(v.index())]
    }

    /// Returns the size in memory without the graph itself, in bytes.
    pub fn bytes(&self) -> u64 {
        self.first.bytes() + 4 * self.predecessors.len() as u64
    }

    /// The places of the rows in `padded`.
    pub(crate) fn offsets(&self) -> &Offsets {
        &self.first
    }

    /// All rows, one after the other, followed by [`PADDING`] entries.
    pub(crate) fn padded(&self) -> &[Vertex] {
        &self.predecessors
    }
}

fn reverse_edges<'g, O: Offset>(graph: &'g Graph, limits: &Limits<'_>) -> Result<Reverse<'g>, RunError> {
    let n = graph.vertices() as u64;
    limits.check(n, graph.bytes())?;
    let plan = Plan::of(graph.vertices(), &ReversedEdges(graph));
    limits.check(n, graph.bytes() + plan.bytes(size_of::<O>(), PADDING))?;
    let (first, predecessors) = plan.rows::<O, _>(ReversedEdges(graph), PADDING, || limits.check(n, 0))?;
    Ok(Reverse { graph, first: O::offsets(first), predecessors })
}

/// The edges of a graph, each in the row of the vertex that it leads to.
#[derive(Clone, Copy)]
struct ReversedEdges<'g>(&'g Graph);

impl KeyedEdges for ReversedEdges<'_> {
    fn keys(&self, each: impl FnMut(Vertex)) {
        self.0.options().iter().copied().for_each(each);
    }

    fn pairs<E>(
        &self,
        mut each: impl FnMut(Vertex, Vertex),
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let n = self.0.vertices();
        for block in (0..n).step_by(STEPS) {
            check()?;
            for v in (block..n.min(block + STEPS)).map(|v| Vertex(v as u32)) {
                self.0.row(v).iter().for_each(|&option| each(option, v));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::graph::GraphBuilder;
    use crate::limits::LimitHit;

    fn graph_of(n: u32, moves: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        let mut builder = GraphBuilder::with_vertices(n.into());
        moves.into_iter().for_each(|(from, to)| builder.edge(Vertex(from), Vertex(to)));
        builder.build(Play::Normal).unwrap()
    }

    /// Checks the rows against the definition.
    fn holds(graph: &Graph) {
        let mut rows = vec![Vec::new(); graph.vertices()];
        for v in graph.all() {
            graph.row(v).iter().for_each(|option| rows[option.index()].push(v));
        }
        for narrow in [0, graph.edges(), NARROW] {
            let reverse = Reverse::narrow_up_to(narrow, graph, &Limits::NONE).unwrap();
            assert_eq!(matches!(reverse.first, Offsets::Wide(_)), graph.edges() > narrow);
            assert_eq!(reverse.predecessors.len(), graph.edges() + PADDING);
            for v in graph.all() {
                assert_eq!(reverse.row(v), rows[v.index()], "vertex {}", v.0);
            }
        }
    }

    #[test]
    fn every_edge_is_turned_round() {
        holds(&graph_of(0, []));
        holds(&graph_of(1, [(0, 0)]));
        for n in [2, 511, 512, 513, 4097, 70_000, 300_001, 2_097_153] {
            let mut random = fastrand::Rng::with_seed(n.into());
            let edges: Vec<_> = (0..3 * n).map(|_| (random.u32(..n), random.u32(..n))).collect();
            holds(&graph_of(n, edges));
            holds(&graph_of(n, (1..n).map(|v| (v, v - 1))));
            holds(&graph_of(n, (0..n).map(|v| (v, n / 2))));
            holds(&graph_of(n, (0..n).map(|v| (n / 2, v))));
        }
    }

    #[test]
    fn more_memory_than_allowed_is_not_taken() {
        let graph = graph_of(1000, (1..1000).map(|v| (v, v - 1)));
        let done = Reverse::of(&graph, &Limits::NONE).unwrap().bytes();
        assert_eq!(done, Reverse::bytes_for(&graph));
        let tight = Limits { memory: Some(graph.bytes() + done), ..Limits::NONE };
        assert!(
            matches!(Reverse::of(&graph, &tight), Err(RunError::Limit(LimitHit::Memory { needed, .. })) if needed > tight.max_memory())
        );
        let enough = Limits { memory: Some(graph.bytes() + 3 * done), ..Limits::NONE };
        assert!(Reverse::of(&graph, &enough).is_ok());
    }
}
