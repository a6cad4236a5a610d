//! Games of men on a board, and the code that they share. A position is the men of each player and the player to move.
//!
//! Text of a position: the board, and ` X` or ` O` for the player to move.

use super::grid::{Grid, Marks, bits, letter, wrong};
use crate::game::Player;
use crate::text::{ParseError, words};

/// The men of each player and the player to move; X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Men {
    pub(super) x: u32,
    pub(super) o: u32,
    pub(super) mover: Player,
}

impl Men {
    /// The men of the player to move and those of the other one.
    pub(super) fn own_and_other(self) -> (u32, u32) {
        match self.mover {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    /// The position after a move, from the men of the player who made it and those of the other one.
    pub(super) fn after(self, own: u32, other: u32) -> Self {
        match self.mover {
            Player::Left => Self { x: own, o: other, mover: Player::Right },
            Player::Right => Self { x: other, o: own, mover: Player::Left },
        }
    }

    /// The position before the last move, from the men that the player who made it had then, and those of the other one.
    pub(super) fn before(self, own: u32, other: u32) -> Self {
        self.after(other, own)
    }

    /// The position with the colours exchanged, and with them the player to move.
    pub(super) fn with_colours_exchanged(self) -> Self {
        Self { x: self.o, o: self.x, mover: self.mover.other() }
    }

    /// Writes the board and the player to move.
    pub(super) fn to_text(self, grid: Grid) -> String {
        let marks = Marks { x: self.x.into(), o: self.o.into() };
        format!("{} {}", grid.show(marks), letter(self.mover))
    }

    /// Appends the position as bytes.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        out.extend(self.x.to_le_bytes());
        out.extend(self.o.to_le_bytes());
        out.push(u8::from(self.mover == Player::Right));
    }

    /// Reads the bytes that `write` appends.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let men = |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
        Self { x: men(0), o: men(4), mover: if bytes[8] == 0 { Player::Left } else { Player::Right } }
    }
}

/// Implements the methods of `TextGame` that all games share whose positions are [`Men`] on a grid.
macro_rules! men_on_a_grid {
    ($grid:expr) => {
        fn to_text(&self, at: &Men) -> String {
            at.to_text($grid)
        }

        fn encode(&self, at: &Men, out: &mut Vec<u8>) {
            at.write(out);
        }

        fn decode(&self, bytes: &[u8]) -> Men {
            Men::read(bytes)
        }

        fn canonical(&self, at: &Men) -> Men {
            $grid.least_image(*at)
        }

        fn class_size(&self, at: &Men) -> Option<u64> {
            Some($grid.class_size(*at))
        }

        fn picture(&self, at: &Men) -> Option<String> {
            crate::catalog::picture::cells(&self.to_text(at), None)
        }

        fn players(&self) -> [&'static str; 2] {
            ["X", "O"]
        }
    };
}
pub(super) use men_on_a_grid;

/// A placement, or a move from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenMove {
    /// Puts a man on a point.
    Place(u8),
    /// Moves a man from a point to another.
    Move(u8, u8),
}

impl MenMove {
    /// Appends the steps of a player: a man on each empty cell if they have fewer than `most`, otherwise a move of each
    /// man to each empty neighbour of its cell, which `neighbours` gives.
    pub(super) fn append_all(own: u32, empty: u32, most: u32, neighbours: &[u32], out: &mut Vec<Self>) {
        if own.count_ones() < most {
            out.extend(bits(empty.into()).map(Self::Place));
            return;
        }
        for from in bits(own.into()) {
            out.extend(bits((neighbours[usize::from(from)] & empty).into()).map(|to| Self::Move(from, to)));
        }
    }

    /// The player's own men after the move.
    pub(super) fn after(self, own: u32) -> u32 {
        match self {
            Self::Place(to) => own | 1 << to,
            Self::Move(from, to) => own & !(1 << from) | 1 << to,
        }
    }

    /// The text of the move.
    pub(super) fn label(self, grid: Grid) -> String {
        match self {
            Self::Place(to) => grid.cell(to),
            Self::Move(from, to) => format!("{} to {}", grid.cell(from), grid.cell(to)),
        }
    }
}

/// A board as it was read, not yet checked against the rules.
pub(super) struct ParsedBoard<'t> {
    text: &'t str,
    /// The men of each player.
    pub(super) x: u32,
    pub(super) o: u32,
    /// The player to move, if the text gives one.
    mover: Option<Player>,
}

impl<'t> ParsedBoard<'t> {
    /// Reads a board and, if the text has it, the player to move.
    pub(super) fn parse(grid: Grid, text: &'t str) -> Result<Self, ParseError> {
        let mut words = words(text);
        let (at, board) = words.next().unwrap_or((0..text.len(), ""));
        let marks = grid.read(at, board)?;
        let mover = match words.next() {
            None => None,
            Some((_, "X" | "x")) => Some(Player::Left),
            Some((_, "O" | "o")) => Some(Player::Right),
            Some((at, word)) => {
                let help = "write X or O after the board".to_owned();
                return Err(ParseError { at, message: format!("`{word}` does not say who moves"), help });
            }
        };
        if let Some((at, word)) = words.next() {
            let help = "a position is a board and the player to move".to_owned();
            return Err(ParseError { at, message: format!("`{word}` is too much"), help });
        }
        Ok(Self { text, x: marks.x as u32, o: marks.o as u32, mover })
    }

    /// The number of men of each player, X first.
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.x.count_ones(), self.o.count_ones())
    }

    /// The error about the numbers of men.
    pub(super) fn wrong_counts(&self, help: &str) -> ParseError {
        let (x, o) = self.counts();
        self.wrong(&format!("{x} X and {o} O"), help)
    }

    /// An error of the whole text.
    pub(super) fn wrong(&self, message: &str, help: &str) -> ParseError {
        wrong(self.text, message, help)
    }

    /// The position; an error if the text does not give the player to move.
    pub(super) fn men(&self) -> Result<Men, ParseError> {
        self.with_mover(self.mover)
    }

    /// The position of a game in which men are placed in turn, X first, until each player has `most`. Until then the
    /// numbers of men determine the player to move; `help` is for the error if the text gives the other player.
    pub(super) fn men_placed_in_turn(&self, most: u32, help: &str) -> Result<Men, ParseError> {
        let (x, o) = self.counts();
        let placing = (o < most).then_some(if x == o { Player::Left } else { Player::Right });
        match (placing, self.mover) {
            (Some(mover), Some(stated)) if mover != stated => Err(self.wrong("the other player is to move", help)),
            (placing, stated) => self.with_mover(placing.or(stated)),
        }
    }

    fn with_mover(&self, mover: Option<Player>) -> Result<Men, ParseError> {
        Ok(Men { x: self.x, o: self.o, mover: mover.ok_or_else(|| no_mover(self.text))? })
    }
}

/// The error about a board without the player to move.
fn no_mover(text: &str) -> ParseError {
    wrong(text, "the text does not say who moves", "write X or O after the board and a space")
}
