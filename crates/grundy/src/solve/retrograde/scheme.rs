//! The order in which positions are decided, tick by tick, such that all positions of one tick are won by the same side.
//!
//! Ticks follow remoteness. All positions of a tick have the same effect on their predecessors, so the work for an edge
//! does not depend on the position that it comes from. There are three schemes:
//!
//! | scheme | tick of remoteness *r* | a predecessor is decided at |
//! |---|---|---|
//! | players alternate, all decided ends have the same outcome | *r*: its parity is the outcome | tick + 1 |
//! | players alternate, ends of both outcomes | 2*r*, + 1 if won | tick + 3 if claimed, tick + 1 if refuted |
//! | the game gives the player to move | 2*r*, + 1 if right wins | tick + 2 in every case |
//!
//! Hence ends of both outcomes, and players, cost a bit of the cell and no other memory: a byte holds remoteness up to
//! 63, not 127. Players cost another bit while a position is undecided: a byte then counts up to 62 options, not 126.
//! So the analysis needs neither a second array of outcomes nor a look-up of the player at the predecessor: either
//! would be another random access for each edge.

use super::cells::{Cell, max_count};
use crate::game::Player;
use crate::value::Outcome;

/// The relation between ticks and outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// The parity of the tick is the outcome.
    Parity { ends_won: bool },
    /// The lowest bit of the tick is set if the player to move wins.
    Valued,
    /// The lowest bit of the tick gives the player who wins.
    Owned,
}

/// The update that the positions of one tick apply to their predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellUpdate<C> {
    pub(super) kind: UpdateKind<C>,
    /// The cell of a position that this decides.
    pub(super) code: C,
    /// The greatest count that a cell can hold, which stands for all larger ones.
    pub(super) most: C,
}

/// The news about an option that its predecessors get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpdateKind<C> {
    /// The option wins for the player who moves to it.
    Claim,
    /// The option loses for the player who moves to it.
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

    /// The tick at which the positions are decided that a position of `tick` decides.
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

    /// The update that positions of `tick` apply; `next` of it must fit the cell.
    pub(super) fn cell_update<C: Cell>(self, tick: u32) -> CellUpdate<C> {
        let odd = tick % 2 == 1;
        let kind = match self {
            Self::Owned => UpdateKind::Won(C::of(if odd { C::PLAYER.bits() } else { 0 })),
            Self::Valued if odd => UpdateKind::Refute,
            Self::Parity { ends_won } if odd != ends_won => UpdateKind::Refute,
            Self::Valued | Self::Parity { .. } => UpdateKind::Claim,
        };
        CellUpdate { kind, code: C::decided(self.next(tick)), most: max_count(self == Self::Owned) }
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
