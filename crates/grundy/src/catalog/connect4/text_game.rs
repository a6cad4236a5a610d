//! Text of connect-four positions and moves, and the mirror symmetry.

use super::{Connect4, Discs, SearchOptions, Searcher};
use crate::answer::Searched;
use crate::catalog::grid::{Grid, Marks, wrong};
use crate::catalog::picture;
use crate::catalog::symmetry::reverse_fields;
use crate::checkpoint::CheckpointError;
use crate::game::Game;
use crate::limits::{Limits, RunError};
use crate::text::{DynTiered, Key, ParseError, PositionSearch, TextGame};
use std::io::{self, Read, Write};

impl Connect4 {
    /// The position with these discs, which must rest on one another.
    fn stack_discs(&self, discs: Marks) -> Discs {
        let tops = self.columns().map(|from| {
            let column = (discs.x | discs.o) >> from & (u64::MAX >> (64 - self.grid.rows));
            1 << (from + column.count_ones())
        });
        Discs(tops.fold(discs.x, |word, top: u64| word | top))
    }

    /// The position after these moves from the start, each a column from 1 at the left, with spaces or commas between them; up to nine columns
    /// need none.
    fn play_columns(&self, columns: &str) -> Result<Discs, ParseError> {
        let mut at = self.stack_discs(Marks::default());
        let mut moves = Vec::new();
        let is_digit = |place: usize| columns.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
        let mut end = 0;
        while let Some(start) = (end..columns.len()).find(|&place| is_digit(place)) {
            end = start + 1;
            while self.grid.columns > 9 && is_digit(end) {
                end += 1;
            }
            let refuse = |message: String, help: String| ParseError { at: start..end, message, help };
            let number = &columns[start..end];
            // A number that is too large is no column either.
            let column = number.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
            let Some(column) = column.filter(|&column| u32::from(column) < self.grid.columns) else {
                let between = if self.grid.columns > 9 { ", with spaces between them" } else { "" };
                let help = format!("the columns are 1 to {}{between}", self.grid.columns);
                return Err(refuse(format!("there is no column {number}"), help));
            };
            moves.clear();
            self.moves(&at, &mut moves);
            if moves.is_empty() {
                return Err(refuse(
                    "the game was over before this move".to_owned(),
                    "leave out what follows".to_owned(),
                ));
            }
            if !moves.contains(&column) {
                let message = format!("column {number} is full before this move");
                return Err(refuse(message, "take another column".to_owned()));
            }
            at = self.play(&at, &column);
        }
        Ok(at)
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

/// The number of cells of the largest boards that are enumerated in less than about a second: 5 by 4 takes 0.4 s, 5 by 5 takes 8 s.
const LARGEST_ENUMERATED: u32 = 20;

/// The search of positions that are given by their keys.
struct KeySearch<'a> {
    game: &'a Connect4,
    table_bytes: Option<u64>,
    /// `None` before the first search, whose limits bound the table.
    searcher: Option<Searcher>,
}

impl KeySearch<'_> {
    fn searcher(&mut self, limits: &Limits<'_>) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| {
            let table_bytes = self.table_bytes.unwrap_or_else(|| SearchOptions::default().table_bytes);
            let table_bytes = limits.memory.map_or(table_bytes, |memory| table_bytes.min(memory / 2));
            Searcher::new(self.game, SearchOptions { table_bytes })
        })
    }
}

impl PositionSearch for KeySearch<'_> {
    fn value(&mut self, at: &Key, known: &Searched, limits: &Limits<'_>) -> Result<Searched, RunError> {
        let at = self.game.decode(&at.0);
        self.searcher(limits).value_within(&at, known, limits)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.searcher {
            Some(searcher) => searcher.save(out),
            None => Searcher::new(self.game, SearchOptions { table_bytes: 0 }).save(out),
        }
    }

    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        self.searcher(limits).load(state, limits)
    }
}

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

    fn search(&self, table_bytes: Option<u64>) -> Option<Box<dyn PositionSearch + '_>> {
        if self.grid.cells() <= LARGEST_ENUMERATED {
            return None;
        }
        Some(Box::new(KeySearch { game: self, table_bytes, searcher: None }))
    }

    /// A column near the middle has more lines. The search of this game has an order of its own.
    fn guess(&self, at: &Discs, option: &Discs) -> Option<i32> {
        let column = (at.0 ^ option.0).trailing_zeros() / (self.grid.rows + 1);
        Some(-(2 * column as i32 + 1 - self.grid.columns as i32).abs())
    }

    fn start(&self) -> Option<Discs> {
        Some(self.stack_discs(Marks::default()))
    }

    fn parse(&self, text: &str) -> Result<Discs, ParseError> {
        let is_separator = |byte: u8| matches!(byte, b' ' | b',');
        if text.bytes().any(|byte| byte.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || is_separator(byte))
        {
            return self.play_columns(text);
        }
        let columns = self.grid.columns;
        let board = self.grid.read(0..text.len(), text).map_err(|error| ParseError {
            help: format!("{}, or the columns of the moves so far, from 1 to {columns}", error.help),
            ..error
        })?;
        Grid::check_counts(text, board.x.count_ones(), board.o.count_ones())?;
        let all = board.x | board.o;
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

    fn has_column_moves(&self) -> bool {
        true
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
