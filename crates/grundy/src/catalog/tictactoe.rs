//! Tic-tac-toe: three in a row on a board of three by three.
//!
//! X moves first; each player in turn marks an empty cell; three marks in a row, column or diagonal win, and a full board
//! without them is a draw.
//!
//! Text of a position: the nine cells row by row, `X`, `O` or `.`; `/` may stand between rows. Text of a move: the cell,
//! column a to c from the left, row 1 to 3 from the top.

use super::grid::{Grid, Marks, wrong};
use super::picture;
use super::symmetry::CellSets;
use super::{Cost, Entry, Opener};
use crate::game::{Game, Player, Tiered};
use crate::text::{DynTiered, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "tictactoe",
    form: "tictactoe",
    rules: "X and O in turn mark an empty cell of a board of three by three, X first. Three in a row, column or \
            diagonal win; a full board without them is a draw.",
    position: "the nine cells row by row, `X`, `O` or `.`, as in `X.O.X....`; `/` may stand between rows",
    moves: "the cell, column a to c from the left and row 1 to 3 from the top: `b2`",
    start: Some("........."),
    source: "traditional",
    cost: Cost::Moderate,
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(TicTacToe)))),
    ..Entry::BOARD
};

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// A position of tic-tac-toe: the cells that each player has marked; bit 3·row + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    x: u16,
    o: u16,
}

const GRID: Grid = Grid { columns: 3, rows: 3 };

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

fn has_line(cells: u16) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}

impl Board {
    fn mover(self) -> Player {
        if self.x.count_ones() == self.o.count_ones() { Player::Left } else { Player::Right }
    }

    fn is_over(self) -> bool {
        has_line(self.x) || has_line(self.o)
    }
}

impl CellSets for Board {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { x: mirror(self.x.into()) as u16, o: mirror(self.o.into()) as u16 }
    }
}

impl TicTacToe {
    /// The empty board, on which the game begins.
    pub const EMPTY: Board = Board { x: 0, o: 0 };
}

impl Game for TicTacToe {
    type Position = Board;
    /// The number of the cell.
    type Move = u8;

    fn moves(&self, at: &Board, out: &mut Vec<u8>) {
        if !at.is_over() {
            out.extend((0..9).filter(|cell| (at.x | at.o) >> cell & 1 == 0));
        }
    }

    fn play(&self, at: &Board, &cell: &u8) -> Board {
        match at.mover() {
            Player::Left => Board { x: at.x | 1 << cell, ..*at },
            Player::Right => Board { o: at.o | 1 << cell, ..*at },
        }
    }

    fn terminal(&self, at: &Board) -> Outcome {
        // Only the player who has just moved can have completed a line.
        if at.is_over() { Outcome::Loss } else { Outcome::Draw }
    }

    fn player(&self, at: &Board) -> Option<Player> {
        Some(at.mover())
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl Tiered for TicTacToe {
    fn pack(&self, at: &Board) -> u64 {
        Marks { x: at.x.into(), o: at.o.into() }.to_interleaved()
    }

    fn unpack(&self, word: u64) -> Board {
        let marks = Marks::from_interleaved(word);
        Board { x: marks.x as u16, o: marks.o as u16 }
    }

    /// The number of marks.
    fn tier(&self, at: &Board) -> u32 {
        (at.x | at.o).count_ones()
    }

    fn bits(&self) -> u32 {
        18
    }
}

impl TextGame for TicTacToe {
    fn name(&self) -> &str {
        "tictactoe"
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        Some(self)
    }

    fn start(&self) -> Option<Board> {
        Some(Self::EMPTY)
    }

    fn parse(&self, text: &str) -> Result<Board, ParseError> {
        let marks = GRID.read_marks(text)?;
        let board = Board { x: marks.x as u16, o: marks.o as u16 };
        let (own, _) = marks.own_and_last();
        if has_line(own as u16) {
            return Err(wrong(text, "the game was over before its last move", "a line ends the game"));
        }
        Ok(board)
    }

    fn to_text(&self, at: &Board) -> String {
        let cell = |i: u8| match (at.x >> i & 1, at.o >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        (0..9).map(cell).collect()
    }

    fn move_text(&self, _at: &Board, &cell: &u8) -> String {
        format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
    }

    fn encode(&self, at: &Board, out: &mut Vec<u8>) {
        out.extend(at.x.to_le_bytes());
        out.extend(at.o.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Board {
        let cells = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
        Board { x: cells(0), o: cells(2) }
    }

    fn canonical(&self, at: &Board) -> Board {
        GRID.least_image(*at)
    }

    fn class_size(&self, at: &Board) -> Option<u64> {
        Some(GRID.class_size(*at))
    }

    fn picture(&self, at: &Board) -> Option<String> {
        picture::cells(&self.to_text(at), Some(3))
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
        for text in ["XX.......", "O........", "XXXOOO...", "XXX.OO.O.", "X.O......X", "X.", "X?......."] {
            assert!(TicTacToe.parse(text).is_err(), "{text}");
        }
        for text in [".........", "XXX.OO...", "x.o/.x./...", "OOOXX.X.."] {
            assert!(TicTacToe.parse(text).is_ok(), "{text}");
        }
    }
}
