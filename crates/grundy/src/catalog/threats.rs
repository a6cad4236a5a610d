//! What the lines of a board say about a position without a search: how promising a mark is, and how soon a player can win.

use super::grid::Grid;
use super::lines::Lines;
use crate::value::{Remoteness, Verdict};

/// The lines of a game in which a line wins.
#[derive(Clone, Debug)]
pub(super) struct Threats {
    /// Number of cells of a line.
    length: u32,
    lines: Box<[u64]>,
    /// The lines through each cell.
    through: Box<[Box<[u64]>]>,
}

/// The largest number of marks that a guess distinguishes.
const MOST_MARKS: u32 = 8;

impl Threats {
    pub(super) fn new(grid: Grid, lines: &Lines) -> Self {
        let lines: Box<[u64]> = lines.all().collect();
        let through = |cell| lines.iter().copied().filter(|line| line >> cell & 1 == 1).collect();
        let through = (0..grid.cells()).map(through).collect();
        Self { length: lines.first().map_or(0, |line| line.count_ones()), lines, through }
    }

    /// A guess of how good a mark on `cell` is: a line that only one player can complete counts 8 to the power of the number of its marks.
    pub(super) fn guess(&self, own: u64, other: u64, cell: u32) -> i32 {
        let lines = self.through.get(cell as usize).map_or(&[][..], |lines| lines);
        let weight = |line: u64| {
            let [own, other] = [own, other].map(|marks| (marks & line).count_ones());
            if own > 0 && other > 0 { 0 } else { (1 << (3 * (own + other).min(MOST_MARKS))) + i32::from(own > 0) }
        };
        lines.iter().map(|&line| weight(line)).sum()
    }

    /// Bounds of the verdict of a position, by the marks of the player to move and of the other player, who may just have won. `empty` is
    /// the number of empty cells.
    pub(super) fn bounds(&self, own: u64, other: u64, empty: u32) -> [Verdict; 2] {
        // The least number of marks that complete a line, and the cells that complete one at once.
        let (mut missing, mut completing) = ([u32::MAX; 2], [0; 2]);
        for &line in &self.lines {
            let [of_own, of_other] = [own, other].map(|marks| (marks & line).count_ones());
            let player = match (of_own, of_other) {
                (_, 0) => 0,
                (0, _) => 1,
                _ => continue,
            };
            let left = self.length - of_own - of_other;
            missing[player] = missing[player].min(left);
            if of_own + of_other == 0 {
                missing[1] = missing[1].min(left);
            }
            if left == 1 {
                completing[player] |= line & !(own | other);
            }
        }
        let exact = |verdict| [verdict, verdict];
        if missing[1] == 0 {
            return exact(Verdict::Loss(Remoteness(0)));
        }
        if completing[0] != 0 {
            return exact(Verdict::Win(Remoteness(1)));
        }
        if completing[1].count_ones() > 1 {
            return exact(Verdict::Loss(Remoteness(2)));
        }
        let can_win = missing[0] <= empty.div_ceil(2);
        let can_lose = missing[1] <= empty / 2;
        [
            if can_lose { Verdict::Loss(Remoteness(2 * missing[1])) } else { Verdict::Draw },
            if can_win { Verdict::Win(Remoteness(2 * missing[0] - 1)) } else { Verdict::Draw },
        ]
    }
}
