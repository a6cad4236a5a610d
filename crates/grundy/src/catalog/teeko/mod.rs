//! Teeko: four men each on a board of five by five, dropped one by one and then moved, for a line or a square.
//!
//! X moves first. Each player in turn puts a man on an empty cell until both have four; then each in turn moves one of their
//! men to a neighbouring cell that is empty, in any of the eight directions. A player with four men side by side in a
//! row, column or diagonal, or in a square of two by two, wins, in either part of the game: there are 44 such patterns.
//! Play can go on for ever. (A player always has a move: eight men cannot enclose four.)
//!
//! Invented by John Scarne in 1937. These are the rules of his "standard" game as Steele 1999, "Summary of the solving of the
//! game of Teeko", gives them from the book of 1955: without the larger squares of the "advanced" game, and with the first
//! man on any cell (Scarne's encyclopedia of 1973 forbids it the centre).
//!
//! [`Teeko::movement`] is the second part alone, with every placement of the eight men as a position. If the player to
//! move already has a pattern, which play never leads to, the game goes on.
//!
//! Text of a position: the cells row by row from the top, `X`, `O` or `.`, and who moves, as in
//! `X..../.XO../..O../.OX../..OX. X`; while men are being dropped, who moves may be left out. Text of a move: `b2`, and later
//! `b2 to c3`: column and row.

mod change;
mod index;
mod ranks;
mod row;

use super::grid::{Grid, bits};
use super::men::{Men, MenMove, ParsedBoard, men_on_a_grid};
use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::{DynIndexed, ParseError, TextGame, WithText};
use crate::value::Undefined;

const SOURCE: &str = "Scarne 1937; Steele 1999, \"Summary of the solving of the game of Teeko\": standard Teeko";

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "teeko",
    form: "teeko",
    rules: "Four men each on a board of five by five. X and O in turn drop a man on an empty cell, X first; when all are on \
            the board, each in turn moves a man to an empty cell next to it, in any of the eight directions. Four men \
            side by side in a row, column or diagonal, or in a square of two by two, win at any time. Play can go on \
            for ever. These are the standard rules; the advanced ones count larger squares too.",
    position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `X..../.XO../..O../.OX../..OX. X`; \
               while men are dropped, who moves may be left out",
    moves: "the cell, column a to e and row 1 to 5 from the top: `b2`; later both cells: `b2 to c3`",
    start: Some("...../...../...../...../..... X"),
    source: SOURCE,
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(Teeko::new())))),
    ..Entry::BOARD
};

/// The entry of the second part alone.
pub(super) const MOVEMENT: Entry = Entry {
    name: "teeko-movement",
    form: "teeko-movement",
    rules: "Teeko once all men are on the board, from any placement of four men each: X and O in turn move a man to an empty \
            cell next to it, in any of the eight directions. Whoever moved and has four men side by side in a row, column \
            or diagonal, or in a square of two by two, has won; a player to move whose men are so already plays on. Play \
            can go on for ever.",
    position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `X..../.XO../..O../.OX../..OX. X`",
    moves: "the cells the man leaves and reaches, column a to e and row 1 to 5 from the top: `b2 to c3`",
    source: SOURCE,
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(Teeko::movement())))),
    ..Entry::BOARD
};

/// The rules of Teeko.
#[derive(Clone, Copy, Debug)]
pub struct Teeko {
    drops: bool,
}

const GRID: Grid = Grid { columns: SIDE as u32, rows: SIDE as u32 };
const SIDE: usize = 5;
const CELLS: usize = SIDE * SIDE;
const BOARD: u32 = (1 << CELLS) - 1;
/// The men of a player.
const MEN: usize = 4;

/// The neighbours of each cell, in the eight directions.
const NEIGHBOURS: [u32; CELLS] = {
    let mut neighbours = [0; CELLS];
    let mut pair = 0;
    while pair < CELLS * CELLS {
        let (a, b) = (pair / CELLS, pair % CELLS);
        if a != b && (a % SIDE).abs_diff(b % SIDE) < 2 && (a / SIDE).abs_diff(b / SIDE) < 2 {
            neighbours[a] |= 1 << b;
        }
        pair += 1;
    }
    neighbours
};

/// Whether the men of a player form a pattern.
const fn is_pattern(men: u32) -> bool {
    // After the shift to cell 0, the bits identify the pattern; the first cell shows whether the pattern would cross an
    // edge.
    let first = men.trailing_zeros();
    match men.checked_shr(first) {
        Some(0b1111) => first % 5 < 2,
        Some(0b1_00001_00001_00001) => true,
        Some(0b1_000001_000001_000001) => first % 5 < 2,
        Some(0b1_0001_0001_0001) => first % 5 > 2,
        Some(0b11_00011) => first % 5 < 4,
        _ => false,
    }
}

/// All patterns.
const PATTERNS: [u32; 44] = {
    let shapes = [0b1111, 0b1_00001_00001_00001, 0b1_000001_000001_000001, 0b1_0001_0001_0001, 0b11_00011];
    let (mut patterns, mut count, mut i) = ([0; 44], 0, 0);
    while i < shapes.len() * CELLS {
        let men = shapes[i % shapes.len()] << (i / shapes.len());
        if men <= BOARD && is_pattern(men) {
            patterns[count] = men;
            count += 1;
        }
        i += 1;
    }
    assert!(count == patterns.len());
    patterns
};

impl Teeko {
    /// Creates the whole game.
    pub const fn new() -> Self {
        Self { drops: true }
    }

    /// Creates the movement phase: the game after all men are on the board, from any placement of them.
    pub const fn movement() -> Self {
        Self { drops: false }
    }
}

impl Default for Teeko {
    fn default() -> Self {
        Self::new()
    }
}

impl Game for Teeko {
    type Position = Men;
    type Move = MenMove;

    fn moves(&self, at: &Men, out: &mut Vec<MenMove>) {
        let (own, other) = at.own_and_other();
        if !is_pattern(other) {
            MenMove::append_all(own, BOARD & !(own | other), MEN as u32, &NEIGHBOURS, out);
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

impl TextGame for Teeko {
    fn name(&self) -> &str {
        if self.drops { "teeko" } else { "teeko-movement" }
    }

    fn start(&self) -> Option<Men> {
        self.drops.then_some(Men { x: 0, o: 0, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let read = ParsedBoard::parse(GRID, text)?;
        const ALL: u32 = MEN as u32;
        let (x, o) = read.counts();
        if x > ALL || o > ALL {
            return Err(read.wrong_counts("each player has four men"));
        }
        if !self.drops && (x, o) != (ALL, ALL) {
            let help = "here each has four men on the board; the game called `teeko` has the dropping too";
            return Err(read.wrong_counts(help));
        }
        if x != o && x != o + 1 {
            let help = "X drops first, so there are as many X as O or one more until each has four";
            return Err(read.wrong_counts(help));
        }
        let at = read.men_placed_in_turn(ALL, "X drops first, and then both in turn")?;
        if self.drops && is_pattern(at.own_and_other().0) {
            let help = "four in a row or a square end the game; `teeko-movement` takes every placement of eight men";
            return Err(read.wrong("the game was over before its last move", help));
        }
        Ok(at)
    }

    /// The start; in the movement phase alone, the position that the entry gives.
    fn opening(&self) -> Option<Men> {
        self.start().or_else(|| self.parse("X..../.XO../..O../.OX../..OX. X").ok())
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
    use crate::value::Outcome;
    use std::collections::HashSet;

    #[test]
    fn there_are_44_patterns() {
        // Ten in rows, ten in columns, four on diagonals each way, and sixteen squares.
        let fours = (0..=BOARD).filter(|men| men.count_ones() == 4);
        let patterns: Vec<u32> = fours.filter(|&men| is_pattern(men)).collect();
        assert_eq!(patterns.len(), 10 + 10 + 2 * 4 + 16);
        assert!(
            PATTERNS.iter().all(|men| patterns.contains(men)) && PATTERNS.iter().collect::<HashSet<_>>().len() == 44
        );
        // In each pattern the four cells form a line of equal steps, or the corners of a square.
        let at = |cell: u8| (i32::from(cell % 5), i32::from(cell / 5));
        for men in patterns {
            let cells: Vec<(i32, i32)> = bits(men.into()).map(at).collect();
            let step = (cells[1].0 - cells[0].0, cells[1].1 - cells[0].1);
            let line = cells.windows(2).all(|two| (two[1].0 - two[0].0, two[1].1 - two[0].1) == step);
            let neighbours = NEIGHBOURS
                .iter()
                .enumerate()
                .filter(|(cell, near)| men >> cell & 1 == 1 && (**near & men).count_ones() == 3);
            assert!(line && step.0.abs() < 2 && step.1 < 2 || neighbours.count() == 4, "{men:b}");
        }
        assert_eq!(NEIGHBOURS.iter().map(|near| near.count_ones()).sum::<u32>(), 4 * 3 + 12 * 5 + 9 * 8);
    }

    #[test]
    fn men_are_dropped_and_then_moved() {
        let moves = |game: Teeko, text: &str| {
            let (at, mut moves) = (game.parse(text).unwrap(), Vec::new());
            game.moves(&at, &mut moves);
            moves.iter().map(|m| game.move_text(&at, m)).collect::<Vec<_>>()
        };
        let game = Teeko::new();
        assert_eq!(moves(game, "...../...../...../...../.....").len(), 25);
        let at = game.parse("X..../.O.../...../...../..... X").unwrap();
        assert_eq!(game.to_text(&game.play(&at, &MenMove::Place(24))), "X..../.O.../...../...../....X O");
        let text = "XO.../XO.../O..../....X/...OX X";
        let labels = ["a1 to b2", "a2 to b2"];
        assert!(moves(game, text).iter().all(|label| !labels.contains(&label.as_str())));
        assert_eq!(moves(game, text), ["a2 to b3", "e4 to d3", "e4 to e3", "e4 to d4", "e5 to d4"]);
        let at = game.parse(text).unwrap();
        assert_eq!(game.to_text(&game.play(&at, &MenMove::Move(5, 11))), "XO.../.O.../OX.../....X/...OX O");
    }

    #[test]
    fn a_pattern_ends_the_game() {
        for (text, is_over) in [
            ("XXXX./OOO../...../...../..... O", true),
            ("XX.../XX.../O..../O..../O....", true),
            ("OX.../.OX../..OX./...OX/..... X", true),
            ("OX.../.OX../..OX./...OX/..... O", true),
            ("XXX../X..../O..../O..../O....", false),
            // Consecutive cells that cross an edge of the board are not a row.
            ("...XX/XX.../O..../O..../O....", false),
            ("O.O../.O..O/X...X/..XX./..... X", false),
        ] {
            let (at, mut moves) =
                (Teeko::movement().parse(text).or_else(|_| Teeko::new().parse(text)).unwrap(), Vec::new());
            Teeko::new().moves(&at, &mut moves);
            assert_eq!((moves.is_empty(), Teeko::new().terminal(&at)), (is_over, Outcome::Loss), "{text}");
        }
    }

    #[test]
    fn boards_that_cannot_arise_are_refused() {
        let both = "OX.../.OX../..OX./...OX/..... X";
        for (text, message) in [
            ("XXX../XXO../OOO../...../..... O", "5 X and 4 O"),
            ("XX.../...../...../...../.....", "2 X and 0 O"),
            ("O..../...../...../...../..... X", "0 X and 1 O"),
            ("XOXO./...../...../...../..... O", "the other player is to move"),
            ("XOXO./XOXO./...../...../.....", "the text does not say who moves"),
            ("XXXX./OO.O./O..../...../..... X", "the game was over before its last move"),
            ("XXXX./OOOO./...../...../..... X", "the game was over before its last move"),
            (both, "the game was over before its last move"),
            ("XO", "expected 25 cells, got 2"),
        ] {
            assert_eq!(Teeko::new().parse(text).unwrap_err().message, message, "{text}");
        }
        assert!(Teeko::movement().parse(both).is_ok());
        let wrong = Teeko::movement().parse("X.OX./.O.O./X..../...../..... O").unwrap_err();
        assert_eq!(wrong.message, "3 X and 3 O");
        assert!(wrong.help.contains("`teeko`"));
    }
}
