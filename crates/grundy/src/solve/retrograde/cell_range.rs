//! A range of cells that a thread owns, and the update of cells by batches of predecessors, without data-dependent
//! branches.

use super::cells::{Cell, Wide, one_less};
use super::kernel::{AHEAD, BATCH, Sink, prefetch};
use super::scheme::{Hear, Step};
use crate::graph::Vertex;

/// The vertices that one tick decided.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) count: usize,
    /// The vertices, unless there are too many to be listed.
    pub(super) list: Option<Vec<Vertex>>,
}

/// Cells of consecutive vertices, which one tick updates.
pub(super) struct CellRange<'a, C> {
    pub(super) cells: &'a mut [C],
    /// The vertex of the first cell.
    pub(super) base: usize,
    /// The counts of the wide vertices in the range.
    pub(super) wide: &'a mut Wide,
    pub(super) step: Step<C>,
    pub(super) found: Found,
    /// The most vertices that are listed.
    pub(super) most_listed: usize,
}

impl<C: Cell> Sink<C> for CellRange<'_, C> {
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

    const LONG: usize = BATCH;

    fn is_full(&self) -> bool {
        false
    }

    fn hear_long(&mut self, _v: Vertex, row: &[Vertex]) {
        row.chunks(BATCH).for_each(|part| self.hear(part));
    }
}

impl<C: Cell> CellRange<'_, C> {
    fn listing<const LIST: bool>(&mut self, batch: &[Vertex]) {
        let Step { hear, code, most } = self.step;
        match hear {
            Hear::Claim => self.change::<LIST>(batch, |_| false, |cell| (cell.claimed(code), cell.open())),
            Hear::Refute => {
                self.change::<LIST>(batch, |cell| cell == most, |cell| (cell.refuted(code), cell == C::of(1)));
            }
            Hear::Won(winner) => self.change::<LIST>(
                batch,
                |cell| cell.count_against(winner) == most,
                |cell| (cell.heard(winner, code), cell.settled_by(winner)),
            ),
        }
    }

    /// Updates the cells of a batch, counts the positions that this decides, and lists them if they are listed.
    #[inline(always)]
    fn change<const LIST: bool>(
        &mut self,
        batch: &[Vertex],
        is_wide: impl Fn(C) -> bool,
        changed: impl Fn(C) -> (C, bool),
    ) {
        let mut nobody = Vec::new();
        let list = self.found.list.as_mut().unwrap_or(&mut nobody);
        let mut listed = list.len();
        if LIST {
            list.resize(listed + batch.len(), Vertex(0));
        }
        let mut count = 0;
        let (cells, base, most) = (&mut *self.cells, self.base, self.step.most.bits());
        let fetched = batch.len().min(AHEAD);
        batch[..fetched].iter().for_each(|v| prefetch(cells, v.index().wrapping_sub(base)));
        for (i, &v) in batch.iter().enumerate() {
            let later = batch.get(i + AHEAD).unwrap_or(&v);
            prefetch(cells, later.index().wrapping_sub(base));
            let cell = &mut cells[v.index() - base];
            let old = *cell;
            if is_wide(old) {
                let rest = one_less(self.wide, v);
                if rest < most {
                    *cell = C::of(old.bits() ^ most | rest);
                }
                continue;
            }
            let (new, settled) = changed(old);
            *cell = new;
            count += usize::from(settled);
            if LIST {
                list[listed] = v;
                listed += usize::from(settled);
            }
        }
        self.found.count += count;
        if LIST {
            list.truncate(listed);
        }
    }
}
