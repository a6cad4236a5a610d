//! The value of a position as one number, so that a greater number is better for the player to move.
//!
//! A win that completes its line with the t-th disc on a board of c cells has the score ⌊(c + 2 − t) / 2⌋, at least 1:
//! a win that comes sooner has a greater score. A loss has the negative score of the corresponding win, and a draw has
//! 0. The winner determines whether t is even, so the score determines t. After Pons, whose solver scores a win by the
//! winner's remaining discs.

use crate::value::{Remoteness, Verdict};

/// The score of the winner of a game that ends with `discs` discs on a board of `cells` cells.
pub(super) fn of_win(cells: i32, discs: i32) -> i32 {
    (cells + 2 - discs) / 2
}

/// The verdict of a score, for the player to move at a position with `discs` discs.
pub(super) fn verdict(cells: i32, discs: i32, score: i32) -> Verdict {
    // The winner's last disc is an odd number of moves away if the winner moves next.
    let latest = cells + 2 - 2 * score.abs();
    let is_winners = |total: i32| (total - discs) % 2 == i32::from(score > 0);
    let total = if is_winners(latest) { latest } else { latest - 1 };
    let remoteness = || Remoteness((total - discs) as u32);
    match score.signum() {
        1 => Verdict::Win(remoteness()),
        -1 => Verdict::Loss(remoteness()),
        _ => Verdict::Draw,
    }
}

/// The score of a verdict for the player to move at a position with `discs` discs. A win or a loss after more moves than there are empty
/// cells is a bound, and counts as the latest one.
pub(super) fn of_verdict(cells: i32, discs: i32, verdict: Verdict) -> i32 {
    let of_end = |remoteness: Remoteness| of_win(cells, discs + (cells - discs).min(remoteness.0.min(64) as i32));
    match verdict {
        Verdict::Win(remoteness) => of_end(remoteness),
        Verdict::Loss(remoteness) => -of_end(remoteness),
        Verdict::Draw => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_verdict_determine_each_other() {
        for cells in [1, 2, 24, 25, 42, 56, 63] {
            for discs in 0..cells {
                assert_eq!(verdict(cells, discs, 0), Verdict::Draw);
                assert_eq!(of_verdict(cells, discs, Verdict::Draw), 0);
                assert_eq!(of_verdict(cells, discs, Verdict::Win(Remoteness(u32::MAX))), 1);
                assert_eq!(of_verdict(cells, discs, Verdict::Loss(Remoteness(u32::MAX))), -1);
                for total in discs + 1..=cells {
                    let remoteness = Remoteness((total - discs) as u32);
                    let score = of_win(cells, total);
                    let wins = (total - discs) % 2 == 1;
                    let expected = if wins { Verdict::Win(remoteness) } else { Verdict::Loss(remoteness) };
                    assert_eq!(verdict(cells, discs, if wins { score } else { -score }), expected);
                    assert_eq!(of_verdict(cells, discs, expected), if wins { score } else { -score });
                }
            }
        }
    }
}
