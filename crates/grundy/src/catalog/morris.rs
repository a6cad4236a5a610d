//! Three men's morris: three men each on a board of three by three, placed and then moved along its lines.
//!
//! X moves first. Each player in turn puts a man on an empty point until both have three; then each in turn moves one of
//! their men along a line of the board to a neighbouring point that is empty. The lines are the rows and the columns;
//! no man moves diagonally. A player with three men in a row, column or diagonal wins, in either part of the game; a
//! player who cannot move loses. Play can go on for ever.
//!
//! There are many games of this name. This is the one that Murray 1913, "A History of Chess", page 614, calls "three men's
//! morris" or "the smaller merels"; in his "nine holes" men move to any empty point, and on the board of Tapatan and Achi
//! they move diagonally too. Murray does not say what happens to a player without a move: here, as in normal play, that
//! player loses.
//!
//! Text of a position: the nine points row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.X./O.. X`; while
//! men are being placed, who moves may be left out. Text of a move: `b2`, and later `b2 to b3`: column and row.

mod indexed;

use super::grid::{Grid, wrong};
use super::men::{Men, MenMove, ParsedBoard, men_on_a_grid};
use super::{Cost, Entry, Opener};
use crate::game::{Game, Player};
use crate::text::{DynIndexed, ParseError, TextGame, WithText};
use crate::value::Undefined;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "three-mens-morris",
    form: "three-mens-morris",
    rules: "Three men each on a board of three by three. X and O in turn place a man on an empty point, X first; when \
            all are placed, each in turn moves a man along a row or column to an empty point next to it, never diagonally. \
            Three in a row, column or diagonal win at any time. Whoever cannot move loses. Play can go on for ever.",
    position: "the points row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.X./O.. X`; while men are \
               placed, who moves may be left out",
    moves: "the point, column a to c and row 1 to 3 from the top: `b2`; later both points: `b2 to b3`",
    start: Some(".../.../... X"),
    source: "Murray 1913, \"A History of Chess\", page 614: three men's morris, the smaller merels",
    cost: Cost::Moderate,
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(ThreeMensMorris)))),
    ..Entry::BOARD
};

/// The rules of three men's morris.
#[derive(Clone, Copy, Debug)]
pub struct ThreeMensMorris;

const GRID: Grid = Grid { columns: 3, rows: 3 };
const POINTS: u32 = 0b111_111_111;
const MEN: u32 = 3;

const ROWS: [u32; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The neighbours of each point, along the lines of the board.
const NEIGHBOURS: [u32; 9] = [
    0b000_001_010,
    0b000_010_101,
    0b000_100_010,
    0b001_010_001,
    0b010_101_010,
    0b100_010_100,
    0b010_001_000,
    0b101_010_000,
    0b010_100_000,
];

/// Whether three men form a row, a column or a diagonal.
fn is_row(men: u32) -> bool {
    ROWS.contains(&men)
}

impl ThreeMensMorris {
    /// The empty board, on which the game begins.
    pub const EMPTY: Men = Men { x: 0, o: 0, mover: Player::Left };
}

impl Game for ThreeMensMorris {
    type Position = Men;
    type Move = MenMove;

    fn moves(&self, at: &Men, out: &mut Vec<MenMove>) {
        let (own, other) = at.own_and_other();
        if !is_row(other) {
            MenMove::append_all(own, POINTS & !(own | other), MEN, &NEIGHBOURS, out);
        }
    }

    fn play(&self, at: &Men, m: &MenMove) -> Men {
        let (own, other) = at.own_and_other();
        at.after(m.after(own), other)
    }

    fn player(&self, at: &Men) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl TextGame for ThreeMensMorris {
    fn name(&self) -> &str {
        "three-mens-morris"
    }

    fn start(&self) -> Option<Men> {
        Some(Self::EMPTY)
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let at = self.parse_indexed(text)?;
        if is_row(at.own_and_other().0) {
            return Err(wrong(text, "the game was over before its last move", "three in a row end the game"));
        }
        Ok(at)
    }

    fn parse_indexed(&self, text: &str) -> Result<Men, ParseError> {
        let read = ParsedBoard::parse(GRID, text)?;
        let (x, o) = read.counts();
        if x > MEN || x != o && x != o + 1 {
            let help = "each has three, X places first, so there are as many X as O or one more";
            return Err(read.wrong_counts(help));
        }
        read.men_placed_in_turn(MEN, "X places first, and then both in turn")
    }

    fn move_text(&self, _at: &Men, m: &MenMove) -> String {
        m.label(GRID)
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
    fn boards_that_cannot_arise_are_refused() {
        for text in [
            "XX./.../...",
            "O../.../... X",
            "XXX/OO./... X",
            "XXX/OOO/... X",
            "XOX/OXO/...",
            "X../.../... X",
            "XXO/XXO/.OO X",
            "X../.../... Y",
            "........",
        ] {
            assert!(ThreeMensMorris.parse(text).is_err(), "{text}");
        }
        for text in [".........", "X../O../...", "x../.../... o", "XOX/OXO/... O", "XXX/OO./... O"] {
            assert!(ThreeMensMorris.parse(text).is_ok(), "{text}");
        }
    }
}
