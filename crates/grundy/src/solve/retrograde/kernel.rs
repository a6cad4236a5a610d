//! The inner loops: gathers the predecessors of a tick's positions and changes their cells.
//!
//! An edge costs a random access to the cell of the predecessor, and nothing else about it may wait. Hence
//!
//! - rows are copied into a flat [`Batch`], eight predecessors at a time whether there are so many or not, so that the
//!   processor need not guess the length of a row;
//! - a batch is applied without a branch on what its cells say, and so that the cell [`AHEAD`] places further on is on
//!   its way already.

#![allow(unsafe_code)]

use super::cells::{Cell, Wide, one_less};
use super::scheme::{Hear, Step};
use crate::graph::{Offset, PADDING, Vertex};

/// Predecessors in a full batch: 8 KiB, a quarter of the first cache.
const BATCH: usize = 2048;

/// So many cells are fetched beforehand.
const AHEAD: usize = 32;

/// Cells in a block that is searched at once.
pub(super) const BLOCK: usize = 64;

/// The rows of a reverse graph.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, O> {
    pub(super) first: &'a [O],
    pub(super) padded: &'a [Vertex],
}

/// Whoever hears what a tick says.
pub(super) trait Hearer<C> {
    /// The cells that are searched for the positions of the tick; those do not change meanwhile.
    fn cells(&self) -> &[C];
    /// Lets vertices hear it, once for each time they are named.
    fn hear(&mut self, batch: &[Vertex]);
}

/// Predecessors that wait for their cells to be changed.
pub(super) struct Batch {
    vertices: Box<[Vertex; BATCH]>,
    count: usize,
}

impl Batch {
    pub(super) fn new() -> Self {
        Self { vertices: Box::new([Vertex(0); BATCH]), count: 0 }
    }

    /// Hands over what was gathered.
    #[inline(always)]
    pub(super) fn flush<C>(&mut self, hearer: &mut impl Hearer<C>) {
        hearer.hear(&self.vertices[..self.count]);
        self.count = 0;
    }

    /// Adds the predecessors of each vertex of `list`.
    pub(super) fn follow<C, O: Offset>(&mut self, rows: Rows<'_, O>, list: &[Vertex], hearer: &mut impl Hearer<C>) {
        for (i, v) in list.iter().enumerate() {
            // First the offsets of a vertex, then its row: each is wanted when the next one's place is known.
            if let Some(later) = list.get(i + AHEAD) {
                prefetch(rows.first, later.index());
            }
            if let Some(later) = list.get(i + AHEAD / 2) {
                prefetch(rows.padded, rows.first[later.index()].place());
            }
            self.add(rows, v.index(), hearer);
        }
        self.flush(hearer);
    }

    /// Adds the predecessors of each vertex of `range` whose cell is `code`; the first cell is that of vertex `base`.
    pub(super) fn search<C: Cell, O: Offset>(
        &mut self,
        rows: Rows<'_, O>,
        range: std::ops::Range<usize>,
        base: usize,
        code: C,
        hearer: &mut impl Hearer<C>,
    ) {
        for start in range.clone().step_by(BLOCK) {
            let end = range.end.min(start + BLOCK);
            let mut found = C::equal(&hearer.cells()[start..end], code);
            while found != 0 {
                self.add(rows, base + start + found.trailing_zeros() as usize, hearer);
                found &= found - 1;
            }
        }
        self.flush(hearer);
    }

    /// Adds the predecessors of `v`. There is room for [`PADDING`] of them, and is again.
    #[inline(always)]
    fn add<C, O: Offset>(&mut self, rows: Rows<'_, O>, v: usize, hearer: &mut impl Hearer<C>) {
        let (start, end) = (rows.first[v].place(), rows.first[v + 1].place());
        self.vertices[self.count..self.count + PADDING].copy_from_slice(&rows.padded[start..start + PADDING]);
        if end - start <= PADDING {
            self.count += end - start;
        } else {
            self.add_long(&rows.padded[start..end], hearer);
        }
        if self.count > BATCH - PADDING {
            self.flush(hearer);
        }
    }

    #[inline(never)]
    fn add_long<C>(&mut self, row: &[Vertex], hearer: &mut impl Hearer<C>) {
        if self.count + row.len() > BATCH {
            self.flush(hearer);
        }
        if row.len() > BATCH {
            hearer.hear(row);
        } else {
            self.vertices[self.count..self.count + row.len()].copy_from_slice(row);
            self.count += row.len();
        }
    }
}

/// The vertices that were settled by one tick.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) count: usize,
    /// Who they are, unless they are too many to be listed.
    pub(super) list: Option<Vec<Vertex>>,
}

/// Cells of neighbouring vertices, which hear what one tick says.
pub(super) struct Cellar<'a, C> {
    pub(super) cells: &'a mut [C],
    /// The vertex of the first cell.
    pub(super) base: usize,
    /// The counts of the wide ones among them.
    pub(super) wide: &'a mut Wide,
    pub(super) step: Step<C>,
    pub(super) found: Found,
    /// Those found are listed up to this number.
    pub(super) most_listed: usize,
}

impl<C: Cell> Hearer<C> for Cellar<'_, C> {
    fn cells(&self) -> &[C] {
        self.cells
    }

    fn hear(&mut self, batch: &[Vertex]) {
        if self.found.list.is_some() {
            self.listing::<true>(batch)
        } else {
            self.listing::<false>(batch)
        }
        if self.found.count > self.most_listed {
            self.found.list = None;
        }
    }
}

impl<C: Cell> Cellar<'_, C> {
    fn listing<const LIST: bool>(&mut self, batch: &[Vertex]) {
        let Step { hear, code, most } = self.step;
        match hear {
            Hear::Claim => self.change::<LIST>(batch, |_| false, |cell| cell.claimed(code)),
            Hear::Refute => self.change::<LIST>(batch, |cell| cell == most, |cell| cell.refuted(code)),
            Hear::Won(winner) => {
                self.change::<LIST>(batch, |cell| cell.count_against(winner) == most, |cell| cell.heard(winner, code))
            }
        }
    }

    #[inline(always)]
    fn change<const LIST: bool>(&mut self, batch: &[Vertex], is_wide: impl Fn(C) -> bool, changed: impl Fn(C) -> C) {
        let mut nobody = Vec::new();
        let list = self.found.list.as_mut().unwrap_or(&mut nobody);
        let mut listed = list.len();
        if LIST {
            list.resize(listed + batch.len(), Vertex(0));
        }
        let mut count = 0;
        for (i, &v) in batch.iter().enumerate() {
            let ahead = batch[(i + AHEAD).min(batch.len() - 1)];
            prefetch(self.cells, ahead.index() - self.base);
            let cell = &mut self.cells[v.index() - self.base];
            let old = *cell;
            if is_wide(old) {
                let rest = one_less(self.wide, v);
                if rest < self.step.most.bits() {
                    *cell = C::of(old.bits() ^ self.step.most.bits() | rest);
                }
                continue;
            }
            let new = changed(old);
            *cell = new;
            let settled = usize::from(old.open() & !new.open());
            count += settled;
            if LIST {
                list[listed] = v;
                listed += settled;
            }
        }
        self.found.count += count;
        if LIST {
            list.truncate(listed);
        }
    }
}

/// Asks for the place `index` of `all` to be brought into the cache; harmless whatever it is.
#[inline(always)]
fn prefetch<T>(all: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch reads nothing and faults at no address; the address is computed without leaving it to be valid.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(all.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (all, index);
}
