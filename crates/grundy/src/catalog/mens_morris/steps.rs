//! The moves of men's morris on sets of points: how many there are, and the positions before a move.

use super::board::Board;
use super::sectors::MenCounts;
use super::{FEWEST_MEN, bits};

/// The number of moves of the player to move, with the men `own` against `other`.
pub(super) fn count_moves(board: &Board, men: MenCounts, (own, other): (u32, u32)) -> u32 {
    if men.is_over() {
        return 0;
    }
    let empty = board.all() & !(own | other);
    let in_no_mill = other & !board.in_mills(other);
    let captures = match (other, in_no_mill) {
        (0, _) => 1,
        (_, 0) => other.count_ones(),
        _ => in_no_mill.count_ones(),
    };
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

/// A position before a move. *Own* is the player who made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) own_hand: u32,
    pub(super) other_hand: u32,
    pub(super) own: u32,
    pub(super) other: u32,
}

/// Calls `each` with every position from which a move leads to the position of the men `own` and `other`, once for each move, if
/// `is_wanted` accepts its numbers of men.
pub(super) fn before(
    board: &Board,
    men: MenCounts,
    (own, other): (u32, u32),
    is_wanted: &dyn Fn(MenCounts) -> bool,
    each: &mut dyn FnMut(Before),
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
        let with_capture = MenCounts { other: counts.other + 1, ..counts };
        let mut wants = [is_wanted(counts), is_wanted(with_capture)];
        // A man was captured only if there is a mill.
        wants[1] &= in_mills != 0;
        if wants == [false, false] {
            continue;
        }
        let mut from = |own_before: u32, closes: bool| {
            let of = |taken: u32| Before {
                own_hand: counts.own_hand,
                other_hand: counts.other_hand,
                own: own_before,
                other: own | taken,
            };
            // If the opponent has no man on the board, closing a mill takes none.
            if wants[0] && (!closes || own == 0) {
                each(of(0));
            }
            if wants[1] && closes {
                for man in bits((empty & !own_before).into()) {
                    let all = own | 1 << man;
                    let protected = board.in_mills(all);
                    if protected >> man & 1 == 0 || protected == all {
                        each(of(1 << man));
                    }
                }
            }
        };
        // A man that closed no mill matters only if moves without a capture do.
        for to in bits(if wants[0] { other } else { in_mills }.into()) {
            let closes = in_mills >> to & 1 == 1;
            let rest = other & !(1 << to);
            if counts == placement {
                from(rest, closes);
                continue;
            }
            bits(reachable(board, other, empty, to).into()).for_each(|point| from(rest | 1 << point, closes));
        }
    }
}
