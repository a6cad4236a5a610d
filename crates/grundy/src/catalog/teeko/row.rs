//! A row of indices: the data that all positions share in which the player who has just moved has the same men.

use super::ranks::{CHOOSE, RANKS};
use super::{BOARD, CELLS, MEN, NEIGHBOURS, bits};
use crate::game::InitialState;
use arrayvec::ArrayVec;
use std::ops::Range;

/// The length of a row, by the number of men on the board.
pub(super) const LENGTH: [u32; 2 * MEN + 1] = {
    let mut length = [0; 2 * MEN + 1];
    let mut men = 0;
    while men <= 2 * MEN {
        length[men] = CHOOSE[CELLS - (men - men / 2)][men / 2];
        men += 1;
    }
    length
};

/// The first index by the number of men on the board, and the end of all indices.
pub(super) const FIRST: ([u32; 2 * MEN + 1], u32) = {
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

/// The indices of the positions in which the player who has just moved has the same men.
pub(super) struct Row {
    pub(super) indices: Range<u32>,
    /// Number of men on the board.
    pub(super) men: usize,
    /// The men of the player who has just moved.
    pub(super) other: u32,
    /// The cells that are free, by place.
    pub(super) free: ArrayVec<u8, CELLS>,
    /// For the first, second, … man of the player to move, at each place: the cell and the summand of the rank among
    /// all sets.
    own: [[Own; 32]; MEN],
}

/// Some men of the player to move.
#[derive(Clone, Copy, Default)]
pub(super) struct Own {
    /// Their cells, as bits.
    pub(super) men: u32,
    /// Their summand of the rank.
    pub(super) rank: u32,
}

impl Row {
    /// The row that contains an index of the game.
    pub(super) fn of(index: u32) -> Self {
        let end = FIRST.0[0];
        let men = if index < end { 2 * MEN } else { (0..2 * MEN).rfind(|&men| FIRST.0[men] <= index).unwrap_or(0) };
        let rank = (index - FIRST.0[men]) / LENGTH[men];
        let first = FIRST.0[men] + rank * LENGTH[men];
        let other = RANKS.set(men - men / 2, rank);
        let free: ArrayVec<u8, CELLS> = bits((BOARD & !other).into()).collect();
        let mut own = [[Own::default(); 32]; MEN];
        for (i, own) in own.iter_mut().enumerate() {
            for (slot, &cell) in own.iter_mut().zip(&*free) {
                *slot = Own { men: 1 << cell, rank: CHOOSE[usize::from(cell)][i + 1] };
            }
        }
        Self { indices: first..first + LENGTH[men], men, other, free, own }
    }

    /// The men of the player to move in the position of an index of the row.
    pub(super) fn own(&self, index: u32) -> Own {
        let places = RANKS.places[self.men / 2][(index - self.indices.start) as usize];
        // An unused place adds nothing.
        places.iter().zip(&self.own).fold(Own::default(), |sum, (&place, own)| {
            let man = own[usize::from(place & 31)];
            Own { men: sum.men | man.men, rank: sum.rank + man.rank }
        })
    }

    /// Writes the initial states of the indices from `from` on, counted from the row's first; both players have all
    /// their men.
    pub(super) fn write_open_states(&self, from: usize, out: &mut [InitialState]) {
        // A man has one move for each neighbouring cell that is free, that is, not taken by another man of its player
        // either.
        let mut moves = [0; CELLS];
        let mut neighbours = [0_u32; CELLS];
        let empty = BOARD & !self.other;
        for (place, &cell) in self.free.iter().enumerate() {
            let near = NEIGHBOURS[usize::from(cell)] & empty;
            moves[place] = near.count_ones();
            neighbours[place] = (0..).zip(&*self.free).fold(0, |set, (i, &cell)| set | (near >> cell & 1) << i);
        }
        let mut done = 0;
        while done < out.len() {
            // In a run only the first man moves, from its place up to that of the second.
            let [first, second, third, fourth] = RANKS.places[MEN][from + done].map(usize::from);
            let run = (second - first).min(out.len() - done);
            let (two, three, four) = (neighbours[second], neighbours[third], neighbours[fourth]);
            let between = (two >> third & 1) + (two >> fourth & 1) + (three >> fourth & 1);
            let fixed = moves[second] + moves[third] + moves[fourth] - 2 * between;
            for (slot, place) in out[done..done + run].iter_mut().zip(first..) {
                let near = (two >> place & 1) + (three >> place & 1) + (four >> place & 1);
                *slot = InitialState::Open(fixed + moves[place] - 2 * near);
            }
            done += run;
        }
    }
}
