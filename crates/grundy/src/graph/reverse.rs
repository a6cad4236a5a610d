//! A graph with every edge turned round: the predecessors of each vertex as rows.
//!
//! The textbook counts the predecessors of each vertex and then puts every edge in its place: two random accesses an edge.
//! Here the edges are first dealt into buckets of neighbouring targets, few enough for all of them to be written at a time
//! from the cache, and each bucket, small enough for the cache, is put in order by itself: one round of a radix sort, most
//! significant digit first, and a counting sort a bucket (Knuth, The Art of Computer Programming 3, 5.2.5 and 5.2). The
//! sources are dealt where their bucket will stand in the result, so that what is needed beside it is 2 bytes an edge, for
//! the targets' low digits, and a copy of one bucket; or the copy alone, where a source and a low digit fit into the 4 bytes
//! of the source together, as they do up to 2²¹ vertices. Both rounds keep the order of what they deal, so rows are ascending.

use super::offsets::{self, NARROW, Offset, Offsets};
use super::{Graph, Vertex};
use crate::limits::{Limits, RunError};

/// Predecessors that may be read beyond the end of a row, whichever row it is.
pub(crate) const PADDING: usize = 8;

/// A bucket holds at most 2 to this number of targets: a low digit has 16 bits.
const LOW_BITS: u32 = 16;

/// So many buckets are wanted at most: beyond, their write positions leave the first cache.
const BUCKETS: usize = 512;

/// So many buckets are better than room for the low digits.
const PACKED_BUCKETS: usize = 1024;

/// Vertices between two looks at the limits.
const STEPS: usize = 1 << 20;

/// A graph turned round, with the graph itself.
///
/// ```
/// use grundy::graph::{GraphBuilder, Reverse};
/// use grundy::{limits::Limits, Play};
/// let mut draft = GraphBuilder::default();
/// let (a, b) = (draft.vertex(), draft.vertex());
/// draft.edge(a, b);
/// let graph = draft.build(Play::Normal).unwrap();
/// let reverse = Reverse::of(&graph, &Limits::NONE)?;
/// assert_eq!((reverse.row(a), reverse.row(b)), (&[][..], &[a][..]));
/// # Ok::<(), grundy::limits::LimitHit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reverse<'g> {
    graph: &'g Graph,
    first: Offsets,
    /// The rows, and [`PADDING`] vertices that mean nothing. All are vertices of the graph.
    predecessors: Vec<Vertex>,
}

impl<'g> Reverse<'g> {
    /// Turns every edge of `graph` round. Time O(V + E); at most 6 bytes an edge while it runs and 4 when it is done, if
    /// no vertex has a great part of all predecessors (else up to 10), and 4 or, above 2³² edges, 8 a vertex.
    ///
    /// # Errors
    /// If that is more memory than `limits` allow, said before it is taken, or if the run was told to stop.
    pub fn of(graph: &'g Graph, limits: &Limits<'_>) -> Result<Self, RunError> {
        Self::narrow_up_to(NARROW, graph, limits)
    }

    /// The same, with offsets of 32 bits up to `narrow` edges.
    pub(crate) fn narrow_up_to(narrow: usize, graph: &'g Graph, limits: &Limits<'_>) -> Result<Self, RunError> {
        match (graph.edges() <= narrow, packed_shift(graph.vertices())) {
            (true, Some(shift)) => turned::<u32, true>(graph, shift, limits),
            (true, None) => turned::<u32, false>(graph, shift(graph.vertices()), limits),
            (false, Some(shift)) => turned::<u64, true>(graph, shift, limits),
            (false, None) => turned::<u64, false>(graph, shift(graph.vertices()), limits),
        }
    }

    /// Bytes that a reverse graph takes when it is done.
    pub(crate) fn bytes_for(graph: &Graph) -> u64 {
        offsets::bytes(graph.vertices(), graph.edges(), NARROW) + 4 * (graph.edges() + PADDING) as u64
    }

    /// The graph itself.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The vertices from which a move leads to `v`, ascending.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn row(&self, v: Vertex) -> &[Vertex] {
        &self.predecessors[self.first.row(v.index())]
    }

    /// Bytes in use, without those of the graph itself.
    pub fn bytes(&self) -> u64 {
        self.first.bytes() + 4 * self.predecessors.len() as u64
    }

    /// Where the rows stand in `padded`.
    pub(crate) fn offsets(&self) -> &Offsets {
        &self.first
    }

    /// All rows one after the other, and [`PADDING`] entries more.
    pub(crate) fn padded(&self) -> &[Vertex] {
        &self.predecessors
    }
}

fn turned<'g, O: Offset, const PACKED: bool>(
    graph: &'g Graph,
    shift: u32,
    limits: &Limits<'_>,
) -> Result<Reverse<'g>, RunError> {
    let (n, edges) = (graph.vertices(), graph.edges());
    let low_digits = if PACKED { 0 } else { edges };
    let mask = (1 << shift) - 1;
    let buckets = (n >> shift) + 1;
    limits.check(n as u64, graph.bytes())?;

    let mut starts = vec![0; buckets + 1];
    for option in graph.options() {
        starts[(option.index() >> shift) + 1] += 1;
    }
    let largest = starts.iter().copied().max().unwrap_or_default();
    for b in 0..buckets {
        starts[b + 1] += starts[b];
    }
    let offsets = size_of::<O>() * (n + 1);
    limits.check(n as u64, graph.bytes() + (offsets + 4 * (edges + PADDING) + 2 * low_digits + 4 * largest) as u64)?;

    let mut predecessors = vec![Vertex(0); edges + PADDING];
    let mut lows = vec![0u16; low_digits];
    let mut next = starts.clone();
    for block in (0..n).step_by(STEPS) {
        limits.check(n as u64, 0)?;
        for v in (block..n.min(block + STEPS)).map(|v| Vertex(v as u32)) {
            for option in graph.row(v) {
                let place = &mut next[option.index() >> shift];
                let low = option.0 & mask;
                if PACKED {
                    predecessors[*place] = Vertex(v.0 << shift | low);
                } else {
                    predecessors[*place] = v;
                    lows[*place] = low as u16;
                }
                *place += 1;
            }
        }
    }

    let mut first: Vec<O> = Vec::with_capacity(n + 1);
    let mut sources = Vec::with_capacity(largest);
    let mut places: Vec<O> = Vec::with_capacity(1 << shift);
    for b in 0..buckets {
        limits.check(n as u64, 0)?;
        let bucket = starts[b]..starts[b + 1];
        let (low, high) = (b << shift, n.min((b + 1) << shift));
        let row = &mut predecessors[bucket.clone()];
        sources.clear();
        sources.extend_from_slice(row);
        places.clear();
        places.resize(high - low, O::from_place(0));
        let lows = if PACKED { &[][..] } else { &lows[bucket.clone()] };
        let low = |i: usize, dealt: Vertex| usize::from(if PACKED { (dealt.0 & mask) as u16 } else { lows[i] });
        for (i, &dealt) in sources.iter().enumerate() {
            let count = &mut places[low(i, dealt)];
            *count = O::from_place(count.place() + 1);
        }
        let mut place = 0;
        for count in &mut places {
            first.push(O::from_place(bucket.start + place));
            place += std::mem::replace(count, O::from_place(place)).place();
        }
        for (i, &dealt) in sources.iter().enumerate() {
            let place = &mut places[low(i, dealt)];
            row[place.place()] = if PACKED { Vertex(dealt.0 >> shift) } else { dealt };
            *place = O::from_place(place.place() + 1);
        }
    }
    first.push(O::from_place(edges));
    Ok(Reverse { graph, first: O::offsets(first), predecessors })
}

/// The bits of a vertex number that tell the targets of one bucket apart.
fn shift(vertices: usize) -> u32 {
    (0..LOW_BITS).find(|&bits| vertices >> bits < BUCKETS).unwrap_or(LOW_BITS)
}

/// The same, where those bits and all of another vertex number fit into 32.
fn packed_shift(vertices: usize) -> Option<u32> {
    let bits = usize::BITS - vertices.saturating_sub(1).leading_zeros();
    let most = LOW_BITS.min(u32::BITS.saturating_sub(bits));
    Some(shift(vertices).min(most)).filter(|&shift| vertices >> shift < PACKED_BUCKETS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::graph::GraphBuilder;
    use crate::limits::LimitHit;

    fn drawn(n: u32, moves: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        let mut draft = GraphBuilder::with_vertices(n);
        moves.into_iter().for_each(|(from, to)| draft.edge(Vertex(from), Vertex(to)));
        draft.build(Play::Normal).unwrap()
    }

    /// The rows by definition.
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
        holds(&drawn(0, []));
        holds(&drawn(1, [(0, 0)]));
        for n in [2, 511, 512, 513, 4097, 70_000, 300_001, 2_097_153] {
            let mut x = u64::from(n);
            let mut next = || {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (x >> 33) as u32 % n
            };
            let random: Vec<_> = (0..3 * n).map(|_| (next(), next())).collect();
            holds(&drawn(n, random));
            holds(&drawn(n, (1..n).map(|v| (v, v - 1))));
            holds(&drawn(n, (0..n).map(|v| (v, n / 2))));
            holds(&drawn(n, (0..n).map(|v| (n / 2, v))));
        }
    }

    #[test]
    fn more_memory_than_allowed_is_not_taken() {
        let graph = drawn(1000, (1..1000).map(|v| (v, v - 1)));
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
