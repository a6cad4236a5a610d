//! Connect four: discs that fall to the bottom of a column, and four in a row.
//!
//! X moves first; each player in turn drops a disc into a column that is not full; four discs of a player in a row, column
//! or diagonal win, and a full board without them is a draw. Sold by Milton Bradley since 1974, 7 columns by 6 rows; after
//! Allis 1988, "A knowledge-based approach of connect-four".
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`; `/` stands between rows, and may be left out.
//! Text of a move: the column, a letter from a at the left.
//!
//! A position is a 64-bit word, after Tromp's "Fhourstones": each column has one bit more than it has cells, and its
//! lowest bit is the bottom cell. The highest set bit of a column stands above its top disc; below that bit, ones are X
//! and zeroes are O.

mod search;
mod text_game;

pub use search::{SearchOptions, SearchedMove, Searcher};

use super::grid::{BoardSizeError, Grid, MAX_COLUMNS, Marks};
use super::{Entry, Opener};
use crate::game::{Game, Player, Tiered, TieredBlock, TieredOption};
use crate::text::WithText;
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "connect4",
    form: "connect4:WxH",
    rules: "X and O in turn drop a disc into one of W columns, X first; it falls on the discs that lie there, at most H. \
            Four in a row, column or diagonal win; a full board without them is a draw.",
    position: "the cells row by row from the top, `X`, `O` or `.`, as in `..../..../.O../XX..` for connect4:4x4; `/` \
               between rows may be left out; or the moves from the start, each a column from 1, as in `4453`",
    moves: "the column, a letter from a at the left: `d`; `play` takes its number too: `4`",
    start: Some("the empty board"),
    source: "Allis 1988, \"A knowledge-based approach of connect-four\"",
    example: "connect4:4x4",
    open: Opener::Game(|parameters, _| {
        let [columns, rows] = parameters.sizes('x', "`connect4:WxH`, as in `connect4:4x4`")?;
        let sizes = "at most 26 columns W, and W times H + 1 at most 64";
        let game = Connect4::new(columns, rows).map_err(|wrong| parameters.board_size_error(wrong, sizes))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The rules of connect four on a board of one size.
#[derive(Clone, Debug)]
pub struct Connect4 {
    name: String,
    grid: Grid,
}

/// A position of [`Connect4`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs(u64);

impl Connect4 {
    /// Creates the game on a board of `columns` columns and `rows` rows: at most 26 columns, and columns · (rows + 1) at most 64.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(columns: u64, rows: u64) -> Result<Self, BoardSizeError> {
        let name = format!("connect4:{columns}x{rows}");
        if columns == 0 || rows == 0 {
            return Err(BoardSizeError::Empty);
        }
        if columns > MAX_COLUMNS || columns.saturating_mul(rows.saturating_add(1)) > 64 {
            return Err(BoardSizeError::TooLarge { columns, rows });
        }
        Ok(Self { name, grid: Grid::new(columns, rows)? })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The lowest bit of each column.
    fn columns(&self) -> impl Iterator<Item = u32> {
        let bits = self.grid.rows + 1;
        (0..self.grid.columns).map(move |column| column * bits)
    }

    /// Number of discs in the column whose lowest bit is `from`.
    fn height(&self, at: Discs, from: u32) -> u32 {
        (at.0 >> from & (u64::MAX >> (63 - self.grid.rows))).ilog2()
    }

    /// The discs of each player, one bit for each cell.
    fn discs(&self, at: Discs) -> Marks {
        let mut marks = Marks::default();
        for from in self.columns() {
            let discs = ((1 << self.height(at, from)) - 1) << from;
            marks.x |= at.0 & discs;
            marks.o |= !at.0 & discs;
        }
        marks
    }

    /// Whether `discs` contains four in a row. The free bit above each column keeps a line from running into the next
    /// column.
    fn has_line(&self, discs: u64) -> bool {
        let rows = self.grid.rows;
        [1, rows, rows + 1, rows + 2].into_iter().filter(|step| 3 * step < 64).any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Game for Connect4 {
    type Position = Discs;
    /// The number of the column.
    type Move = u8;

    fn moves(&self, at: &Discs, out: &mut Vec<u8>) {
        // Only the player who has just moved can have completed a line.
        if !self.has_line(self.discs(*at).own_and_last().1) {
            let free = (0..).zip(self.columns()).filter(|&(_, from)| self.height(*at, from) < self.grid.rows);
            out.extend(free.map(|(column, _)| column));
        }
    }

    fn play(&self, at: &Discs, &column: &u8) -> Discs {
        let from = u32::from(column) * (self.grid.rows + 1);
        let top = 1u64 << (from + self.height(*at, from));
        // The marker becomes the disc, and the bit above it the new marker. X adds 2 · top, which leaves the one; O adds top,
        // and the carry leaves a zero.
        match self.discs(*at).mover() {
            Player::Left => Discs(at.0 + 2 * top),
            Player::Right => Discs(at.0 + top),
        }
    }

    fn options(&self, at: &Discs, out: &mut Vec<Discs>) {
        let discs = self.discs(*at);
        if self.has_line(discs.own_and_last().1) {
            return;
        }
        let disc = if discs.mover() == Player::Left { 2 } else { 1 };
        for from in self.columns() {
            let height = self.height(*at, from);
            if height < self.grid.rows {
                out.push(Discs(at.0 + (disc << (from + height))));
            }
        }
    }

    fn terminal(&self, at: &Discs) -> Outcome {
        if self.has_line(self.discs(*at).own_and_last().1) { Outcome::Loss } else { Outcome::Draw }
    }

    fn player(&self, at: &Discs) -> Option<Player> {
        Some(self.discs(*at).mover())
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl Tiered for Connect4 {
    fn pack(&self, at: &Discs) -> u64 {
        at.0
    }

    fn unpack(&self, word: u64) -> Discs {
        Discs(word)
    }

    /// The number of discs.
    fn tier(&self, at: &Discs) -> u32 {
        self.columns().map(|from| self.height(*at, from)).sum()
    }

    fn bits(&self) -> u32 {
        self.grid.columns * (self.grid.rows + 1)
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        let rows = self.grid.rows;
        // The bits that have `up` more bits above them in the same column.
        let with_above = |up: u32| self.columns().fold(0, |bits, from| bits | u64::MAX >> (63 - rows) >> up << from);
        let mut shifts = [(0, 0); 6];
        let mut count = 0;
        while 1 << count <= rows {
            shifts[count] = (1 << count, with_above(1 << count));
            count += 1;
        }
        let shifts = &shifts[..count];
        let cells = with_above(1);
        let (x_moves, next) = (tier.is_multiple_of(2), tier + 1);
        for &word in words {
            // Sets the highest bit of each column and every bit below it.
            let filled = shifts.iter().fold(word, |filled, (by, bits)| filled | filled >> by & bits);
            let discs = filled >> 1 & cells;
            let last = if x_moves { !word & discs } else { word & discs };
            let mut tops = (filled & !discs) & cells;
            if self.has_line(last) {
                out.push_terminal(Outcome::Loss);
            } else if tops == 0 {
                out.push_terminal(Outcome::Draw);
            } else {
                while tops != 0 {
                    let top = tops & tops.wrapping_neg();
                    out.push_option(TieredOption {
                        tier: next,
                        moves_again: false,
                        word: word + (top << u32::from(x_moves)),
                    });
                    tops ^= top;
                }
                out.close();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::explore;
    use crate::limits::Limits;
    use crate::text::TextGame;
    use std::collections::BTreeSet;

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        for (columns, rows) in [(0, 6), (7, 0)] {
            assert_eq!(Connect4::new(columns, rows).unwrap_err(), BoardSizeError::Empty);
        }
        for (columns, rows) in [(8, 8), (27, 1), (1, 64), (u64::MAX, u64::MAX)] {
            assert_eq!(Connect4::new(columns, rows).unwrap_err(), BoardSizeError::TooLarge { columns, rows });
        }
        for (columns, rows) in [(8, 7), (26, 1), (1, 63), (4, 15), (7, 6), (3, 3), (1, 1)] {
            let game = Connect4::new(columns, rows).unwrap();
            let start = game.start().unwrap();
            assert_eq!(game.parse(&game.to_text(&start)), Ok(start));
        }
    }

    /// Positions of a board on which no line fits, by columns of discs that are written down one by one.
    fn fillings(columns: &mut Vec<Vec<bool>>, rows: usize, mover: bool, seen: &mut BTreeSet<Vec<Vec<bool>>>) {
        if !seen.insert(columns.clone()) {
            return;
        }
        for column in 0..columns.len() {
            if columns[column].len() < rows {
                columns[column].push(mover);
                fillings(columns, rows, !mover, seen);
                columns[column].pop();
            }
        }
    }

    #[test]
    fn a_board_without_a_line_is_filled_and_drawn() {
        for (columns, rows) in [(1, 1), (1, 3), (3, 1), (2, 3), (3, 2), (3, 3)] {
            let game = Connect4::new(columns, rows).unwrap();
            let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
            let mut seen = BTreeSet::new();
            fillings(&mut vec![Vec::new(); columns as usize], rows as usize, true, &mut seen);
            assert_eq!(explored.positions().len(), seen.len(), "{columns} by {rows}");
            for at in explored.positions() {
                let mut moves = Vec::new();
                game.moves(at, &mut moves);
                assert!(!moves.is_empty() || game.terminal(at) == Outcome::Draw);
            }
        }
    }

    #[test]
    fn lines_run_in_four_directions_and_over_no_edge() {
        let game = Connect4::new(5, 4).unwrap();
        let cells =
            |cells: &[(u32, u32)]| cells.iter().fold(0, |discs, (column, row)| discs | 1u64 << (column * 5 + row));
        for line in [
            [(1, 0), (2, 0), (3, 0), (4, 0)],
            [(3, 0), (3, 1), (3, 2), (3, 3)],
            [(0, 0), (1, 1), (2, 2), (3, 3)],
            [(1, 3), (2, 2), (3, 1), (4, 0)],
        ] {
            assert!(game.has_line(cells(&line)), "{line:?}");
            assert!(!game.has_line(cells(&line[1..])));
        }
        for none in
            [[(0, 2), (0, 3), (1, 0), (1, 1)], [(0, 1), (1, 2), (2, 3), (4, 0)], [(1, 0), (2, 0), (3, 0), (4, 1)]]
        {
            assert!(!game.has_line(cells(&none)), "{none:?}");
        }
    }
}
