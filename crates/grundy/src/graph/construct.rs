//! Builds graphs from edges in any order, and from rows.

use super::buckets::{KeyedEdges, Plan, low_digit_bytes};
use super::offsets::{self, NARROW, Offset, Offsets};
use super::rows::sort_rows;
use super::{Graph, GraphError, MAX_VERTICES, Vertex};
use crate::game::{Play, Player};
use crate::value::Outcome;
use std::convert::Infallible;

impl Graph {
    /// Builds a graph from edges in any order; a repeated edge counts once. Sorts the edges by their sources in O(V +
    /// E), with 4 bytes for each edge and 4 for each vertex; from 2²¹ vertices on, with 2 more bytes for each edge
    /// until it is done.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let edges = [(1, 0), (0, 2), (1, 2), (1, 0)].map(|(from, to)| (Vertex(from), Vertex(to)));
    /// let graph = Graph::from_edges(3, edges.into(), Play::Normal)?;
    /// assert_eq!(graph.row(Vertex(1)), [Vertex(0), Vertex(2)]);
    /// # Ok::<(), grundy::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// If `vertices` is more than 2³² − 1, or an edge names a vertex that is not less than `vertices`.
    pub fn from_edges(vertices: u64, edges: Vec<(Vertex, Vertex)>, play: Play) -> Result<Self, GraphError> {
        Self::of_rows(of_edges(vertices, FromEdges(edges), NARROW)?, [], [], play)
    }

    /// Builds a graph from edges in any order, as [`Graph::from_edges`] does, without a list of them: clones the iterator and reads each
    /// clone once. The clones must yield equal edges.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let (sources, targets) = ([1, 0, 1], [0, 2, 2]);
    /// let edges = sources.iter().zip(&targets).map(|(&from, &to)| (Vertex(from), Vertex(to)));
    /// let graph = Graph::from_edge_iter(3, edges, Play::Normal)?;
    /// assert_eq!(graph.row(Vertex(1)), [Vertex(0), Vertex(2)]);
    /// # Ok::<(), grundy::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// If `vertices` is more than 2³² − 1, or an edge names a vertex that is not less than `vertices`.
    ///
    /// # Panics
    /// If the clones yield different edges and one of them has no place. Other differences make a graph of some of the edges.
    pub fn from_edge_iter<I>(vertices: u64, edges: I, play: Play) -> Result<Self, GraphError>
    where
        I: Iterator<Item = (Vertex, Vertex)> + Clone,
    {
        Self::of_rows(of_edges(vertices, ClonedEdges(edges), NARROW)?, [], [], play)
    }

    /// Builds a graph from rows that follow one another (compressed sparse rows).
    ///
    /// The options of vertex *v* are `options[offsets[v]..offsets[v + 1]]`, in any order, and there is one offset more
    /// than there are vertices. An option that is repeated in a row counts once. Time O(V + E), not counting the
    /// sorting within rows; rows that already ascend are only read.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let graph = Graph::from_rows([0u32, 1, 3, 3], [2, 0, 2].map(Vertex).into(), Play::Normal)?;
    /// assert_eq!(graph.row(Vertex(1)), [Vertex(0), Vertex(2)]);
    /// # Ok::<(), grundy::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// If the offsets do not ascend from 0 to the number of options, there are more than 2³² − 1 vertices, or an option is not one of
    /// the vertices.
    pub fn from_rows<I>(offsets: I, options: Vec<Vertex>, play: Play) -> Result<Self, GraphError>
    where
        I: IntoIterator<Item: TryInto<usize>>,
    {
        Self::of_rows(of_offsets(offsets, options, NARROW)?, [], [], play)
    }

    /// Returns this graph with these outcomes of vertices without moves, in place of those given before. If a vertex
    /// is repeated, its last outcome counts.
    ///
    /// # Errors
    /// If there is no such vertex, or it has moves.
    pub fn with_terminals(self, terminals: impl IntoIterator<Item = (Vertex, Outcome)>) -> Result<Self, GraphError> {
        let players = self.players.unwrap_or_default();
        let players = each_vertex(players);
        let graph = Self::of_rows((self.first, self.options), terminals, players, self.play)?;
        Ok(graph.with_undefined_grundy(self.given_undefined))
    }

    /// Returns this graph with these players to move, one for each vertex, in place of those given before.
    ///
    /// # Errors
    /// If there is no such vertex, or a vertex has no player.
    pub fn with_players(self, players: impl IntoIterator<Item = (Vertex, Player)>) -> Result<Self, GraphError> {
        let terminals = each_vertex(self.terminals);
        let terminals = terminals.filter_map(|(v, outcome)| Some((v, outcome?)));
        let graph = Self::of_rows((self.first, self.options), terminals, players, self.play)?;
        Ok(graph.with_undefined_grundy(self.given_undefined))
    }
}

/// The entries, which are one for each vertex, together with their vertices.
fn each_vertex<T>(entries: Vec<T>) -> impl Iterator<Item = (Vertex, T)> {
    entries.into_iter().enumerate().map(|(v, entry)| (Vertex(v as u32), entry))
}

fn check_vertices(needed: u64) -> Result<(), GraphError> {
    if needed > MAX_VERTICES {
        return Err(GraphError::TooManyVertices { limit: MAX_VERTICES, needed });
    }
    Ok(())
}

/// Sorts edges in any order into rows, with offsets of 32 bits up to `narrow` edges.
///
/// # Errors
/// If there are too many vertices, or an edge names a vertex that is not less than `vertices`.
pub(super) fn of_edges(
    vertices: u64,
    edges: impl KeyedEdges,
    narrow: usize,
) -> Result<(Offsets, Vec<Vertex>), GraphError> {
    check_vertices(vertices)?;
    let (plan, largest) = Plan::with_largest(vertices as usize, &edges);
    if u64::from(largest.0) >= vertices && (largest.0 > 0 || plan.edges() > 0) {
        return Err(GraphError::NoSuchVertex { vertex: largest, vertices });
    }
    let never = || Ok::<_, Infallible>(());
    Ok(if plan.edges() <= narrow {
        let Ok((first, options)) = plan.rows::<u32, _>(edges, 0, never);
        sort_rows(first, options)
    } else {
        let Ok((first, options)) = plan.rows::<u64, _>(edges, 0, never);
        sort_rows(first, options)
    })
}

/// The most bytes in use while `edges` edges are put into rows, without the edges themselves.
pub(super) fn bytes_of_edges(vertices: usize, edges: usize, narrow: usize) -> u64 {
    // A copy of one bucket takes at most 4 bytes for each edge, and is made after the edges with their 8 bytes are freed.
    offsets::bytes(vertices, edges, narrow) + 4 * edges as u64 + low_digit_bytes(vertices, edges)
}

/// Checks rows that follow one another, each in any order, and sorts them: row *v* is `options[offsets[v]..offsets[v +
/// 1]]`.
///
/// # Errors
/// If the offsets do not describe rows, or an option is not a vertex.
fn of_offsets<I>(offsets: I, options: Vec<Vertex>, narrow: usize) -> Result<(Offsets, Vec<Vertex>), GraphError>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    if options.len() <= narrow {
        let first = check_rows::<u32, I>(offsets, &options)?;
        Ok(sort_rows(first, options))
    } else {
        let first = check_rows::<u64, I>(offsets, &options)?;
        Ok(sort_rows(first, options))
    }
}

fn check_rows<O: Offset, I>(offsets: I, options: &[Vertex]) -> Result<Vec<O>, GraphError>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    let mut before = 0;
    let mut first = Vec::new();
    for offset in offsets {
        let wrong = GraphError::RowOffsets { entry: first.len() };
        let offset: usize = offset.try_into().map_err(|_| wrong)?;
        if offset < before || offset > options.len() || (first.is_empty() && offset != 0) {
            return Err(wrong);
        }
        first.push(O::from_place(offset));
        before = offset;
    }
    if first.is_empty() || before != options.len() {
        return Err(GraphError::RowOffsets { entry: first.len().saturating_sub(1) });
    }
    let vertices = first.len() as u64 - 1;
    check_vertices(vertices)?;
    match options.iter().find(|option| u64::from(option.0) >= vertices) {
        Some(&vertex) => Err(GraphError::NoSuchVertex { vertex, vertices }),
        None => Ok(first),
    }
}

/// Edges in any order, each in the row of the vertex that it leads from.
pub(super) struct FromEdges(pub(super) Vec<(Vertex, Vertex)>);

impl KeyedEdges for FromEdges {
    fn keys(&self, mut each: impl FnMut(Vertex)) {
        self.0.iter().for_each(|edge| each(edge.0));
    }

    fn pairs<E>(&self, mut each: impl FnMut(Vertex, Vertex), _: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        self.0.iter().for_each(|&(from, to)| each(from, to));
        Ok(())
    }
}

/// Edges in any order that an iterator yields.
struct ClonedEdges<I>(I);

impl<I: Iterator<Item = (Vertex, Vertex)> + Clone> KeyedEdges for ClonedEdges<I> {
    fn keys(&self, mut each: impl FnMut(Vertex)) {
        self.0.clone().for_each(|(from, _)| each(from));
    }

    fn pairs<E>(&self, mut each: impl FnMut(Vertex, Vertex), _: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        self.0.clone().for_each(|(from, to)| each(from, to));
        Ok(())
    }
}
