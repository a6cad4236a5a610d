//! The numbers of Teeko's positions: a row of consecutive ones for each set of men that the next move leaves fixed.
//!
//! The men of the player who has just moved are the fixed ones. Among positions with as many men, the number is their rank
//! times the length of a row, plus the rank of the men of the player to move among the cells left free ([`super::ranks`]).
//! The positions from which a move leads to another have its player's men fixed, so they are in one row: of 5985 numbers
//! where all eight men are on the board. Those come first, 12650 rows; then follow the positions with no man, one, … seven.
//! Colours do not matter: a number is read from the side of the player to move.
//!
//! In the whole game, placements in which the player to move has a pattern are no positions.

use super::few::Few;
use super::ranks::{CHOOSE, LOW, RANKS, Ranks};
use super::{BESIDE, BOARD, CELLS, MEN, Men, PATTERNS, Teeko, bits, pattern};
use crate::game::{Begin, Index, Indexed, Player};
use crate::value::Outcome;
use std::ops::Range;

/// The length of a row with so many men on the board.
const LENGTH: [u32; 2 * MEN + 1] = {
    let mut length = [0; 2 * MEN + 1];
    let mut men = 0;
    while men <= 2 * MEN {
        length[men] = CHOOSE[CELLS - (men - men / 2)][men / 2];
        men += 1;
    }
    length
};

/// The first number with so many men on the board, and the end of all.
const FIRST: ([u32; 2 * MEN + 1], u32) = {
    let mut first = [0; 2 * MEN + 1];
    let mut next = CHOOSE[CELLS][MEN] * LENGTH[2 * MEN];
    let mut men = 0;
    while men < 2 * MEN {
        first[men] = next;
        next += CHOOSE[CELLS][men - men / 2] * LENGTH[men];
        men += 1;
    }
    (first, next)
};

/// The numbers in which the men of the player who has just moved are the same.
struct Row {
    numbers: Range<u32>,
    /// How many men are on the board.
    men: usize,
    /// Those of the player who has just moved.
    other: u32,
    /// The cells that are free, by place.
    free: Few<u8, CELLS>,
    /// What the first man of the player to move at some place, the second, … adds to their cells and to their rank among all.
    own: [[Own; 32]; MEN],
}

/// Some men of the player to move.
#[derive(Clone, Copy, Default)]
struct Own {
    /// Their cells, as bits.
    men: u32,
    /// Their summand of the rank.
    rank: u32,
}

impl Row {
    /// The row of a number of the game.
    fn of(index: u32) -> Self {
        let end = FIRST.0[0];
        let men = if index < end { 2 * MEN } else { (0..2 * MEN).rfind(|&men| FIRST.0[men] <= index).unwrap_or(0) };
        let rank = (index - FIRST.0[men]) / LENGTH[men];
        let first = FIRST.0[men] + rank * LENGTH[men];
        let other = RANKS.set(men - men / 2, rank);
        let free = Few::of(bits((BOARD & !other).into()));
        let mut own = [[Own::default(); 32]; MEN];
        for (i, own) in own.iter_mut().enumerate() {
            for (slot, &cell) in own.iter_mut().zip(&*free) {
                *slot = Own { men: 1 << cell, rank: CHOOSE[usize::from(cell)][i + 1] };
            }
        }
        Self { numbers: first..first + LENGTH[men], men, other, free, own }
    }

    /// The men of the player to move in the position of a number of the row.
    fn own(&self, index: u32) -> Own {
        let places = RANKS.places[self.men / 2][(index - self.numbers.start) as usize];
        // A place that is none adds nothing.
        places.iter().zip(&self.own).fold(Own::default(), |sum, (&place, own)| {
            let man = own[usize::from(place & 31)];
            Own { men: sum.men | man.men, rank: sum.rank + man.rank }
        })
    }

    /// What the rules say of the numbers from `from` on, counted from the row's first, where both have all their men.
    fn begin_moves(&self, from: usize, out: &mut [Begin]) {
        // A man at a place has as many moves as cells beside it are free, but for those that other men of its player hold.
        let mut moves = [0; CELLS];
        let mut beside = [0_u32; CELLS];
        let empty = BOARD & !self.other;
        for (place, &cell) in self.free.iter().enumerate() {
            let near = BESIDE[usize::from(cell)] & empty;
            moves[place] = near.count_ones();
            beside[place] = (0..).zip(&*self.free).fold(0, |set, (i, &cell)| set | (near >> cell & 1) << i);
        }
        let mut done = 0;
        while done < out.len() {
            // The first man goes from its place up to that of the second; the others stay.
            let [first, second, third, fourth] = RANKS.places[MEN][from + done].map(usize::from);
            let run = (second - first).min(out.len() - done);
            let (two, three, four) = (beside[second], beside[third], beside[fourth]);
            let between = (two >> third & 1) + (two >> fourth & 1) + (three >> fourth & 1);
            let fixed = moves[second] + moves[third] + moves[fourth] - 2 * between;
            for (slot, place) in out[done..done + run].iter_mut().zip(first..) {
                let near = (two >> place & 1) + (three >> place & 1) + (four >> place & 1);
                *slot = Begin::Open(fixed + moves[place] - 2 * near);
            }
            done += run;
        }
    }
}

/// A change of the men of the player who has just moved, undone: where the tables have the men it began with.
#[derive(Clone, Copy, Default)]
struct Undone {
    low: u32,
    high: u32,
    /// The cell that must be free, by number.
    back_to: u32,
}

/// Everything that may have been done last in the positions of a row.
struct Before<'a> {
    row: Row,
    moves: Few<Undone, { 8 * MEN }>,
    drops: Few<Undone, MEN>,
    ranks: &'a Ranks,
}

impl<'a> Before<'a> {
    fn new(game: Teeko, index: u32, ranks: &'a Ranks) -> Self {
        let row = Row::of(index);
        let (own, other) = (row.men / 2, row.men - row.men / 2);
        let undone = |men: u32, back_to: u8, width: usize| Undone {
            low: (ranks.low(men) * LOW) as u32,
            high: (ranks.high(men) * width) as u32,
            back_to: back_to.into(),
        };
        let (mut moves, mut drops) = (Few::new(), Few::new());
        for from in bits(row.other.into()) {
            let rest = row.other & !(1 << from);
            if row.men == 2 * MEN {
                let width = ranks.above_cut(MEN, MEN).width;
                let cells = bits((BESIDE[usize::from(from)] & !row.other).into());
                // The whole game never comes to a placement in which the player to move has a pattern.
                let cells = cells.filter(|cell| !game.drops || !pattern(rest | 1 << cell));
                cells.map(|cell| undone(rest | 1 << cell, cell, width)).for_each(|undone| moves.push(undone));
            }
            if game.drops {
                drops.push(undone(rest, from, ranks.above_cut(other - 1, own).width));
            }
        }
        Self { row, moves, drops, ranks }
    }
}

impl Before<'_> {
    /// Writes the numbers from which a move leads to one of the row, and gives how many there are.
    fn numbers(&self, index: u32, out: &mut [Index]) -> usize {
        let Own { men: own, rank } = self.row.own(index);
        let low = &self.ranks.low_part[self.ranks.low(own)..];
        let high = self.ranks.high(own);
        let mut count = 0;
        // A number is written in any case and counts if the cell is free: that is faster than a branch.
        let mut write = |undone: &[Undone], high: &[u16], first: u32| {
            for undone in undone {
                let rank = u32::from(low[undone.low as usize]) + u32::from(high[undone.high as usize]);
                out[count] = Index(first + rank);
                count += (!own >> undone.back_to & 1) as usize;
            }
        };
        if !self.moves.is_empty() {
            let high = &self.ranks.above_cut(MEN, MEN).part[high..];
            write(&self.moves, high, rank * LENGTH[2 * MEN]);
        }
        if !self.drops.is_empty() {
            let before = self.row.men - 1;
            let high = &self.ranks.above_cut(before / 2, self.row.men / 2).part[high..];
            write(&self.drops, high, FIRST.0[before] + rank * LENGTH[before]);
        }
        count
    }
}

/// What can be done next in the positions of a row: its men do not move, and those who do are the next row.
struct After<'a> {
    row: Row,
    /// How many men are on the board then.
    men: usize,
    /// The summands of the row's men, by the others below the cut, and above it.
    low: &'a [u16],
    high: &'a [u16],
    ranks: &'a Ranks,
}

impl<'a> After<'a> {
    fn new(index: u32, ranks: &'a Ranks) -> Self {
        let row = Row::of(index);
        let men = (row.men + 1).min(2 * MEN);
        let above = ranks.above_cut(men / 2, men - men / 2);
        let low = &ranks.low_part[ranks.low(row.other) * LOW..][..LOW];
        let high = &above.part[ranks.high(row.other) * above.width..][..above.width];
        Self { row, men, low, high, ranks }
    }

    /// Appends the numbers of the options of a position, given the men of the player to move.
    fn numbers(&self, own: u32, out: &mut Vec<Index>) {
        let empty = BOARD & !(own | self.row.other);
        if self.row.men < self.men {
            out.extend(bits(empty.into()).map(|cell| self.number(own | 1 << cell)));
            return;
        }
        for from in bits(own.into()) {
            let rest = own & !(1 << from);
            out.extend(bits((BESIDE[usize::from(from)] & empty).into()).map(|cell| self.number(rest | 1 << cell)));
        }
    }

    /// The number of the position in which the player to move has the row's men, and the other one these.
    fn number(&self, moved: u32) -> Index {
        let rank = self.ranks.among(moved, 0);
        let own = u32::from(self.low[self.ranks.low(moved)]) + u32::from(self.high[self.ranks.high(moved)]);
        Index(FIRST.0[self.men] + rank * LENGTH[self.men] + own)
    }
}

/// The most changes that can be undone in a position: at most eight moves of each man, and as many drops.
const MOST: usize = 9 * MEN;

impl Indexed for Teeko {
    fn indices(&self) -> u64 {
        u64::from(if self.drops { FIRST.1 } else { FIRST.0[0] })
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        let men = (own.count_ones() + other.count_ones()) as usize;
        Some(Index(FIRST.0[men] + RANKS.among(other, 0) * LENGTH[men] + RANKS.among(own, other)))
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        if u64::from(index.0) >= self.indices() {
            return None;
        }
        let row = Row::of(index.0);
        let own = row.own(index.0).men;
        if self.drops && pattern(own) {
            return None;
        }
        Some(if row.men.is_multiple_of(2) {
            Men { x: own, o: row.other, mover: Player::Left }
        } else {
            Men { x: row.other, o: own, mover: Player::Right }
        })
    }

    fn unmoves(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, other) = at.own_and_other();
        if pattern(own) {
            return;
        }
        let men = (own.count_ones() + other.count_ones()) as usize;
        // How many men there are says who dropped the last one, if that was the last move.
        let dropped = at.mover == if men.is_multiple_of(2) { Player::Left } else { Player::Right };
        for from in bits(other.into()) {
            let rest = other & !(1 << from);
            if men == 2 * MEN {
                let cells = bits((BESIDE[usize::from(from)] & !(own | other)).into()).map(|cell| rest | 1 << cell);
                out.extend(cells.filter(|&men| !self.drops || !pattern(men)).map(|men| at.after(own, men)));
            }
            if self.drops && dropped {
                out.push(at.after(own, rest));
            }
        }
    }

    fn colours_alike(&self) -> bool {
        true
    }

    fn recoloured(&self, at: &Men) -> Men {
        at.recoloured()
    }

    fn begin(&self, first: Index, out: &mut [Begin]) {
        let here = self.indices().saturating_sub(first.0.into()).min(out.len() as u64) as usize;
        let (mut out, beyond) = out.split_at_mut(here);
        beyond.fill(Begin::Nothing);
        let mut next = first.0;
        while !out.is_empty() {
            let row = Row::of(next);
            let (here, rest) = out.split_at_mut(out.len().min((row.numbers.end - next) as usize));
            let from = (next - row.numbers.start) as usize;
            if pattern(row.other) {
                here.fill(Begin::End(Outcome::Loss));
            } else if row.men < 2 * MEN {
                here.fill(Begin::Open((CELLS - row.men) as u32));
            } else {
                row.begin_moves(from, here);
            }
            if self.drops && row.men == 2 * MEN {
                for own in PATTERNS.iter().filter(|men| **men & row.other == 0) {
                    let slot = (RANKS.among(*own, row.other) as usize).checked_sub(from);
                    if let Some(slot) = slot.and_then(|slot| here.get_mut(slot)) {
                        *slot = Begin::Nothing;
                    }
                }
            }
            next += here.len() as u32;
            out = rest;
        }
    }

    fn is_double(&self, index: Index) -> bool {
        index.0 < FIRST.0[2 * MEN - 1]
    }

    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let start = out.len();
        let mut last: Option<After<'_>> = None;
        for &Index(index) in of.iter().filter(|of| u64::from(of.0) < self.indices()) {
            if !last.as_ref().is_some_and(|after| after.row.numbers.contains(&index)) {
                last = Some(After::new(index, &RANKS));
            }
            let Some(after) = last.as_ref().filter(|after| !pattern(after.row.other)) else { continue };
            let own = after.row.own(index).men;
            if !self.drops || !pattern(own) {
                after.numbers(own, out);
            }
        }
        // Different moves lead to different positions.
        (out.len() - start) as u64
    }

    fn unmoves_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let ranks: &Ranks = &RANKS;
        let mut found = [Index(0); 1024];
        let mut count = 0;
        let mut last: Option<Before<'_>> = None;
        for &Index(index) in of.iter().filter(|of| u64::from(of.0) < self.indices()) {
            if !last.as_ref().is_some_and(|before| before.row.numbers.contains(&index)) {
                last = Some(Before::new(*self, index, ranks));
            }
            let Some(before) = &last else { continue };
            if count > found.len() - MOST {
                out.extend_from_slice(&found[..count]);
                count = 0;
            }
            count += before.numbers(index, &mut found[count..]);
        }
        out.extend_from_slice(&found[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_placement_has_its_numbers() {
        // Placements of the men of both, by how many are on the board.
        let counts = [1, 25, 25 * 24, 25 * 276, 300 * 253, 300 * 1771, 2300 * 1540, 2300 * 7315, 12650 * 5985];
        let starts: Vec<u32> = FIRST.0[..8].iter().copied().chain([FIRST.1]).collect();
        assert_eq!(FIRST.0[8], 0);
        assert_eq!((FIRST.0[0], Teeko::movement().indices()), (75_710_250, 75_710_250));
        for men in 0..8 {
            assert_eq!(starts[men + 1] - starts[men], counts[men], "{men} men");
        }
        assert_eq!(Teeko::new().indices(), u64::from(counts.iter().sum::<u32>()));
        assert_eq!(Teeko::new().indices(), 96_691_476);
    }
}
