//! The predecessors and the options of the positions of a row, as indices.

use super::ranks::{LOW, Ranks};
use super::row::{FIRST, LENGTH, Own, Row};
use super::{BOARD, MEN, NEIGHBOURS, Teeko, bits, is_pattern};
use crate::game::Index;
use arrayvec::ArrayVec;

/// The most predecessors of a position: at most eight moves of each man, and as many drops as men.
pub(super) const MAX_PREDECESSORS: usize = 9 * MEN;

/// A last change of the men of the player who has just moved, undone: the table offsets of the men before it.
#[derive(Clone, Copy, Default)]
struct Undone {
    low: u32,
    high: u32,
    /// The number of the cell that must be free.
    back_to: u32,
}

/// The changes that may have led to the positions of a row.
pub(super) struct Before<'a> {
    pub(super) row: Row,
    moves: ArrayVec<Undone, { 8 * MEN }>,
    drops: ArrayVec<Undone, MEN>,
    ranks: &'a Ranks,
}

impl<'a> Before<'a> {
    pub(super) fn new(game: Teeko, index: u32, ranks: &'a Ranks) -> Self {
        let row = Row::of(index);
        let (own, other) = (row.men / 2, row.men - row.men / 2);
        let undone = |men: u32, back_to: u8, width: usize| Undone {
            low: (ranks.low(men) * LOW) as u32,
            high: (ranks.high(men) * width) as u32,
            back_to: back_to.into(),
        };
        let (mut moves, mut drops) = (ArrayVec::new(), ArrayVec::new());
        for from in bits(row.other.into()) {
            let rest = row.other & !(1 << from);
            if row.men == 2 * MEN {
                let width = ranks.above_cut(MEN, MEN).width;
                let cells = bits((NEIGHBOURS[usize::from(from)] & !row.other).into());
                // In the whole game, no position has a pattern of the player to move.
                let cells = cells.filter(|cell| !game.drops || !is_pattern(rest | 1 << cell));
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
    /// Writes the indices of the predecessors of a position of the row, and returns their number.
    pub(super) fn indices(&self, index: u32, out: &mut [u32]) -> usize {
        let Own { men: own, rank } = self.row.own(index);
        let low = &self.ranks.low_part[self.ranks.low(own)..];
        let high = self.ranks.high(own);
        let mut count = 0;
        // Each index is written, and counted only if the cell is free: that is faster than a branch.
        let mut write = |undone: &[Undone], high: &[u16], first: u32| {
            for undone in undone {
                let rank = u32::from(low[undone.low as usize]) + u32::from(high[undone.high as usize]);
                out[count] = first + rank;
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

/// The moves from the positions of a row. The row's men do not move, and the men that move determine the next row.
pub(super) struct After<'a> {
    pub(super) row: Row,
    /// Number of men on the board after the move.
    men: usize,
    /// The summands for the row's men, by the number of the other men below the cut; `high` has those above it.
    low: &'a [u16],
    high: &'a [u16],
    ranks: &'a Ranks,
}

impl<'a> After<'a> {
    pub(super) fn new(index: u32, ranks: &'a Ranks) -> Self {
        let row = Row::of(index);
        let men = (row.men + 1).min(2 * MEN);
        let above = ranks.above_cut(men / 2, men - men / 2);
        let low = &ranks.low_part[ranks.low(row.other) * LOW..][..LOW];
        let high = &above.part[ranks.high(row.other) * above.width..][..above.width];
        Self { row, men, low, high, ranks }
    }

    /// Appends the indices of the options of a position, given the men of the player to move.
    pub(super) fn indices(&self, own: u32, out: &mut Vec<Index>) {
        let empty = BOARD & !(own | self.row.other);
        if self.row.men < self.men {
            out.extend(bits(empty.into()).map(|cell| self.index(own | 1 << cell)));
            return;
        }
        for from in bits(own.into()) {
            let rest = own & !(1 << from);
            out.extend(bits((NEIGHBOURS[usize::from(from)] & empty).into()).map(|cell| self.index(rest | 1 << cell)));
        }
    }

    /// The index of the position in which the player to move has the row's men, and the other player `moved`.
    fn index(&self, moved: u32) -> Index {
        let rank = self.ranks.among(moved, 0);
        let own = u32::from(self.low[self.ranks.low(moved)]) + u32::from(self.high[self.ranks.high(moved)]);
        Index((FIRST.0[self.men] + rank * LENGTH[self.men] + own).into())
    }
}
