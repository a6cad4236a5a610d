//! The squares of a chess board, and the squares that a king, a knight or a sliding piece attacks.
//!
//! Column *c* and row *r*, both from 0, make square 8*r* + *c*: a1 is 0, h1 is 7, h8 is 63. A set of squares is a 64-bit
//! word, one bit for each square. Let R(s) be the squares from s to the edge in one direction, and b the square of the
//! nearest man in R(s). A sliding piece attacks R(s) without R(b): the squares up to and including b. If square numbers
//! grow in that direction, b is the lowest occupied bit of R(s), otherwise the highest.

use crate::catalog::grid::bits;
use std::fmt;

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Columns and rows from a square to the next one in each direction; the first four lead to larger numbers.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
/// Number of directions that lead to larger numbers.
const UP: usize = 4;
/// The directions along rows and columns; `DIAGONAL` has the others.
const STRAIGHT: [usize; 4] = [0, 2, 4, 6];
const DIAGONAL: [usize; 4] = [1, 3, 5, 7];

const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// For each square, the set of squares at these steps from it.
const fn leaps(steps: [(i8, i8); 8]) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut i = 0;
    while i < 64 * 8 {
        if let Some(to) = Square((i / 8) as u8).step(steps[i % 8]) {
            sets[i / 8] |= to.set();
        }
        i += 1;
    }
    sets
}

const KING: [u64; 64] = leaps(DIRECTIONS);
const KNIGHT: [u64; 64] = leaps(KNIGHT_LEAPS);

/// R(s) for each direction and each square s.
const RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut i = 0;
    while i < 64 * 8 {
        let mut square = Square((i % 64) as u8);
        while let Some(next) = square.step(DIRECTIONS[i / 64]) {
            rays[i / 64][i % 64] |= next.set();
            square = next;
        }
        i += 1;
    }
    rays
};

impl Square {
    /// The square with this number; only the last six bits of the number count.
    pub(super) const fn new(number: u8) -> Self {
        Self(number & 63)
    }

    /// The square with a name such as `a1`.
    pub(super) fn parse_name(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(Self((row - b'1') * 8 + (column - b'a'))),
            _ => None,
        }
    }

    /// The number of the square, from 0 to 63.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The row, from 1 to 8.
    pub(super) const fn row(self) -> u8 {
        self.0 / 8 + 1
    }

    /// The set that contains only this square.
    pub(super) const fn set(self) -> u64 {
        1 << self.0
    }

    /// The square that many columns and rows away; `None` beyond the edge.
    pub(super) const fn step(self, (columns, rows): (i8, i8)) -> Option<Self> {
        let (column, row) = ((self.0 % 8) as i8 + columns, (self.0 / 8) as i8 + rows);
        if column < 0 || column > 7 || row < 0 || row > 7 { None } else { Some(Self((row * 8 + column) as u8)) }
    }

    /// The squares that a king attacks from here.
    pub(super) const fn neighbours(self) -> u64 {
        KING[self.0 as usize]
    }

    /// The squares that a knight attacks from here.
    pub(super) const fn knight(self) -> u64 {
        KNIGHT[self.0 as usize]
    }

    /// The squares that a rook attacks from here; the squares in `taken` are occupied.
    pub(super) fn rook(self, taken: u64) -> u64 {
        STRAIGHT.iter().fold(0, |set, &direction| set | self.along(direction, taken))
    }

    /// The squares that a bishop attacks from here; the squares in `taken` are occupied.
    pub(super) fn bishop(self, taken: u64) -> u64 {
        DIAGONAL.iter().fold(0, |set, &direction| set | self.along(direction, taken))
    }

    fn along(self, direction: usize, taken: u64) -> u64 {
        let ray = RAYS[direction][usize::from(self.0)];
        match ray & taken {
            0 => ray,
            blocker if direction < UP => ray & !RAYS[direction][blocker.trailing_zeros() as usize],
            blocker => ray & !RAYS[direction][blocker.ilog2() as usize],
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.row())
    }
}

/// The squares of a set, ascending.
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    bits(set).map(Square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: u64) -> Vec<String> {
        squares(set).map(|square| square.to_string()).collect()
    }

    #[test]
    fn squares_have_names() {
        for number in 0..64 {
            let square = Square::new(number);
            assert_eq!(Square::parse_name(&square.to_string()), Some(square));
        }
        assert_eq!((Square::new(0).to_string(), Square::new(15).to_string()), ("a1".to_owned(), "h2".to_owned()));
        for text in ["", "a", "a0", "a9", "i1", "A1", "a10", "é1"] {
            assert_eq!(Square::parse_name(text), None, "{text}");
        }
    }

    #[test]
    fn lines_end_at_the_first_man() {
        let at = |text| Square::parse_name(text).unwrap();
        assert_eq!(names(at("a1").neighbours()), ["b1", "a2", "b2"]);
        assert_eq!(names(at("g8").knight()), ["f6", "h6", "e7"]);
        let taken = at("d6").set() | at("b4").set() | at("a4").set() | at("f2").set();
        let rook = ["d1", "d2", "d3", "b4", "c4", "e4", "f4", "g4", "h4", "d5", "d6"];
        assert_eq!(names(at("d4").rook(taken)), rook);
        let bishop = ["a1", "b2", "f2", "c3", "e3", "c5", "e5", "b6", "f6", "a7", "g7", "h8"];
        assert_eq!(names(at("d4").bishop(taken)), bishop);
        assert_eq!(names(at("h8").rook(u64::MAX)), ["h7", "g8"]);
    }
}
