//! The inner loops: gathers the predecessors of a tick's positions and changes their cells.
//!
//! An edge costs a random access to the cell of the predecessor, and nothing else about it may wait. Hence
//!
//! - rows are copied into a flat [`Batch`], eight predecessors at a time whether there are so many or not, so that the
//!   processor need not guess the length of a row;
//! - a batch is applied without a branch on what its cells say, and so that the cell [`AHEAD`] places further on is on
//!   its way already.
//!
//! What the lines marked unsafe buy, in CPU time for a random graph of 10^7 vertices and 4·10^7 edges that play decides
//! (2.6 GHz, 1 MiB and 32 MiB of cache): with cells and rows fetched beforehand 3.7 ns an edge, without 7.3. Indices stay
//! checked: leaving that out bought nothing.

#![allow(unsafe_code)]

use super::cells::Cell;
use crate::game::Index;
use crate::graph::{Offset, PADDING, Vertex};
use crate::text::DynIndexed;

/// Predecessors in a full batch: 16 KiB, a third of the first cache.
pub(super) const BATCH: usize = 4096;

/// So many cells are fetched beforehand. An edge takes 3 cycles and memory 300, so 32 are too few: 7.1 ns an
/// edge, against 6.1 with 64 and 5.9 with 128.
pub(super) const AHEAD: usize = 128;

/// So many rows are fetched beforehand.
const ROWS_AHEAD: usize = 32;

/// Cells in a block that is searched at once.
pub(super) const BLOCK: usize = 64;

/// Vertices found by a search that are followed together, so that their rows can be fetched.
pub(super) const LISTED: usize = 1024;

/// Where predecessors come from.
pub(super) trait Source: Copy + Send + Sync {
    /// A tick of one position in so many is searched for; a smaller one is listed.
    const DENSE: usize;

    /// Adds the predecessors of each vertex of `list` to a batch.
    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, hearer: &mut impl Sink<C>);

    /// All predecessors of a vertex that was too long for [`Sink::LONG`].
    fn long_row(&self, v: Vertex) -> &[Vertex];
}

/// The rows of a reverse graph.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, O> {
    pub(super) first: &'a [O],
    pub(super) padded: &'a [Vertex],
}

impl<O: Offset> Source for Rows<'_, O> {
    const DENSE: usize = 16;

    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, hearer: &mut impl Sink<C>) {
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
            batch.add(self, v.index(), hearer);
        }
    }

    fn long_row(&self, v: Vertex) -> &[Vertex] {
        &self.padded[self.first[v.index()].place()..self.first[v.index() + 1].place()]
    }
}

/// The unmoves of a game, which is then no graph.
#[derive(Clone, Copy)]
pub(super) struct Unmoves<'a>(pub(super) &'a dyn DynIndexed);

/// Indices that a game is asked for at a time.
const ASKED: usize = 128;

impl Source for Unmoves<'_> {
    /// Greater than for rows, since a search leaves the indices in their order, and rules answer faster where those asked for
    /// are near one another: Teeko's movement phase takes 4.4, 3.9, 3.3 and 3.6 s of CPU time with 16, 64, 256 and 1024.
    const DENSE: usize = 256;

    fn follow<C>(self, list: &[Vertex], batch: &mut Batch, hearer: &mut impl Sink<C>) {
        let (mut asked, mut found) = std::mem::take(&mut batch.indices);
        for part in list.chunks(ASKED) {
            asked.clear();
            asked.extend(part.iter().map(|v| Index(v.0.into())));
            found.clear();
            self.0.unmoves(&asked, &mut found);
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
                    batch.flush(hearer);
                }
            }
        }
        batch.indices = (asked, found);
    }

    fn long_row(&self, _v: Vertex) -> &[Vertex] {
        unreachable!("no row is kept, so none is long")
    }
}

/// Whoever hears what a tick says.
pub(super) trait Sink<C> {
    /// The cells that are searched for the positions of the tick; those do not change meanwhile.
    fn cells(&self) -> &[C];
    /// Lets vertices hear it, once for each time they are named.
    fn hear(&mut self, batch: &[Vertex]);
    /// A longer row is not gathered.
    const LONG: usize;
    /// Lets all predecessors of `v` hear it, a long row.
    fn hear_long(&mut self, v: Vertex, row: &[Vertex]);
    /// Whether it wants no more for now.
    fn is_full(&self) -> bool;
}

/// Predecessors that wait for their cells to be changed.
pub(super) struct Batch {
    vertices: Box<[Vertex; BATCH]>,
    count: usize,
    /// The indices that a game is asked for, and its answer.
    indices: (Vec<Index>, Vec<Index>),
}

impl Batch {
    pub(super) fn new() -> Self {
        Self { vertices: Box::new([Vertex(0); BATCH]), count: 0, indices: Default::default() }
    }

    /// Hands over what was gathered.
    #[inline(always)]
    pub(super) fn flush<C>(&mut self, hearer: &mut impl Sink<C>) {
        hearer.hear(&self.vertices[..self.count]);
        self.count = 0;
    }

    /// Adds the predecessors of each vertex of `range` whose cell is `code`, until the hearer is full, and gives how far it
    /// came; the first cell is that of vertex `base`.
    pub(super) fn search<C: Cell>(
        &mut self,
        source: impl Source,
        range: std::ops::Range<usize>,
        base: usize,
        code: C,
        hearer: &mut impl Sink<C>,
    ) -> usize {
        let mut list = [Vertex(0); LISTED];
        let mut count = 0;
        for start in range.clone().step_by(BLOCK) {
            let end = range.end.min(start + BLOCK);
            let mut found = C::equal(&hearer.cells()[start..end], code);
            while found != 0 {
                list[count] = Vertex((base + start) as u32 + found.trailing_zeros());
                count += 1;
                found &= found - 1;
            }
            if count > LISTED - BLOCK {
                source.follow(&list[..count], self, hearer);
                count = 0;
                if hearer.is_full() {
                    return end;
                }
            }
        }
        source.follow(&list[..count], self, hearer);
        range.end
    }

    /// Adds the predecessors of `v`. There is room for [`PADDING`] of them, and is again.
    #[inline(always)]
    fn add<C, O: Offset>(&mut self, rows: Rows<'_, O>, v: usize, hearer: &mut impl Sink<C>) {
        let (start, end) = (rows.first[v].place(), rows.first[v + 1].place());
        self.vertices[self.count..self.count + PADDING].copy_from_slice(&rows.padded[start..start + PADDING]);
        if end - start <= PADDING {
            self.count += end - start;
        } else {
            self.add_long(v, &rows.padded[start..end], hearer);
        }
        if self.count > BATCH - PADDING {
            self.flush(hearer);
        }
    }

    #[inline(never)]
    fn add_long<C, H: Sink<C>>(&mut self, v: usize, row: &[Vertex], hearer: &mut H) {
        if row.len() > H::LONG {
            hearer.hear_long(Vertex(v as u32), row);
        } else {
            if self.count + row.len() > BATCH {
                self.flush(hearer);
            }
            self.vertices[self.count..self.count + row.len()].copy_from_slice(row);
            self.count += row.len();
        }
    }
}

/// Asks for the place `index` of `all` to be brought into the cache; harmless whatever it is.
#[inline(always)]
pub(in crate::solve) fn prefetch<T>(all: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch reads nothing and faults at no address; the address is computed without leaving it to be valid.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(all.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (all, index);
}

/// The same for what will be read once, and shall not drive the cells out of the cache.
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
