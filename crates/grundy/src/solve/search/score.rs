//! Scores: outcome and remoteness of a position as one number, so that a search can compare them.
//!
//! Let M be 2³⁰. A win in *r* moves has the score M − r, a loss in *r* moves the score r − M, and a draw the score 0. A better verdict has a
//! larger score. A position has the largest of the scores of its moves, by [`Range::before_move`].
//!
//! The question "is the score at least *b*?" is called *bounded* if it asks for a win or a loss within a number of moves. The other two
//! questions are [`WIN`] and [`NO_LOSS`].

use crate::game::Player;
use crate::value::{Remoteness, Verdict};

/// The score of a win in 0 moves.
const MAX: i32 = 1 << 30;

/// The question whether a position is won, in any number of moves.
pub(super) const WIN: i32 = 1;

/// The question whether a position is not lost.
pub(super) const NO_LOSS: i32 = 0;

/// The question whether a position is a win within a number of moves.
pub(super) fn win_within(moves: u32) -> i32 {
    of(Verdict::Win(Remoteness(moves)))
}

/// The question whether a position is not a loss within a number of moves.
pub(super) fn no_loss_within(moves: u32) -> i32 {
    of(Verdict::Loss(Remoteness(moves))) + 1
}

/// The score of a verdict.
pub(super) fn of(verdict: Verdict) -> i32 {
    let moves = |Remoteness(moves): Remoteness| i32::try_from(moves).unwrap_or(MAX).min(MAX - 2);
    match verdict {
        Verdict::Win(r) => MAX - moves(r),
        Verdict::Draw => 0,
        Verdict::Loss(r) => moves(r) - MAX,
    }
}

/// The verdict with this score.
pub(super) fn verdict(score: i32) -> Verdict {
    match score {
        0 => Verdict::Draw,
        1.. => Verdict::Win(Remoteness((MAX - score) as u32)),
        _ => Verdict::Loss(Remoteness((MAX + score) as u32)),
    }
}

/// Whether a question asks for a win or a loss within a number of moves.
pub(super) fn is_bounded(question: i32) -> bool {
    question != WIN && question != NO_LOSS
}

/// The number of moves within which a bounded question asks for a win or a loss; 0 for the other questions.
pub(super) fn moves(question: i32) -> u32 {
    match verdict(question) {
        _ if !is_bounded(question) => 0,
        Verdict::Win(Remoteness(moves)) => moves,
        Verdict::Loss(Remoteness(moves)) => moves.saturating_sub(1),
        Verdict::Draw => 0,
    }
}

/// Returns the question about an option, for the player to move there, that a question about its position leads to: if that player is
/// the opponent, the answer is *no* if and only if the move's score answers the position's question with *yes*.
pub(super) fn for_option(question: i32, moves_again: bool) -> i32 {
    let for_mover = match question {
        WIN | NO_LOSS => question,
        2.. => question + 1,
        _ => question - 1,
    };
    if moves_again { for_mover } else { 1 - for_mover }
}

/// What is proved about the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Range {
    /// Nothing is proved.
    pub(super) const UNKNOWN: Self = Self { lower: -MAX, upper: MAX };

    /// A position with moves: the end is at least one move away.
    pub(super) const WITH_MOVES: Self = Self { lower: 1 - MAX, upper: MAX - 1 };

    /// A position whose verdict is proved.
    pub(super) fn proved(verdict: Verdict) -> Self {
        Self { lower: of(verdict), upper: of(verdict) }
    }

    /// A position whose verdict is between these two.
    pub(super) fn between([worst, best]: [Verdict; 2]) -> Self {
        Self { lower: of(worst), upper: of(best) }
    }

    /// Whether the bounds are equal.
    pub(super) fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The answer to a question, if the bounds give it.
    pub(super) fn answer(self, question: i32) -> Option<bool> {
        if self.lower >= question { Some(true) } else { (self.upper < question).then_some(false) }
    }

    /// The bounds that both ranges give.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The score of the move to a position with this range, for the player who makes the move.
    pub(super) fn before_move(self, moves_again: bool) -> Self {
        let later = |score: i32| score - score.signum();
        if moves_again {
            Self { lower: later(self.lower), upper: later(self.upper) }
        } else {
            Self { lower: later(-self.upper), upper: later(-self.lower) }
        }
    }
}

/// Whether the player who moves at a position also moves at its option.
pub(super) fn moves_again(player: Option<Player>, at_option: Option<Player>) -> bool {
    player.is_some() && player == at_option
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_a_position_is_one_about_its_options() {
        let moves = 0..5;
        let verdicts: Vec<Verdict> = moves
            .clone()
            .flat_map(|r| [Verdict::Win(Remoteness(r)), Verdict::Loss(Remoteness(r))])
            .chain([Verdict::Draw])
            .collect();
        let questions: Vec<i32> =
            moves.flat_map(|r| [win_within(r), no_loss_within(r)]).chain([WIN, NO_LOSS]).collect();
        for &option in &verdicts {
            for moves_again in [false, true] {
                let before = Range::proved(option).before_move(moves_again);
                let expected = match option.for_mover(moves_again) {
                    Verdict::Win(r) => Verdict::Win(r.next()),
                    Verdict::Loss(r) => Verdict::Loss(r.next()),
                    Verdict::Draw => Verdict::Draw,
                };
                assert_eq!((before.is_exact(), verdict(before.lower)), (true, expected));
                for &question in &questions {
                    let of_option = for_option(question, moves_again);
                    assert_eq!(is_bounded(of_option), is_bounded(question));
                    let answer = Range::proved(option).answer(of_option).map(|answer| answer == moves_again);
                    assert_eq!(answer, before.answer(question), "{option:?} {moves_again} {question}");
                }
            }
        }
    }

    #[test]
    fn questions_compare_verdicts() {
        let yes = |verdict, question| Range::proved(verdict).answer(question) == Some(true);
        let [win, loss] = [Verdict::Win(Remoteness(3)), Verdict::Loss(Remoteness(3))];
        assert!(yes(win, win_within(3)) && !yes(win, win_within(2)) && yes(win, WIN));
        assert!(!yes(loss, no_loss_within(3)) && yes(loss, no_loss_within(2)) && !yes(loss, NO_LOSS));
        assert!(yes(Verdict::Draw, NO_LOSS) && !yes(Verdict::Draw, WIN) && yes(Verdict::Draw, no_loss_within(1000)));
        assert_eq!(Range::UNKNOWN.answer(WIN), None);
        assert_eq!(Range::WITH_MOVES.answer(win_within(0)), Some(false));
    }
}
