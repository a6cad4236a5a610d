//! Why a placement of chess men is illegal.

use super::{Endgame, Piece, Square};
use crate::game::Player;
use std::fmt;

/// Why a chess placement is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalPlacement {
    /// Two men stand on this square.
    Shared(Square),
    /// A pawn stands on the first or last row.
    PawnRow(Square),
    /// The kings stand beside each other; this is the square of Black's king.
    KingsTouch(Square),
    /// It is White's move, and Black's king, on this square, is in check.
    Taken(Square),
}

impl IllegalPlacement {
    /// The square that the error is about.
    pub(super) fn square(self) -> Square {
        match self {
            Self::Shared(at) | Self::PawnRow(at) | Self::KingsTouch(at) | Self::Taken(at) => at,
        }
    }

    /// How to correct the placement.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Shared(_) => "each man has a square of its own",
            Self::PawnRow(_) => "a pawn stands on rows 2 to 7",
            Self::KingsTouch(_) => "at least one square lies between kings",
            Self::Taken(_) => "a king that is in check moves first: write `b`, or move a man",
        }
    }
}

impl fmt::Display for IllegalPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shared(at) => write!(f, "two men on {at}"),
            Self::PawnRow(at) => write!(f, "a pawn on {at}"),
            Self::KingsTouch(_) => f.write_str("the kings stand beside each other"),
            Self::Taken(at) => write!(f, "White is to move while the king on {at} is in check"),
        }
    }
}

impl std::error::Error for IllegalPlacement {}

impl Endgame {
    /// The first rule that the placement breaks; `None` if it is legal.
    pub(super) fn find_illegality(&self) -> Option<IllegalPlacement> {
        let Self { king, man, bare, mover } = *self;
        if let Some((piece, at)) = man {
            if at == king || at == bare {
                return Some(IllegalPlacement::Shared(at));
            }
            if piece == Piece::Pawn && !(2..=7).contains(&at.row()) {
                return Some(IllegalPlacement::PawnRow(at));
            }
        }
        if king == bare {
            return Some(IllegalPlacement::Shared(king));
        }
        if king.neighbours() & bare.set() != 0 {
            return Some(IllegalPlacement::KingsTouch(bare));
        }
        (mover == Player::Left && self.is_check()).then_some(IllegalPlacement::Taken(bare))
    }

    /// The position, unless it breaks a rule.
    pub(super) fn legal(self) -> Option<Self> {
        self.find_illegality().is_none().then_some(self)
    }
}
