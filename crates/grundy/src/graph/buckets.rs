//! Groups edges into rows by one of their two ends, whatever the order of the edges.
//!
//! The textbook method counts the edges of each row and then puts every edge in its place: two random accesses for each
//! edge. This module first partitions the edges into buckets of neighbouring rows, few enough that the cache can hold
//! the write position of each, and then sorts each bucket, small enough for the cache: one round of a radix sort, most
//! significant digit first, and a counting sort for each bucket (Knuth, The Art of Computer Programming 3, 5.2.5 and
//! 5.2). The values are partitioned into the place of their bucket in the result. The additional memory is therefore 2
//! bytes for each edge, for the low digits of the keys, and a copy of one bucket; or only the copy, if a value and a
//! low digit fit into the 4 bytes of the value together, as they do up to 2²¹ vertices. Both rounds are stable.

use super::Vertex;
use super::offsets::Offset;
use std::convert::Infallible;

/// A bucket has at most 2 to this power keys, so a low digit has 16 bits.
const LOW_BITS: u32 = 16;

/// The preferred maximum of buckets: with more, their write positions no longer fit in the first-level cache.
const BUCKETS: usize = 512;

/// The most buckets that are still better than separate memory for the low digits.
const PACKED_BUCKETS: usize = 1024;

/// Edges that can be read twice, each with a *key*, the vertex in whose row it belongs, and a *value*, what the row holds.
pub(super) trait KeyedEdges {
    /// Calls `each` with the key of every edge.
    fn keys(&self, each: impl FnMut(Vertex));

    /// Calls `each` with the key and the value of every edge, and `check` from time to time.
    fn pairs<E>(&self, each: impl FnMut(Vertex, Vertex), check: impl FnMut() -> Result<(), E>) -> Result<(), E>;
}

/// A plan for partitioning edges.
pub(super) struct Plan {
    /// All keys and values are less than this.
    vertices: usize,
    /// Number of low bits of a key, which distinguish the keys of one bucket.
    shift: u32,
    /// Whether a value and the low digit of a key share 4 bytes.
    is_packed: bool,
    /// The first edge of each bucket, and the number of edges as the last entry.
    starts: Vec<usize>,
    /// Number of edges in the largest bucket.
    largest: usize,
}

impl Plan {
    /// The plan for these edges of a graph with `vertices` vertices. Reads the keys once.
    ///
    /// # Panics
    /// If a key is not less than the number of vertices.
    pub(super) fn of(vertices: usize, edges: &impl KeyedEdges) -> Self {
        Self::counted(vertices, |starts, shift| edges.keys(|key| starts[(key.index() >> shift) + 1] += 1))
    }

    /// The plan for these edges, and the largest of all keys and values, 0 if there are no edges. Reads the edges once. If the largest is not
    /// less than the number of vertices, the plan is of no use.
    pub(super) fn with_largest(vertices: usize, edges: &impl KeyedEdges) -> (Self, Vertex) {
        let mut largest = 0;
        let plan = Self::counted(vertices, |starts, shift| {
            let count = |key: Vertex, value: Vertex| {
                largest = key.0.max(value.0).max(largest);
                if let Some(count) = starts.get_mut((key.index() >> shift) + 1) {
                    *count += 1;
                }
            };
            let Ok(()) = edges.pairs(count, || Ok::<_, Infallible>(()));
        });
        (plan, Vertex(largest))
    }

    /// The plan for as many edges as `count` counts. It gets an unused entry and the entries of the buckets, and the number of low bits of
    /// a key.
    fn counted(vertices: usize, count: impl FnOnce(&mut [usize], u32)) -> Self {
        let packed = packed_shift(vertices);
        let shift = packed.unwrap_or_else(|| shift(vertices));
        let buckets = (vertices >> shift) + 1;
        let mut starts = vec![0; buckets + 1];
        count(&mut starts, shift);
        let largest = starts.iter().copied().max().unwrap_or_default();
        for b in 0..buckets {
            starts[b + 1] += starts[b];
        }
        Self { vertices, shift, is_packed: packed.is_some(), starts, largest }
    }

    /// Number of edges.
    pub(super) fn edges(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// The most bytes in use while the edges are put into rows, including the rows, if an offset has `offset` bytes.
    pub(super) fn bytes(&self, offset: usize, padding: usize) -> u64 {
        let low_digits = if self.is_packed { 0 } else { 2 * self.edges() };
        (offset * (self.vertices + 1) + 4 * (self.edges() + padding) + low_digits + 4 * self.largest) as u64
    }

    /// The offset of each row, and the rows, one after another, followed by `padding` unused entries. A row holds the
    /// values of its key in the order of the edges. Calls `check` from time to time.
    ///
    /// # Errors
    /// The errors of `check`.
    pub(super) fn rows<O: Offset, E>(
        self,
        edges: impl KeyedEdges,
        padding: usize,
        check: impl FnMut() -> Result<(), E>,
    ) -> Result<(Vec<O>, Vec<Vertex>), E> {
        if self.is_packed {
            self.rows_by::<O, true, E>(edges, padding, check)
        } else {
            self.rows_by::<O, false, E>(edges, padding, check)
        }
    }

    fn rows_by<O: Offset, const PACKED: bool, E>(
        self,
        edges: impl KeyedEdges,
        padding: usize,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<(Vec<O>, Vec<Vertex>), E> {
        let (count, shift) = (self.edges(), self.shift);
        let mask = (1 << shift) - 1;
        let mut values = vec![Vertex(0); count + padding];
        let mut lows = vec![0u16; if PACKED { 0 } else { count }];
        let mut next = self.starts.clone();
        let put = |key: Vertex, value: Vertex| {
            let place = &mut next[key.index() >> shift];
            let low = key.0 & mask;
            if PACKED {
                values[*place] = Vertex(value.0 << shift | low);
            } else {
                values[*place] = value;
                lows[*place] = low as u16;
            }
            *place += 1;
        };
        edges.pairs(put, &mut check)?;
        drop(edges);
        let first = self.sort_buckets::<O, PACKED, E>(&mut values, &lows, check)?;
        Ok((first, values))
    }

    /// Sorts each bucket by the low digits of its keys; returns the offset of each row.
    fn sort_buckets<O: Offset, const PACKED: bool, E>(
        self,
        values: &mut [Vertex],
        lows: &[u16],
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<O>, E> {
        let (count, n, shift) = (self.edges(), self.vertices, self.shift);
        let Self { starts, largest, .. } = self;
        let mask = (1 << shift) - 1;
        let mut first: Vec<O> = Vec::with_capacity(n + 1);
        let mut unsorted = Vec::with_capacity(largest);
        let mut places: Vec<O> = Vec::with_capacity(1 << shift);
        for b in 0..starts.len() - 1 {
            check()?;
            let bucket = starts[b]..starts[b + 1];
            let (low, high) = (b << shift, n.min((b + 1) << shift));
            let row = &mut values[bucket.clone()];
            unsorted.clear();
            unsorted.extend_from_slice(row);
            places.clear();
            places.resize(high - low, O::from_place(0));
            let lows = if PACKED { &[][..] } else { &lows[bucket.clone()] };
            let low = |i: usize, entry: Vertex| usize::from(if PACKED { (entry.0 & mask) as u16 } else { lows[i] });
            for (i, &entry) in unsorted.iter().enumerate() {
                let count = &mut places[low(i, entry)];
                *count = O::from_place(count.place() + 1);
            }
            let mut place = 0;
            for count in &mut places {
                first.push(O::from_place(bucket.start + place));
                place += std::mem::replace(count, O::from_place(place)).place();
            }
            for (i, &entry) in unsorted.iter().enumerate() {
                let place = &mut places[low(i, entry)];
                row[place.place()] = if PACKED { Vertex(entry.0 >> shift) } else { entry };
                *place = O::from_place(place.place() + 1);
            }
        }
        first.push(O::from_place(count));
        Ok(first)
    }
}

/// The most additional bytes for `edges` edges, beside their rows and a copy of one bucket.
pub(super) fn low_digit_bytes(vertices: usize, edges: usize) -> u64 {
    if packed_shift(vertices).is_some() { 0 } else { 2 * edges as u64 }
}

/// The number of low bits of a vertex number that distinguish the keys of one bucket.
fn shift(vertices: usize) -> u32 {
    (0..LOW_BITS).find(|&bits| vertices >> bits < BUCKETS).unwrap_or(LOW_BITS)
}

/// The number of low bits that [`shift`] gives, or fewer, so that they and another vertex number fit into 32 bits;
/// `None` if that makes too many buckets.
fn packed_shift(vertices: usize) -> Option<u32> {
    let bits = usize::BITS - vertices.saturating_sub(1).leading_zeros();
    let most = LOW_BITS.min(u32::BITS.saturating_sub(bits));
    Some(shift(vertices).min(most)).filter(|&shift| vertices >> shift < PACKED_BUCKETS)
}
