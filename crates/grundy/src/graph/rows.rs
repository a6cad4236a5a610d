//! Rows of edges: of edges in any order, of rows that are given, or counted and filled in two passes over a file. Each row is
//! sorted and rid of repetitions.
//!
//! Where edges are counted, one vector of V + 1 places serves all three: entry *v* + 1 first counts the edges of *v*, then says where the next of them
//! goes, and at the end where the row of *v* + 1 begins.

use super::buckets::{KeyedEdges, Plan, low_digit_bytes};
use super::offsets::{self, Offset, Offsets};
use super::{GraphError, Vertex};
use crate::game::sort_and_dedup;
use std::convert::Infallible;

/// The edges of each vertex, counted.
#[derive(Debug)]
pub(super) struct Counts {
    counts: Vec<u32>,
    edges: u64,
}

impl Counts {
    /// No edges of so many vertices.
    pub(super) fn new(vertices: u32) -> Self {
        Self { counts: vec![0; vertices as usize + 1], edges: 0 }
    }

    /// Counts an edge; `false` if the vertex has 2³² − 1 of them already.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline(always)]
    pub(super) fn count(&mut self, from: Vertex) -> bool {
        let count = &mut self.counts[from.index() + 1];
        if *count == u32::MAX {
            return false;
        }
        *count += 1;
        self.edges += 1;
        true
    }

    /// Number of edges counted.
    pub(super) fn edges(&self) -> u64 {
        self.edges
    }

    /// Rows of these lengths, to be filled; with places of 32 bits up to `narrow` edges.
    pub(super) fn rows(self, narrow: usize) -> Rows {
        let edges = self.edges as usize;
        if edges <= narrow {
            Rows::Narrow(Filling::new(self.counts, edges))
        } else {
            Rows::Wide(Filling::new(self.counts.into_iter().map(u64::from).collect(), edges))
        }
    }
}

/// Rows being filled, with places as wide as they have to be.
#[derive(Debug)]
pub(super) enum Rows {
    Narrow(Filling<u32>),
    Wide(Filling<u64>),
}

impl Rows {
    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(rows) => (4 * rows.next.len() + 4 * rows.options.len()) as u64,
            Self::Wide(rows) => (8 * rows.next.len() + 4 * rows.options.len()) as u64,
        }
    }

    /// Where each row begins, and the rows, each ascending and without repetitions. All edges that were counted, and no
    /// others, must have been put.
    pub(super) fn finish(self) -> (Offsets, Vec<Vertex>) {
        match self {
            Self::Narrow(rows) => rows.finish(),
            Self::Wide(rows) => rows.finish(),
        }
    }
}

/// Rows being filled.
#[derive(Debug)]
pub(super) struct Filling<O> {
    /// Entry *v* + 1: where the next option of *v* goes.
    next: Vec<O>,
    options: Vec<Vertex>,
}

impl<O: Offset> Filling<O> {
    fn new(mut counts: Vec<O>, edges: usize) -> Self {
        let mut place = 0;
        for count in &mut counts {
            place += std::mem::replace(count, O::from_place(place)).place();
        }
        Self { next: counts, options: vec![Vertex(0); edges] }
    }

    /// Puts an edge; `false` if there is no room for it, so that this is not what was counted.
    #[inline(always)]
    pub(super) fn put(&mut self, from: Vertex, to: Vertex) -> bool {
        let Some(next) = self.next.get_mut(from.index() + 1) else { return false };
        let Some(option) = self.options.get_mut(next.place()) else { return false };
        *option = to;
        *next = O::from_place(next.place() + 1);
        true
    }

    fn finish(self) -> (Offsets, Vec<Vertex>) {
        ascending(self.next, self.options)
    }
}

/// Sorts each row and removes its repetitions; row *v* stands at `first[v]..first[v + 1]`.
fn ascending<O: Offset>(mut first: Vec<O>, mut options: Vec<Vertex>) -> (Offsets, Vec<Vertex>) {
    let (mut kept, mut start) = (0, 0);
    // Entry `v` becomes the place where the shorter rows before `v` end.
    if let Some((zero, ends)) = first.split_first_mut() {
        *zero = O::from_place(0);
        for next in ends {
            let end = next.place();
            let count = sort_and_dedup(&mut options[start..end]);
            if kept != start {
                options.copy_within(start..start + count, kept);
            }
            kept += count;
            *next = O::from_place(kept);
            start = end;
        }
    }
    options.truncate(kept);
    options.shrink_to_fit();
    (O::offsets(first), options)
}

/// Rows of edges in any order, with places of 32 bits up to `narrow` edges.
///
/// # Errors
/// If an edge names a vertex that is not less than `vertices`.
pub(super) fn of_edges(
    vertices: u32,
    edges: Vec<(Vertex, Vertex)>,
    narrow: usize,
) -> Result<(Offsets, Vec<Vertex>), GraphError> {
    let largest = edges.iter().fold(0, |largest, (from, to)| largest.max(from.0).max(to.0));
    if largest >= vertices && !edges.is_empty() {
        return Err(GraphError::NoSuchVertex(Vertex(largest)));
    }
    let narrow = edges.len() <= narrow;
    let edges = FromEdges(edges);
    let plan = Plan::of(vertices as usize, &edges);
    let never = || Ok::<_, Infallible>(());
    Ok(if narrow {
        let Ok((first, options)) = plan.rows::<u32, _>(edges, 0, never);
        ascending(first, options)
    } else {
        let Ok((first, options)) = plan.rows::<u64, _>(edges, 0, never);
        ascending(first, options)
    })
}

/// The most bytes in use while so many edges are put into rows, those of the edges themselves not included.
pub(super) fn bytes_of_edges(vertices: usize, edges: usize, narrow: usize) -> u64 {
    // A copy of one bucket takes 4 bytes an edge at most, when the edges with their 8 bytes are no longer there.
    offsets::bytes(vertices, edges, narrow) + 4 * edges as u64 + low_digit_bytes(vertices, edges)
}

/// Rows that stand one after another, each in any order: row *v* at `offsets[v]..offsets[v + 1]` of `options`.
///
/// # Errors
/// If the offsets are not those of rows, or an option is not one of the vertices.
pub(super) fn of_offsets<I>(
    offsets: I,
    options: Vec<Vertex>,
    narrow: usize,
) -> Result<(Offsets, Vec<Vertex>), GraphError>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    if options.len() <= narrow {
        let first = checked::<u32, I>(offsets, &options)?;
        Ok(ascending(first, options))
    } else {
        let first = checked::<u64, I>(offsets, &options)?;
        Ok(ascending(first, options))
    }
}

fn checked<O: Offset, I>(offsets: I, options: &[Vertex]) -> Result<Vec<O>, GraphError>
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
    if vertices > u32::MAX.into() {
        return Err(GraphError::TooManyVertices);
    }
    match options.iter().find(|option| u64::from(option.0) >= vertices) {
        Some(option) => Err(GraphError::NoSuchVertex(*option)),
        None => Ok(first),
    }
}

/// Edges in any order, each in the row of the vertex that it leads from.
struct FromEdges(Vec<(Vertex, Vertex)>);

impl KeyedEdges for FromEdges {
    fn keys(&self, mut each: impl FnMut(Vertex)) {
        self.0.iter().for_each(|edge| each(edge.0));
    }

    fn pairs<E>(&self, mut each: impl FnMut(Vertex, Vertex), _: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        self.0.iter().for_each(|&(from, to)| each(from, to));
        Ok(())
    }
}
