//! Sets of cells of a connect-four board, and the moves, threats and lines that shifts find in them.
//!
//! Cell (column, row), row 0 at the bottom, is bit column · stride + row, where stride is the number of rows plus 1.
//! The bit above each column is never a disc, so no line runs from one column into the next. The layout is that of
//! Tromp's "Fhourstones". The *key* of a position is the discs of the player to move, plus all discs, plus the bottom
//! cell of each column: the highest bit of a column is above its discs, and the bits below it are the discs of the
//! player to move. So different positions have different keys, and none is 0.

use crate::catalog::symmetry::reverse_fields;
use arrayvec::ArrayVec;

/// The most columns of a board.
pub(super) const MAX_COLUMNS: usize = 26;

/// The size of a board, with the sets of cells that depend on it alone.
///
/// `STRIDE` is the stride of the board, known to the compiler, or 0 for a board of any size.
#[derive(Clone, Debug)]
pub(super) struct Board<const STRIDE: u32> {
    columns: u32,
    stride: u32,
    /// Number of cells.
    pub(super) cells: i32,
    /// The lowest cell of each column.
    pub(super) bottom: u64,
    /// All cells.
    pub(super) all: u64,
    /// The cells with an odd number of cells above them, so that an even number, themselves included, reach to the top.
    pub(super) even: u64,
    /// The cells with an even number of cells above them.
    pub(super) odd: u64,
}

impl<const STRIDE: u32> Board<STRIDE> {
    /// Creates the board; columns · (rows + 1) is at most 64.
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        let stride = rows + 1;
        debug_assert!(columns * stride <= 64 && (STRIDE == 0 || STRIDE == stride));
        let bottom = (0..columns).fold(0, |bits, column| bits | 1 << (column * stride));
        let row = |row: u32| bottom << row;
        let of_parity = |parity| (0..rows).filter(|r| (rows - r) % 2 == parity).fold(0, |bits, r| bits | row(r));
        let (even, odd) = (of_parity(0), of_parity(1));
        Self { columns, stride, cells: (columns * rows) as i32, bottom, all: even | odd, even, odd }
    }

    fn stride(&self) -> u32 {
        if STRIDE == 0 { self.stride } else { STRIDE }
    }

    /// The key of a position.
    pub(super) fn key(&self, own: u64, discs: u64) -> u64 {
        own + discs + self.bottom
    }

    /// Number of bits of a key.
    pub(super) fn key_bits(&self) -> u32 {
        self.columns * self.stride
    }

    /// The bits of a key that encode the lower half of the board.
    pub(super) fn lower_half(&self) -> u64 {
        (0..(self.stride - 1).div_ceil(2)).fold(0, |bits, row| bits | self.bottom << row)
    }

    /// The key with left and right exchanged.
    pub(super) fn mirror(&self, key: u64) -> u64 {
        reverse_fields(key, self.stride, self.columns)
    }

    /// The cells that the next disc can take, one for each column that is not full.
    pub(super) fn playable(&self, discs: u64) -> u64 {
        discs.wrapping_add(self.bottom) & self.all
    }

    /// The columns, from the middle outwards; of two columns at the same distance from the middle, the left one first.
    pub(super) fn columns_from_middle(&self) -> ArrayVec<u64, MAX_COLUMNS> {
        let mut columns: ArrayVec<u32, MAX_COLUMNS> = (0..self.columns).collect();
        columns.sort_by_key(|&column| (2 * column + 1).abs_diff(self.columns));
        columns.into_iter().map(|column| self.all & self.column(column)).collect()
    }

    fn column(&self, column: u32) -> u64 {
        (u64::MAX >> (64 - self.stride)) << (column * self.stride)
    }

    /// The cells of the column that contains `cell`.
    pub(super) fn column_of(&self, cell: u64) -> u64 {
        self.column(cell.trailing_zeros() / self.stride()) & self.all
    }

    /// The cells, taken or not, that complete a line of four with three cells of `own`; in a column, only the cell
    /// above the three.
    #[inline(always)]
    pub(super) fn completing(&self, own: u64) -> u64 {
        let stride = self.stride();
        let mut cells = up(own, 1) & up(own, 2) & up(own, 3);
        for step in [stride - 1, stride, stride + 1] {
            let above = up(own, step) & up(own, 2 * step);
            let below = down(own, step) & down(own, 2 * step);
            cells |= above & (up(own, 3 * step) | down(own, step)) | below & (up(own, step) | down(own, 3 * step));
        }
        cells & self.all
    }

    /// Whether `cells` contain a line of four.
    #[inline(always)]
    pub(super) fn has_line(&self, cells: u64) -> bool {
        let stride = self.stride();
        let lines = [1, stride - 1, stride, stride + 1].into_iter().fold(0, |lines, step| {
            let pairs = cells & down(cells, step);
            lines | pairs & down(pairs, 2 * step)
        });
        lines != 0
    }
}

/// A shift to the left; the result is 0 if `by` is 64 or more.
#[inline(always)]
fn up(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

#[inline(always)]
fn down(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}
