//! Conversion of Quixo's positions to indices and back.

use super::indexed::POWERS;
use super::{Quixo, Side, push_cube};
use crate::catalog::grid::bits;
use crate::catalog::men::Men;
use crate::game::{Index, Indexed, InitialState, Player};

/// For each set of eight cells, the number whose digits to base 3 are ones at these cells.
const ONES: [u32; 256] = {
    let mut ones = [0; 256];
    let mut set = 1;
    while set < 256usize {
        ones[set] = ones[set & (set - 1)] + POWERS[set.trailing_zeros() as usize];
        set += 1;
    }
    ones
};

/// The number whose digits to base 3 are ones at these cells, of sixteen.
fn ones(cells: u32) -> u32 {
    ONES[cells as usize & 0xff] + POWERS[8] * ONES[cells as usize >> 8 & 0xff]
}

/// Positions of boards up to four by four have indices, 3 to the power of the number of cells in all. An index in which
/// both players have a line counts as a position too, even if play never reaches it. Positions of a larger board have
/// no indices.
impl Indexed for Quixo {
    fn indices(&self) -> u64 {
        self.index_tables.as_ref().map_or(0, |_| 3u64.pow(self.grid.cells()))
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        self.index_tables.as_ref().map(|_| Index((ones(own) + 2 * ones(other)).into()))
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        let mut at = Men { x: 0, o: 0, mover: Player::Left };
        let mut rest = index.0;
        for cell in 0..self.grid.cells() {
            match rest % 3 {
                1 => at.x |= 1 << cell,
                2 => at.o |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        (index.0 < self.indices()).then_some(at)
    }

    fn predecessors(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, last) = at.own_and_other();
        let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
        for end in bits(last.into()) {
            for side in sides.into_iter().filter(|&side| self.push_path(end, side).0 == 0) {
                let opposite = match side {
                    Side::Left => Side::Right,
                    Side::Right => Side::Left,
                    Side::Top => Side::Bottom,
                    Side::Bottom => Side::Top,
                };
                let (far, step) = self.push_path(end, opposite);
                for i in 1..=far {
                    let taken = u32::from(end).wrapping_add_signed(step * i as i32) as u8;
                    if sides.iter().all(|&side| self.push_path(taken, side).0 > 0) {
                        continue;
                    }
                    let own = push_cube(own, end, i, step);
                    let last = push_cube(last, end, i, step);
                    for last in [last, last | 1 << taken] {
                        if !self.has_line(own) && !self.has_line(last) {
                            out.push(at.before(last, own));
                        }
                    }
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
        match &self.index_tables {
            Some(index_tables) if index_tables.side == 2 => index_tables.initial_states::<2>(first, out),
            Some(index_tables) if index_tables.side == 3 => index_tables.initial_states::<3>(first, out),
            Some(index_tables) => index_tables.initial_states::<4>(first, out),
            None => out.fill(InitialState::Unused),
        }
    }

    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let options = |&of: &Index| match &self.index_tables {
            Some(index_tables) if index_tables.side == 2 => index_tables.options::<2>(of, out),
            Some(index_tables) if index_tables.side == 3 => index_tables.options::<3>(of, out),
            Some(index_tables) => index_tables.options::<4>(of, out),
            None => 0,
        };
        of.iter().map(options).map(u64::from).sum()
    }

    /// The result may include positions that are over; those in which the move would leave a full line untouched are
    /// left out.
    fn predecessors_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        match &self.index_tables {
            Some(index_tables) if index_tables.side == 2 => index_tables.predecessors::<2>(of, out),
            Some(index_tables) if index_tables.side == 3 => index_tables.predecessors::<3>(of, out),
            Some(index_tables) => index_tables.predecessors::<4>(of, out),
            None => {}
        }
    }
}
