//! The m,n,k-games: K in a row on a board of M columns and N rows.
//!
//! X moves first; each player in turn marks an empty cell; the first player with K marks or more in a row, column or
//! diagonal wins, and a full board without such a line is a draw. Tic-tac-toe is the game of 3, 3 and 3. After van den
//! Herik, Uiterwijk and van Rijswijck 2002, "Games solved: now and in the future".
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`; `/` stands between rows, and may be left out.
//! Text of a move: the cell, a column from a at the left and a row from 1 at the top.
//!
//! [`Mnk`] has boards of at most 64 cells; `large` has those of up to 15 rows and columns, such as that of Gomoku.

mod bitset256;
mod large;

use super::grid::{BoardSizeError, Grid, MAX_CELLS, Marks, bits, spread, wrong};
use super::lines::Lines;
use super::picture;
use super::threats::Threats;
use super::{Entry, Opener};
use crate::game::{Game, Player, Tiered, TieredBlock, TieredOption};
use crate::text::{DynTiered, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined, Verdict};
use large::LargeMnk;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "mnk",
    form: "mnk:M,N,K",
    rules: "X and O in turn mark an empty cell of a board of M columns and N rows, X first. K in a row, column or \
            diagonal, or more, win; a full board without them is a draw. M and N are at most 15, or M is at most 26 and there \
            are at most 64 cells.",
    position: "the cells row by row from the top, `X`, `O` or `.`, as in `X.../.O../....` for mnk:4,3,3; `/` between rows \
               may be left out",
    moves: "the cell, column from a at the left and row from 1 at the top: `b2`",
    start: Some("the empty board"),
    source: "van den Herik, Uiterwijk and van Rijswijck 2002, \"Games solved: now and in the future\"",
    example: "mnk:3,3,3",
    open: Opener::Game(|parameters, _| {
        let [columns, rows, length] = parameters.sizes(',', "`mnk:M,N,K`, as in `mnk:4,3,3`")?;
        let sizes = "at most 15 columns and 15 rows, or at most 26 columns and 64 cells in all";
        let error = |wrong| parameters.board_size_error(wrong, sizes);
        if columns.saturating_mul(rows) > MAX_CELLS {
            let game = LargeMnk::new(parameters.game(), columns, rows, length).map_err(error)?;
            return Ok(Box::new(WithText::new(game)));
        }
        let game = Mnk::new(columns, rows, length).map_err(error)?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The most cells of a board whose positions fit in a word.
const MAX_PACKED_CELLS: u32 = 32;

/// The rules of an m,n,k-game.
///
/// ```
/// use grundy::{text::TextGame, catalog::Mnk, graph::explore, limits::Limits};
/// let game = Mnk::new(4, 3, 3).unwrap();
/// let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
/// assert_eq!(explored.positions().len(), 111_973);
/// ```
#[derive(Clone, Debug)]
pub struct Mnk {
    name: String,
    grid: Grid,
    lines: Lines,
    threats: Threats,
}

impl Mnk {
    /// Creates the game of `length` in a row on a board of `columns` columns and `rows` rows: at most 26 columns and 64 cells.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(columns: u64, rows: u64, length: u64) -> Result<Self, BoardSizeError> {
        let grid = Grid::new(columns, rows)?;
        let name = format!("mnk:{columns},{rows},{length}");
        let lines = Lines::new(grid, length)?;
        Ok(Self { name, grid, threats: Threats::new(grid, &lines), lines })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Whether the player who has just moved has a line; the other player cannot have one.
    fn is_over(&self, at: Marks) -> bool {
        self.lines.contain(at.own_and_last().1)
    }
}

impl Game for Mnk {
    type Position = Marks;
    /// The number of the cell.
    type Move = u8;

    fn moves(&self, at: &Marks, out: &mut Vec<u8>) {
        if !self.is_over(*at) {
            out.extend(bits(at.empty(self.grid.cells())));
        }
    }

    fn play(&self, at: &Marks, &cell: &u8) -> Marks {
        match at.mover() {
            Player::Left => Marks { x: at.x | 1 << cell, ..*at },
            Player::Right => Marks { o: at.o | 1 << cell, ..*at },
        }
    }

    fn options(&self, at: &Marks, out: &mut Vec<Marks>) {
        if !self.is_over(*at) {
            out.extend(bits(at.empty(self.grid.cells())).map(|cell| self.play(at, &cell)));
        }
    }

    fn terminal(&self, at: &Marks) -> Outcome {
        if self.is_over(*at) { Outcome::Loss } else { Outcome::Draw }
    }

    fn player(&self, at: &Marks) -> Option<Player> {
        Some(at.mover())
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

/// Two bits for each cell; only for boards of at most 32 cells.
impl Tiered for Mnk {
    fn pack(&self, at: &Marks) -> u64 {
        at.to_interleaved()
    }

    fn unpack(&self, word: u64) -> Marks {
        Marks::from_interleaved(word)
    }

    /// The number of marks.
    fn tier(&self, at: &Marks) -> u32 {
        (at.x | at.o).count_ones()
    }

    fn bits(&self) -> u32 {
        2 * self.grid.cells()
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        let x_moves = tier.is_multiple_of(2);
        let cells = u64::MAX >> (64 - self.grid.cells());
        for &word in words {
            let at = Marks::from_interleaved(word);
            if self.lines.contain(if x_moves { at.o } else { at.x }) {
                out.push_terminal(Outcome::Loss);
                continue;
            }
            let mut empty = spread(!(at.x | at.o) & cells);
            if empty == 0 {
                out.push_terminal(Outcome::Draw);
                continue;
            }
            while empty != 0 {
                let cell = empty & empty.wrapping_neg();
                out.push_option(TieredOption {
                    tier: tier + 1,
                    moves_again: false,
                    word: word | cell << u32::from(!x_moves),
                });
                empty ^= cell;
            }
            out.close();
        }
    }
}

impl TextGame for Mnk {
    fn name(&self) -> &str {
        &self.name
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        (self.grid.cells() <= MAX_PACKED_CELLS).then_some(self)
    }

    fn start(&self) -> Option<Marks> {
        Some(Marks::default())
    }

    fn parse(&self, text: &str) -> Result<Marks, ParseError> {
        let marks = self.grid.read_marks(text)?;
        let (own, last) = marks.own_and_last();
        if self.lines.contain(own) || self.lines.contain(last) && !self.lines.share_a_cell(last) {
            return Err(wrong(text, "the game was over before its last move", "a line ends the game"));
        }
        Ok(marks)
    }

    fn to_text(&self, at: &Marks) -> String {
        self.grid.show(*at)
    }

    fn move_text(&self, _at: &Marks, &cell: &u8) -> String {
        self.grid.cell(cell)
    }

    fn encode(&self, at: &Marks, out: &mut Vec<u8>) {
        out.extend(at.x.to_le_bytes());
        out.extend(at.o.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Marks {
        let cells = |i: usize| u64::from_le_bytes(std::array::from_fn(|j| bytes[i + j]));
        Marks { x: cells(0), o: cells(8) }
    }

    fn canonical(&self, at: &Marks) -> Marks {
        self.grid.least_image(*at)
    }

    fn class_size(&self, at: &Marks) -> Option<u64> {
        Some(self.grid.class_size(*at))
    }

    fn guess(&self, at: &Marks, option: &Marks) -> Option<i32> {
        let cell = ((option.x | option.o) ^ (at.x | at.o)).trailing_zeros();
        let (own, other) = at.own_and_last();
        Some(self.threats.guess(own, other, cell))
    }

    fn bounds(&self, at: &Marks) -> Option<[Verdict; 2]> {
        let (own, other) = at.own_and_last();
        Some(self.threats.bounds(own, other, self.grid.cells() - (own | other).count_ones()))
    }

    fn picture(&self, at: &Marks) -> Option<String> {
        picture::cells(&self.to_text(at), None)
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
        let game = Mnk::new(4, 3, 3).unwrap();
        for text in
            ["O.../..../....", "XX../..../....", "XXX./OOO./....", "XXX./OO.O/....", "XXXX/OOO./....", "X.../...", ""]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for text in ["............", "XXX./OO../....", "XXXX/OO.O/....", "X.../.OXX/.O.."] {
            assert!(game.parse(text).is_ok(), "{text}");
        }
        // Two lines without a common cell.
        let game = Mnk::new(5, 5, 3).unwrap();
        assert!(game.parse("XXX../OO.../...../O.OO./..XXX").is_err());
        assert!(game.parse("XXX../XOO../X..../.O.O./.....").is_ok());
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        for (columns, rows, length) in [(0, 3, 3), (3, 0, 3), (3, 3, 0)] {
            assert_eq!(Mnk::new(columns, rows, length).unwrap_err(), BoardSizeError::Empty);
        }
        assert!(Mnk::new(3, 4, 5).is_ok());
        assert_eq!(Mnk::new(9, 8, 5).unwrap_err(), BoardSizeError::TooLarge { columns: 9, rows: 8 });
    }
}
