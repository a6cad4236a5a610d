//! Verdicts as numbers in messages and streams.

use crate::value::{Remoteness, Verdict};

/// The code of a verdict: 0 is a draw, 2r + 1 a win in r moves, 2r + 2 a loss.
#[inline]
pub(super) fn code(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Draw => 0,
        Verdict::Win(Remoteness(moves)) => 2 * moves + 1,
        Verdict::Loss(Remoteness(moves)) => 2 * moves + 2,
    }
}

/// The verdict of a code.
#[inline]
pub(super) fn verdict(code: u32) -> Verdict {
    match code {
        0 => Verdict::Draw,
        odd if odd % 2 == 1 => Verdict::Win(Remoteness(odd / 2)),
        even => Verdict::Loss(Remoteness(even / 2 - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for moves in [0, 1, 126, 40_000].map(Remoteness) {
            for known in [Verdict::Win(moves), Verdict::Loss(moves), Verdict::Draw] {
                assert_eq!(verdict(code(known)), known);
            }
        }
    }
}
