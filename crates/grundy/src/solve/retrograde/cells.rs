//! Cells: one for each position. A cell holds the number of open options while the position is undecided, and then the
//! tick of its decision.
//!
//! A cell of *B* bits, from its highest bit down:
//!
//! | | |
//! |---|---|
//! | `1 tick` | decided at that tick, of 2^(B − 1) |
//! | `0 count` | undecided: `count` options are not lost yet; 0 is a drawn end, which has no options and is never propagated |
//! | `0 player count` | undecided, in a game that gives the player to move: 0 left, 1 right |
//!
//! The greatest count stands for itself and all larger ones: such a position is *wide*, and its count is in a list beside
//! the cells ([`WideCounts`]). Cells are bytes unless more than one position in [`POSITIONS_PER_WIDE`] is wide, or the ticks do not fit; then
//! they have 16 bits, or 32, which are always sufficient.

use crate::checkpoint::Unsigned;
use crate::graph::Vertex;
use std::hint::select_unpredictable;

/// At most one position in this many may be wide.
pub(super) const POSITIONS_PER_WIDE: usize = 256;

/// A cell of 8, 16 or 32 bits, which holds an undecided or decided position.
pub(super) trait Cell: Unsigned + Eq + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// The lowest value of a decided cell.
    const DECIDED: Self;
    /// The bit for the player to move at an undecided position, in a game that gives the player.
    const PLAYER: Self;
    /// The last tick that a cell can hold.
    const LAST: u32;

    /// The cell with these bits, which must fit.
    fn of(bits: u32) -> Self;
    /// The bits of the cell.
    fn bits(self) -> u32;
    /// The set of cells, of at most 64, that are equal to `code`; the first cell is the lowest bit.
    fn equality_mask(cells: &[Self], code: Self) -> u64;

    /// Whether the position is undecided.
    fn is_open(self) -> bool;
    /// The cell after an option is found to be a win for the player to move here.
    fn after_claim(self, code: Self) -> Self;
    /// The cell after an option is found to be a loss for the player to move here. Not for wide positions.
    fn after_refutation(self, code: Self) -> Self;
    /// The cell after an option is found to be won by `winner`, the bit of a player.
    fn after_option_won_by(self, winner: Self, code: Self) -> Self;
    /// Whether an option won by `winner` decides the position.
    fn is_decided_by(self, winner: Self) -> bool;
    /// The count, if the position is undecided and `winner` does not move there; otherwise the cell itself.
    fn count_against(self, winner: Self) -> Self;

    /// The cell decided at `tick`.
    fn decided(tick: u32) -> Self {
        debug_assert!(tick <= Self::LAST, "a tick that fits");
        Self::of(Self::DECIDED.bits() | tick)
    }

    /// The tick at which the position was decided.
    fn tick(self) -> Option<u32> {
        (!self.is_open()).then(|| self.bits() ^ Self::DECIDED.bits())
    }
}

macro_rules! cell {
    ($t:ty, $equal:path) => {
        impl Cell for $t {
            const DECIDED: Self = 1 << (Self::BITS - 1);
            const PLAYER: Self = Self::DECIDED >> 1;
            const LAST: u32 = (Self::DECIDED - 1) as u32;

            #[inline(always)]
            fn of(bits: u32) -> Self {
                bits as Self
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }

            #[inline(always)]
            fn equality_mask(cells: &[Self], code: Self) -> u64 {
                $equal(cells, code)
            }

            #[inline(always)]
            fn is_open(self) -> bool {
                self < Self::DECIDED
            }

            #[inline(always)]
            fn after_claim(self, code: Self) -> Self {
                select_unpredictable(self.is_open(), code, self)
            }

            #[inline(always)]
            fn after_refutation(self, code: Self) -> Self {
                let less = self.wrapping_sub(Self::from(self.is_open()));
                select_unpredictable(self == 1, code, less)
            }

            #[inline(always)]
            fn after_option_won_by(self, winner: Self, code: Self) -> Self {
                let less = self.wrapping_sub(Self::from(self.is_open()));
                select_unpredictable(self.is_decided_by(winner), code, less)
            }

            #[inline(always)]
            fn is_decided_by(self, winner: Self) -> bool {
                self.is_open() & ((self & Self::PLAYER == winner) | (self & (Self::PLAYER - 1) == 1))
            }

            #[inline(always)]
            fn count_against(self, winner: Self) -> Self {
                // An undecided cell of the other player loses its player bit; every other cell keeps a high bit.
                if self & (Self::DECIDED | Self::PLAYER) == winner ^ Self::PLAYER {
                    self & (Self::PLAYER - 1)
                } else {
                    Self::MAX
                }
            }
        }
    };
}

cell!(u8, equal_bytes);
cell!(u16, equal_one_by_one);
cell!(u32, equal_one_by_one);

fn equal_one_by_one<C: Cell>(cells: &[C], code: C) -> u64 {
    cells.iter().rev().fold(0, |mask, &cell| mask << 1 | u64::from(cell == code))
}

/// Eight bytes at a time: a byte of `word ^ code` is zero if and only if neither its low seven bits, added to 127, nor the
/// byte itself reach the high bit (Warren, Hacker's Delight, 6-1); a product then gathers the eight high bits.
#[inline(always)]
fn equal_bytes(cells: &[u8], code: u8) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let (words, rest) = cells.as_chunks::<8>();
    let mut mask = 0;
    for (i, word) in words.iter().enumerate() {
        let x = u64::from_le_bytes(*word) ^ u64::from_le_bytes([code; 8]);
        let zero = !(((x & LOW) + LOW) | x | LOW) >> 7;
        mask |= (zero.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    if rest.is_empty() { mask } else { mask | equal_one_by_one(rest, code) << (8 * words.len()) }
}

/// The greatest count that a cell can hold, which stands for all larger ones; in games with players, one bit is for the
/// player.
pub(super) fn max_count<C: Cell>(has_players: bool) -> C {
    C::of(if has_players { C::PLAYER.bits() - 1 } else { 2 * C::PLAYER.bits() - 1 })
}

/// The counts of the wide positions, ascending by position.
pub(super) type WideCounts = [(Vertex, u32)];

/// Subtracts one from the count of a wide position and returns the rest.
#[cold]
pub(super) fn decrement(wide: &mut WideCounts, v: Vertex) -> u32 {
    let place = wide.binary_search_by_key(&v, |entry| entry.0).expect("a wide position is in the list");
    let count = &mut wide[place].1;
    *count -= 1;
    *count
}

/// The cells of all positions, as narrow as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

impl Cells {
    /// The tick at which a position was decided, if it was; `None` if there is no such position.
    pub(super) fn tick(&self, v: usize) -> Option<Option<u32>> {
        match self {
            Self::Bytes(cells) => cells.get(v).map(|cell| cell.tick()),
            Self::Halves(cells) => cells.get(v).map(|cell| cell.tick()),
            Self::Words(cells) => cells.get(v).map(|cell| cell.tick()),
        }
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Halves(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }

    /// Number of bytes of a cell.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Bytes(_) => 1,
            Self::Halves(_) => 2,
            Self::Words(_) => 4,
        }
    }

    /// Whether the list has a count of every wide position.
    pub(super) fn agree_with(&self, wide: &WideCounts, has_players: bool) -> bool {
        match self {
            Self::Bytes(cells) => agree(cells, wide, has_players),
            Self::Halves(cells) => agree(cells, wide, has_players),
            Self::Words(cells) => agree(cells, wide, has_players),
        }
    }

    /// These cells with twice as many bits; 32-bit cells stay the same.
    pub(super) fn wider(self, has_players: bool) -> Self {
        match self {
            Self::Bytes(cells) => Self::Halves(widen(&cells, has_players)),
            Self::Halves(cells) => Self::Words(widen(&cells, has_players)),
            words => words,
        }
    }
}

fn agree<C: Cell>(cells: &[C], wide: &WideCounts, has_players: bool) -> bool {
    let greatest = max_count::<C>(has_players).bits();
    let mut listed = wide.iter().filter(|(_, count)| *count > 0).map(|(v, _)| v.index()).peekable();
    cells.iter().enumerate().filter(|(_, cell)| cell.is_open() && cell.bits() & greatest == greatest).all(|(v, _)| {
        while listed.next_if(|&other| other < v).is_some() {}
        listed.peek() == Some(&v)
    })
}

/// A wide position stays marked as wide: its count in the list is right, even if it now fits in the cell.
fn widen<C: Cell, D: Cell>(cells: &[C], has_players: bool) -> Vec<D> {
    let (greatest, greater) = (max_count::<C>(has_players).bits(), max_count::<D>(has_players).bits());
    let one = |&cell: &C| match cell.tick() {
        Some(tick) => D::decided(tick),
        None => {
            let right = has_players && cell.bits() & C::PLAYER.bits() != 0;
            let count = cell.bits() & greatest;
            let count = if count == greatest { greater } else { count };
            D::of(count | if right { D::PLAYER.bits() } else { 0 })
        }
    };
    cells.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_cells_are_found() {
        for count in [0, 1, 7, 8, 9, 31, 63, 64] {
            for code in [0, 1, 127, 128, 129, 255] {
                let cells: Vec<u8> = (0..count).map(|i: u32| (code as u32 + i * i % 3 + 127 * (i % 2)) as u8).collect();
                let expected = (0..count).filter(|&i| cells[i as usize] == code).fold(0, |mask, i| mask | 1u64 << i);
                assert_eq!(u8::equality_mask(&cells, code), expected);
                let halves: Vec<u16> = cells.iter().map(|&cell| cell.into()).collect();
                assert_eq!(u16::equality_mask(&halves, code.into()), expected);
            }
        }
    }

    /// Compares each change of a cell with its definition, for every byte.
    #[test]
    fn a_byte_changes_as_it_means() {
        let code = u8::decided(5);
        for cell in 0..=u8::MAX {
            if let Some(tick) = cell.tick() {
                assert_eq!(cell, 128 + tick as u8);
                for after in [
                    cell.after_claim(code),
                    cell.after_refutation(code),
                    cell.after_option_won_by(0, code),
                    cell.after_option_won_by(64, code),
                ] {
                    assert_eq!(after, cell);
                }
                assert_eq!((cell.count_against(0), cell.count_against(64)), (255, 255));
                continue;
            }
            assert_eq!(cell.after_claim(code), code);
            if cell > 0 {
                assert_eq!(cell.after_refutation(code), if cell == 1 { code } else { cell - 1 });
            }
            let (player, count) = (cell & 64, cell & 63);
            if count > 0 {
                assert_eq!(cell.after_option_won_by(player, code), code);
                assert_eq!(cell.after_option_won_by(player ^ 64, code), if count == 1 { code } else { cell - 1 });
                assert_eq!(cell.count_against(player ^ 64), count);
                assert_eq!(cell.count_against(player), 255);
            }
        }
    }

    #[test]
    fn a_wider_cell_means_the_same() {
        let bytes = Cells::Bytes(vec![0, 1, 126, 127, 128, 133, 255]);
        let halves = Cells::Halves(vec![0, 1, 126, 0x7fff, 0x8000, 0x8005, 0x807f]);
        assert_eq!(bytes.wider(false), halves);
        assert_eq!(halves.clone().wider(false).wider(true), halves.wider(false));
        let bytes = Cells::Bytes(vec![0, 62, 63, 64, 65, 126, 127, 255]);
        let halves = Cells::Halves(vec![0, 62, 0x3fff, 0x4000, 0x4001, 0x403e, 0x7fff, 0x807f]);
        assert_eq!(bytes.wider(true), halves);
    }
}
