//! The indices of Dao's positions: C(16, 4) sets of cells for one player, C(12, 4) among those left for the other.
//!
//! Index = 495 · (rank of the men of the player who does not move) + (rank of the men of the player to move, among the
//! cells that the others leave free), with sets of cells in ascending order. A move leaves the men of the other player in
//! place, so that all predecessors of a position are in one row of 495 indices.
//!
//! A man can have arrived at a cell in a direction in which it cannot go further, from any of the cells behind it, up to
//! the first occupied one. Shifting the set of free cells finds the moves of all men at once.

use super::{Dao, EDGE, MEN, NEIGHBOURS, is_cornered, is_over, is_winning_shape};
use crate::catalog::grid::bits;
use crate::catalog::men::Men;
use crate::catalog::subsets::{choose, rank};
use crate::game::{Index, Indexed, InitialState, Player};
use crate::value::Outcome;

/// The sets of four cells of sixteen.
const SETS: usize = choose(16, MEN) as usize;

/// The sets of four places of twelve: a row of indices.
const ROW: usize = choose(12, MEN) as usize;

/// The sets of four bits in ascending order, by Gosper's step from one to the next.
const fn sets<const N: usize>() -> [u16; N] {
    let mut sets = [0; N];
    let (mut set, mut i) = (0b1111u32, 0);
    while i < N {
        sets[i] = set as u16;
        let low = set & set.wrapping_neg();
        let next = set + low;
        set = next | (((set ^ next) / low) >> 2);
        i += 1;
    }
    sets
}

const SET_OF: [u16; SETS] = sets();
const PLACES_OF: [u16; ROW] = sets();

/// The index of each set of four places of twelve.
static NUMBER_OF: [u16; 1 << 12] = {
    let mut numbers = [0; 1 << 12];
    let mut i = 0;
    while i < ROW {
        numbers[PLACES_OF[i] as usize] = i as u16;
        i += 1;
    }
    numbers
};

/// The step in each direction, as in [`NEIGHBOURS`]: direction 7 − d is against d.
const STEP: [i32; 8] = [-5, -4, -3, -1, 1, 3, 4, 5];

/// The cells that have one beside them in each direction.
const INWARD: [u32; 8] = {
    let mut inward = [0; 8];
    let mut way = 0;
    while way < 8 {
        let mut cell = 0;
        while cell < 16 {
            if NEIGHBOURS[way][cell] != EDGE {
                inward[way] |= 1 << cell;
            }
            cell += 1;
        }
        way += 1;
    }
    inward
};

/// For each direction, the cells whose neighbour in that direction is free.
fn open(free: u32) -> [u32; 8] {
    std::array::from_fn(|way| {
        let step = STEP[way];
        INWARD[way] & if step < 0 { free << -step } else { free >> step }
    })
}

/// The cells that four men leave free, the lowest first.
fn free_of(men: u32) -> [u8; 12] {
    let mut cells = bits(u64::from(!men & 0xffff));
    std::array::from_fn(|_| cells.next().expect("twelve cells are free"))
}

/// The set of cells with this index in the row that belongs to the men who leave `free`.
fn in_row(number: usize, free: &[u8; 12]) -> u32 {
    bits(PLACES_OF[number].into()).fold(0, |men, place| men | 1 << free[usize::from(place)])
}

/// For each set, the bit of each cell's place among those that it leaves free; 0 for its own cells. Computing the place of
/// every cell each time took three times as long.
static PLACE: [[u16; 16]; SETS] = {
    let mut places = [[0; 16]; SETS];
    let mut i = 0;
    while i < SETS {
        let (mut cell, mut place) = (0, 1);
        while cell < 16 {
            if SET_OF[i] >> cell & 1 == 0 {
                places[i][cell] = place;
                place <<= 1;
            }
            cell += 1;
        }
        i += 1;
    }
    places
};

/// The places of men among the cells that a set leaves free.
fn places(men: u32, set: usize) -> u16 {
    bits(men.into()).fold(0, |places, cell| places | PLACE[set][usize::from(cell)])
}

/// An iterator over indices that remembers the current row.
struct Rows {
    row: usize,
    other: u32,
    free: [u8; 12],
}

impl Rows {
    fn new() -> Self {
        Self { row: 0, other: 0b1111, free: free_of(0b1111) }
    }

    /// The men of the player to move and of the other one.
    fn men(&mut self, index: Index) -> (u32, u32) {
        let (row, number) = (index.0 as usize / ROW, index.0 as usize % ROW);
        if row != self.row {
            let other = SET_OF[row].into();
            *self = Self { row, other, free: free_of(other) };
        }
        (in_row(number, &self.free), self.other)
    }
}

impl Indexed for Dao {
    fn indices(&self) -> u64 {
        (SETS * ROW) as u64
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        let row = rank(other.into()) as usize;
        Some(Index((row * ROW) as u64 + u64::from(NUMBER_OF[usize::from(places(own, row))])))
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        if index.0 >= self.indices() {
            return None;
        }
        let (x, o) = Rows::new().men(index);
        Some(Men { x, o, mover: Player::Left })
    }

    fn predecessors(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, last) = at.own_and_other();
        let free = |cell: u8| cell != EDGE && (own | last) >> cell & 1 == 0;
        for to in bits(last.into()) {
            for (neighbours, behind) in NEIGHBOURS.iter().zip(NEIGHBOURS.iter().rev()) {
                let mut from = behind[usize::from(to)];
                while !free(neighbours[usize::from(to)]) && free(from) {
                    let before = at.before(last & !(1 << to) | 1 << from, own);
                    if !is_over(before) {
                        out.push(before);
                    }
                    from = behind[usize::from(from)];
                }
            }
        }
    }

    fn is_colour_symmetric(&self) -> bool {
        true
    }

    fn with_colours_exchanged(&self, at: &Men) -> Men {
        at.with_colours_exchanged()
    }

    fn initial_states(&self, first: Index, out: &mut [InitialState]) {
        let mut rows = Rows::new();
        for (index, state) in (first.0..).map(Index).zip(out) {
            if index.0 >= self.indices() {
                *state = InitialState::Unused;
                continue;
            }
            let (own, other) = rows.men(index);
            // Two moves in different directions, or of different men, never lead to the same position.
            let moves = || open(!(own | other) & 0xffff).iter().map(|open| (own & open).count_ones()).sum();
            *state = if is_winning_shape(other) {
                InitialState::Terminal(Outcome::Loss)
            } else if is_cornered(own, other) {
                InitialState::Terminal(Outcome::Win)
            } else {
                match moves() {
                    0 => InitialState::Terminal(Outcome::Loss),
                    moves => InitialState::Open(moves),
                }
            };
        }
    }

    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let start = out.len();
        let mut rows = Rows::new();
        for &index in of.iter().filter(|index| index.0 < self.indices()) {
            let (own, other) = rows.men(index);
            if is_over(Men { x: own, o: other, mover: Player::Left }) {
                continue;
            }
            let free = |cell: u8| cell != EDGE && (own | other) >> cell & 1 == 0;
            for from in bits(own.into()) {
                for neighbours in &NEIGHBOURS {
                    let mut to = from;
                    while free(neighbours[usize::from(to)]) {
                        to = neighbours[usize::from(to)];
                    }
                    if to != from {
                        let row = rank((own & !(1 << from) | 1 << to).into()) as usize;
                        out.push(Index((row * ROW) as u64 + u64::from(NUMBER_OF[usize::from(places(other, row))])));
                    }
                }
            }
        }
        (out.len() - start) as u64
    }

    /// The result may include positions that are over because a man is cornered.
    fn predecessors_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let mut rows = Rows::new();
        for &index in of.iter().filter(|index| index.0 < self.indices()) {
            let (own, last) = rows.men(index);
            if is_winning_shape(own) {
                continue;
            }
            let row = rank(own.into()) as usize;
            let (first, places, place) = ((row * ROW) as u64, places(last, row), &PLACE[row]);
            let free = !(own | last) & 0xffff;
            let open = open(free);
            for way in 0..8 {
                for to in bits((last & !open[way] & open[7 - way]).into()) {
                    let others = places & !place[usize::from(to)];
                    let mut from = NEIGHBOURS[7 - way][usize::from(to)];
                    while from != EDGE && free >> from & 1 == 1 {
                        let before = NUMBER_OF[usize::from(others | place[usize::from(from)])];
                        out.push(Index(first + u64::from(before)));
                        from = NEIGHBOURS[7 - way][usize::from(from)];
                    }
                }
            }
        }
    }
}
