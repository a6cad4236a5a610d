//! Verdicts as numbers that grow with how good an option is for the player who moves to it.

use crate::value::{Remoteness, Verdict};

/// The rank of no option: less than that of every verdict.
pub(super) const NONE: u32 = 0;
/// The rank of a draw: above every loss, below every win.
const DRAW: u32 = 1 << 31;
/// The most moves of a verdict that has a rank.
const MAX_REMOTENESS: u32 = (1 << 31) - 3;

/// The rank of a verdict as the mover sees it: a quick win is best, then a draw, then a long loss. So the rank of the best option is the
/// greatest, in whatever order options come.
#[inline]
pub(super) fn rank(for_mover: Verdict) -> u32 {
    match for_mover {
        Verdict::Loss(Remoteness(moves)) => 1 + moves.min(MAX_REMOTENESS),
        Verdict::Draw => DRAW,
        Verdict::Win(Remoteness(moves)) => u32::MAX - moves.min(MAX_REMOTENESS),
    }
}

/// The verdict of a rank; `None` for [`NONE`].
#[inline]
pub(super) fn verdict(rank: u32) -> Option<Verdict> {
    match rank {
        NONE => None,
        1..DRAW => Some(Verdict::Loss(Remoteness(rank - 1))),
        DRAW => Some(Verdict::Draw),
        _ => Some(Verdict::Win(Remoteness(u32::MAX - rank))),
    }
}

/// The verdict of a position whose best option has this rank; `None` if it has no option.
#[inline]
pub(super) fn after_best(rank: u32) -> Option<Verdict> {
    verdict(rank).map(|best| match best {
        Verdict::Win(moves) => Verdict::Win(moves.next()),
        Verdict::Loss(moves) => Verdict::Loss(moves.next()),
        Verdict::Draw => Verdict::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Tally;

    #[test]
    fn the_greatest_rank_gives_the_verdict_of_a_tally() {
        let mut random = fastrand::Rng::with_seed(22);
        for _ in 0..10_000 {
            let mut tally = Tally::default();
            let mut best = NONE;
            for _ in 0..random.u32(1..5) {
                let moves = Remoteness(random.u32(0..6));
                let option = [Verdict::Win(moves), Verdict::Loss(moves), Verdict::Draw][random.usize(0..3)];
                let again = random.bool();
                tally.add(option, again);
                best = best.max(rank(option.for_mover(again)));
            }
            assert_eq!(after_best(best), Some(tally.verdict()));
        }
        assert_eq!(after_best(NONE), None);
    }

    #[test]
    fn ranks_come_back() {
        for moves in [0, 1, 1000, MAX_REMOTENESS].map(Remoteness) {
            for known in [Verdict::Win(moves), Verdict::Loss(moves), Verdict::Draw] {
                assert_eq!(verdict(rank(known)), Some(known));
            }
        }
    }
}
