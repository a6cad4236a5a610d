//! Chomp: a bar of chocolate of which the players bite off corners, and whose last square is poisoned.
//!
//! The bar has ROWS rows and COLUMNS columns. A move names a square that is left and eats it with every square that is
//! neither above it nor to its left. The square at the top left is poisoned: the player who has nothing else to eat
//! loses. Here that square is a position without moves, so that the game is impartial, under normal play, with a Grundy
//! value at every position. After Gale 1974, "A curious Nim-type game"; as divisors of a number, Schuh 1952, "Spel van
//! delers".
//!
//! Text of a position: how many squares are left of each row, from the top, as in `4 4 2`; empty rows may be left out. Text
//! of a move: `eat 2 3`, row and column of the square, from 1.

use super::grid::{BoardSizeError, wrong};
use super::picture;
use super::text;
use super::{Cost, Entry, Opener};
use crate::game::{Game, Play};
use crate::text::{ParseError, TextGame, WithText, words};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "chomp",
    form: "chomp:ROWS,COLUMNS",
    rules: "A bar of chocolate. A move names a square and eats it with every square that is neither above it nor to its \
            left. The square at the top left is poisoned: whoever has nothing else to eat loses.",
    position: "how many squares are left of each row, from the top, as in `4 4 2`; empty rows may be left out",
    moves: "row and column of the square, from 1: `eat 2 3`",
    start: Some("the whole bar"),
    source: "Gale 1974, \"A curious Nim-type game\"",
    cost: Cost::Expansion,
    example: "chomp:3,4",
    open: Opener::Game(|parameters, play| {
        let [rows, columns] = parameters.sizes(',', "`chomp:ROWS,COLUMNS`, as in `chomp:3,4`")?;
        let sizes = "a bar as 16 rows of up to 15 columns, 8 of up to 255 or 4 of up to 65535";
        let game = Chomp::new(rows, columns, play).map_err(|wrong| parameters.board_size_error(wrong, sizes))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::HEAPS
};

/// The most columns.
const MAX_COLUMNS: u64 = 0xffff;

/// The rules of Chomp on a bar of one size.
#[derive(Clone, Debug)]
pub struct Chomp {
    name: String,
    rows: u32,
    columns: u64,
    /// Number of bits for the length of one row.
    width: u32,
    play: Play,
}

/// A position of [`Chomp`]: the lengths of the rows, the first row in the lowest bits, each with as many bits as the
/// longest needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(u64);

impl Chomp {
    /// Creates the game on a bar of `rows` rows and `columns` columns.
    ///
    /// A bar has at most 65,535 columns, and the lengths of all rows must fit in 64 bits: for example 16 rows of 15, 8
    /// rows of 255 or 4 rows of 65,535. Under misère play, the player who is left with the poisoned square wins.
    ///
    /// # Errors
    /// If a number is 0, or the bar is larger.
    pub fn new(rows: u64, columns: u64, play: Play) -> Result<Self, BoardSizeError> {
        if rows == 0 || columns == 0 {
            return Err(BoardSizeError::Empty);
        }
        let width = columns.ilog2() + 1;
        if columns > MAX_COLUMNS || rows.saturating_mul(width.into()) > 64 {
            return Err(BoardSizeError::TooLarge { columns, rows });
        }
        Ok(Self { name: format!("chomp:{rows},{columns}"), rows: rows as u32, columns, width, play })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The lengths of all rows, empty ones included.
    fn lengths(&self, at: Bar) -> impl Iterator<Item = u64> {
        let mask = (1 << self.width) - 1;
        let width = self.width;
        (0..self.rows).map(move |row| at.0 >> (row * width) & mask)
    }

    fn pack(&self, lengths: impl IntoIterator<Item = u64>) -> Bar {
        Bar((0..).zip(lengths).fold(0, |bar, (row, length): (u32, u64)| bar | length << (row * self.width)))
    }
}

impl Game for Chomp {
    type Position = Bar;
    /// Row and column of the square, from 0.
    type Move = (u32, u64);

    fn moves(&self, at: &Bar, out: &mut Vec<(u32, u64)>) {
        for (row, length) in (0..).zip(self.lengths(*at)) {
            out.extend((0..length).map(|column| (row, column)).filter(|&square| square != (0, 0)));
        }
    }

    fn play(&self, at: &Bar, &(row, column): &(u32, u64)) -> Bar {
        let left = (0..).zip(self.lengths(*at)).map(|(i, length)| if i < row { length } else { length.min(column) });
        self.pack(left)
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Chomp {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<Bar> {
        Some(self.pack((0..self.rows).map(|_| self.columns)))
    }

    fn parse(&self, text: &str) -> Result<Bar, ParseError> {
        let mut lengths = Vec::new();
        for (at, word) in words(text) {
            let length = text::small_number(at.clone(), word, "the length of a row")?;
            let most = lengths.last().copied().unwrap_or(self.columns);
            let mistake = if lengths.len() == self.rows as usize {
                Some(("too many rows".to_owned(), format!("the bar has at most {}", self.rows)))
            } else if length > most {
                let help = if lengths.is_empty() {
                    "the bar has so many columns"
                } else {
                    "no row is longer than the one above it"
                };
                Some((format!("a row of {length} where at most {most} can be"), help.to_owned()))
            } else {
                None
            };
            if let Some((message, help)) = mistake {
                return Err(ParseError { at, message, help });
            }
            lengths.push(length);
        }
        if lengths.first().is_none_or(|&length| length == 0) {
            let help = "write how many squares are left of each row, from the top, as in `4 4 2`";
            return Err(wrong(text, "the poisoned square is missing", help));
        }
        Ok(self.pack(lengths))
    }

    fn picture(&self, at: &Bar) -> Option<String> {
        picture::bar(&self.to_text(at))
    }

    fn to_text(&self, at: &Bar) -> String {
        let left = self.lengths(*at).filter(|&length| length > 0);
        left.map(|length| length.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn move_text(&self, _at: &Bar, &(row, column): &(u32, u64)) -> String {
        format!("eat {} {}", row + 1, column + 1)
    }

    fn encode(&self, at: &Bar, out: &mut Vec<u8>) {
        out.extend(at.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Bar {
        Bar(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_those_that_can_be_left() {
        let game = Chomp::new(3, 4, Play::Normal).unwrap();
        for text in ["", "0", "5", "2 3", "4 4 4 4", "4 -1", "4 x", "1 0 1"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for (text, shown) in [("4 4 4", "4 4 4"), ("1", "1"), ("3 2 0", "3 2"), ("1 0 0", "1")] {
            assert_eq!(game.to_text(&game.parse(text).unwrap()), shown);
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        for (rows, columns) in [(0, 3), (3, 0)] {
            assert_eq!(Chomp::new(rows, columns, Play::Normal).unwrap_err(), BoardSizeError::Empty);
        }
        for (rows, columns) in [(17, 15), (16, 16), (5, 65535), (1, 65536), (u64::MAX, u64::MAX)] {
            assert_eq!(
                Chomp::new(rows, columns, Play::Normal).unwrap_err(),
                BoardSizeError::TooLarge { columns, rows }
            );
        }
        for (rows, columns) in [(64, 1), (16, 15), (8, 255), (4, 65535), (21, 7)] {
            let game = Chomp::new(rows, columns, Play::Normal).unwrap();
            let start = game.start().unwrap();
            assert_eq!(game.parse(&game.to_text(&start)), Ok(start));
            assert_eq!(game.lengths(start).sum::<u64>(), rows * columns);
        }
    }
}
