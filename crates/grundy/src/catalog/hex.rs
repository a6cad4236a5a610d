//! Hex: two players mark cells of a rhombus of hexagons, and each joins two opposite sides.
//!
//! X moves first and joins the top and the bottom row; O joins the first and the last column. Each player in turn marks an
//! empty cell; the player whose marks join both sides wins. A full board has exactly one such chain, so there are no draws,
//! and the first player has a winning strategy on every board (Nash 1949, published in Gale 1979, "The game of Hex and the
//! Brouwer fixed-point theorem"). Invented by Piet Hein 1942.
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`; `/` stands between rows, and may be left out.
//! Each row lies half a cell to the right of the one above. Text of a move: the cell, a column from a at the left and a row
//! from 1 at the top.

use super::grid::{BoardSizeError, Grid, Marks, bits, spread, wrong};
use super::permutation::{Permutation, Symmetries};
use super::{Entry, Opener};
use crate::game::{Game, Player, Tiered, TieredBlock, TieredOption};
use crate::text::{DynTiered, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "hex",
    form: "hex:N",
    rules: "X and O in turn mark an empty cell of a rhombus of N rows of N hexagons, X first; N is from 1 to 8. A cell touches \
            its neighbours in the row, the two cells above it (in its column and the next one) and the two below it (in its \
            column and the one before). X wins by joining the top and the bottom row, O by joining the first and the last \
            column. There are no draws.",
    position: "the cells row by row from the top, `X`, `O` or `.`, as in `..O/.X./...` for hex:3; `/` between rows may be \
               left out",
    moves: "the cell, column from a at the left and row from 1 at the top: `b2`",
    start: Some("the empty board"),
    source: "Hein 1942; Gale 1979, \"The game of Hex and the Brouwer fixed-point theorem\"",
    example: "hex:3",
    open: Opener::Game(|parameters, _| {
        let [side] = parameters.sizes(',', "`hex:N`, as in `hex:4`")?;
        let game = Hex::new(side).map_err(|wrong| parameters.board_size_error(wrong, "N is from 1 to 8"))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The longest side of a board: one bit for each cell.
const MAX_SIDE: u64 = 8;

/// The most cells of a board whose positions fit in a word.
const MAX_PACKED_CELLS: u32 = 32;

/// The rules of Hex on a board of one size.
///
/// ```
/// use grundy::{Outcome, catalog::Hex, graph::explore, limits::Limits, solve, text::TextGame};
/// let game = Hex::new(3).unwrap();
/// let start = game.start().unwrap();
/// let explored = explore(&game, [start], &Limits::NONE).unwrap();
/// let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
/// assert_eq!(solved.verdict(explored.vertex(&start).unwrap()).outcome(), Outcome::Win);
/// ```
#[derive(Clone, Debug)]
pub struct Hex {
    name: String,
    grid: Grid,
    /// The first column.
    first: u64,
    /// The last column.
    last: u64,
    symmetries: Symmetries,
}

impl Hex {
    /// Creates the game on a board of `side` rows and columns, from 1 to 8.
    ///
    /// # Errors
    /// If the side is 0, or the board is larger.
    pub fn new(side: u64) -> Result<Self, BoardSizeError> {
        if side > MAX_SIDE {
            return Err(BoardSizeError::TooLarge { columns: side, rows: side });
        }
        let grid = Grid::new(side, side)?;
        let first = (0..grid.rows).fold(0, |cells, row| cells | 1u64 << (row * grid.columns));
        let cells = grid.cells();
        Ok(Self {
            name: format!("hex:{side}"),
            grid,
            first,
            last: first << (grid.columns - 1),
            symmetries: Symmetries::new(vec![Permutation::new(cells, |cell| cells - 1 - cell)]),
        })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Whether the cells of `player` join the two sides of that player: a flood from one side that adds all neighbours at a time.
    fn is_joined(&self, cells: u64, player: Player) -> bool {
        let side = self.grid.columns;
        let (from, to) = match player {
            Player::Left => {
                let top = u64::MAX >> (64 - side);
                (top, top << (side * (side - 1)))
            }
            Player::Right => (self.first, self.last),
        };
        let mut reached = cells & from;
        if cells & to == 0 {
            return false;
        }
        loop {
            let (not_first, not_last) = (reached & !self.first, reached & !self.last);
            let across = not_last << 1 | not_first >> 1;
            let along = reached << side | reached >> side;
            let aslant = not_first << (side - 1) | not_last >> (side - 1);
            let next = (reached | across | along | aslant) & cells;
            if next & to != 0 {
                return true;
            }
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// Whether the player who has just moved has joined both sides; the other player cannot have.
    fn is_over(&self, at: Marks) -> bool {
        self.is_joined(at.own_and_last().1, at.mover().other())
    }
}

impl Game for Hex {
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

    fn player(&self, at: &Marks) -> Option<Player> {
        Some(at.mover())
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

/// Two bits for each cell; only for boards of at most 32 cells.
impl Tiered for Hex {
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
            let (last, player) = if x_moves { (at.o, Player::Right) } else { (at.x, Player::Left) };
            if self.is_joined(last, player) {
                out.push_terminal(Outcome::Loss);
                continue;
            }
            let mut empty = spread(!(at.x | at.o) & cells);
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

impl TextGame for Hex {
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
        let (mover, (own, last)) = (marks.mover(), marks.own_and_last());
        let was_completed_last = || bits(last).any(|cell| !self.is_joined(last & !(1 << cell), mover.other()));
        if self.is_joined(own, mover) || self.is_joined(last, mover.other()) && !was_completed_last() {
            return Err(wrong(
                text,
                "the game was over before its last move",
                "a chain between two sides ends the game",
            ));
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

    /// The half turn keeps the sides of both players. The reflections of the rhombus exchange the players.
    fn canonical(&self, at: &Marks) -> Marks {
        self.symmetries.least_image(*at)
    }

    fn class_size(&self, at: &Marks) -> Option<u64> {
        Some(self.symmetries.class_size(*at))
    }

    /// Each row begins half a cell to the right of the one above.
    fn picture(&self, at: &Marks) -> Option<String> {
        let text = self.grid.show(*at);
        let letters: Vec<String> =
            (b'a'..).take(self.grid.columns as usize).map(|c| char::from(c).to_string()).collect();
        let mut rows = vec![format!("  {}", letters.join(" "))];
        for (number, row) in (1..).zip(text.split('/')) {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            rows.push(format!("{:indent$}{number} {}", "", cells.join(" "), indent = number));
        }
        rows.push("X joins top and bottom, O joins left and right".to_owned());
        Some(rows.join("\n"))
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: walks from cell to cell.
    fn is_joined_slowly(side: i32, cells: u64, player: Player) -> bool {
        let has = |row: i32, column: i32| {
            (0..side).contains(&row) && (0..side).contains(&column) && cells >> (row * side + column) & 1 == 1
        };
        let mut next: Vec<(i32, i32)> = (0..side)
            .map(|i| if player == Player::Left { (0, i) } else { (i, 0) })
            .filter(|&(r, c)| has(r, c))
            .collect();
        let mut seen = next.clone();
        while let Some((row, column)) = next.pop() {
            if (if player == Player::Left { row } else { column }) == side - 1 {
                return true;
            }
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let cell = (row + down, column + right);
                if has(cell.0, cell.1) && !seen.contains(&cell) {
                    seen.push(cell);
                    next.push(cell);
                }
            }
        }
        false
    }

    #[test]
    fn chains_are_those_found_cell_by_cell_and_exactly_one_player_has_one() {
        let mut random = fastrand::Rng::with_seed(1);
        for side in 1..=8 {
            let game = Hex::new(side).unwrap();
            let all = u64::MAX >> (64 - game.grid.cells());
            for _ in 0..2000 {
                let cells = random.u64(..) & all;
                let joined = [Player::Left, Player::Right].map(|player| {
                    let joined = game.is_joined(cells, player);
                    assert_eq!(joined, is_joined_slowly(side as i32, cells, player), "{side} {cells:x} {player:?}");
                    joined
                });
                assert_ne!(joined[0], game.is_joined(all & !cells, Player::Right), "a full board has one chain");
                assert_ne!(joined[1], game.is_joined(all & !cells, Player::Left));
            }
        }
    }

    #[test]
    fn boards_that_cannot_arise_are_refused() {
        assert_eq!(Hex::new(0).unwrap_err(), BoardSizeError::Empty);
        assert_eq!(Hex::new(9).unwrap_err(), BoardSizeError::TooLarge { columns: 9, rows: 9 });
        let game = Hex::new(3).unwrap();
        for text in ["O../.../...", "XX./.../...", "X.O/X.O/X.O", "OOO/XX./XX.", "X.../....", ""] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for text in [".........", "X.O/X.O/X..", "X.O/XO./OX.", "X../XOO/XXO"] {
            assert!(game.parse(text).is_ok(), "{text}");
        }
        // Two chains without a common cell.
        assert!(Hex::new(4).unwrap().parse("XOOX/XOOX/XOOX/XO.X").is_err());
    }

    #[test]
    fn the_picture_is_a_rhombus() {
        let game = Hex::new(3).unwrap();
        let picture = game.picture(&game.parse("..O/.X./...").unwrap()).unwrap();
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows[..4], ["  a b c", " 1 . . O", "  2 . X .", "   3 . . ."]);
    }
}
