//! Finds winning moves of Moore's Nimₖ, all of them or a given number, without enumerating other moves.
//!
//! The search chooses digits column by column from the top. A heap that is not taken from keeps its digits. A heap that
//! is taken from *falls* in some column: above that column it keeps its digits, in it a 1 becomes 0, and below it its
//! digits are free. Let f heaps have fallen above a column, and let t ones in the column belong to heaps that have not.
//! If d of these fall here and e free digits become 1, then t − d + e has to be a multiple of k + 1, with e ≤ f, d ≤ t
//! and f + d ≤ k. So d − e is one of the k + 1 numbers from −f to k − f, namely the one that is congruent to the
//! remainder r of t: r itself if r ≤ k − f, otherwise r − (k + 1). Both are possible: r by d = r and e = 0, and
//! r − (k + 1) by d = 0 and e = k + 1 − r ≤ f; the other choices increase d and e together. Therefore the search never
//! reaches a dead end: every path leads to a move, and different paths to different moves. Only if the position
//! is lost is nothing taken at the end.
//!
//! This is also the proof that Moore's positions can be reached. For misère play, in which the last column may have to
//! leave 1, see the theory notes of the repository. A move costs time linear in the number of columns, times the heaps
//! that have fallen, or times all heaps in the at most k columns where some fall.

use super::MooreMove;
use super::columns::{modulus, ones};
use super::moves::{Group, groups};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// The search from a position that is not lost, and has stones.
pub(super) struct Search {
    groups: Vec<Group>,
    modulus: usize,
    /// The number of ones in each column, the last column first.
    ones: Vec<usize>,
    /// The required number of ones in the last column, modulo k + 1.
    rest: usize,
}

/// A column in which digits have been chosen.
struct Column {
    /// The place of the column, counted from the last one.
    place: usize,
    /// Number of heaps that have fallen above.
    free: usize,
    /// Number of ones that belong to heaps that have not fallen above.
    standing: usize,
    /// Number of those heaps that fall here.
    fall: usize,
    /// Number of free digits that become 1.
    rise: usize,
    /// If some heaps fall here, the groups that have heaps that can, and the number chosen from each.
    falling: Vec<usize>,
    falls: Choice,
    /// For each kind of heaps fallen above, the number whose digit becomes 1.
    rises: Choice,
    /// The heaps that have fallen down to this column.
    fallen: Vec<Fallen>,
}

/// Heaps of one size that have fallen and have the same new digits so far.
struct Fallen {
    group: usize,
    heaps: usize,
    /// The kind of these heaps one column above; `None` if they fell in this column.
    above: Option<usize>,
    /// Their new digit in this column.
    digit: bool,
}

impl Search {
    /// A search for moves after which the number of ones is a multiple of k + 1 in all columns except the last, and
    /// there `rest` more.
    pub(super) fn new(heaps: &[UBig], k: usize, rest: usize) -> Self {
        Self { groups: groups(heaps), modulus: modulus(heaps, k), ones: ones(heaps), rest }
    }

    /// The first `want` moves.
    pub(super) fn moves(&self, want: usize) -> Vec<MooreMove> {
        let mut moves = Vec::new();
        // The columns with chosen digits, from the top.
        let mut columns: Vec<Column> = Vec::new();
        while moves.len() < want {
            while columns.len() < self.ones.len() {
                columns.push(self.enter(above(&columns), self.ones.len() - 1 - columns.len()));
            }
            moves.push(self.to_move(&columns));
            // The lowest column that has another choice advances to it.
            loop {
                let Some(mut column) = columns.pop() else { return moves };
                if self.advance(&mut column, above(&columns)) {
                    columns.push(column);
                    break;
                }
            }
        }
        moves
    }

    /// The first choice in a column.
    fn enter(&self, above: &[Fallen], place: usize) -> Column {
        let free = above.iter().map(|fallen| fallen.heaps).sum();
        let fallen_ones = above.iter().filter(|fallen| self.groups[fallen.group].size.bit(place));
        let standing = self.ones[place] - fallen_ones.map(|fallen| fallen.heaps).sum::<usize>();
        let rest = if place == 0 { self.rest } else { 0 };
        let remainder = (standing + self.modulus - rest) % self.modulus;
        let (fall, rise) = if free + remainder < self.modulus { (remainder, 0) } else { (0, self.modulus - remainder) };
        let (falling, falls, rises) = (Vec::new(), Choice::default(), Choice::default());
        let mut column = Column { place, free, standing, fall, rise, falling, falls, rises, fallen: Vec::new() };
        debug_assert!(self.is_possible(&column), "no dead ends");
        self.choose(&mut column, above);
        column
    }

    /// The next choice in a column; `false` if there is none.
    fn advance(&self, column: &mut Column, above: &[Fallen]) -> bool {
        if column.falls.advance() {
            column.settle(above);
        } else if column.rises.advance() {
            column.falls.restart();
            column.settle(above);
        } else {
            column.fall += 1;
            column.rise += 1;
            if !self.is_possible(column) {
                return false;
            }
            self.choose(column, above);
        }
        true
    }

    /// Whether that many heaps can fall, and that many free digits can become 1.
    fn is_possible(&self, column: &Column) -> bool {
        column.rise <= column.free && column.fall <= column.standing && column.free + column.fall < self.modulus
    }

    /// Makes the first choice of heaps to fall and of free digits to become 1, in the numbers that `column` gives.
    fn choose(&self, column: &mut Column, above: &[Fallen]) {
        column.rises = Choice::new(above.iter().map(|fallen| fallen.heaps).collect(), column.rise);
        // In most columns no heap falls, and the candidates need not be computed.
        if column.fall > 0 {
            let mut standing: Vec<usize> = self.groups.iter().map(|group| group.heaps.len()).collect();
            for fallen in above {
                standing[fallen.group] -= fallen.heaps;
            }
            let can_fall = |&g: &usize| standing[g] > 0 && self.groups[g].size.bit(column.place);
            column.falling = (0..standing.len()).filter(can_fall).collect();
            column.falls = Choice::new(column.falling.iter().map(|&g| standing[g]).collect(), column.fall);
        }
        column.settle(above);
    }

    /// The move that results from the choices in all columns.
    fn to_move(&self, columns: &[Column]) -> MooreMove {
        let mut given = vec![0; self.groups.len()];
        let mut found = MooreMove::new();
        for last in above(columns) {
            let group = &self.groups[last.group];
            // The free digits, as bytes, up to the column in which these heaps fell.
            let mut free = vec![0u8; columns.len() / 8 + 1];
            let mut fallen = last;
            let mut place = 0;
            while let Some(kind) = fallen.above {
                free[place / 8] |= u8::from(fallen.digit) << (place % 8);
                place += 1;
                fallen = &columns[columns.len() - 1 - place].fallen[kind];
            }
            let high_bits = (&group.size >> (place + 1)) << (place + 1);
            let left = high_bits + UBig::from_le_bytes(&free);
            for _ in 0..last.heaps {
                found.push((group.heaps[given[last.group]], left.clone()));
                given[last.group] += 1;
            }
        }
        found.sort_unstable_by_key(|&(heap, _)| heap);
        found
    }
}

/// The heaps that have fallen in these columns.
fn above(columns: &[Column]) -> &[Fallen] {
    columns.last().map_or(&[], |column| &column.fallen)
}

impl Column {
    /// Records the heaps that have fallen, as chosen.
    fn settle(&mut self, above: &[Fallen]) {
        self.fallen.clear();
        for (kind, (fallen, &rise)) in above.iter().zip(&self.rises.taken).enumerate() {
            for (heaps, digit) in [(fallen.heaps - rise, false), (rise, true)] {
                if heaps > 0 {
                    self.fallen.push(Fallen { group: fallen.group, heaps, above: Some(kind), digit });
                }
            }
        }
        for (&group, &heaps) in self.falling.iter().zip(&self.falls.taken) {
            if heaps > 0 {
                self.fallen.push(Fallen { group, heaps, above: None, digit: false });
            }
        }
    }
}

/// A way to take a number of items from bins. It advances through all ways, first those that take most from the first bin.
#[derive(Default)]
struct Choice {
    bins: Vec<usize>,
    taken: Vec<usize>,
}

impl Choice {
    fn new(bins: Vec<usize>, total: usize) -> Self {
        let mut choice = Self { taken: vec![0; bins.len()], bins };
        choice.fill(0, total);
        choice
    }

    /// Takes `total` items from the bins from `from` on, as many as possible from each in turn.
    fn fill(&mut self, from: usize, total: usize) {
        let mut left = total;
        for (bin, taken) in self.bins[from..].iter().zip(&mut self.taken[from..]) {
            *taken = left.min(*bin);
            left -= *taken;
        }
        debug_assert_eq!(left, 0, "the bins hold the total");
    }

    /// Returns to the first way.
    fn restart(&mut self) {
        self.fill(0, self.taken.iter().sum());
    }

    /// Advances to the next way; `false` if there is none.
    fn advance(&mut self) -> bool {
        let (mut tail, mut capacity) = (0, 0);
        for i in (0..self.bins.len()).rev() {
            if self.taken[i] > 0 && capacity > 0 {
                self.taken[i] -= 1;
                self.fill(i + 1, tail + 1);
                return true;
            }
            tail += self.taken[i];
            capacity += self.bins[i] - self.taken[i];
        }
        false
    }
}
