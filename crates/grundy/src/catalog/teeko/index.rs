//! The indices of Teeko's positions: a row of consecutive indices for each set of men that the next move leaves fixed.
//!
//! The men of the player who has just moved are the fixed ones. Among positions with as many men, the index is their
//! rank times the length of a row, plus the rank of the men of the player to move among the cells left free
//! ([`super::ranks`]). A move to a position leaves the men of the player to move there in place, so all predecessors of
//! a position are in one row: of 5985 indices if all eight men are on the board. Those come first, 12650 rows; then
//! follow the positions with no man, one, … seven. Colours do not matter: an index describes the position from the side
//! of the player to move.
//!
//! In the whole game, a placement in which the player to move has a pattern is not a position.

use super::change::{After, Before, MAX_PREDECESSORS};
use super::ranks::{RANKS, Ranks};
use super::row::{FIRST, LENGTH, Row};
use super::{CELLS, MEN, Men, NEIGHBOURS, PATTERNS, Teeko, bits, is_pattern};
use crate::game::{Index, Indexed, InitialState, Player};
use crate::value::Outcome;

impl Teeko {
    /// The index as 32 bits; `None` if no position has it.
    fn narrow(self, index: Index) -> Option<u32> {
        u32::try_from(index.0).ok().filter(|_| index.0 < self.indices())
    }
}

impl Indexed for Teeko {
    fn indices(&self) -> u64 {
        u64::from(if self.drops { FIRST.1 } else { FIRST.0[0] })
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        let men = (own.count_ones() + other.count_ones()) as usize;
        Some(Index((FIRST.0[men] + RANKS.among(other, 0) * LENGTH[men] + RANKS.among(own, other)).into()))
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        let index = self.narrow(index)?;
        let row = Row::of(index);
        let own = row.own(index).men;
        if self.drops && is_pattern(own) {
            return None;
        }
        Some(if row.men.is_multiple_of(2) {
            Men { x: own, o: row.other, mover: Player::Left }
        } else {
            Men { x: row.other, o: own, mover: Player::Right }
        })
    }

    fn predecessors(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, other) = at.own_and_other();
        if is_pattern(own) {
            return;
        }
        let men = (own.count_ones() + other.count_ones()) as usize;
        // If the last move was a drop, the number of men determines who made it.
        let dropped = at.mover == if men.is_multiple_of(2) { Player::Left } else { Player::Right };
        for from in bits(other.into()) {
            let rest = other & !(1 << from);
            if men == 2 * MEN {
                let cells = bits((NEIGHBOURS[usize::from(from)] & !(own | other)).into()).map(|cell| rest | 1 << cell);
                out.extend(cells.filter(|&men| !self.drops || !is_pattern(men)).map(|men| at.after(own, men)));
            }
            if self.drops && dropped {
                out.push(at.after(own, rest));
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
        let here = self.indices().saturating_sub(first.0).min(out.len() as u64) as usize;
        let (mut out, beyond) = out.split_at_mut(here);
        beyond.fill(InitialState::Unused);
        let Some(mut next) = self.narrow(first) else { return };
        while !out.is_empty() {
            let row = Row::of(next);
            let (here, rest) = out.split_at_mut(out.len().min((row.indices.end - next) as usize));
            let from = (next - row.indices.start) as usize;
            if is_pattern(row.other) {
                here.fill(InitialState::Terminal(Outcome::Loss));
            } else if row.men < 2 * MEN {
                here.fill(InitialState::Open((CELLS - row.men) as u32));
            } else {
                row.write_open_states(from, here);
            }
            if self.drops && row.men == 2 * MEN {
                for own in PATTERNS.iter().filter(|men| **men & row.other == 0) {
                    let slot = (RANKS.among(*own, row.other) as usize).checked_sub(from);
                    if let Some(slot) = slot.and_then(|slot| here.get_mut(slot)) {
                        *slot = InitialState::Unused;
                    }
                }
            }
            next += here.len() as u32;
            out = rest;
        }
    }

    fn is_shared(&self, index: Index) -> bool {
        index.0 < u64::from(FIRST.0[2 * MEN - 1])
    }

    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let start = out.len();
        let mut last: Option<After<'_>> = None;
        for index in of.iter().filter_map(|&index| self.narrow(index)) {
            if !last.as_ref().is_some_and(|after| after.row.indices.contains(&index)) {
                last = Some(After::new(index, &RANKS));
            }
            let Some(after) = last.as_ref().filter(|after| !is_pattern(after.row.other)) else { continue };
            let own = after.row.own(index).men;
            if !self.drops || !is_pattern(own) {
                after.indices(own, out);
            }
        }
        // Different moves lead to different positions.
        (out.len() - start) as u64
    }

    fn predecessors_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let ranks: &Ranks = &RANKS;
        let mut found = [0; 1024];
        let mut count = 0;
        let mut last: Option<Before<'_>> = None;
        for index in of.iter().filter_map(|&index| self.narrow(index)) {
            if !last.as_ref().is_some_and(|before| before.row.indices.contains(&index)) {
                last = Some(Before::new(*self, index, ranks));
            }
            let Some(before) = &last else { continue };
            if count > found.len() - MAX_PREDECESSORS {
                out.extend(found[..count].iter().map(|&index| Index(index.into())));
                count = 0;
            }
            count += before.indices(index, &mut found[count..]);
        }
        out.extend(found[..count].iter().map(|&index| Index(index.into())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_placement_has_its_indices() {
        // Number of placements of the men of both players, by the number of men on the board.
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
