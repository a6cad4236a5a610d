//! The symmetry group of a board: positions that are equal up to a turn or a reflection.
//!
//! Two reflections generate the whole group when they are applied in turn: left to right and top to bottom on a
//! rectangle (4 symmetries), left to right and along the main diagonal on a square (8). The size of a position's class
//! is the size of the group divided by the number of symmetries that fix the position. The colours are not exchanged.

use super::grid::{Grid, Marks};
use super::men::Men;

/// The word with its `count` fields of `width` bits in reversed order; `count` · `width` is at most 64.
pub(super) fn reverse_fields(word: u64, width: u32, count: u32) -> u64 {
    let field = u64::MAX >> (64 - width);
    (0..count).fold(0, |all, i| all | (word >> (i * width) & field) << ((count - 1 - i) * width))
}

/// The reflection that exchanges left and right, applied to cells of a board.
fn left_to_right(grid: Grid, cells: u64) -> u64 {
    // The first cell of each row.
    let column = (0..grid.rows).fold(0, |column, row| column | 1u64 << (row * grid.columns));
    (0..grid.columns).fold(0, |all, i| all | (cells >> i & column) << (grid.columns - 1 - i))
}

/// The reflection that exchanges top and bottom.
fn top_to_bottom(grid: Grid, cells: u64) -> u64 {
    reverse_fields(cells, grid.columns, grid.rows)
}

/// The reflection in the main diagonal, which exchanges rows and columns of a square.
fn along_the_diagonal(grid: Grid, cells: u64) -> u64 {
    super::grid::bits(cells)
        .map(u32::from)
        .fold(0, |all, cell| all | 1 << (cell % grid.columns * grid.columns + cell / grid.columns))
}

/// A position on a board, made of sets of cells.
pub(super) trait CellSets: Copy + Ord {
    /// This position with each set of cells reflected.
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self;
}

impl CellSets for Marks {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { x: mirror(self.x), o: mirror(self.o) }
    }
}

impl CellSets for Men {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { x: mirror(self.x.into()) as u32, o: mirror(self.o.into()) as u32, ..self }
    }
}

impl Grid {
    /// The image of a position under each symmetry; the position itself is the first.
    fn images<P: CellSets>(self, at: P) -> impl Iterator<Item = P> {
        let square = self.columns == self.rows;
        let image = move |i: usize, at: P| match (i.is_multiple_of(2), square) {
            (true, _) => at.reflected(|cells| left_to_right(self, cells)),
            (false, false) => at.reflected(|cells| top_to_bottom(self, cells)),
            (false, true) => at.reflected(|cells| along_the_diagonal(self, cells)),
        };
        let mut next = at;
        (0..if square { 8 } else { 4 }).map(move |i| {
            let this = next;
            next = image(i, this);
            this
        })
    }

    /// The least position of the class of `at`.
    pub(super) fn least_image<P: CellSets>(self, at: P) -> P {
        self.images(at).min().expect("each position is its own image")
    }

    /// Number of positions in the class of `at`.
    pub(super) fn class_size<P: CellSets>(self, at: P) -> u64 {
        let (all, same) = self.images(at).fold((0, 0), |(all, same), image| (all + 1, same + u64::from(image == at)));
        all / same
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn mirrors_move_cells_where_they_should() {
        let grid = Grid::new(4, 3).unwrap();
        for row in 0..3 {
            for column in 0..4 {
                let cell = |column: u32, row: u32| 1u64 << (4 * row + column);
                assert_eq!(left_to_right(grid, cell(column, row)), cell(3 - column, row));
                assert_eq!(top_to_bottom(grid, cell(column, row)), cell(column, 2 - row));
            }
        }
        let grid = Grid::new(8, 8).unwrap();
        for cell in 0..64 {
            assert_eq!(along_the_diagonal(grid, 1 << cell), 1 << (cell % 8 * 8 + cell / 8));
        }
        assert_eq!(reverse_fields(u64::MAX, 64, 1), u64::MAX);
        assert_eq!(reverse_fields(0x0123_4567_89ab_cdef, 8, 8), 0xefcd_ab89_6745_2301);
    }

    #[test]
    fn classes_are_closed_under_both_mirrors() {
        let mut random = fastrand::Rng::with_seed(1);
        for (columns, rows) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 3), (4, 3), (5, 5), (8, 8), (26, 2)] {
            let grid = Grid::new(columns, rows).unwrap();
            for i in 0..200 {
                let all = u64::MAX >> (64 - grid.cells());
                // Few cells, so that some positions are their own images.
                let [x, o] = [(); 2].map(|()| random.u64(..) & random.u64(..));
                let few = if i % 2 == 0 { all } else { 0x8040_2010_0804_0201 & all };
                let at = Marks { x: x & few, o: o & !x & few };
                let class: BTreeSet<Marks> = grid.images(at).collect();
                assert_eq!(class.len() as u64, grid.class_size(at));
                for member in &class {
                    assert_eq!(grid.least_image(*member), *class.first().unwrap());
                    assert!(class.contains(&member.reflected(|cells| left_to_right(grid, cells))));
                    assert!(class.contains(&member.reflected(|cells| top_to_bottom(grid, cells))));
                    let square = columns == rows;
                    assert!(!square || class.contains(&member.reflected(|cells| along_the_diagonal(grid, cells))));
                }
            }
        }
    }
}
