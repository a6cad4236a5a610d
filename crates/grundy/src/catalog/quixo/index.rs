//! Conversion of Quixo's positions to indices and back.

use super::indexed::POWERS;
use super::{Quixo, Side, pushed};
use crate::catalog::grid::bits;
use crate::catalog::men::Men;
use crate::game::{Begin, Index, Indexed, Player};

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
        self.numbers.as_ref().map_or(0, |_| 3u64.pow(self.grid.cells()))
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        self.numbers.as_ref().map(|_| Index((ones(own) + 2 * ones(other)).into()))
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

    fn unmoves(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, last) = at.own_and_other();
        let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
        for end in bits(last.into()) {
            for side in sides.into_iter().filter(|&side| self.way(end, side).0 == 0) {
                let opposite = match side {
                    Side::Left => Side::Right,
                    Side::Right => Side::Left,
                    Side::Top => Side::Bottom,
                    Side::Bottom => Side::Top,
                };
                let (far, step) = self.way(end, opposite);
                for i in 1..=far {
                    let taken = u32::from(end).wrapping_add_signed(step * i as i32) as u8;
                    if sides.iter().all(|&side| self.way(taken, side).0 > 0) {
                        continue;
                    }
                    let own = pushed(own, end, i, step);
                    let last = pushed(last, end, i, step);
                    for last in [last, last | 1 << taken] {
                        if !self.has_line(own) && !self.has_line(last) {
                            out.push(at.before(last, own));
                        }
                    }
                }
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
        match &self.numbers {
            Some(numbers) if numbers.side == 2 => numbers.begin::<2>(first, out),
            Some(numbers) if numbers.side == 3 => numbers.begin::<3>(first, out),
            Some(numbers) => numbers.begin::<4>(first, out),
            None => out.fill(Begin::Nothing),
        }
    }

    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let options = |&of: &Index| match &self.numbers {
            Some(numbers) if numbers.side == 2 => numbers.options::<2>(of, out),
            Some(numbers) if numbers.side == 3 => numbers.options::<3>(of, out),
            Some(numbers) => numbers.options::<4>(of, out),
            None => 0,
        };
        of.iter().map(options).map(u64::from).sum()
    }

    /// The result may include positions that are over; those in which the move would leave a full line untouched are
    /// left out.
    fn unmoves_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        match &self.numbers {
            Some(numbers) if numbers.side == 2 => numbers.unmoves::<2>(of, out),
            Some(numbers) if numbers.side == 3 => numbers.unmoves::<3>(of, out),
            Some(numbers) => numbers.unmoves::<4>(of, out),
            None => {}
        }
    }
}
