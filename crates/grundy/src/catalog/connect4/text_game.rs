//! Text of connect-four positions and moves, and the mirror symmetry.

use super::{Connect4, Discs};
use crate::catalog::grid::{Grid, Marks, wrong};
use crate::catalog::picture;
use crate::catalog::symmetry::reverse_fields;
use crate::text::{DynTiered, ParseError, TextGame};

impl Connect4 {
    /// The position with these discs, which must rest on one another.
    fn stack_discs(&self, discs: Marks) -> Discs {
        let tops = self.columns().map(|from| {
            let column = (discs.x | discs.o) >> from & (u64::MAX >> (64 - self.grid.rows));
            1 << (from + column.count_ones())
        });
        Discs(tops.fold(discs.x, |word, top: u64| word | top))
    }

    /// The position with left and right exchanged.
    pub(super) fn mirror(&self, at: Discs) -> Discs {
        Discs(reverse_fields(at.0, self.grid.rows + 1, self.grid.columns))
    }

    /// Calls `f` with the bit of each cell on the board and the bit of the same cell in a position.
    fn each_cell(&self, mut f: impl FnMut(u32, u32)) {
        let Grid { columns, rows } = self.grid;
        for row in 0..rows {
            for column in 0..columns {
                f(row * columns + column, column * (rows + 1) + rows - 1 - row);
            }
        }
    }
}

/// The number of positions of 7 columns by 6 rows; Edelkamp and Kissmann 2008, "Symbolic classification of general two-player games"
/// (OEIS A212693).
const STANDARD_BOARD_POSITIONS: u64 = 4_531_985_219_092;

impl TextGame for Connect4 {
    fn name(&self) -> &str {
        &self.name
    }

    /// A larger board has every position of a smaller one, in its left columns and its lowest rows.
    fn least_positions(&self) -> Option<u64> {
        (self.grid.columns >= 7 && self.grid.rows >= 6).then_some(STANDARD_BOARD_POSITIONS)
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        Some(self)
    }

    fn start(&self) -> Option<Discs> {
        Some(self.stack_discs(Marks::default()))
    }

    fn parse(&self, text: &str) -> Result<Discs, ParseError> {
        let board = self.grid.read_marks(text)?;
        let all = board.x | board.o;
        let columns = self.grid.columns;
        let floating =
            (0..self.grid.cells() - columns).find(|cell| all >> cell & 1 == 1 && all >> (cell + columns) & 1 == 0);
        if let Some(cell) = floating {
            let message = format!("nothing lies under the disc in {}", self.grid.cell(cell as u8));
            return Err(wrong(
                text,
                message,
                "discs fall to the bottom of a column; the last row written is the lowest",
            ));
        }
        let mut discs = Marks::default();
        self.each_cell(|cell, bit| {
            discs.x |= (board.x >> cell & 1) << bit;
            discs.o |= (board.o >> cell & 1) << bit;
        });
        let at = self.stack_discs(discs);
        let (own, last) = discs.own_and_last();
        let tops = self
            .columns()
            .filter(|&from| self.height(at, from) > 0)
            .map(|from| 1u64 << (from + self.height(at, from) - 1));
        let share_a_cell = || tops.filter(|top| last & top != 0).any(|top| !self.has_line(last & !top));
        if self.has_line(own) || self.has_line(last) && !share_a_cell() {
            return Err(wrong(text, "the game was over before its last move", "four in a row end the game"));
        }
        Ok(at)
    }

    fn to_text(&self, at: &Discs) -> String {
        let discs = self.discs(*at);
        let mut board = Marks::default();
        self.each_cell(|cell, bit| {
            board.x |= (discs.x >> bit & 1) << cell;
            board.o |= (discs.o >> bit & 1) << cell;
        });
        self.grid.show(board)
    }

    fn move_text(&self, _at: &Discs, &column: &u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn encode(&self, at: &Discs, out: &mut Vec<u8>) {
        out.extend(at.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Discs {
        Discs(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }

    fn canonical(&self, at: &Discs) -> Discs {
        (*at).min(self.mirror(*at))
    }

    fn class_size(&self, at: &Discs) -> Option<u64> {
        Some(if self.mirror(*at) == *at { 1 } else { 2 })
    }

    /// Rows have no names of their own, since discs fall.
    fn picture(&self, at: &Discs) -> Option<String> {
        picture::cells(&self.to_text(at), Some(self.grid.columns as usize))
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_cannot_arise_are_refused() {
        let game = Connect4::new(4, 4).unwrap();
        for text in [
            "..../..../..../O...",
            "X.../..../..../....",
            "..../..../OOO./XXX",
            "..../..O./OOXO/XXXX",
            "..../O.../XXXX/OOOO",
            "..../OOO./XXXX/XOO.",
        ] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for text in ["................", "..../..../..../X...", "..../..../OOO./XXXX", "XOXO/XOXO/OXOX/OXOX"] {
            assert!(game.parse(text).is_ok(), "{text}");
        }
    }
}
