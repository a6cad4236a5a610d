//! A board of rows and columns on which two players have cells: its text and the names of its cells.
//!
//! Cell `columns · row + column` of a board is a bit, row 0 at the top. Text of a board: the cells row by row from the top,
//! `X`, `O` or `.`; `/` may stand between rows. Text of a cell: the column, a letter from `a` at the left, and the row, a
//! number from 1 at the top.

use crate::game::Player;
use crate::text::ParseError;
use std::fmt;
use std::ops::Range;

/// The most columns: one for each letter.
pub(super) const MAX_COLUMNS: u64 = 26;

/// The most cells: one for each bit.
pub(super) const MAX_CELLS: u64 = 64;

/// The cells that each player has marked; X moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    pub(super) x: u64,
    pub(super) o: u64,
}

impl Marks {
    /// The player to move in a game in which each move marks one cell.
    pub(super) fn mover(self) -> Player {
        if self.x.count_ones() == self.o.count_ones() { Player::Left } else { Player::Right }
    }

    /// The cells of the player to move and those of the player who has just moved.
    pub(super) fn own_and_last(self) -> (u64, u64) {
        match self.mover() {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    /// The marks as a word with two bits for each cell, so that neighbouring cells are near each other in it. For at
    /// most 32 cells.
    pub(super) fn to_interleaved(self) -> u64 {
        debug_assert!((self.x | self.o) >> 32 == 0, "two bits a cell fit in a word");
        spread(self.x) | spread(self.o) << 1
    }

    /// The marks of an interleaved word.
    pub(super) fn from_interleaved(word: u64) -> Self {
        Self { x: gather_even_bits(word), o: gather_even_bits(word >> 1) }
    }

    /// The unmarked cells, among the first `cells`.
    pub(super) fn empty(self, cells: u32) -> u64 {
        !(self.x | self.o) & (u64::MAX >> (64 - cells))
    }
}

/// The numbers of bits that are set, the lowest first.
pub(super) fn bits(set: u64) -> impl Iterator<Item = u8> {
    std::iter::successors(Some(set), |&rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}

/// The masks of `spread` and the shifts between them, for halves, quarters and so on of the bits.
const APART: [(u32, u64); 5] = [
    (16, 0x0000_ffff_0000_ffff),
    (8, 0x00ff_00ff_00ff_00ff),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (2, 0x3333_3333_3333_3333),
    (1, 0x5555_5555_5555_5555),
];

/// Moves bit i to bit 2i, for i below 32.
pub(super) fn spread(bits: u64) -> u64 {
    APART.iter().fold(bits & 0xffff_ffff, |bits, (by, mask)| (bits | bits << by) & mask)
}

/// Moves bit 2i to bit i, and drops the odd bits.
pub(super) fn gather_even_bits(bits: u64) -> u64 {
    let even = bits & APART[4].1;
    let gathered =
        [(1, 3), (2, 2), (4, 1), (8, 0)].iter().fold(even, |bits, &(by, i)| (bits | bits >> by) & APART[i].1);
    (gathered | gathered >> 16) & 0xffff_ffff
}

/// The letter of a player.
pub(super) fn letter(player: Player) -> char {
    match player {
        Player::Left => 'X',
        Player::Right => 'O',
    }
}

/// The error about a whole text.
pub(super) fn wrong(text: &str, message: impl Into<String>, help: impl Into<String>) -> ParseError {
    ParseError { at: 0..text.len(), message: message.into(), help: help.into() }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl Grid {
    /// The board of this size, if its columns have letters and its cells have bits.
    pub(super) fn new(columns: u64, rows: u64) -> Result<Self, BoardSizeError> {
        if columns == 0 || rows == 0 {
            return Err(BoardSizeError::Empty);
        }
        if columns > MAX_COLUMNS || columns.saturating_mul(rows) > MAX_CELLS {
            return Err(BoardSizeError::TooLarge { columns, rows });
        }
        Ok(Self { columns: columns as u32, rows: rows as u32 })
    }

    /// The board of this size, if its rows are not more than a row may have cells.
    pub(super) fn with_both_sides(columns: u64, rows: u64) -> Result<Self, BoardSizeError> {
        if rows > MAX_COLUMNS { Err(BoardSizeError::TooLarge { columns, rows }) } else { Self::new(columns, rows) }
    }

    /// The number of cells.
    pub(super) fn cells(self) -> u32 {
        self.columns * self.rows
    }

    /// The name of a cell.
    pub(super) fn cell(self, cell: u8) -> String {
        let (row, column) = (u32::from(cell) / self.columns, u32::from(cell) % self.columns);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn help(self) -> String {
        let cells = self.cells();
        if u64::from(cells) > MAX_CELLS {
            return format!(
                "write {cells} cells row by row from the top, {} in a row, with `/` between rows",
                self.columns
            );
        }
        // The lowest cells: a disc that falls lies there, too.
        let mark = |back: u32| cells.checked_sub(back).map_or(0, |cell| 1 << cell);
        let beside = if self.columns > 1 { self.columns - 1 } else { 2 };
        let example = self.show(Marks { x: mark(self.columns), o: mark(beside) });
        format!("write {cells} cells row by row from the top, as in `{example}`")
    }

    /// Reads a board from `text`, which is at the bytes `at` of the whole text.
    pub(super) fn read(self, at: Range<usize>, text: &str) -> Result<Marks, ParseError> {
        let mut marks = Marks::default();
        self.read_cells(at, text, |cell, player| match player {
            Player::Left => marks.x |= 1 << cell,
            Player::Right => marks.o |= 1 << cell,
        })?;
        Ok(marks)
    }

    /// Reads a board of any size from `text`, which is at the bytes `at` of the whole text, and calls `mark` with each cell
    /// that a player has marked.
    pub(super) fn read_cells(
        self,
        at: Range<usize>,
        text: &str,
        mut mark: impl FnMut(u32, Player),
    ) -> Result<(), ParseError> {
        let mut cells = 0;
        for (i, c) in text.char_indices() {
            let player = match c {
                '/' if cells % self.columns == 0 => continue,
                'X' | 'x' => Some(Player::Left),
                'O' | 'o' => Some(Player::Right),
                '.' => None,
                _ => {
                    let message = if c == '/' {
                        format!("a row ends after {} cells", self.columns)
                    } else {
                        format!("`{c}` is not a cell")
                    };
                    let at = at.start + i..at.start + i + c.len_utf8();
                    return Err(ParseError { at, message, help: self.help() });
                }
            };
            if let Some(player) = player.filter(|_| cells < self.cells()) {
                mark(cells, player);
            }
            cells += 1;
        }
        if cells != self.cells() {
            return Err(ParseError {
                at,
                message: format!("expected {} cells, got {cells}", self.cells()),
                help: self.help(),
            });
        }
        Ok(())
    }

    /// Reads a board on which the players have marked cells in turn, X first.
    pub(super) fn read_marks(self, text: &str) -> Result<Marks, ParseError> {
        let marks = self.read(0..text.len(), text)?;
        Self::check_counts(text, marks.x.count_ones(), marks.o.count_ones())?;
        Ok(marks)
    }

    /// Checks that the players of the position `text` can have marked so many cells in turn, X first.
    pub(super) fn check_counts(text: &str, x: u32, o: u32) -> Result<(), ParseError> {
        if x != o && x != o + 1 {
            let help = "X moves first, so there are as many X as O or one more";
            return Err(wrong(text, format!("{x} X and {o} O"), help));
        }
        Ok(())
    }

    /// Writes a board of any size, with a separator between its rows; `mark` returns the mark of a cell.
    pub(super) fn show_cells(self, mark: impl Fn(u32) -> char) -> String {
        let row = |row: u32| (0..self.columns).map(|column| mark(row * self.columns + column)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Writes a board, with a separator between its rows.
    pub(super) fn show(self, marks: Marks) -> String {
        let mut text = Vec::with_capacity((self.cells() + self.rows) as usize);
        let Marks { mut x, mut o } = marks;
        for row in 0..self.rows {
            if row > 0 {
                text.push(b'/');
            }
            for _ in 0..self.columns {
                // Without a branch: the processor cannot predict the mark of a cell.
                text.push(b".XOX"[(x & 1 | (o & 1) << 1) as usize]);
                (x, o) = (x >> 1, o >> 1);
            }
        }
        String::from_utf8(text).expect("letters of ASCII")
    }
}

/// Why a board of this size is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardSizeError {
    /// A size, or the length of a line, is 0.
    Empty,
    /// The board does not fit in a position.
    TooLarge {
        /// The requested number of columns.
        columns: u64,
        /// The requested number of rows.
        rows: u64,
    },
    /// There is no move on such a small board.
    TooSmall {
        /// The requested number of columns.
        columns: u64,
        /// The requested number of rows.
        rows: u64,
    },
}

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a size is 0"),
            Self::TooLarge { columns, rows } => write!(f, "a board of {} is too large", size(*columns, *rows)),
            Self::TooSmall { columns, rows } => write!(f, "a board of {} is too small", size(*columns, *rows)),
        }
    }
}

/// The size of a board in words.
fn size(columns: u64, rows: u64) -> String {
    let counted = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        // A larger number was typed than these have.
        u64::MAX => format!("too many {noun}s"),
        _ => format!("{count} {noun}s"),
    };
    format!("{} and {}", counted(columns, "column"), counted(rows, "row"))
}

impl std::error::Error for BoardSizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_come_back_as_they_went_out() {
        for (columns, rows) in [(1, 1), (4, 3), (26, 2), (1, 64), (8, 8)] {
            let grid = Grid::new(columns, rows).unwrap();
            let all = u64::MAX >> (64 - grid.cells());
            let marks = Marks { x: 0x9249_2492_4924_9249 & all, o: 0x4924_9249_2492_4924 & all };
            let text = grid.show(marks);
            assert_eq!(grid.read(0..text.len(), &text), Ok(marks), "{text}");
            assert_eq!(grid.read(0..text.len(), &text.replace('/', "").to_lowercase()), Ok(marks));
        }
        assert_eq!(Grid::new(4, 3).unwrap().cell(6), "c2");
        assert_eq!(Grid::new(0, 3), Err(BoardSizeError::Empty));
        assert_eq!(Grid::new(27, 1), Err(BoardSizeError::TooLarge { columns: 27, rows: 1 }));
        assert!(Grid::new(u64::MAX, u64::MAX).is_err() && Grid::new(13, 5).is_err());
        for set in [0, 1, 0x8000_0000, 0xffff_ffff, 0x1234_5678, 0x9249_2492] {
            assert_eq!(bits(spread(set)).collect::<Vec<_>>(), bits(set).map(|i| 2 * i).collect::<Vec<_>>());
            assert_eq!(gather_even_bits(spread(set) | 0xaaaa_aaaa_aaaa_aaaa), set);
        }
        assert_eq!(bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(bits(u64::MAX).count(), 64);
    }
}
