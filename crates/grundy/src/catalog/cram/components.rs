//! Cram as sums of components: the connected sets of empty cells.
//!
//! Two sets of cells are equal games if a rotation, reflection or translation leads from one to the other. What is known without a search:
//!
//! - A set whose cells have at most two neighbours each is a row or a ring of cells. A row of n cells is the heap n of Dawson's Kayles
//!   (octal 0.07); each move in a ring of n cells leaves a row of n - 2.
//! - A set in a square of four by four cells has its value in a table, which is filled as it is used.
//! - A set that half a turn maps to itself, with no move that the turn maps to itself, is 0: the second player answers each move by its image.
//!   If the two cells in the middle form such a move, that move leads to 0, so the value is not 0. After Gardner 1974.
//!
//! Some cells are left out. An *end* is a cell with one neighbour. If each neighbour *u* of a cell *w* has an end *e* beside it that is not *w*,
//! then the set without *w* is an equal game: the move on *u* and *w* leaves *e* alone, just as the move on *u* and *e* does if *w* is left
//! out, and after each other move the condition still holds, so the options are equal by induction.

use super::super::grid::bits;
use super::super::shapes::{Shape, Shapes};
use crate::text::ComponentSum;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The side of the squares whose values are in a table.
const ROWS: u32 = 4;
const COLUMNS: u32 = 5;

/// The components of Cram on one board.
#[derive(Debug)]
pub(super) struct Components {
    pub(super) shapes: Shapes,
    /// The value of a row of so many cells.
    rows: [u8; 65],
    /// One more than the value of each set of cells in a square of [`SIDE`], in which a row of cells has as many bits; 0 if it was not
    /// computed yet.
    squares: Box<[AtomicU8]>,
    /// Whether the theorem about half a turn is used; if it is not, the search has to find these values.
    uses_symmetry: bool,
}

impl Components {
    pub(super) fn new(shapes: Shapes, uses_symmetry: bool) -> Self {
        let mut rows = [0u8; 65];
        for n in 2..65usize {
            let options = (0..=n - 2).fold(0u64, |set, left| set | 1 << (rows[left] ^ rows[n - 2 - left]));
            rows[n] = options.trailing_ones() as u8;
        }
        let squares = (0..1 << (ROWS * COLUMNS)).map(|_| AtomicU8::new(0)).collect();
        Self { shapes, rows, squares, uses_symmetry }
    }

    /// Adds a set of cells to the last sum.
    pub(super) fn push_all(&self, set: u64, out: &mut ComponentSum) {
        let mut left = set;
        while left != 0 {
            let part = self.shapes.connected(left, left & left.wrapping_neg());
            left &= !part;
            self.push(part, out);
        }
    }

    /// Adds a connected set of cells to the last sum.
    fn push(&self, set: u64, out: &mut ComponentSum) {
        if set & (set - 1) == 0 {
            return;
        }
        let shape = self.shapes.shape(set);
        let shape = if shape.rows > shape.columns { self.shapes.transposed(shape) } else { shape };
        if shape.rows <= ROWS && shape.columns <= COLUMNS {
            out.heap ^= u32::from(self.square(self.to_square(shape.cells)));
            return;
        }
        let [left, right, up, down] = self.shapes.with_neighbours(set);
        if left & right & (up | down) == 0 && up & down & (left | right) == 0 {
            let cells = set.count_ones();
            let is_ring = right.count_ones() + down.count_ones() == cells;
            // Each move in a ring leads to the same row, whose value is the only one of an option.
            let value = if is_ring { u8::from(self.rows[cells as usize - 2] == 0) } else { self.rows[cells as usize] };
            out.heap ^= u32::from(value);
            return;
        }
        let reduced = self.reduced(set);
        if reduced != set {
            self.push_all(reduced, out);
        } else if !(self.uses_symmetry && self.turn(shape) == Some(0)) {
            out.components.push(self.shapes.canonical(shape));
        }
    }

    /// The number of moves that half a turn maps to themselves; `None` if it does not map the shape to itself.
    fn turn(&self, shape: Shape) -> Option<u32> {
        if self.shapes.half_turn(shape) != shape.cells {
            return None;
        }
        let stride = self.shapes.stride();
        // The cell in the middle, or the one before the middle.
        let middle = 1 << ((shape.rows - 1) / 2 * stride + (shape.columns - 1) / 2);
        let has_middle = shape.cells & middle != 0;
        match (shape.rows % 2, shape.columns % 2) {
            (0, 0) => Some(0),
            (1, 1) if !has_middle => Some(0),
            // The image of a move on the cell in the middle is on that cell too.
            (1, 1) => None,
            _ => Some(u32::from(has_middle)),
        }
    }

    /// The values that a canonical component cannot have.
    pub(super) fn impossible_values(&self, component: u64) -> u64 {
        u64::from(self.uses_symmetry && self.turn(self.shapes.shape(component)) == Some(1))
    }

    /// The component of this word; `None` if it is not one that [`Components::expand`] can append.
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
        let mut goes_on = |first: u8, distance: u32| {
            sum.clear();
            self.push_all(set & !(1 << first | 1 << (u32::from(first) + distance)), sum);
            visit(sum)
        };
        let shape = self.shapes.shape(set);
        let (mut across, mut along) = (self.shapes.pairs_in_columns(set), self.shapes.pairs_in_rows(set));
        let mut near = self.shapes.column((shape.columns - 1) / 2) | self.shapes.column(shape.columns / 2);
        while across != 0 {
            if !bits(across & near).all(|cell| goes_on(cell, self.shapes.stride())) {
                return;
            }
            across &= !near;
            near = self.shapes.widened(near);
        }
        let mut near = self.shapes.row((shape.rows - 1) / 2) | self.shapes.row(shape.rows / 2);
        while along != 0 {
            if !bits(along & near).all(|cell| goes_on(cell, 1)) {
                return;
            }
            along &= !near;
            near |= near << self.shapes.stride() | near >> self.shapes.stride();
        }
    }

    /// The set without some cells all of whose neighbours have an end beside them that is another cell.
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
            let twins = self.shapes.neighbours(1 << cell) & ends;
            set & !(twins & (twins - 1))
        })
    }

    /// A shape with [`SIDE`] bits a row.
    fn to_square(&self, cells: u64) -> u32 {
        (0..ROWS).fold(0, |square, row| {
            let shift = row * self.shapes.stride();
            let row_cells = if shift < 64 { cells >> shift & ((1 << COLUMNS) - 1) } else { 0 };
            square | (row_cells as u32) << (row * COLUMNS)
        })
    }

    /// The value of a set of cells in a square.
    fn square(&self, set: u32) -> u8 {
        let known = self.squares[set as usize].load(Relaxed);
        if known > 0 {
            return known - 1;
        }
        let in_rows = set & set >> 1 & 0b01111_01111_01111_01111;
        let in_columns = set & set >> COLUMNS;
        let option = |cell: u8, distance: u32| 1u32 << self.square(set & !(1 << cell | 1 << (u32::from(cell) + distance)));
        let values = bits(in_rows.into()).fold(0, |values, cell| values | option(cell, 1));
        let values = bits(in_columns.into()).fold(values, |values, cell| values | option(cell, COLUMNS));
        let value = values.trailing_ones() as u8;
        self.squares[set as usize].store(value + 1, Relaxed);
        value
    }
}
