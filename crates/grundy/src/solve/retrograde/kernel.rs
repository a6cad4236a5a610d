//! The inner loops: collect the predecessors of a tick's positions and update their cells.
//!
//! An edge costs one random access to the cell of the predecessor; everything else about it must be cheap. Therefore
//!
//! - rows are copied into a flat [`Batch`], always eight predecessors at a time, so that the processor need not predict
//!   the length of a row;
//! - a batch is applied without data-dependent branches, while the cell [`AHEAD`] places further on is
//!   being prefetched.
//!
//! The benefit of the unsafe lines, in CPU time for a random graph of 10^7 vertices and 4·10^7 edges that play decides
//! (2.6 GHz, 1 MiB and 32 MiB of cache): 3.7 ns an edge with prefetched cells and rows, 7.3 without. Indices stay
//! checked: unchecked ones gained nothing.

#![allow(unsafe_code)]

use super::cells::Cell;
use crate::game::Index;
use crate::graph::{Offset, PADDING, Vertex};
use crate::text::DynIndexed;

/// Predecessors in a full batch: 16 KiB, a third of the first cache.
pub(super) const BATCH: usize = 4096;

/// The distance, in cells, at which cells are prefetched. An edge takes 3 cycles and memory 300, so 32 are too few: 7.1
/// ns an edge, compared with 6.1 with 64 and 5.9 with 128.
pub(super) const AHEAD: usize = 128;

/// The distance, in rows, at which rows are prefetched.
const ROWS_AHEAD: usize = 32;

/// Cells in a block that is searched at once.
pub(super) const BLOCK: usize = 64;

/// Number of vertices found by a search whose rows are copied together, so that the rows can be prefetched.
pub(super) const FOUND_BATCH: usize = 1024;

/// A source of predecessors.
pub(super) trait PredecessorSource: Copy + Send + Sync {
    /// A tick with at least one position in this many is found by a search; a smaller one is listed.
    const DENSE: usize;

    /// Adds the predecessors of each vertex of `list` to a batch; a full batch goes to `sink`.
    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, sink: &mut impl Sink<C>);

    /// All predecessors of a vertex whose row is longer than [`Sink::MAX_ROW`].
    fn long_row(&self, v: Vertex) -> &[Vertex];
}

/// The rows of a reverse graph.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, O> {
    pub(super) first: &'a [O],
    pub(super) padded: &'a [Vertex],
}

impl<O: Offset> PredecessorSource for Rows<'_, O> {
    const DENSE: usize = 16;

    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, sink: &mut impl Sink<C>) {
        for (i, v) in list.iter().enumerate() {
            // First the offsets of a vertex, then its row, which may lie across two lines of the cache.
            if let Some(later) = list.get(i + 2 * ROWS_AHEAD) {
                prefetch(self.first, later.index());
            }
            if let Some(later) = list.get(i + ROWS_AHEAD) {
                let place = self.first[later.index()].place();
                prefetch_once(self.padded, place);
                prefetch_once(self.padded, place + PADDING - 1);
            }
            batch.add(self, v.index(), sink);
        }
    }

    fn long_row(&self, v: Vertex) -> &[Vertex] {
        &self.padded[self.first[v.index()].place()..self.first[v.index() + 1].place()]
    }
}

/// The predecessors that a game computes, without a graph.
#[derive(Clone, Copy)]
pub(super) struct ComputedPredecessors<'a>(pub(super) &'a dyn DynIndexed);

/// Number of indices for which the game is called at a time.
const INDEX_BATCH: usize = 128;

impl PredecessorSource for ComputedPredecessors<'_> {
    /// Greater than for rows, because a search leaves the indices in their order, and rules are faster for indices that
    /// are near one another: Teeko's movement phase takes 4.4, 3.9, 3.3 and 3.6 s of CPU time with 16, 64, 256 and 1024.
    const DENSE: usize = 256;

    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, sink: &mut impl Sink<C>) {
        let (mut indices, mut found) = std::mem::take(&mut batch.indices);
        for part in list.chunks(INDEX_BATCH) {
            indices.clear();
            indices.extend(part.iter().map(|v| Index(v.0.into())));
            found.clear();
            self.0.predecessors(&indices, &mut found);
            let mut rest = &found[..];
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(BATCH - batch.count));
                let mut all = 0;
                for (to, from) in batch.vertices[batch.count..].iter_mut().zip(now) {
                    all |= from.0;
                    *to = Vertex(from.0 as u32);
                }
                assert!(all <= u32::MAX.into(), "an index below the game's count");
                batch.count += now.len();
                rest = later;
                if batch.count > BATCH - PADDING {
                    batch.flush(sink);
                }
            }
        }
        batch.indices = (indices, found);
    }

    fn long_row(&self, _v: Vertex) -> &[Vertex] {
        unreachable!("no row is kept, so none is long")
    }
}

/// A consumer of predecessors, which updates their cells.
pub(super) trait Sink<C> {
    /// The cells in which the positions of the tick are searched; those do not change meanwhile.
    fn cells(&self) -> &[C];
    /// Applies the update of the tick to each vertex of `batch`, once for each occurrence.
    fn update(&mut self, batch: &[Vertex]);
    /// The longest row that is copied into a batch.
    const MAX_ROW: usize;
    /// Applies the update of the tick to all predecessors of `v`, a long row.
    fn update_long_row(&mut self, v: Vertex, row: &[Vertex]);
    /// Whether it accepts no more for now.
    fn is_full(&self) -> bool;
}

/// Predecessors whose cells are yet to be updated.
pub(super) struct Batch {
    vertices: Box<[Vertex; BATCH]>,
    count: usize,
    /// The indices for which the game is called, and its result.
    indices: (Vec<Index>, Vec<Index>),
}

impl Batch {
    pub(super) fn new() -> Self {
        Self { vertices: Box::new([Vertex(0); BATCH]), count: 0, indices: Default::default() }
    }

    /// Passes the collected predecessors to `sink`.
    #[inline(always)]
    pub(super) fn flush<C>(&mut self, sink: &mut impl Sink<C>) {
        sink.update(&self.vertices[..self.count]);
        self.count = 0;
    }

    /// Adds the predecessors of each vertex of `range` whose cell is `code`, until `sink` is full, and returns the
    /// end of the searched range. The first cell is that of vertex `base`.
    pub(super) fn search<C: Cell>(
        &mut self,
        source: impl PredecessorSource,
        range: std::ops::Range<usize>,
        base: usize,
        code: C,
        sink: &mut impl Sink<C>,
    ) -> usize {
        let mut list = [Vertex(0); FOUND_BATCH];
        let mut count = 0;
        for start in range.clone().step_by(BLOCK) {
            let end = range.end.min(start + BLOCK);
            let mut found = C::equality_mask(&sink.cells()[start..end], code);
            while found != 0 {
                list[count] = Vertex((base + start) as u32 + found.trailing_zeros());
                count += 1;
                found &= found - 1;
            }
            if count > FOUND_BATCH - BLOCK {
                source.follow(&list[..count], self, sink);
                count = 0;
                if sink.is_full() {
                    return end;
                }
            }
        }
        source.follow(&list[..count], self, sink);
        range.end
    }

    /// Adds the predecessors of `v`. The batch must have room for [`PADDING`] of them, and has it again afterwards.
    #[inline(always)]
    fn add<C, O: Offset>(&mut self, rows: Rows<'_, O>, v: usize, sink: &mut impl Sink<C>) {
        let (start, end) = (rows.first[v].place(), rows.first[v + 1].place());
        self.vertices[self.count..self.count + PADDING].copy_from_slice(&rows.padded[start..start + PADDING]);
        if end - start <= PADDING {
            self.count += end - start;
        } else {
            self.add_long(v, &rows.padded[start..end], sink);
        }
        if self.count > BATCH - PADDING {
            self.flush(sink);
        }
    }

    #[inline(never)]
    fn add_long<C, H: Sink<C>>(&mut self, v: usize, row: &[Vertex], sink: &mut H) {
        if row.len() > H::MAX_ROW {
            sink.update_long_row(Vertex(v as u32), row);
        } else {
            if self.count + row.len() > BATCH {
                self.flush(sink);
            }
            self.vertices[self.count..self.count + row.len()].copy_from_slice(row);
            self.count += row.len();
        }
    }
}

/// Prefetches the entry `index` of `all` into the cache; harmless for any index.
#[inline(always)]
pub(in crate::solve) fn prefetch<T>(all: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch reads nothing and faults at no address; the address computation does not require a valid result.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(all.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (all, index);
}

/// Prefetches an entry that will be read only once, without evicting the cells from the cache.
#[inline(always)]
pub(in crate::solve) fn prefetch_once<T>(all: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: as in `prefetch`.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_NTA, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_NTA>(all.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (all, index);
}
