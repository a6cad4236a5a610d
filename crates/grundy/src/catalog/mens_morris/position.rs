//! Positions and moves of nine, six and five men's morris.

use crate::catalog::symmetry::CellSets;
use crate::game::Player;

/// The men on the board and in hand, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorrisPosition {
    /// The points with a man of X.
    pub(super) x: u32,
    /// The points with a man of O.
    pub(super) o: u32,
    /// The men that X has in hand.
    pub(super) x_hand: u8,
    /// The men that O has in hand.
    pub(super) o_hand: u8,
    /// The player to move.
    pub(super) mover: Player,
}

/// A placement or a move of a man, and the man that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MorrisMove {
    /// The point that the man leaves; `None` for a man from the hand.
    pub(super) from: Option<u8>,
    /// The point that the man goes to.
    pub(super) to: u8,
    /// The point of the man that is taken.
    pub(super) take: Option<u8>,
}

impl MorrisPosition {
    /// The men on the board of the player to move, and those of the other player.
    pub(super) fn own_and_other(self) -> (u32, u32) {
        match self.mover {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    /// The number of men that the player to move has in hand.
    pub(super) fn own_hand(self) -> u32 {
        match self.mover {
            Player::Left => self.x_hand.into(),
            Player::Right => self.o_hand.into(),
        }
    }

    /// The position after a move.
    pub(super) fn after(self, m: MorrisMove) -> Self {
        let bit = |point: Option<u8>| point.map_or(0, |point| 1u32 << point);
        let mut after = Self { mover: self.mover.other(), ..self };
        let (own, other, hand) = match self.mover {
            Player::Left => (&mut after.x, &mut after.o, &mut after.x_hand),
            Player::Right => (&mut after.o, &mut after.x, &mut after.o_hand),
        };
        *own = *own & !bit(m.from) | 1 << m.to;
        *other &= !bit(m.take);
        *hand -= u8::from(m.from.is_none());
        after
    }

    /// The position as a word: 24 bits for each player's men, 4 for each hand, one for the player to move.
    pub(super) fn to_word(self) -> u64 {
        let hands = u64::from(self.x_hand) << 48 | u64::from(self.o_hand) << 52;
        u64::from(self.x) | u64::from(self.o) << 24 | hands | u64::from(self.mover == Player::Right) << 56
    }

    /// The position of a word that `to_word` returned.
    pub(super) fn from_word(word: u64) -> Self {
        let men = |at: u32| (word >> at) as u32 & 0xff_ffff;
        let hand = |at: u32| (word >> at) as u8 & 0xf;
        let mover = if word >> 56 & 1 == 0 { Player::Left } else { Player::Right };
        Self { x: men(0), o: men(24), x_hand: hand(48), o_hand: hand(52), mover }
    }
}

impl CellSets for MorrisPosition {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { x: mirror(self.x.into()) as u32, o: mirror(self.o.into()) as u32, ..self }
    }
}
