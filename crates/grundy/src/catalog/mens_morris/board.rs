//! The boards of nine, six and five men's morris: squares inside one another, joined at the middles of their sides.

use crate::catalog::permutation::{Permutation, Symmetries};
use std::ops::Range;

/// The points of a square: four corners and the middles of four sides.
const POINTS_OF_A_SQUARE: u32 = 8;

/// The column and the row of each point of a square from its centre, clockwise from the corner at the top left.
const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// A board of two or three squares. Its points are numbered row by row from the top.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The columns of the board, which are as many as its rows.
    pub(super) side: u32,
    /// The column and the row of each point.
    pub(super) places: Vec<(u32, u32)>,
    /// The points that a line joins to each point.
    pub(super) neighbours: Vec<u32>,
    /// The mills, as sets of three points.
    all_mills: Vec<u32>,
    /// The mills that contain each point.
    mills: Vec<Vec<u32>>,
    /// The turns and reflections of the board, and the exchange of the outermost and the innermost square.
    pub(super) symmetries: Symmetries,
}

impl Board {
    /// Creates the board of `squares` squares, two or three. A row of three points that crosses three squares is a mill too.
    pub(super) fn new(squares: u32) -> Self {
        debug_assert!((2..=3).contains(&squares));
        let place = |square: u32, point: u32| {
            let (column, row) = DIRECTIONS[point as usize % 8];
            let at = |direction: i32| (squares as i32 + direction * (squares - square) as i32) as u32;
            (at(row), at(column))
        };
        let all = (0..squares).flat_map(|square| (0..POINTS_OF_A_SQUARE).map(move |point| (square, point)));
        let mut places: Vec<(u32, u32)> = all.clone().map(|(square, point)| place(square, point)).collect();
        places.sort_unstable();
        let number = |square: u32, point: u32| {
            let at = place(square, point);
            places.iter().position(|other| *other == at).expect("each point has a place") as u32
        };

        let mut lines: Vec<[u32; 3]> = Vec::new();
        for square in 0..squares {
            lines.extend([0, 2, 4, 6].map(|corner| [0, 1, 2].map(|i| number(square, corner + i))));
        }
        let mut mills = lines.clone();
        let middles = [1, 3, 5, 7].map(|middle| (0..squares).map(|square| number(square, middle)).collect::<Vec<_>>());
        if squares == 3 {
            mills.extend(middles.iter().map(|across| [across[0], across[1], across[2]]));
        }
        let steps = lines.iter().map(<[u32; 3]>::as_slice).chain(middles.iter().map(Vec::as_slice));
        let mut neighbours = vec![0; places.len()];
        for step in steps.flat_map(|line| line.windows(2)) {
            neighbours[step[0] as usize] |= 1 << step[1];
            neighbours[step[1] as usize] |= 1 << step[0];
        }
        let set = |line: &[u32; 3]| line.iter().fold(0, |set, point| set | 1 << point);
        let mills_of = |point: u32| mills.iter().map(set).filter(|mill| mill >> point & 1 == 1).collect();

        let image = |number_of_point: u32, quarter_turns: u32, mirrored: bool, exchanged: bool| {
            let (square, point) =
                all.clone().find(|&(square, point)| number(square, point) == number_of_point).expect("a point");
            let mirrored = if mirrored { POINTS_OF_A_SQUARE - point } else { point };
            number(if exchanged { squares - 1 - square } else { square }, mirrored + 2 * quarter_turns)
        };
        let elements = (1..16).map(|element| (element % 4, element & 4 != 0, element & 8 != 0));
        let symmetries = elements
            .map(|(turns, mirrored, exchanged)| {
                Permutation::new(places.len() as u32, |point| image(point, turns, mirrored, exchanged))
            })
            .collect();
        Self {
            side: 2 * squares + 1,
            all_mills: mills.iter().map(set).collect(),
            mills: (0..places.len() as u32).map(mills_of).collect(),
            neighbours,
            symmetries: Symmetries::new(symmetries),
            places: places.iter().map(|&(row, column)| (column, row)).collect(),
        }
    }

    /// The number of points.
    pub(super) fn points(&self) -> u32 {
        self.places.len() as u32
    }

    /// The set of all points.
    pub(super) fn all(&self) -> u32 {
        u32::MAX >> (32 - self.points())
    }

    /// Whether the man on `point` is in a mill of `men`.
    pub(super) fn is_in_mill(&self, men: u32, point: u8) -> bool {
        self.mills[usize::from(point)].iter().any(|mill| men & mill == *mill)
    }

    /// The men of `men` that are in mills.
    pub(super) fn in_mills(&self, men: u32) -> u32 {
        self.all_mills.iter().filter(|mill| men & **mill == **mill).fold(0, |all, mill| all | mill)
    }

    /// The men of `men` that may be taken: those in no mill, or all if all are in mills.
    pub(super) fn may_be_taken(&self, men: u32) -> u32 {
        match men & !self.in_mills(men) {
            0 => men,
            in_no_mill => in_no_mill,
        }
    }

    /// The points of `to`, all free, on which a man more closes a mill of `men`.
    pub(super) fn closing(&self, men: u32, to: u32) -> u32 {
        let closing = |mill: &u32| {
            let missing = mill & !men;
            if missing.is_power_of_two() { missing } else { 0 }
        };
        to & self.all_mills.iter().fold(0, |all, mill| all | closing(mill))
    }

    /// The text of a point: its column as a letter, its row as a digit.
    pub(super) fn label(&self, point: u8) -> String {
        let (column, row) = self.places[usize::from(point)];
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The numbers of the points of each row.
    pub(super) fn rows(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let start = |row: u32| self.places.partition_point(|&(_, other)| other < row);
        (0..self.side).map(move |row| start(row)..start(row + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_lines_that_are_drawn() {
        for (squares, points, lines, mills) in [(2, 16, 20, 8), (3, 24, 32, 16)] {
            let board = Board::new(squares);
            assert_eq!(board.points(), points);
            assert_eq!(board.neighbours.iter().map(|set| set.count_ones()).sum::<u32>(), 2 * lines);
            assert_eq!(board.mills.iter().map(Vec::len).sum::<usize>(), 3 * mills);
            let rows: Vec<usize> = board.rows().map(|row| row.len()).collect();
            let expected: &[usize] = if squares == 2 { &[3, 3, 4, 3, 3] } else { &[3, 3, 3, 6, 3, 3, 3] };
            assert_eq!(rows, expected);
        }
        let board = Board::new(3);
        let labels: Vec<String> = (0..24).map(|point| board.label(point)).collect();
        let expected = "a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7";
        assert_eq!(labels.join(" "), expected);
    }
}
