//! Node Kayles on a board as sums of components: the connected sets of free cells.
//!
//! Two sets of cells are equal games if a rotation, reflection or translation leads from one to the other. What is known without a search:
//!
//! - A set whose cells have at most two neighbours each is a row or a ring of cells. A row of n cells is the heap n of Dawson's Chess (octal
//!   0.137); each move in a ring of n cells leaves a row of n - 3.
//! - A set in a window of four by five cells has its value in a table ([`Windows`]).
//! - A set that half a turn maps to itself is 0 if no cell is equal to its image or is its neighbour: the second player answers each move by its
//!   image. If one cell is its own image, taking it leads to 0, so the value is not 0.

use super::super::grid::bits;
use super::super::shapes::{Middle, Shapes};
use super::super::windows::{Windows, beside, upper_left};
use crate::text::ComponentSum;

/// The components of Node Kayles on one board.
#[derive(Debug)]
pub(super) struct Components {
    pub(super) shapes: Shapes,
    /// The value of a row of so many cells.
    rows: [u8; 65],
    windows: Windows,
}

impl Components {
    pub(super) fn new(shapes: Shapes) -> Self {
        let mut rows = [0u8; 65];
        for n in 1..65usize {
            let row = |cells: usize| if cells > n { 0 } else { rows[cells] };
            // The cell that is taken is at place i; it and its neighbours go.
            let options =
                (0..n).fold(0u64, |set, i| set | 1 << (row(i.wrapping_sub(1)) ^ row((n - i - 1).wrapping_sub(1))));
            rows[n] = options.trailing_ones() as u8;
        }
        Self { shapes, rows, windows: Windows::new(each_option_in_window) }
    }

    /// Adds a set of cells to a sum.
    pub(super) fn push_all(&self, set: u64, out: &mut ComponentSum) {
        self.shapes.each_connected(set, |part| self.push(part, out));
    }

    /// Adds a connected set of cells to a sum.
    fn push(&self, set: u64, out: &mut ComponentSum) {
        let shape = self.shapes.to_landscape(self.shapes.shape(set));
        if let Some(value) = self.windows.value_of(&self.shapes, shape) {
            out.heap ^= u32::from(value);
        } else if let Some(is_ring) = self.shapes.is_ring(set) {
            let cells = set.count_ones() as usize;
            let value = if is_ring { u8::from(self.rows[cells - 3] == 0) } else { self.rows[cells] };
            out.heap ^= u32::from(value);
        } else if self.shapes.middle(shape) != Some(Middle::Empty) {
            out.components.push(self.shapes.canonical(shape));
        }
    }

    /// The values that a canonical component cannot have.
    pub(super) fn impossible_values(&self, component: u64) -> u64 {
        u64::from(self.shapes.middle(self.shapes.shape(component)) == Some(Middle::Cell))
    }

    /// The component of this word; `None` if it is not one that [`Components::expand`] can find.
    pub(super) fn read(&self, set: u64) -> Option<u64> {
        if set == 0 || set & !self.shapes.all() != 0 || self.shapes.connected(set, set & set.wrapping_neg()) != set {
            return None;
        }
        let mut sum = ComponentSum::default();
        self.push(set, &mut sum);
        (sum == ComponentSum { components: vec![set], heap: 0 }).then_some(set)
    }

    /// Visits the options of a canonical component, those that take cells near its middle first.
    pub(super) fn expand(&self, set: u64, sum: &mut ComponentSum, visit: &mut dyn FnMut(&ComponentSum) -> bool) {
        self.shapes.visit_columns_from_middle(self.shapes.shape(set), |near| {
            bits(set & near).all(|cell| {
                sum.clear();
                let taken = 1 << cell | self.shapes.neighbours(1 << cell);
                let rest = set & !taken;
                let edge = self.shapes.neighbours(taken) & rest;
                self.shapes.each_connected_beside(rest, edge, |part| self.push(part, sum));
                visit(sum)
            })
        });
    }
}

/// Calls `visit` with each option of a set of cells in a window, moved up and to the left.
fn each_option_in_window(set: u32, visit: &mut dyn FnMut(u32)) {
    for cell in bits(set.into()) {
        let taken = 1u32 << cell;
        visit(upper_left(set & !(taken | beside(taken))));
    }
}
