//! The moves of men's morris on sets of points: how many there are, and the positions before a move.

use super::board::Board;
use super::sectors::MenCounts;
use super::{FEWEST_MEN, bits};
use arrayvec::ArrayVec;

/// The most moves of the men of a player without regard to captures: three men to any of 21 points.
const MAX_ORIGINS: usize = 63;

/// The number of moves of the player to move, with the men `own` against `other`.
pub(super) fn count_moves(board: &Board, men: MenCounts, (own, other): (u32, u32)) -> u32 {
    if men.is_over() {
        return 0;
    }
    let empty = board.all() & !(own | other);
    // If the opponent has no man on the board, closing a mill takes none.
    let captures = if other == 0 { 1 } else { board.may_be_taken(other).count_ones() };
    let moves = |own: u32, to: u32| {
        let closing = board.closing(own, to).count_ones();
        to.count_ones() - closing + closing * captures
    };
    if men.own_hand > 0 {
        return moves(own, empty);
    }
    let moves_from = |from: u8| moves(own & !(1 << from), reachable(board, own, empty, from));
    bits(own.into()).map(moves_from).sum()
}

/// The empty points that a man on `from` may move to.
pub(super) fn reachable(board: &Board, own: u32, empty: u32, from: u8) -> u32 {
    if own.count_ones() == FEWEST_MEN { empty } else { empty & board.neighbours[usize::from(from)] }
}

/// Positions before a move, with the same other men. *Own* is the player who made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'a> {
    pub(super) own_sets: &'a [u32],
    pub(super) other: u32,
}

/// Calls `each` with the positions from which a move leads to the position of the men `own` and `other`, once for each move, and with what
/// `sector_of` returns for their numbers of men. Skips those for which it returns `None`.
pub(super) fn before<S: Copy>(
    board: &Board,
    men: MenCounts,
    (own, other): (u32, u32),
    sector_of: impl Fn(MenCounts) -> Option<S>,
    mut each: impl FnMut(S, Before<'_>),
) {
    let empty = board.all() & !(own | other);
    let in_mills = board.in_mills(other);
    // The numbers of men before a placement and before a move along a line, without a capture.
    let placement = MenCounts {
        own_hand: men.other_hand + 1,
        other_hand: men.own_hand,
        own: men.other.wrapping_sub(1),
        other: men.own,
    };
    let movement = MenCounts { own_hand: men.other_hand, other_hand: men.own_hand, own: men.other, other: men.own };
    for (counts, is_possible) in [(placement, men.other > 0), (movement, men.other_hand == 0)] {
        if !is_possible || counts.is_over() {
            continue;
        }
        // A man was captured only if there is a mill.
        let with_capture = || sector_of(MenCounts { other: counts.other + 1, ..counts });
        let (without, with) = (sector_of(counts), if in_mills == 0 { None } else { with_capture() });
        // If the opponent has no man on the board, closing a mill takes none.
        let quiet = if own == 0 { other } else { other & !in_mills };
        let mut own_sets = ArrayVec::new();
        if let Some(sector) = without {
            append_origins(board, (other, empty), quiet, counts == placement, &mut own_sets);
            each(sector, Before { own_sets: &own_sets, other: own });
        }
        if let Some(sector) = with {
            own_sets.clear();
            append_origins(board, (other, empty), in_mills, counts == placement, &mut own_sets);
            for man in bits(empty.into()) {
                let all = own | 1 << man;
                let protected = board.in_mills(all);
                if protected >> man & 1 == 1 && protected != all {
                    continue;
                }
                // The man that was taken stood elsewhere than the one that moved.
                let is_free = |before: &&u32| *before >> man & 1 == 0;
                let own_sets: ArrayVec<u32, MAX_ORIGINS> = own_sets.iter().filter(is_free).copied().collect();
                each(sector, Before { own_sets: &own_sets, other: all });
            }
        }
    }
}

/// Appends the sets of men before one of them came to a point of `to`: from the hand, or from an empty point.
fn append_origins(
    board: &Board,
    (men, empty): (u32, u32),
    to: u32,
    is_placement: bool,
    out: &mut ArrayVec<u32, MAX_ORIGINS>,
) {
    for to in bits(to.into()) {
        let rest = men & !(1 << to);
        if is_placement {
            out.push(rest);
        } else {
            out.extend(bits(reachable(board, men, empty, to).into()).map(|from| rest | 1 << from));
        }
    }
}
