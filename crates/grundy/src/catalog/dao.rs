//! Dao: four men each on a board of four by four, which slide as far as they can.
//!
//! X has the long diagonal from the top left, O the other one, and X moves first. Each player in turn moves one of their
//! men in any of the eight directions as far as it goes: to the edge of the board or up to the next man. The player with
//! four men in a row or column (not a diagonal), in a square of two by two, or in the four corners wins. A man in a
//! corner with the other player's men on all three cells around it wins for its owner. A player who cannot move loses.
//! Play can go on for ever.
//!
//! Designed by Jeff Pickering and Ben van Buskirk, published 1999; the rules after its sheet, as the encyclopedia article
//! "Dao (game)" and the site "Boards and Pieces" give them.
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `X..O/.XO./.OX./O..X X`.
//! Text of a move: `a1 to a3`: column and row.

mod indexed;

use super::grid::{Grid, bits, wrong};
use super::men::{Men, ParsedBoard, men_on_a_grid};
use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::{DynIndexed, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "dao",
    form: "dao",
    rules: "Four men each on a board of four by four. X and O in turn slide a man in one of the eight directions as far as \
            it goes, X first. Four men in a row or column, in a square of two by two or in the four corners win; a man \
            in a corner with the other player's men on all three cells around it wins for its owner. Play can go on for ever.",
    position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `X..O/.XO./.OX./O..X X`",
    moves: "the cells the man leaves and reaches, column a to d and row 1 to 4 from the top: `a1 to a3`",
    start: Some("X..O/.XO./.OX./O..X X"),
    source: "Pickering and van Buskirk 1999, the rules of the game as sold",
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(Dao)))),
    ..Entry::BOARD
};

/// The rules of Dao.
#[derive(Clone, Copy, Debug)]
pub struct Dao;

const GRID: Grid = Grid { columns: 4, rows: 4 };
const MEN: u32 = 4;
/// The number that stands for a cell beyond the edge.
const EDGE: u8 = 16;

/// The neighbour of each cell, in each direction.
const NEIGHBOURS: [[u8; 16]; 8] = {
    let steps: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut neighbours = [[EDGE; 16]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut cell = 0;
        while cell < 16 {
            let (column, row) = (cell as i8 % 4 + steps[direction].0, cell as i8 / 4 + steps[direction].1);
            if column >= 0 && column < 4 && row >= 0 && row < 4 {
                neighbours[direction][cell] = (row * 4 + column) as u8;
            }
            cell += 1;
        }
        direction += 1;
    }
    neighbours
};

/// Each corner and the three cells around it.
const CORNERS: [(u32, u32); 4] = [
    (1, 1 << 1 | 1 << 4 | 1 << 5),
    (1 << 3, 1 << 2 | 1 << 6 | 1 << 7),
    (1 << 12, 1 << 8 | 1 << 9 | 1 << 13),
    (1 << 15, 1 << 10 | 1 << 11 | 1 << 14),
];

/// Whether four men form a row, a column, a square or the four corners.
fn is_winning_shape(men: u32) -> bool {
    // After the shift to cell 0, the pattern identifies the shape; the first cell shows whether the shape would cross
    // an edge.
    let first = men.trailing_zeros();
    match men.checked_shr(first) {
        Some(0b1111) => first.is_multiple_of(4),
        Some(0b1_0001_0001_0001) => true,
        Some(0b11_0011) => first % 4 < 3,
        Some(0b1001_0000_0000_1001) => true,
        _ => false,
    }
}

/// Whether one of `men` is in a corner whose three neighbours are all in `around`.
fn is_cornered(men: u32, around: u32) -> bool {
    CORNERS
        .iter()
        .any(|&(corner, corner_neighbours)| men & corner != 0 && around & corner_neighbours == corner_neighbours)
}

fn is_over(at: Men) -> bool {
    let (own, other) = at.own_and_other();
    is_winning_shape(other) || is_cornered(own, other)
}

impl Dao {
    /// The start of the game.
    pub const START: Men = Men { x: 0b1000_0100_0010_0001, o: 0b0001_0010_0100_1000, mover: Player::Left };
}

impl Game for Dao {
    type Position = Men;
    /// The numbers of the cells that a man leaves and reaches.
    type Move = (u8, u8);

    fn moves(&self, at: &Men, out: &mut Vec<(u8, u8)>) {
        if is_over(*at) {
            return;
        }
        let (own, other) = at.own_and_other();
        let taken = own | other;
        for from in bits(own.into()) {
            for neighbours in &NEIGHBOURS {
                let mut to = from;
                loop {
                    let next = neighbours[usize::from(to)];
                    if next == EDGE || taken >> next & 1 == 1 {
                        break;
                    }
                    to = next;
                }
                if to != from {
                    out.push((from, to));
                }
            }
        }
    }

    fn play(&self, at: &Men, &(from, to): &(u8, u8)) -> Men {
        let (own, other) = at.own_and_other();
        at.after(own & !(1 << from) | 1 << to, other)
    }

    fn terminal(&self, at: &Men) -> Outcome {
        // The player who has just moved has cornered a man, and that wins for the player to move.
        let (own, other) = at.own_and_other();
        if is_cornered(own, other) && !is_winning_shape(other) { Outcome::Win } else { Outcome::Loss }
    }

    fn player(&self, at: &Men) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl TextGame for Dao {
    fn name(&self) -> &str {
        "dao"
    }

    fn start(&self) -> Option<Men> {
        Some(Self::START)
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let at = self.parse_indexed(text)?;
        let (own, other) = at.own_and_other();
        if is_winning_shape(own) || is_cornered(other, own) {
            let help = "a shape or a cornered man ends the game";
            return Err(wrong(text, "the game was over before its last move", help));
        }
        Ok(at)
    }

    fn parse_indexed(&self, text: &str) -> Result<Men, ParseError> {
        let read = ParsedBoard::parse(GRID, text)?;
        if read.counts() != (MEN, MEN) {
            return Err(read.wrong_counts("each player has four men"));
        }
        read.men()
    }

    fn move_text(&self, _at: &Men, &(from, to): &(u8, u8)) -> String {
        format!("{} to {}", GRID.cell(from), GRID.cell(to))
    }

    men_on_a_grid!(GRID);

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eighteen_shapes() {
        // Four rows, four columns, nine squares, and the corners.
        let shapes: Vec<u32> = (0..1 << 16).filter(|&men| is_winning_shape(men)).collect();
        assert_eq!(shapes.len(), 18);
        assert!(shapes.iter().all(|men| men.count_ones() == 4));
    }

    #[test]
    fn ends_are_for_whom_they_should_be() {
        for (text, outcome) in [
            ("XXXX/OO.O/..../O... O", Outcome::Loss),
            ("X..X/OO.O/O.../X..X O", Outcome::Loss),
            ("XX../XX.O/OO../...O O", Outcome::Loss),
            ("OX../XX../...O/XO.O O", Outcome::Win),
            ("X..X/O.O./.OX./..XO X", Outcome::Loss),
        ] {
            let at = Dao.parse(text).unwrap();
            assert_eq!((is_over(at), Dao.terminal(&at)), (!text.contains("/.OX./"), outcome), "{text}");
        }
        for text in ["XXXX/OO.O/..../O... X", "OX../XX../...O/XO.O X", "X..O/.XO./.OX./O..X", "X..O/.XO./.OX./O... X"] {
            assert!(Dao.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn men_slide_as_far_as_they_can() {
        let at = Dao.parse("X.../.O../..../XXOO O").unwrap_err();
        assert_eq!(at.message, "3 X and 3 O");
        let at = Dao.parse("X.../.O.O/X.../XXOO X").unwrap();
        let mut moves = Vec::new();
        Dao.moves(&at, &mut moves);
        let labels: Vec<String> = moves.iter().map(|m| Dao.move_text(&at, m)).collect();
        assert_eq!(labels, ["a1 to d1", "a1 to a2", "a3 to a2", "a3 to d3", "a4 to d1", "b4 to b3", "b4 to c3"]);
    }
}
