//! Sets of cells up to translation, rotation and reflection: their connected parts and a canonical form.
//!
//! A set is a word with a bit for each cell: the cell in row *r* and column *c* is bit *r · stride + c*. The stride is the longer side of
//! the board, so each set that fits on the board in some orientation fits with its longer side in the direction of the rows.

use super::grid::{Grid, bits};

/// A board, for the shapes of sets of its cells.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    stride: u32,
    /// Whether the rows of the board are its shorter sides.
    is_turned: bool,
    /// All cells of the turned board, and those of its first and of its last column.
    all: u64,
    first_column: u64,
    last_column: u64,
    /// The row of each bit of a word, in a table because a division takes longer.
    row_of: [u8; 64],
    /// For each set of cells of a row no longer than the shorter side, the same set in a column.
    columns: Box<[u64]>,
}

/// A set of cells in the corner of the board, with the size of its bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) cells: u64,
    pub(super) rows: u32,
    pub(super) columns: u32,
}

/// The cells in the middle of a shape that half a turn maps to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Middle {
    /// There are none: each cell is neither equal to its image nor its neighbour.
    Empty,
    /// One cell, which is its own image.
    Cell,
    /// Two neighbours, which are each other's images; no other cell is a neighbour of its image.
    Pair,
}

impl Shapes {
    pub(super) fn new(grid: Grid) -> Self {
        let (stride, rows) = (grid.columns.max(grid.rows), grid.columns.min(grid.rows));
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * stride));
        let all = u64::MAX >> (64 - grid.cells());
        let is_turned = grid.rows > grid.columns;
        let row_of = std::array::from_fn(|bit| (bit as u32 / stride) as u8);
        let columns =
            (0..1 << rows).map(|row| bits(row).fold(0, |column, i| column | 1 << (u32::from(i) * stride))).collect();
        Self { stride, is_turned, all, first_column, last_column: first_column << (stride - 1), row_of, columns }
    }

    /// All cells of the board.
    pub(super) fn all(&self) -> u64 {
        self.all
    }

    /// The cells of a position of the board, turned so that the stride is the longer side.
    pub(super) fn turned_to_stride(&self, grid: Grid, cells: u64) -> u64 {
        if !self.is_turned {
            return cells;
        }
        bits(cells)
            .map(u32::from)
            .fold(0, |set, cell| set | 1 << (cell % grid.columns * self.stride + cell / grid.columns))
    }

    /// The cells whose right neighbour is in the set too.
    #[inline]
    pub(super) fn pairs_in_rows(&self, set: u64) -> u64 {
        set & set >> 1 & !self.last_column
    }

    /// The cells whose lower neighbour is in the set too.
    #[inline]
    pub(super) fn pairs_in_columns(&self, set: u64) -> u64 {
        // A board of one row has a stride of up to 26.
        set & set >> self.stride
    }

    /// The distance of a cell and its lower neighbour.
    pub(super) fn stride(&self) -> u32 {
        self.stride
    }

    fn column(&self, column: u32) -> u64 {
        self.first_column << column
    }

    fn row(&self, row: u32) -> u64 {
        ((1 << self.stride) - 1) << (row * self.stride)
    }

    /// For each direction, the cells of the set that have a neighbour there: left, right, up and down.
    #[inline]
    pub(super) fn with_neighbours(&self, set: u64) -> [u64; 4] {
        let (rows, columns) = (self.pairs_in_rows(set), self.pairs_in_columns(set));
        [rows << 1, rows, columns << self.stride, columns]
    }

    /// The neighbours of the cells of a set, on the board.
    #[inline]
    pub(super) fn neighbours(&self, set: u64) -> u64 {
        ((set & !self.last_column) << 1 | (set & !self.first_column) >> 1 | set << self.stride | set >> self.stride)
            & self.all
    }

    /// The connected part of a set that contains `from`.
    #[inline]
    pub(super) fn connected(&self, set: u64, from: u64) -> u64 {
        let mut part = from;
        loop {
            let next = part | self.neighbours(part) & set;
            if next == part {
                return part;
            }
            part = next;
        }
    }

    /// If the cells of a connected set have at most two neighbours each, whether it is a ring; otherwise it is a row of cells, which may bend.
    #[inline]
    pub(super) fn is_ring(&self, set: u64) -> Option<bool> {
        let [left, right, up, down] = self.with_neighbours(set);
        let is_thin = left & right & (up | down) == 0 && up & down & (left | right) == 0;
        is_thin.then(|| right.count_ones() + down.count_ones() == set.count_ones())
    }

    /// Calls `visit` with each connected part of a set.
    #[inline]
    pub(super) fn each_connected(&self, set: u64, mut visit: impl FnMut(u64)) {
        let mut left = set;
        while left != 0 {
            let part = self.connected(left, left & left.wrapping_neg());
            left &= !part;
            visit(part);
        }
    }

    /// Calls `visit` with each connected part of a set that was connected before cells beside `edge` were taken from it.
    ///
    /// Each part has a cell of `edge`. So a part with all of these cells is the whole set, and the search for it ends when it has them.
    #[inline]
    pub(super) fn each_connected_beside(&self, set: u64, edge: u64, mut visit: impl FnMut(u64)) {
        let (mut set, mut edge) = (set, edge);
        while edge != 0 {
            let mut part = edge & edge.wrapping_neg();
            loop {
                if edge & !part == 0 {
                    visit(set);
                    return;
                }
                let next = part | self.neighbours(part) & set;
                if next == part {
                    break;
                }
                part = next;
            }
            visit(part);
            set &= !part;
            edge &= !part;
        }
    }

    /// Calls `visit` with sets of columns, those in the middle of a shape first, until `visit` returns `false` or the whole board was visited.
    pub(super) fn visit_columns_from_middle(&self, shape: Shape, mut visit: impl FnMut(u64) -> bool) {
        let (mut near, mut before) = (self.column((shape.columns - 1) / 2) | self.column(shape.columns / 2), 0);
        while near != before && visit(near & !before) {
            before = near;
            near |= (near & !self.last_column) << 1 | (near & !self.first_column) >> 1;
        }
    }

    /// Calls `visit` with sets of rows, as [`Shapes::visit_columns_from_middle`] does with columns.
    pub(super) fn visit_rows_from_middle(&self, shape: Shape, mut visit: impl FnMut(u64) -> bool) {
        let (mut near, mut before) = (self.row((shape.rows - 1) / 2) | self.row(shape.rows / 2), 0);
        while near != before && visit(near & !before) {
            before = near;
            near |= (near << self.stride | near >> self.stride) & self.all;
        }
    }

    /// The set, moved to the corner.
    #[inline]
    pub(super) fn shape(&self, set: u64) -> Shape {
        let top = u32::from(self.row_of[set.trailing_zeros() as usize & 63]);
        let set = set >> (top * self.stride);
        let rows = u32::from(self.row_of[(63 - set.leading_zeros()) as usize & 63]) + 1;
        let row = (1u64 << self.stride) - 1;
        let columns = (0..rows).fold(0, |columns, r| columns | set >> (r * self.stride)) & row;
        let columns = if rows == 1 { set } else { columns };
        let left = columns.trailing_zeros();
        Shape { cells: set >> left, rows, columns: 64 - columns.leading_zeros() - left }
    }

    /// The middle of a shape that half a turn maps to itself; `None` if it is no such shape.
    pub(super) fn middle(&self, shape: Shape) -> Option<Middle> {
        if self.half_turn(shape) != shape.cells {
            return None;
        }
        // The cell in the middle, or one of those around it.
        let is_empty = shape.cells >> ((shape.rows - 1) / 2 * self.stride + (shape.columns - 1) / 2) & 1 == 0;
        Some(match (shape.rows % 2, shape.columns % 2) {
            // A cell and its image differ by odd numbers of rows and of columns.
            (0, 0) => Middle::Empty,
            _ if is_empty => Middle::Empty,
            (1, 1) => Middle::Cell,
            _ => Middle::Pair,
        })
    }

    /// The shape turned by half a turn.
    #[inline]
    fn half_turn(&self, shape: Shape) -> u64 {
        shape.cells.reverse_bits() >> (64 - ((shape.rows - 1) * self.stride + shape.columns))
    }

    /// The shape with its rows in reversed order.
    #[inline]
    fn upside_down(&self, shape: Shape) -> u64 {
        let row = u64::MAX >> (64 - shape.columns);
        (0..shape.rows)
            .fold(0, |all, r| all | (shape.cells >> (r * self.stride) & row) << ((shape.rows - 1 - r) * self.stride))
    }

    /// The shape with rows and columns exchanged, which must fit on the board.
    fn transposed(&self, shape: Shape) -> Shape {
        let row = u64::MAX >> (64 - shape.columns);
        let cells = (0..shape.rows)
            .fold(0, |all, r| all | self.columns[(shape.cells >> (r * self.stride) & row) as usize] << r);
        Shape { cells, rows: shape.columns, columns: shape.rows }
    }

    /// The shape, with rows and columns exchanged if it is higher than wide.
    #[inline]
    pub(super) fn to_landscape(&self, shape: Shape) -> Shape {
        if shape.rows > shape.columns { self.transposed(shape) } else { shape }
    }

    /// The least image of a shape under rotations and reflections among those that are not higher than wide.
    #[inline]
    pub(super) fn canonical(&self, shape: Shape) -> u64 {
        let shape = self.to_landscape(shape);
        let least = |shape: Shape| {
            let flipped = self.upside_down(shape);
            let both = [self.half_turn(shape), self.half_turn(Shape { cells: flipped, ..shape })];
            shape.cells.min(flipped).min(both[0]).min(both[1])
        };
        if shape.rows == shape.columns { least(shape).min(least(self.transposed(shape))) } else { least(shape) }
    }
}
