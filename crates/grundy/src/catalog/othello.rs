//! Othello: discs of two colours, each move turning over the discs that it encloses.
//!
//! The board has N rows and columns, N even; the standard board has 8. Two discs of each player lie crosswise in the centre.
//! X (black) moves first. A move places a disc on an empty cell so that it encloses, in at least one of the eight directions,
//! a run of the other player's discs between itself and another disc of the mover; all discs so enclosed become the mover's.
//! A player who cannot place a disc passes. If neither player can, the game is over, and more discs win. Sold by
//! Tsukuda since 1973; a form of Reversi (Waterman and Mollett 1883). 4 by 4 is won by the second player, and so is 6 by 6
//! (Feinstein 1993, "Amenor wins world 6x6 championships!", British Othello Federation newsletter).
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`, `/` between rows, and who moves. Text of a
//! move: the cell, a column from a at the left and a row from 1 at the top, or `pass`.

mod text_game;

use super::grid::{BoardSizeError, Grid, Marks, bits};
use super::permutation::Symmetries;
use super::symmetry::CellSets;
use super::{Entry, Opener};
use crate::game::{Game, Player, Tiered};
use crate::text::WithText;
use crate::value::{Outcome, Undefined};
use std::cmp::Ordering;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "othello",
    form: "othello:N",
    rules: "X and O in turn place a disc on an empty cell of a board of N by N, X first; N is 4, 6 or 8, and each player begins \
            with two discs in the centre. A disc must enclose discs of the other player in a row, column or diagonal, between \
            itself and another disc of its player; all these discs become the mover's. A player who cannot place a disc passes. \
            When neither player can, more discs win, and equally many are a draw.",
    position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, X or O, as in `..../.XXX/.XO./.... O` for \
               othello:4; `/` between rows may be left out",
    moves: "the cell, column from a at the left and row from 1 at the top: `b2`; or `pass`",
    start: Some("two discs of each player crosswise in the centre, X to move"),
    source: "Waterman and Mollett 1883, Reversi; World Othello Federation, the rules of the game",
    example: "othello:4",
    open: Opener::Game(|parameters, _| {
        let [side] = parameters.sizes(',', "`othello:N`, as in `othello:4`")?;
        if side % 2 == 1 {
            return Err(parameters
                .error(format!("a board of {side} by {side} has no centre of four cells"), SIDES)
                .into());
        }
        let game = Othello::new(side).map_err(|wrong| parameters.board_size_error(wrong, SIDES))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The sides of boards, for errors.
const SIDES: &str = "N is 4, 6 or 8";

/// The move of a player who cannot place a disc.
const PASS: u8 = u8::MAX;

/// The rules of Othello on a board of one size.
///
/// ```
/// use grundy::{Outcome, catalog::Othello, game::Tiered, limits::Limits, solve, text::{TextGame, WithoutText}};
/// let game = Othello::new(4).unwrap();
/// let start = game.start().unwrap();
/// let (word, tier) = (game.pack(&start), game.tier(&start));
/// let solved = solve::solve_tiered(&WithoutText(game), word, tier, &Limits::NONE).unwrap();
/// assert_eq!(solved.verdict(tier, word).unwrap().outcome(), Outcome::Loss);
/// ```
#[derive(Clone, Debug)]
pub struct Othello {
    name: String,
    grid: Grid,
    directions: [Direction; 8],
    symmetries: Symmetries,
}

/// A position of [`Othello`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OthelloDiscs {
    /// The cells of the first player; bit N · row + column.
    x: u64,
    /// The cells of the second player.
    o: u64,
    mover: Player,
}

/// A step to a neighbouring cell, applied to sets of cells.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// The cells that have a neighbour in this direction, as far as columns matter.
    from: u64,
    /// The shift to the left; 0 if the step is a shift to the right.
    left: u32,
    /// The shift to the right.
    right: u32,
}

impl Direction {
    /// The step of so many columns and rows, each from −1 to 1.
    fn new(grid: Grid, columns: i32, rows: i32) -> Self {
        let has_neighbour = |cell: &u32| {
            let column = (cell % grid.columns).checked_add_signed(columns);
            column.is_some_and(|column| column < grid.columns)
        };
        let shift = rows * grid.columns as i32 + columns;
        Self {
            from: (0..grid.cells()).filter(has_neighbour).fold(0, |cells, cell| cells | 1 << cell),
            left: shift.max(0) as u32,
            right: (-shift).max(0) as u32,
        }
    }

    /// The neighbours of these cells; some may lie below the last row.
    fn step(self, cells: u64) -> u64 {
        (cells & self.from) << self.left >> self.right
    }
}

impl OthelloDiscs {
    /// The discs of the player to move and those of the other player.
    fn own_and_other(self) -> (u64, u64) {
        match self.mover {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    /// The position with these discs of the player to move and of the other player, after the turn passed.
    fn after(self, own: u64, other: u64) -> Self {
        match self.mover {
            Player::Left => Self { x: own, o: other, mover: Player::Right },
            Player::Right => Self { x: other, o: own, mover: Player::Left },
        }
    }
}

impl CellSets for OthelloDiscs {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { x: mirror(self.x), o: mirror(self.o), ..self }
    }
}

impl Othello {
    /// Creates the game on a board of `side` rows and columns: 4, 6 or 8.
    ///
    /// # Errors
    /// If the side is another one. An odd side below 8 is [`BoardSizeError::TooSmall`].
    pub fn new(side: u64) -> Result<Self, BoardSizeError> {
        if side > 8 {
            return Err(BoardSizeError::TooLarge { columns: side, rows: side });
        }
        let grid = Grid::new(side, side)?;
        if side < 4 || side % 2 == 1 {
            return Err(BoardSizeError::TooSmall { columns: side, rows: side });
        }
        let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        Ok(Self {
            name: format!("othello:{side}"),
            grid,
            directions: steps.map(|(columns, rows)| Direction::new(grid, columns, rows)),
            symmetries: Symmetries::of_diagonals(grid.columns),
        })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The four cells of the centre, row by row.
    fn centre(&self) -> [u32; 4] {
        let side = self.grid.columns;
        let first = (side / 2 - 1) * (side + 1);
        [first, first + 1, first + side, first + side + 1]
    }

    /// The cells on which the owner of `own` can place a disc.
    fn places(&self, own: u64, other: u64) -> u64 {
        let empty = !(own | other) & u64::MAX >> (64 - self.grid.cells());
        let inner = self.grid.columns - 2;
        let in_direction = |direction: &Direction| {
            let mut run = direction.step(own) & other;
            for _ in 1..inner {
                run |= direction.step(run) & other;
            }
            direction.step(run)
        };
        empty & self.directions.iter().fold(0, |places, direction| places | in_direction(direction))
    }

    /// The discs that a disc on the cell `placed` of the owner of `own` turns over.
    fn turned(&self, own: u64, other: u64, placed: u64) -> u64 {
        let in_direction = |direction: &Direction| {
            let (mut run, mut next) = (0, direction.step(placed));
            while next & other != 0 {
                run |= next;
                next = direction.step(next);
            }
            if next & own == 0 { 0 } else { run }
        };
        self.directions.iter().fold(0, |turned, direction| turned | in_direction(direction))
    }

    /// The position after the player to move places a disc.
    fn place(&self, at: &OthelloDiscs, cell: u8) -> OthelloDiscs {
        let ((own, other), placed) = (at.own_and_other(), 1 << cell);
        let turned = self.turned(own, other, placed);
        at.after(own | placed | turned, other & !turned)
    }
}

impl Game for Othello {
    type Position = OthelloDiscs;
    /// The number of the cell, or the number that stands for a pass.
    type Move = u8;

    fn moves(&self, at: &OthelloDiscs, out: &mut Vec<u8>) {
        let (own, other) = at.own_and_other();
        let places = self.places(own, other);
        if places != 0 {
            out.extend(bits(places));
        } else if self.places(other, own) != 0 {
            out.push(PASS);
        }
    }

    fn play(&self, at: &OthelloDiscs, &cell: &u8) -> OthelloDiscs {
        if cell == PASS { OthelloDiscs { mover: at.mover.other(), ..*at } } else { self.place(at, cell) }
    }

    fn options(&self, at: &OthelloDiscs, out: &mut Vec<OthelloDiscs>) {
        let (own, other) = at.own_and_other();
        let places = self.places(own, other);
        if places != 0 {
            out.extend(bits(places).map(|cell| self.place(at, cell)));
        } else if self.places(other, own) != 0 {
            out.push(OthelloDiscs { mover: at.mover.other(), ..*at });
        }
    }

    fn terminal(&self, at: &OthelloDiscs) -> Outcome {
        let (own, other) = at.own_and_other();
        match own.count_ones().cmp(&other.count_ones()) {
            Ordering::Greater => Outcome::Win,
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
        }
    }

    fn player(&self, at: &OthelloDiscs) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

/// Two bits for each cell and one for the player to move; only for the board of 4 by 4.
impl Tiered for Othello {
    fn pack(&self, at: &OthelloDiscs) -> u64 {
        Marks { x: at.x, o: at.o }.to_interleaved() << 1 | u64::from(at.mover == Player::Right)
    }

    fn unpack(&self, word: u64) -> OthelloDiscs {
        let Marks { x, o } = Marks::from_interleaved(word >> 1);
        OthelloDiscs { x, o, mover: if word & 1 == 0 { Player::Left } else { Player::Right } }
    }

    /// Twice the number of discs, and one more unless the player to move must pass: a pass leads to the next tier.
    fn tier(&self, at: &OthelloDiscs) -> u32 {
        let (own, other) = at.own_and_other();
        let passes = self.places(own, other) == 0 && self.places(other, own) != 0;
        2 * (at.x | at.o).count_ones() + u32::from(!passes)
    }

    fn bits(&self) -> u32 {
        2 * self.grid.cells() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextGame;

    fn moves(game: &Othello, text: &str) -> Vec<(String, String)> {
        let at = game.parse(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        moves.iter().map(|m| (game.move_text(&at, m), game.to_text(&game.play(&at, m)))).collect()
    }

    #[test]
    fn the_first_moves_of_the_standard_board_are_the_four_known_ones() {
        let game = Othello::new(8).unwrap();
        let first = moves(&game, &game.to_text(&game.start().unwrap()));
        let cells: Vec<&str> = first.iter().map(|(cell, _)| cell.as_str()).collect();
        assert_eq!(cells, ["d3", "c4", "f5", "e6"]);
        assert_eq!(first[0].1, "......../......../...X..../...XX.../...XO.../......../......../........ O");
    }

    #[test]
    fn a_player_passes_only_if_the_other_can_move() {
        let game = Othello::new(4).unwrap();
        assert_eq!(moves(&game, "..../.XXX/.XXX/..XO X"), [("pass".to_owned(), "..../.XXX/.XXX/..XO O".to_owned())]);
        assert!(moves(&game, "..../.XX./.XX./.... X").is_empty());
        let over = |text: &str| game.terminal(&game.parse(text).unwrap());
        assert_eq!(over("..../.XX./.XX./.... O"), Outcome::Loss);
        assert_eq!(over("..../.XX./.XX./.... X"), Outcome::Win);
        assert_eq!(over("XXXX/XXXX/OOOO/OOOO X"), Outcome::Draw);
    }
}
