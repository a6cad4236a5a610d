//! M,n,k-games on boards of more than 64 cells, with at most 15 rows and columns.
//!
//! The cell of a row and a column is bit 16 · row + column of a set of cells. Each row has 16 bits, of which the last is never a cell: shifting a set by one step along a row or a
//! diagonal never leads from one row into the next, so lines are found by shifts alone.

use super::bitset256::Bitset256;
use crate::catalog::grid::{BoardSizeError, Grid, letter, wrong};
use crate::catalog::picture;
use crate::game::{Game, Player};
use crate::text::{ParseError, TextGame};
use crate::value::{Outcome, Undefined};

/// The most rows and columns of a large board.
const MAX_SIDE: u64 = 15;

/// The number of bits of a row.
const ROW_BITS: u32 = 16;

/// The steps of a line: along a row, down a column and down both diagonals.
const STEPS: [u32; 4] = [1, ROW_BITS, ROW_BITS + 1, ROW_BITS - 1];

/// A position of [`LargeMnk`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LargeMarks {
    x: Bitset256,
    o: Bitset256,
}

impl LargeMarks {
    fn mover(&self) -> Player {
        if self.x.count() == self.o.count() { Player::Left } else { Player::Right }
    }

    /// The cells of the player to move and those of the player who has just moved.
    fn own_and_last(&self) -> (Bitset256, Bitset256) {
        match self.mover() {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }
}

/// The rules of an m,n,k-game on a large board.
#[derive(Clone, Debug)]
pub(super) struct LargeMnk {
    name: String,
    grid: Grid,
    /// The cells of the board.
    board: Bitset256,
    length: u32,
}

impl LargeMnk {
    /// Creates the game of `length` in a row, under a name: at most 15 columns and 15 rows.
    pub(super) fn new(name: &str, columns: u64, rows: u64, length: u64) -> Result<Self, BoardSizeError> {
        if columns == 0 || rows == 0 || length == 0 {
            return Err(BoardSizeError::Empty);
        }
        if columns > MAX_SIDE || rows > MAX_SIDE {
            return Err(BoardSizeError::TooLarge { columns, rows });
        }
        let grid = Grid { columns: columns as u32, rows: rows as u32 };
        let mut board = Bitset256::default();
        (0..grid.cells()).for_each(|cell| board.insert(number(grid, cell)));
        // A line that is longer than the board fits nowhere, whatever its length.
        Ok(Self { name: name.to_owned(), grid, board, length: length.min(MAX_SIDE + 1) as u32 })
    }

    /// Whether these cells contain a line: cells from which a line of so many cells begins, twice as many at each step.
    fn has_line(&self, cells: Bitset256) -> bool {
        STEPS.iter().any(|step| {
            let (mut line, mut length) = (cells, 1);
            while length < self.length && !line.is_empty() {
                let more = length.min(self.length - length);
                line = line.and(line.shifted(more * step));
                length += more;
            }
            !line.is_empty()
        })
    }

    /// Whether the player who has just moved has a line; the other player cannot have one.
    fn is_over(&self, at: &LargeMarks) -> bool {
        self.has_line(at.own_and_last().1)
    }

    /// The image of a position: a reflection left to right, one top to bottom, and one in the diagonal, in this order.
    fn image(&self, at: &LargeMarks, element: u8) -> LargeMarks {
        let (columns, rows) = (self.grid.columns as u8, self.grid.rows as u8);
        let image = |cells: Bitset256| {
            let mut image = Bitset256::default();
            for cell in cells.iter() {
                let (mut row, mut column) = (cell / ROW_BITS as u8, cell % ROW_BITS as u8);
                if element & 1 != 0 {
                    column = columns - 1 - column;
                }
                if element & 2 != 0 {
                    row = rows - 1 - row;
                }
                if element & 4 != 0 {
                    (row, column) = (column, row);
                }
                image.insert(row * ROW_BITS as u8 + column);
            }
            image
        };
        LargeMarks { x: image(at.x), o: image(at.o) }
    }

    /// The images of a position under each symmetry; the position itself is the first.
    fn images(&self, at: LargeMarks) -> impl Iterator<Item = LargeMarks> {
        let order = if self.grid.columns == self.grid.rows { 8 } else { 4 };
        (0..order).map(move |element| self.image(&at, element))
    }
}

/// The bit of a cell that has a number among the cells row by row.
fn number(grid: Grid, cell: u32) -> u8 {
    (cell / grid.columns * ROW_BITS + cell % grid.columns) as u8
}

impl Game for LargeMnk {
    type Position = LargeMarks;
    /// The bit of the cell.
    type Move = u8;

    fn moves(&self, at: &LargeMarks, out: &mut Vec<u8>) {
        if !self.is_over(at) {
            out.extend(at.x.nor(at.o).and(self.board).iter());
        }
    }

    fn play(&self, at: &LargeMarks, &cell: &u8) -> LargeMarks {
        let mut next = *at;
        match at.mover() {
            Player::Left => next.x.insert(cell),
            Player::Right => next.o.insert(cell),
        }
        next
    }

    fn options(&self, at: &LargeMarks, out: &mut Vec<LargeMarks>) {
        if self.is_over(at) {
            return;
        }
        let mover = at.mover();
        out.extend(at.x.nor(at.o).and(self.board).iter().map(|cell| {
            let mut next = *at;
            match mover {
                Player::Left => next.x.insert(cell),
                Player::Right => next.o.insert(cell),
            }
            next
        }));
    }

    fn terminal(&self, at: &LargeMarks) -> Outcome {
        if self.is_over(at) { Outcome::Loss } else { Outcome::Draw }
    }

    fn player(&self, at: &LargeMarks) -> Option<Player> {
        Some(at.mover())
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl TextGame for LargeMnk {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<LargeMarks> {
        Some(LargeMarks::default())
    }

    fn parse(&self, text: &str) -> Result<LargeMarks, ParseError> {
        let mut marks = LargeMarks::default();
        self.grid.read_cells(0..text.len(), text, |cell, player| {
            let cells = if player == Player::Left { &mut marks.x } else { &mut marks.o };
            cells.insert(number(self.grid, cell));
        })?;
        Grid::check_counts(text, marks.x.count(), marks.o.count())?;
        let (own, last) = marks.own_and_last();
        let was_completed_last = || last.iter().any(|cell| !self.has_line(last.without(cell)));
        if self.has_line(own) || self.has_line(last) && !was_completed_last() {
            return Err(wrong(text, "the game was over before its last move", "a line ends the game"));
        }
        Ok(marks)
    }

    fn to_text(&self, at: &LargeMarks) -> String {
        self.grid.show_cells(|cell| {
            let cell = number(self.grid, cell);
            match (at.x.contains(cell), at.o.contains(cell)) {
                (true, _) => letter(Player::Left),
                (_, true) => letter(Player::Right),
                _ => '.',
            }
        })
    }

    fn move_text(&self, _at: &LargeMarks, &cell: &u8) -> String {
        let (row, column) = (u32::from(cell) / ROW_BITS, u32::from(cell) % ROW_BITS);
        self.grid.cell((row * self.grid.columns + column) as u8)
    }

    fn encode(&self, at: &LargeMarks, out: &mut Vec<u8>) {
        out.extend([at.x, at.o].into_iter().flat_map(Bitset256::to_words).flat_map(u64::to_le_bytes));
    }

    fn decode(&self, bytes: &[u8]) -> LargeMarks {
        let word = |i: usize| u64::from_le_bytes(std::array::from_fn(|j| bytes[8 * i + j]));
        let [x, o] = [0, 4].map(|first| Bitset256::from_words(std::array::from_fn(|i| word(first + i))));
        LargeMarks { x, o }
    }

    fn canonical(&self, at: &LargeMarks) -> LargeMarks {
        self.images(*at).fold(*at, LargeMarks::min)
    }

    fn class_size(&self, at: &LargeMarks) -> Option<u64> {
        let (all, same) = self.images(*at).fold((0, 0), |(all, same), image| (all + 1, same + u64::from(image == *at)));
        Some(all / same)
    }

    fn picture(&self, at: &LargeMarks) -> Option<String> {
        picture::cells(&self.to_text(at), None)
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Mnk;
    use std::collections::BTreeSet;

    #[test]
    fn small_boards_have_the_moves_and_ends_of_the_other_rules() {
        let mut random = fastrand::Rng::with_seed(1);
        for (columns, rows, length) in
            [(3, 3, 3), (4, 3, 3), (8, 8, 4), (8, 8, 5), (15, 4, 3), (4, 15, 4), (1, 1, 1), (5, 5, 6), (7, 9, u64::MAX)]
        {
            let (small, large) =
                (Mnk::new(columns, rows, length).unwrap(), LargeMnk::new("mnk", columns, rows, length).unwrap());
            for _ in 0..100 {
                let (mut at, mut large_at) = (small.start().unwrap(), large.start().unwrap());
                loop {
                    let text = small.to_text(&at);
                    assert_eq!(large.to_text(&large_at), text);
                    assert_eq!((large.parse(&text), large.player(&large_at)), (Ok(large_at), small.player(&at)));
                    assert_eq!(
                        (large.picture(&large_at), large.class_size(&large_at)),
                        (small.picture(&at), small.class_size(&at))
                    );
                    let (mut moves, mut large_moves, mut options) = (Vec::new(), Vec::new(), Vec::new());
                    small.moves(&at, &mut moves);
                    large.moves(&large_at, &mut large_moves);
                    large.options(&large_at, &mut options);
                    let texts: Vec<String> = moves.iter().map(|m| small.move_text(&at, m)).collect();
                    assert_eq!(large_moves.iter().map(|m| large.move_text(&large_at, m)).collect::<Vec<_>>(), texts);
                    assert_eq!(options, large_moves.iter().map(|m| large.play(&large_at, m)).collect::<Vec<_>>());
                    if moves.is_empty() {
                        assert_eq!(large.terminal(&large_at), small.terminal(&at));
                        break;
                    }
                    let i = random.usize(..moves.len());
                    (at, large_at) = (small.play(&at, &moves[i]), large.play(&large_at, &large_moves[i]));
                }
            }
        }
    }

    /// Reference: walks along each direction from every cell.
    fn slow(rows: &[Vec<char>], length: usize, mark: char) -> bool {
        let has = |row: usize, column: i32| {
            let row = rows.get(row);
            row.is_some_and(|row| usize::try_from(column).is_ok_and(|column| row.get(column) == Some(&mark)))
        };
        (0..rows.len()).any(|row| {
            (0..rows[0].len() as i32).any(|column| {
                let line =
                    |right: i32, down: usize| (0..length).all(|i| has(row + down * i, column + right * i as i32));
                line(1, 0) || line(0, 1) || line(1, 1) || line(-1, 1)
            })
        })
    }

    #[test]
    fn lines_of_large_boards_are_those_found_cell_by_cell() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut found = [0; 2];
        for (columns, rows, length) in [(15, 15, 5), (15, 15, 3), (13, 14, 6), (15, 5, 5), (5, 15, 4), (15, 15, 15)] {
            let game = LargeMnk::new("mnk", columns, rows, length).unwrap();
            for i in 0..300 {
                let mut marks = LargeMarks::default();
                let mut board = vec![vec!['.'; columns as usize]; rows as usize];
                for cell in game.board.iter() {
                    if random.u32(..8) < 1 + i % 7 {
                        marks.x.insert(cell);
                        board[usize::from(cell / 16)][usize::from(cell % 16)] = 'X';
                    }
                }
                let expected = slow(&board, length as usize, 'X');
                found[usize::from(expected)] += 1;
                assert_eq!(game.has_line(marks.x), expected, "{}", game.to_text(&marks));
            }
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }

    #[test]
    fn large_boards_come_back_from_text_and_keys_in_classes() {
        let mut random = fastrand::Rng::with_seed(1);
        for (columns, rows) in [(15, 15), (9, 9), (15, 5), (5, 15)] {
            let game = LargeMnk::new("mnk", columns, rows, 5).unwrap();
            for _ in 0..5 {
                let mut at = game.start().unwrap();
                loop {
                    assert_eq!(game.parse(&game.to_text(&at)), Ok(at));
                    let mut key = Vec::new();
                    game.encode(&at, &mut key);
                    assert_eq!(game.decode(&key), at);
                    let class: BTreeSet<LargeMarks> = game.images(at).collect();
                    assert_eq!(game.class_size(&at), Some(class.len() as u64));
                    assert!(class.iter().all(|member| game.canonical(member) == *class.first().unwrap()));
                    let mut moves = Vec::new();
                    game.moves(&at, &mut moves);
                    let Some(cell) = random.choice(&moves) else { break };
                    at = game.play(&at, cell);
                }
            }
        }
    }

    #[test]
    fn boards_and_positions_that_cannot_be_are_refused() {
        for (columns, rows) in [(16, 15), (15, 16), (u64::MAX, 1)] {
            assert_eq!(LargeMnk::new("mnk", columns, rows, 5).unwrap_err(), BoardSizeError::TooLarge { columns, rows });
        }
        assert!((1..=3).all(|i| {
            LargeMnk::new("mnk", 3 * u64::from(i != 1), 3 * u64::from(i != 2), 3 * u64::from(i != 3)).is_err()
        }));
        let game = LargeMnk::new("mnk", 9, 9, 5).unwrap();
        let row = |text: &str| format!("{text}{}", "/.........".repeat(8));
        for text in ["XX.......", "O........", "XXXX/OOOO.", "XXXX.OOOOO"] {
            assert!(game.parse(&row(text)).is_err(), "{text}");
        }
        assert!(game.parse(&row("XXXXXOOOO")).is_ok());
        // Two lines without a common cell.
        let lines = format!("XXXXX..../OOOOO..../XXXXX..../OOOO...../{}", [".........", "........."].join("/"));
        assert!(game.parse(&format!("{lines}/........./........./.........")).is_err());
    }
}
