//! Quixo: cubes taken from the border of a board of N by N, marked, and pushed in again, for N in a row.
//!
//! All cubes are blank at first, and X moves first. Each player in turn takes a cube of the border that is blank or
//! shows the player's own mark, and pushes it, with that mark up, into the row or column that it was taken from, at
//! either end except the one where it was; the cubes between move up to close the gap. A row, column or diagonal of N
//! marks of one player ends the game: that player wins, or, if both have one, the player who did not move. Play can go
//! on for ever.
//!
//! Designed by Thierry Chapeau, Gigamic 1995, five by five; smaller boards after Tanaka, Bonnet, Tixeuil and Tamura 2020,
//! "Quixo is solved".
//!
//! Text of a position: the cubes row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.../... X`. Text of a
//! move: the cube that is taken, column and row, and the side from which it is pushed in: `a1 from right`.

mod index;
mod indexed;

use super::grid::{BoardSizeError, Grid, Marks, bits};
use super::lines::Lines;
use super::men::{Men, ParsedBoard};
use super::{Entry, Opener, picture};
use crate::game::{Game, Player};
use crate::text::{DynIndexed, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined};
use indexed::IndexTables;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "quixo",
    form: "quixo:N",
    rules: "A board of N by N cubes, all blank at first, N from 2 to 5. X and O in turn take a cube of the border that is \
            blank or shows their own mark, X first, and push it, their mark up, into its row or column from any end but \
            the one where it stood. N marks in a row, column or diagonal win; if both have them, the player who moved \
            loses. Play can go on for ever.",
    position: "the cubes row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.../... X` for quixo:3",
    moves: "the cube taken, column and row, and the side from which it is pushed in: `a1 from right`, or `left`, `top`, \
            `bottom`",
    start: Some("the blank board"),
    source: "Chapeau 1995; Tanaka, Bonnet, Tixeuil and Tamura 2020, \"Quixo is solved\"",
    example: "quixo:3",
    open: Opener::Game(|parameters, _| {
        let [side] = parameters.sizes(',', "`quixo:N`, as in `quixo:3`")?;
        let game = Quixo::new(side).map_err(|wrong| parameters.board_size_error(wrong, "N from 2 to 5"))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The longest side of a board.
const MAX_SIDE: u64 = 5;

/// The rules of Quixo on a board of one size.
#[derive(Clone, Debug)]
pub struct Quixo {
    name: String,
    grid: Grid,
    lines: Lines,
    /// The tables of indices; `None` if there are too many positions.
    index_tables: Option<IndexTables>,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the first column.
    Left,
    /// After the last column.
    Right,
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
}

impl Quixo {
    /// Creates the game on a board of `side` columns and as many rows, from 2 to 5.
    ///
    /// # Errors
    /// If the board is smaller or larger.
    pub fn new(side: u64) -> Result<Self, BoardSizeError> {
        if side < 2 {
            return Err(if side == 0 {
                BoardSizeError::Empty
            } else {
                BoardSizeError::TooSmall { columns: side, rows: side }
            });
        }
        if side > MAX_SIDE {
            return Err(BoardSizeError::TooLarge { columns: side, rows: side });
        }
        let grid = Grid::new(side, side)?;
        let (name, lines) = (format!("quixo:{side}"), Lines::new(grid, side)?);
        Ok(Self { name, grid, lines, index_tables: IndexTables::new(side as usize) })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Whether `marks`, the cubes of one player, contain a line.
    fn has_line(&self, marks: u32) -> bool {
        self.lines.contain(marks.into())
    }

    /// The distance from a cube to the cell at this side of the board, in steps, and the step in that direction.
    fn push_path(&self, cube: u8, side: Side) -> (u32, i32) {
        let (n, cube) = (self.grid.columns, u32::from(cube));
        match side {
            Side::Left => (cube % n, -1),
            Side::Right => (n - 1 - cube % n, 1),
            Side::Top => (cube / n, -(n as i32)),
            Side::Bottom => (n - 1 - cube / n, n as i32),
        }
    }
}

/// The marks after a push: the `far` marks that follow `cube` move back by one step each, and the last cell is left empty.
fn push_cube(marks: u32, cube: u8, far: u32, step: i32) -> u32 {
    let mut marks = marks & !(1 << cube);
    let mut to = u32::from(cube);
    for _ in 0..far {
        let from = to.wrapping_add_signed(step);
        let mark = marks >> from & 1;
        marks = marks & !(1 << from) | mark << to;
        to = from;
    }
    marks
}

impl Game for Quixo {
    type Position = Men;
    /// The number of the cube that is taken, and the side from which it is pushed in.
    type Move = (u8, Side);

    fn moves(&self, at: &Men, out: &mut Vec<(u8, Side)>) {
        let (own, other) = at.own_and_other();
        if self.has_line(own) || self.has_line(other) {
            return;
        }
        let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
        for cube in bits(Marks { x: other.into(), o: 0 }.empty(self.grid.cells())) {
            // The cubes of the border are those that touch a side.
            if sides.iter().any(|&side| self.push_path(cube, side).0 == 0) {
                out.extend(sides.iter().filter(|&&side| self.push_path(cube, side).0 > 0).map(|&side| (cube, side)));
            }
        }
    }

    fn play(&self, at: &Men, &(cube, side): &(u8, Side)) -> Men {
        let (own, other) = at.own_and_other();
        let (far, step) = self.push_path(cube, side);
        let end = u32::from(cube).wrapping_add_signed(step * far as i32);
        at.after(push_cube(own, cube, far, step) | 1 << end, push_cube(other, cube, far, step))
    }

    fn terminal(&self, at: &Men) -> Outcome {
        if self.has_line(at.own_and_other().0) { Outcome::Win } else { Outcome::Loss }
    }

    fn player(&self, at: &Men) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl TextGame for Quixo {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<Men> {
        Some(Men { x: 0, o: 0, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        ParsedBoard::parse(self.grid, text)?.men()
    }

    fn to_text(&self, at: &Men) -> String {
        at.to_text(self.grid)
    }

    fn move_text(&self, _at: &Men, &(cube, side): &(u8, Side)) -> String {
        let side = match side {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        };
        format!("{} from {side}", self.grid.cell(cube))
    }

    fn encode(&self, at: &Men, out: &mut Vec<u8>) {
        at.write(out);
    }

    fn decode(&self, bytes: &[u8]) -> Men {
        Men::read(bytes)
    }

    fn canonical(&self, at: &Men) -> Men {
        self.grid.least_image(*at)
    }

    fn class_size(&self, at: &Men) -> Option<u64> {
        Some(self.grid.class_size(*at))
    }

    fn picture(&self, at: &Men) -> Option<String> {
        picture::cells(&self.to_text(at), None)
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        self.index_tables.as_ref().map(|_| self as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_pushed_along_rows_and_columns() {
        let game = Quixo::new(3).unwrap();
        let after = |at: &str, label: &str| {
            let at = game.parse(at).unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let m = moves.iter().find(|m| game.move_text(&at, m) == label).unwrap_or_else(|| panic!("{label}"));
            game.to_text(&game.play(&at, m))
        };
        assert_eq!(after(".../.../... X", "a1 from right"), "..X/.../... O");
        assert_eq!(after(".OX/.../... X", "a1 from right"), "OXX/.../... O");
        assert_eq!(after(".OX/O../X.. O", "a1 from bottom"), "OOX/X../O.. X");
        assert_eq!(after("XO./.../... O", "c1 from left"), "OXO/.../... X");
        assert_eq!(after(".X./.O./.XO O", "c3 from top"), ".XO/.O./.X. X");
        let mut moves = Vec::new();
        game.moves(&game.start().unwrap(), &mut moves);
        // Four corners with two ways each, four other cubes of the border with three.
        assert_eq!(moves.len(), 4 * 2 + 4 * 3);
    }

    #[test]
    fn where_both_have_a_line_the_player_who_moved_loses() {
        let game = Quixo::new(3).unwrap();
        for (text, outcome) in [
            ("XXX/OOO/... X", Outcome::Win),
            ("XXX/OOO/... O", Outcome::Win),
            ("XXX/O.O/... O", Outcome::Loss),
            ("XXX/O.O/... X", Outcome::Win),
        ] {
            let at = game.parse(text).unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            assert_eq!((moves.len(), game.terminal(&at)), (0, outcome), "{text}");
        }
        assert!(game.parse(".........").is_err());
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        assert_eq!(Quixo::new(0).unwrap_err(), BoardSizeError::Empty);
        assert_eq!(Quixo::new(1).unwrap_err(), BoardSizeError::TooSmall { columns: 1, rows: 1 });
        assert_eq!(Quixo::new(6).unwrap_err(), BoardSizeError::TooLarge { columns: 6, rows: 6 });
        assert!((2..=5).all(|side| Quixo::new(side).is_ok()));
    }
}
