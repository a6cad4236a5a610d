//! Which tick says what: the order in which positions are decided, so that all of one tick are won by the same side.
//!
//! Ticks follow remoteness. All positions of a tick do the same to their predecessors, so that the work on an edge asks
//! nothing about the position that it comes from. There are three schemes:
//!
//! | scheme | tick of remoteness *r* | a predecessor is decided at |
//! |---|---|---|
//! | players alternate, all decided ends alike | *r*: its parity is the value | tick + 1 |
//! | players alternate, ends of both values | 2*r*, + 1 if won | tick + 3 if claimed, tick + 1 if refuted |
//! | it matters who moves | 2*r*, + 1 if right wins | tick + 2, whoever is settled |
//!
//! Hence ends of both values, and owners, cost a bit of the cell and no memory: a byte holds remoteness up to 63, not 127.
//! Owners cost another bit while a position is undecided: a byte then counts up to 62 options, not 126. So it needs neither a
//! second array of values nor a look at who moves at the predecessor: both would be another random access an edge.

use super::cells::{Cell, most};
use crate::game::Player;
use crate::value::Outcome;

/// How ticks tell values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// The value is the parity of the tick.
    Parity { ends_won: bool },
    /// The lowest bit of the tick says whether the player to move wins.
    Valued,
    /// The lowest bit of the tick says which player wins.
    Owned,
}

/// What the positions of one tick do to their predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step<C> {
    pub(super) hear: Hear<C>,
    /// The cell of those whom that settles.
    pub(super) code: C,
    /// The greatest count that a cell says, which may stand for more.
    pub(super) most: C,
}

/// What a predecessor hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hear<C> {
    /// This option wins.
    Claim,
    /// This option loses.
    Refute,
    /// This option is won by the player with that bit.
    Won(C),
}

impl Scheme {
    /// The scheme of a game with won or lost ends, or both.
    pub(super) fn of(has_players: bool, some_won: bool, some_lost: bool) -> Self {
        if has_players {
            Self::Owned
        } else if some_won && some_lost {
            Self::Valued
        } else {
            Self::Parity { ends_won: some_won }
        }
    }

    /// The tick at which those are decided whom a position of `tick` settles.
    pub(super) fn next(self, tick: u32) -> u32 {
        match self {
            Self::Parity { .. } => tick + 1,
            Self::Valued if tick.is_multiple_of(2) => tick + 3,
            Self::Valued => tick + 1,
            Self::Owned => tick + 2,
        }
    }

    /// The remoteness of the positions of `tick`.
    pub(super) fn remoteness(self, tick: u32) -> u32 {
        match self {
            Self::Parity { .. } => tick,
            Self::Valued | Self::Owned => tick / 2,
        }
    }

    /// What is done at `tick`; `next` of it must fit the cell.
    pub(super) fn step<C: Cell>(self, tick: u32) -> Step<C> {
        let odd = tick % 2 == 1;
        let hear = match self {
            Self::Owned => Hear::Won(C::of(if odd { C::PLAYER.bits() } else { 0 })),
            Self::Valued if odd => Hear::Refute,
            Self::Parity { ends_won } if odd != ends_won => Hear::Refute,
            Self::Valued | Self::Parity { .. } => Hear::Claim,
        };
        Step { hear, code: C::decided(self.next(tick)), most: most(self == Self::Owned) }
    }

    /// The cell of a position without moves.
    pub(super) fn end<C: Cell>(self, outcome: Outcome, player: Player) -> C {
        let won = match outcome {
            Outcome::Draw => return C::of(0),
            outcome => outcome == Outcome::Win,
        };
        C::decided(match self {
            Self::Parity { .. } => 0,
            Self::Valued => won.into(),
            Self::Owned => (won == (player == Player::Right)).into(),
        })
    }
}
