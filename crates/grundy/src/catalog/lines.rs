//! Lines of a given number of cells on a board: rows, columns and both diagonals, found by shifting the board against
//! itself.
//!
//! Let *b* be the cells of a player as bits and *s* the step of a direction: 1 along a row, the number of columns down a
//! column, one more or less down a diagonal. A line of *k* cells begins at the bits of b ∧ b≫s ∧ … ∧ b≫(k−1)s that are
//! cells from which k of them fit on the board: the mask keeps a line from running over an edge into the next row.

use super::grid::{BoardSizeError, Grid, bits};

/// The most cells of a board.
const MAX_CELLS: u64 = 64;

/// The lines of one length on a board; none where the board is too small for one.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    length: u32,
    /// The step of each direction in which a line fits, and the cells at which a line can begin.
    directions: Vec<(u32, u64)>,
}

impl Lines {
    /// The lines of `length` cells on a board.
    pub(super) fn new(grid: Grid, length: u64) -> Result<Self, BoardSizeError> {
        if length == 0 {
            return Err(BoardSizeError::Empty);
        }
        // A line that is longer than the longest board fits nowhere, whatever its length.
        let length = length.min(MAX_CELLS + 1) as u32;
        let far = length - 1;
        let (columns, rows) = (grid.columns, grid.rows);
        // The columns and rows that one step of each direction covers.
        let directions = [(1i32, 0u32), (0, 1), (1, 1), (-1, 1)].into_iter().filter_map(|(right, down)| {
            let fits = |cell: &u32| {
                let (row, column) = (cell / columns, cell % columns);
                let across = match right {
                    1 => column + far < columns,
                    0 => true,
                    _ => column >= far,
                };
                across && row + down * far < rows
            };
            let starts = (0..grid.cells()).filter(fits).fold(0, |starts, cell| starts | 1u64 << cell);
            let step = (down * columns).wrapping_add_signed(right);
            (starts != 0).then_some((step, starts))
        });
        Ok(Self { length, directions: directions.collect() })
    }

    /// Whether these cells contain a line.
    pub(super) fn contain(&self, cells: u64) -> bool {
        self.directions
            .iter()
            .any(|&(step, starts)| (1..self.length).fold(cells & starts, |line, i| line & cells >> (i * step)) != 0)
    }

    /// The cells of each line on the board.
    pub(super) fn all(&self) -> impl Iterator<Item = u64> {
        let length = self.length;
        self.directions.iter().flat_map(move |&(step, starts)| {
            bits(starts).map(move |start| (0..length).fold(0, |line, i| line | 1 << (u32::from(start) + i * step)))
        })
    }

    /// Whether all lines among these cells run through one cell, so that a single mark can have completed them.
    pub(super) fn share_a_cell(&self, cells: u64) -> bool {
        bits(cells).any(|cell| !self.contain(cells & !(1 << cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: walks along the direction from every cell.
    fn slow(grid: Grid, length: u64, cells: u64) -> bool {
        let (columns, rows) = (i64::from(grid.columns), i64::from(grid.rows));
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let has = |column: i64, row: i64| {
            (0..columns).contains(&column) && (0..rows).contains(&row) && cells >> (row * columns + column) & 1 == 1
        };
        (0..rows).any(|row| {
            (0..columns).any(|column| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)]
                    .iter()
                    .any(|(right, down)| (0..length).all(|i| has(column + right * i, row + down * i)))
            })
        })
    }

    #[test]
    fn lines_are_those_found_cell_by_cell() {
        let mut random = fastrand::Rng::with_seed(1);
        for (columns, rows) in [(1, 1), (3, 3), (4, 3), (3, 5), (1, 64), (26, 2), (8, 8), (5, 1)] {
            let grid = Grid::new(columns, rows).unwrap();
            for length in (1..=columns.max(rows) + 1).chain([1000, u64::MAX]) {
                let lines = Lines::new(grid, length).unwrap();
                for _ in 0..200 {
                    let cells = random.u64(..) | random.u64(..) & (u64::MAX << (length % 60));
                    let cells = cells & (u64::MAX >> (64 - grid.cells()));
                    assert_eq!(lines.contain(cells), slow(grid, length, cells), "{grid:?} {length} {cells:x}");
                }
            }
            assert!(Lines::new(grid, 0).is_err());
        }
    }
}
