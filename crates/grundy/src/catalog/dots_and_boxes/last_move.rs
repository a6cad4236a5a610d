//! Tests whether the last move of a position of dots and boxes can have been made.
//!
//! The turn passes with each line that completes no box. Of L lines with C complete boxes, L − C + D are such lines, where D is
//! the number of lines that completed two boxes. D is 0 if no two complete boxes are neighbours, or if no player owns two boxes;
//! otherwise D may be odd or even. In addition, one of the lines must have been drawn last: by the player who moves now, if it
//! completed boxes, which this player owns, otherwise by the other player, and in a position that was not over and in which the lines
//! allowed this turn.
//!
//! Both conditions are necessary. They are not sufficient: an earlier move may have been impossible. On boards of up to three
//! boxes, they reject every position that no game reaches.

use super::{DotsAndBoxes, DrawnLines};
use crate::catalog::grid::bits;
use crate::game::Player;

/// Why no game reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreachable {
    /// The other player is to move after so many lines.
    WrongPlayer,
    /// No line can have been drawn last.
    NoLastMove,
    /// The game was over before each line that can have been drawn last.
    OverBefore,
}

impl DotsAndBoxes {
    /// Tests the player to move and the last move of a position whose boxes have owners.
    pub(super) fn check_last_move(&self, at: &DrawnLines) -> Result<(), Unreachable> {
        if !self.is_turn_possible(at) {
            return Err(Unreachable::WrongPlayer);
        }
        if at.horizontal == 0 && at.vertical == 0 {
            return Ok(());
        }
        let mut error = Unreachable::NoLastMove;
        let across = bits(at.horizontal).map(|dot| (at.horizontal & !(1 << dot), at.vertical));
        let down = bits(at.vertical).map(|dot| (at.horizontal, at.vertical & !(1 << dot)));
        for (horizontal, vertical) in across.chain(down) {
            let Some(before) = self.before(at, horizontal, vertical) else { continue };
            if !self.is_over(&before, self.complete(horizontal, vertical)) {
                return Ok(());
            }
            error = Unreachable::OverBefore;
        }
        Err(error)
    }

    /// The position with these lines from which the last one led to `at`, if the turns allow it.
    fn before(&self, at: &DrawnLines, horizontal: u64, vertical: u64) -> Option<DrawnLines> {
        let gained = (self.complete(at.horizontal, at.vertical) - self.complete(horizontal, vertical)) as i8;
        let [a, b] = self.boxes_of(at);
        let (own, lead, mover) = match (gained, at.mover) {
            (0, mover) => (0, at.lead, mover.other()),
            (_, Player::Left) => (a, at.lead - gained, Player::Left),
            (_, Player::Right) => (b, at.lead + gained, Player::Right),
        };
        let before = DrawnLines { horizontal, vertical, lead, mover };
        (own >= gained.into() && self.is_turn_possible(&before)).then_some(before)
    }

    /// Whether the number of lines allows this player to move.
    fn is_turn_possible(&self, at: &DrawnLines) -> bool {
        let lines = at.horizontal.count_ones() + at.vertical.count_ones();
        let boxes = self.complete_boxes(at.horizontal, at.vertical);
        let expected = if (lines - boxes.count_ones()).is_multiple_of(2) { Player::Left } else { Player::Right };
        let has_neighbours = boxes & (boxes >> 1 | boxes >> (self.columns + 1)) != 0;
        at.mover == expected || has_neighbours && self.boxes_of(at).iter().any(|&count| count >= 2)
    }
}
