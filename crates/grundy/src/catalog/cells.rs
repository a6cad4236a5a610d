//! A board on which each cell is empty or not: the set of empty cells, and its text.

use super::grid::{Grid, wrong};
use super::symmetry::CellSets;
use crate::text::ParseError;

/// The empty cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(pub(super) u64);

impl Cells {
    /// All cells of a board.
    pub(super) fn all(grid: Grid) -> Self {
        Self(u64::MAX >> (64 - grid.cells()))
    }
}

impl CellSets for Cells {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self(mirror(self.0))
    }
}

/// The text of the cells of a board: `.` if empty, `#` if not, with `/` between rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellText(pub(super) Grid);

impl CellText {
    pub(super) fn show(self, cells: Cells) -> String {
        let row = |row: u32| -> String {
            (0..self.0.columns)
                .map(|column| if cells.0 >> (row * self.0.columns + column) & 1 != 0 { '.' } else { '#' })
                .collect()
        };
        (0..self.0.rows).map(row).collect::<Vec<_>>().join("/")
    }

    pub(super) fn parse(self, text: &str) -> Result<Cells, ParseError> {
        let grid = self.0;
        let help = || {
            let example = self.show(Cells(Cells::all(grid).0 & !0b11));
            format!("write {} cells row by row from the top, as in `{example}`", grid.cells())
        };
        let (mut empty, mut cells) = (0u64, 0);
        for (i, c) in text.char_indices() {
            match c {
                '/' if cells % grid.columns == 0 => continue,
                '.' | '#' => {}
                _ => {
                    let message = if c == '/' {
                        format!("a row ends after {} cells", grid.columns)
                    } else {
                        format!("`{c}` is not a cell")
                    };
                    return Err(ParseError { at: i..i + c.len_utf8(), message, help: help() });
                }
            }
            if cells < grid.cells() && c == '.' {
                empty |= 1 << cells;
            }
            cells += 1;
        }
        if cells != grid.cells() {
            return Err(wrong(text, format!("expected {} cells, got {cells}", grid.cells()), help()));
        }
        Ok(Cells(empty))
    }
}
