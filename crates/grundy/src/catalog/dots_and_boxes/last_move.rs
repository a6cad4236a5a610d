//! Tests whether the last move of a position of dots and boxes can have been made.
//!
//! The turn passes with each line that completes no box. Of L lines with C complete boxes, L − C + D are such lines, where D is
//! the number of lines that completed two boxes. D is 0 if no two complete boxes are neighbours, or if no player owns two boxes;
//! otherwise D may be odd or even. In addition, one of the lines must have been drawn last: by the player who moves now, if it
//! completed boxes, which this player owns, otherwise by the other player, and in a position that was not over.
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
        let lines = at.horizontal.count_ones() + at.vertical.count_ones();
        let boxes = self.complete_boxes(at.horizontal, at.vertical);
        let expected = if (lines - boxes.count_ones()).is_multiple_of(2) { Player::Left } else { Player::Right };
        let owned = self.boxes_of(at);
        let has_neighbours = boxes & (boxes >> 1 | boxes >> (self.columns + 1)) != 0;
        let may_have_completed_two = has_neighbours && owned.iter().any(|&count| count >= 2);
        if at.mover != expected && !may_have_completed_two {
            return Err(Unreachable::WrongPlayer);
        }
        if lines == 0 {
            return Ok(());
        }
        let own = match at.mover {
            Player::Left => owned[0],
            Player::Right => owned[1],
        };
        let mut error = Unreachable::NoLastMove;
        let across = bits(at.horizontal).map(|dot| (at.horizontal & !(1 << dot), at.vertical));
        let down = bits(at.vertical).map(|dot| (at.horizontal, at.vertical & !(1 << dot)));
        for (horizontal, vertical) in across.chain(down) {
            let complete = self.complete(horizontal, vertical);
            let gained = (boxes.count_ones() - complete) as i32;
            if gained > own {
                continue;
            }
            let (lead, mover) = match (gained, at.mover) {
                (0, mover) => (at.lead, mover.other()),
                (_, Player::Left) => (at.lead - gained as i8, Player::Left),
                (_, Player::Right) => (at.lead + gained as i8, Player::Right),
            };
            if !self.is_over(&DrawnLines { horizontal, vertical, lead, mover }, complete) {
                return Ok(());
            }
            error = Unreachable::OverBefore;
        }
        Err(error)
    }
}
