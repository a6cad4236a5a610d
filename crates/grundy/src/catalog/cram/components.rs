//! Cram as sums of components: the connected sets of empty cells.
//!
//! Two sets of cells are equal games if a rotation, reflection or translation leads from one to the other. What is known without a search:
//!
//! - A set whose cells have at most two neighbours each is a row or a ring of cells. A row of n cells is the heap n of Dawson's Kayles
//!   (octal 0.07); each move in a ring of n cells leaves a row of n - 2.
//! - A set in a window of four by five cells has its value in a table ([`Windows`]).
//! - A set that half a turn maps to itself, with no move that overlaps its image, is 0: the second player answers each move by its image. If
//!   only the move on the two cells in the middle overlaps its image, that move leads to 0, so the value is not 0. After Gardner 1974.
//!
//! Some cells are left out. An *end* is a cell with one neighbour. If each neighbour *u* of a cell *w* has an end *e* beside it that is not *w*,
//! then the set without *w* is an equal game: the move on *u* and *w* leaves *e* alone, just as the move on *u* and *e* does if *w* is left
//! out, and after each other move the condition still holds, so the options are equal by induction.

use super::super::grid::bits;
use super::super::shapes::{Middle, Shapes};
use super::super::windows::{COLUMNS, NOT_LAST_COLUMN, Windows, beside, upper_left};
use crate::text::ComponentSum;

/// The components of Cram on one board.
#[derive(Debug)]
pub(super) struct Components {
    pub(super) shapes: Shapes,
    /// The value of a row of so many cells.
    rows: [u8; 65],
    windows: Windows,
    /// Whether the theorem about half a turn is used; if it is not, the search has to find these values.
    uses_symmetry: bool,
    /// The largest weight of a component.
    max_weight: u32,
}

/// The least upper bound of the weights, on small boards.
const MIN_MAX_WEIGHT: u32 = 1 << 21;

impl Components {
    pub(super) fn new(shapes: Shapes, uses_symmetry: bool) -> Self {
        let mut rows = [0u8; 65];
        for n in 2..65usize {
            let options = (0..=n - 2).fold(0u64, |set, left| set | 1 << (rows[left] ^ rows[n - 2 - left]));
            rows[n] = options.trailing_ones() as u8;
        }
        let max_weight = (uncapped_weight(&shapes, shapes.all()) / 10).max(MIN_MAX_WEIGHT);
        Self { shapes, rows, windows: Windows::new(each_option_in_window), uses_symmetry, max_weight }
    }

    /// Adds a set of cells to a sum.
    pub(super) fn push_all(&self, set: u64, out: &mut ComponentSum) {
        self.shapes.each_connected(set, |part| self.push(part, out));
    }

    /// Adds a connected set of cells to a sum.
    fn push(&self, set: u64, out: &mut ComponentSum) {
        if set & (set - 1) == 0 {
            return;
        }
        let shape = self.shapes.to_landscape(self.shapes.shape(set));
        if let Some(value) = self.windows.value_of(&self.shapes, shape) {
            out.heap ^= u32::from(value);
            return;
        }
        if let Some(is_ring) = self.shapes.is_ring(set) {
            let cells = set.count_ones() as usize;
            // Each move in a ring leads to the same row, whose value is the only one of an option.
            let value = if is_ring { u8::from(self.rows[cells - 2] == 0) } else { self.rows[cells] };
            out.heap ^= u32::from(value);
            return;
        }
        let reduced = self.reduced(set);
        if reduced != set {
            self.push_all(reduced, out);
        } else if !(self.uses_symmetry && self.shapes.middle(shape) == Some(Middle::Empty)) {
            out.components.push(self.shapes.canonical(shape));
        }
    }

    /// A guess of the effort of solving a canonical component, in no unit: only the ratios of weights matter.
    ///
    /// The formula is the one with which a search expands the fewest components of boards from 5 by 5 to 4 by 11. The largest weight was chosen
    /// with these boards and 4 by 13, so that components nearly as large as the board do not seem much harder than those of half its size.
    pub(super) fn weight(&self, component: u64) -> u32 {
        uncapped_weight(&self.shapes, component).min(self.max_weight)
    }

    /// The values that a canonical component cannot have.
    pub(super) fn impossible_values(&self, component: u64) -> u64 {
        let is_won = || self.shapes.middle(self.shapes.shape(component)) == Some(Middle::Pair);
        u64::from(self.uses_symmetry && is_won())
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

    /// Visits the options of a canonical component.
    ///
    /// Moves that may cut the set across its shorter side come first, those near its middle before the others.
    pub(super) fn expand(&self, set: u64, sum: &mut ComponentSum, visit: &mut dyn FnMut(&ComponentSum) -> bool) {
        let mut continues = |first: u8, distance: u32| {
            sum.clear();
            let taken = 1 << first | 1 << (u32::from(first) + distance);
            let rest = set & !taken;
            self.shapes.each_connected_beside(rest, self.shapes.neighbours(taken) & rest, |part| self.push(part, sum));
            visit(sum)
        };
        let shape = self.shapes.shape(set);
        let (across, along) = (self.shapes.pairs_in_columns(set), self.shapes.pairs_in_rows(set));
        let mut is_done = false;
        self.shapes.visit_columns_from_middle(shape, |near| {
            is_done = !bits(across & near).all(|cell| continues(cell, self.shapes.stride()));
            !is_done
        });
        if !is_done {
            self.shapes.visit_rows_from_middle(shape, |near| bits(along & near).all(|cell| continues(cell, 1)));
        }
    }

    /// Leaves out cells that may be left out because of ends: see the text about this file.
    fn reduced(&self, set: u64) -> u64 {
        let [left, right, up, down] = self.shapes.with_neighbours(set);
        let ends = set & !(left & right | up & down | (left | right) & (up | down));
        if ends == 0 {
            return set;
        }
        let stride = self.shapes.stride();
        // The cells that have an end to the left, to the right, above and below.
        let by_direction = [(ends & right) << 1, (ends & left) >> 1, (ends & down) << stride, (ends & up) >> stride];
        let (mut one, mut several) = (0, 0);
        for cells in by_direction {
            several |= one & cells;
            one |= cells;
        }
        let others = set & !(ends | one);
        let removable = others & !self.shapes.neighbours(others);
        bits(several).fold(set & !removable, |set, cell| {
            let its_ends = self.shapes.neighbours(1 << cell) & ends;
            set & !(its_ends & (its_ends - 1))
        })
    }
}

/// The fourth power of the number of cells and of pairs of neighbours in a row.
fn uncapped_weight(shapes: &Shapes, set: u64) -> u32 {
    (set.count_ones() + shapes.pairs_in_rows(set).count_ones()).pow(4)
}

/// Calls `visit` with a set that has the value of each option of a set of cells in a window.
fn each_option_in_window(set: u32, visit: &mut dyn FnMut(u32)) {
    bits((set & set >> 1 & NOT_LAST_COLUMN).into()).for_each(|cell| visit(without_single_cells(set & !(0b11 << cell))));
    let below = set & set >> COLUMNS;
    bits(below.into()).for_each(|cell| visit(without_single_cells(set & !((1 | 1 << COLUMNS) << cell))));
}

/// The cells of a set in a window that have a neighbour in it: no domino covers any other. They are moved up and to the left.
fn without_single_cells(set: u32) -> u32 {
    upper_left(set & beside(set))
}
