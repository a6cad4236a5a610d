//! Builds graphs from vertices and edges.

use super::construct::{self, FromEdges};
use super::offsets::NARROW;
use super::{Graph, GraphError, MAX_VERTICES, Vertex};
use crate::game::{Play, Player};
use crate::value::Outcome;

/// Builds a [`Graph`] from vertices and edges.
///
/// ```
/// use grundy::{graph::GraphBuilder, Outcome, Play};
/// let mut builder = GraphBuilder::default();
/// let (a, b) = (builder.vertex(), builder.vertex());
/// builder.edge(a, b);
/// builder.edge(a, b); // the same move
/// builder.terminal(b, Outcome::Draw);
/// let graph = builder.build(Play::Normal).unwrap();
/// assert_eq!((graph.vertices(), graph.edges()), (2, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    vertices: u64,
    edges: Vec<(Vertex, Vertex)>,
    terminals: Vec<(Vertex, Outcome)>,
    players: Vec<(Vertex, Player)>,
}

impl GraphBuilder {
    /// Creates a builder of `vertices` vertices and no edges. [`GraphBuilder::build`] fails if they are too many.
    pub fn with_vertices(vertices: u64) -> Self {
        Self { vertices, ..Self::default() }
    }

    /// Adds a vertex and returns its number. Beyond 2³² − 1 vertices all have the last number, and
    /// [`GraphBuilder::build`] fails.
    pub fn vertex(&mut self) -> Vertex {
        let number = u32::try_from(self.vertices).unwrap_or(u32::MAX);
        self.vertices = self.vertices.saturating_add(1);
        Vertex(number)
    }

    /// Returns the number of vertices so far.
    pub fn vertices(&self) -> u64 {
        self.vertices
    }

    /// Returns the number of edges so far, repetitions included.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Adds a move. [`GraphBuilder::build`] checks its vertices.
    pub fn edge(&mut self, from: Vertex, to: Vertex) {
        self.edges.push((from, to));
    }

    /// Sets the outcome of a vertex without moves. The last call for a vertex counts.
    pub fn terminal(&mut self, v: Vertex, outcome: Outcome) {
        self.terminals.push((v, outcome));
    }

    /// Sets the player to move at a vertex, for all vertices or for none. The last call for a vertex counts.
    pub fn player(&mut self, v: Vertex, player: Player) {
        self.players.push((v, player));
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        (8 * self.edges.capacity() + 8 * (self.terminals.capacity() + self.players.capacity())) as u64
    }

    /// Returns the memory that [`GraphBuilder::build`] needs at its peak, the builder included, in bytes.
    pub fn bytes_to_build(&self) -> u64 {
        // `build` rejects more vertices before it allocates.
        let n = self.vertices.min(MAX_VERTICES) as usize;
        self.bytes() + construct::bytes_of_edges(n, self.edges.len(), NARROW) + 2 * n as u64
    }

    /// Sorts the moves into rows. Time O(V + E), not counting the sorting within rows.
    ///
    /// # Errors
    /// If there are more than 2³² − 1 vertices, if a terminal vertex has moves, if only some vertices have a player to
    /// move, or if an edge, an outcome or a player is given for a vertex that the builder does not have.
    pub fn build(self, play: Play) -> Result<Graph, GraphError> {
        self.narrow_up_to(NARROW, play)
    }

    /// Builds the graph with offsets of 32 bits up to `narrow` edges.
    pub(crate) fn narrow_up_to(self, narrow: usize, play: Play) -> Result<Graph, GraphError> {
        let Self { vertices, edges, terminals, players } = self;
        Graph::of_rows(construct::of_edges(vertices, FromEdges(edges), narrow)?, terminals, players, play)
    }
}
