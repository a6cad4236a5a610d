//! Builds rows of edges: edges are counted, put in their places, then sorted and deduplicated row by row.
//!
//! One vector of V + 1 offsets serves all three steps: entry *v* + 1 is first the number of edges of *v*, then the
//! place of the next one, and at the end the place at which the row of *v* + 1 begins.

use super::Vertex;
use super::offsets::{Offset, Offsets};
use crate::game::sort_and_dedup;

/// The number of edges of each vertex.
#[derive(Debug)]
pub(super) struct Counts {
    counts: Vec<u32>,
    edges: u64,
}

impl Counts {
    /// The counts for `vertices` vertices, all 0.
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

    /// Empty rows of these lengths, with offsets of 32 bits up to `narrow` edges.
    pub(super) fn rows(self, narrow: usize) -> Rows {
        let edges = self.edges as usize;
        if edges <= narrow {
            Rows::Narrow(PartialRows::new(self.counts, edges))
        } else {
            Rows::Wide(PartialRows::new(self.counts.into_iter().map(u64::from).collect(), edges))
        }
    }
}

/// Rows that are being filled, with offsets as wide as necessary.
#[derive(Debug)]
pub(super) enum Rows {
    Narrow(PartialRows<u32>),
    Wide(PartialRows<u64>),
}

impl Rows {
    /// Number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(rows) => (4 * rows.next.len() + 4 * rows.options.len()) as u64,
            Self::Wide(rows) => (8 * rows.next.len() + 4 * rows.options.len()) as u64,
        }
    }

    /// The offsets of the rows, and the rows, each ascending and without repetitions. Exactly the edges that were
    /// counted must have been put.
    pub(super) fn finish(self) -> (Offsets, Vec<Vertex>) {
        match self {
            Self::Narrow(rows) => rows.finish(),
            Self::Wide(rows) => rows.finish(),
        }
    }
}

/// Rows that are being filled, with offsets of one width.
#[derive(Debug)]
pub(super) struct PartialRows<O> {
    /// Entry *v* + 1: the place of the next option of *v*.
    next: Vec<O>,
    options: Vec<Vertex>,
}

impl<O: Offset> PartialRows<O> {
    fn new(mut counts: Vec<O>, edges: usize) -> Self {
        let mut place = 0;
        for count in &mut counts {
            place += std::mem::replace(count, O::from_place(place)).place();
        }
        Self { next: counts, options: vec![Vertex(0); edges] }
    }

    /// Puts an edge in its place; `false` if there is none left, so that the edges differ from those that were counted.
    #[inline(always)]
    pub(super) fn put(&mut self, from: Vertex, to: Vertex) -> bool {
        let Some(next) = self.next.get_mut(from.index() + 1) else { return false };
        let Some(option) = self.options.get_mut(next.place()) else { return false };
        *option = to;
        *next = O::from_place(next.place() + 1);
        true
    }

    fn finish(self) -> (Offsets, Vec<Vertex>) {
        sort_rows(self.next, self.options)
    }
}

/// Sorts each row and removes its repetitions; row *v* is at `first[v]..first[v + 1]`.
pub(super) fn sort_rows<O: Offset>(mut first: Vec<O>, mut options: Vec<Vertex>) -> (Offsets, Vec<Vertex>) {
    let (mut written, mut start) = (0, 0);
    // Entry `v` becomes the end of the deduplicated rows before `v`.
    if let Some((zero, ends)) = first.split_first_mut() {
        *zero = O::from_place(0);
        for next in ends {
            let end = next.place();
            let count = sort_and_dedup(&mut options[start..end]);
            if written != start {
                options.copy_within(start..start + count, written);
            }
            written += count;
            *next = O::from_place(written);
            start = end;
        }
    }
    options.truncate(written);
    options.shrink_to_fit();
    (O::offsets(first), options)
}
