//! Rows of edges in the making: counted, filled, then each sorted and rid of repetitions.
//!
//! One vector of V + 1 places serves all three: entry *v* + 1 first counts the edges of *v*, then says where the next of them
//! goes, and at the end where the row of *v* + 1 begins.

use super::Vertex;
use super::offsets::{Offset, Offsets};

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
    /// The rows of these edges.
    ///
    /// # Panics
    /// If an edge names a vertex beyond the number of them.
    pub(super) fn of(vertices: u32, edges: Vec<(Vertex, Vertex)>, narrow: usize) -> (Offsets, Vec<Vertex>) {
        let mut counts = Counts::new(vertices);
        for (from, to) in &edges {
            assert!(to.0 < vertices, "an option among the vertices");
            assert!(counts.count(*from), "fewer than 2³² edges of one vertex");
        }
        let mut rows = counts.rows(narrow);
        match &mut rows {
            Rows::Narrow(rows) => edges.iter().for_each(|&(from, to)| assert!(rows.put(from, to))),
            Rows::Wide(rows) => edges.iter().for_each(|&(from, to)| assert!(rows.put(from, to))),
        }
        drop(edges);
        rows.finish()
    }

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
        let Self { next: mut first, mut options } = self;
        let mut kept = 0;
        let mut start = 0;
        for v in 0..first.len() - 1 {
            let end = first[v + 1].place();
            let row = &mut options[start..end];
            // Rows are often in order in a file that a program wrote.
            let mut ascending = row.is_sorted_by(|a, b| a < b);
            if !ascending {
                row.sort_unstable();
                ascending = row.is_sorted_by(|a, b| a < b);
            }
            first[v] = O::from_place(kept);
            if ascending {
                options.copy_within(start..end, kept);
                kept += end - start;
            } else {
                for i in start..end {
                    if i == start || options[i] != options[i - 1] {
                        let option = options[i];
                        options[kept] = option;
                        kept += 1;
                    }
                }
            }
            start = end;
        }
        *first.last_mut().expect("one entry more than vertices") = O::from_place(kept);
        options.truncate(kept);
        options.shrink_to_fit();
        (O::offsets(first), options)
    }
}

/// Sorts the items from `start` on and removes repetitions among them.
pub(crate) fn sort_and_dedup_tail<T: Ord + Copy>(list: &mut Vec<T>, start: usize) {
    if list[start..].is_sorted_by(|a, b| a < b) {
        return;
    }
    list[start..].sort_unstable();
    let mut kept = start;
    for i in start..list.len() {
        if i == start || list[i] != list[kept - 1] {
            list[kept] = list[i];
            kept += 1;
        }
    }
    list.truncate(kept);
}
