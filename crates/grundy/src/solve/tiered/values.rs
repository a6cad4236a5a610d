//! The values of a tier's positions, each in as many bytes as its remoteness may need.
//!
//! A move leads at least one tier higher, so a remoteness is at most the number of tiers above. Tiers with at most 126
//! tiers above take one byte for each position, those with at most 32766 two, and others four, so no escape code is
//! needed.

use crate::checkpoint::{CheckpointError, Decoder, write_list};
use crate::value::{Outcome, Remoteness, Verdict};
use std::io::{self, Write};

/// A code that represents a verdict: 0 is a draw, 2r + 1 a win in r moves, 2r + 2 a loss.
pub(super) trait Code: Copy + Default + Send + Sync {
    fn write(verdict: Verdict) -> Self;
}

/// The verdict with this code.
#[inline]
pub(super) fn verdict(number: u32) -> Verdict {
    match number {
        0 => Verdict::Draw,
        odd if odd % 2 == 1 => Verdict::Win(Remoteness(odd / 2)),
        even => Verdict::Loss(Remoteness(even / 2 - 1)),
    }
}

macro_rules! code {
    ($($integer:ty)*) => {$(
        impl Code for $integer {
            #[inline]
            fn write(verdict: Verdict) -> Self {
                let number = match verdict {
                    Verdict::Draw => 0,
                    Verdict::Win(Remoteness(r)) => 2 * r + 1,
                    Verdict::Loss(Remoteness(r)) => 2 * r + 2,
                };
                debug_assert!(u64::from(number) <= u64::from(Self::MAX), "a remoteness of at most the tiers above");
                number as Self
            }
        }
    )*};
}

code!(u8 u16 u32);

/// The verdicts of a tier, by the positions' numbers.
pub(super) enum Values {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

impl Values {
    /// Number of bytes of a value in a tier with `above` tiers above it.
    pub(super) fn width(above: usize) -> usize {
        match above {
            0..=126 => 1,
            127..=32766 => 2,
            _ => 4,
        }
    }

    /// Values that are all draws, for a tier with `above` tiers above it.
    pub(super) fn new(positions: u64, above: usize) -> Self {
        let positions = positions as usize;
        match Self::width(above) {
            1 => Self::Bytes(vec![0; positions]),
            2 => Self::Shorts(vec![0; positions]),
            _ => Self::Longs(vec![0; positions]),
        }
    }

    /// Number of bytes in use.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Bytes(codes) => codes.len(),
            Self::Shorts(codes) => 2 * codes.len(),
            Self::Longs(codes) => 4 * codes.len(),
        }
    }

    /// Writes the codes.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Bytes(codes) => write_list(out, codes),
            Self::Shorts(codes) => write_list(out, codes),
            Self::Longs(codes) => write_list(out, codes),
        }
    }

    /// Reads the codes of a tier with `above` tiers above it.
    pub(super) fn read(from: &mut Decoder<'_>, positions: u64, above: usize) -> Result<Self, CheckpointError> {
        Ok(match Self::width(above) {
            1 => Self::Bytes(from.read_list_of(positions)?),
            2 => Self::Shorts(from.read_list_of(positions)?),
            _ => Self::Longs(from.read_list_of(positions)?),
        })
    }

    /// The code of a position.
    #[inline]
    pub(super) fn code(&self, number: u32) -> u32 {
        match self {
            Self::Bytes(codes) => codes[number as usize].into(),
            Self::Shorts(codes) => codes[number as usize].into(),
            Self::Longs(codes) => codes[number as usize],
        }
    }
}

/// The numbers of positions of each outcome, and of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// Number of positions.
    pub positions: u64,
    /// Number of moves of all positions together; moves to the same position count once.
    pub moves: u64,
    /// Number of positions won for the player to move.
    pub wins: u64,
    /// Number of positions lost for the player to move.
    pub losses: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// The largest remoteness of a position that is won or lost; `None` if all are drawn.
    pub max_remoteness: Option<Remoteness>,
}

impl OutcomeCounts {
    /// Counts a position.
    #[inline]
    pub(super) fn count(&mut self, verdict: Verdict) {
        self.positions += 1;
        match verdict.outcome() {
            Outcome::Win => self.wins += 1,
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.max_remoteness = self.max_remoteness.max(verdict.remoteness());
    }

    /// Adds the counts of another census, which must be of other positions.
    pub(super) fn add_counts(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.max_remoteness = self.max_remoteness.max(other.max_remoteness);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_remoteness_of_each_width_fits() {
        fn comes_back<C: Code + Into<u32>>(verdict: Verdict) {
            assert_eq!(super::verdict(C::write(verdict).into()), verdict);
        }
        for verdict in [0, 1, 126].map(Remoteness).map(|r| [Verdict::Win(r), Verdict::Loss(r)]).concat() {
            comes_back::<u8>(verdict);
        }
        for verdict in [127, 32766].map(Remoteness).map(|r| [Verdict::Win(r), Verdict::Loss(r)]).concat() {
            comes_back::<u16>(verdict);
        }
        for verdict in [32767, (1 << 31) - 2].map(Remoteness).map(|r| [Verdict::Win(r), Verdict::Loss(r)]).concat() {
            comes_back::<u32>(verdict);
        }
        comes_back::<u8>(Verdict::Draw);
        assert_eq!([126, 127, 32766, 32767].map(Values::width), [1, 2, 2, 4]);
    }
}
