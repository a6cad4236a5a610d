//! A range of cells that a thread owns, and the update of cells by batches of predecessors, without data-dependent
//! branches.

use super::cells::{Cell, WideCounts, decrement};
use super::kernel::{AHEAD, BATCH, Sink, prefetch};
use super::scheme::{CellUpdate, UpdateKind};
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
    pub(super) wide: &'a mut WideCounts,
    pub(super) update: CellUpdate<C>,
    pub(super) found: Found,
    /// The most vertices that are listed.
    pub(super) most_listed: usize,
}

impl<C: Cell> Sink<C> for CellRange<'_, C> {
    fn cells(&self) -> &[C] {
        self.cells
    }

    fn update(&mut self, batch: &[Vertex]) {
        if self.found.list.is_some() {
            self.apply::<true>(batch)
        } else {
            self.apply::<false>(batch)
        }
        if self.found.count > self.most_listed {
            self.found.list = None;
        }
    }

    const MAX_ROW: usize = BATCH;

    fn is_full(&self) -> bool {
        false
    }

    fn update_long_row(&mut self, _v: Vertex, row: &[Vertex]) {
        row.chunks(BATCH).for_each(|part| self.update(part));
    }
}

impl<C: Cell> CellRange<'_, C> {
    fn apply<const LIST: bool>(&mut self, batch: &[Vertex]) {
        let CellUpdate { kind, code, most } = self.update;
        match kind {
            UpdateKind::Claim => {
                self.update_cells::<LIST>(batch, |_| false, |cell| (cell.after_claim(code), cell.is_open()))
            }
            UpdateKind::Refute => {
                self.update_cells::<LIST>(
                    batch,
                    |cell| cell == most,
                    |cell| (cell.after_refutation(code), cell == C::of(1)),
                );
            }
            UpdateKind::Won(winner) => self.update_cells::<LIST>(
                batch,
                |cell| cell.count_against(winner) == most,
                |cell| (cell.after_option_won_by(winner, code), cell.is_decided_by(winner)),
            ),
        }
    }

    /// Updates the cells of a batch, counts the positions that this decides, and lists them if they are listed.
    #[inline(always)]
    fn update_cells<const LIST: bool>(
        &mut self,
        batch: &[Vertex],
        is_wide: impl Fn(C) -> bool,
        changed: impl Fn(C) -> (C, bool),
    ) {
        let mut no_list = Vec::new();
        let list = self.found.list.as_mut().unwrap_or(&mut no_list);
        let mut listed = list.len();
        if LIST {
            list.resize(listed + batch.len(), Vertex(0));
        }
        let mut count = 0;
        let (cells, base, most) = (&mut *self.cells, self.base, self.update.most.bits());
        let fetched = batch.len().min(AHEAD);
        batch[..fetched].iter().for_each(|v| prefetch(cells, v.index().wrapping_sub(base)));
        for (i, &v) in batch.iter().enumerate() {
            let later = batch.get(i + AHEAD).unwrap_or(&v);
            prefetch(cells, later.index().wrapping_sub(base));
            let cell = &mut cells[v.index() - base];
            let old = *cell;
            if is_wide(old) {
                let rest = decrement(self.wide, v);
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
