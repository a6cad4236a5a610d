//! What a search has proved about one position.

use crate::limits::RunError;
use crate::value::{Outcome, Remoteness, Verdict};
use std::fmt;

/// The bound of a remoteness of which nothing is proved.
const MAX_REMOTENESS: Remoteness = Remoteness(u32::MAX);

/// What a search has proved about a position, for the player to move.
///
/// Verdicts are ordered by how good they are: a win in fewer moves is better than one in more, a loss in more moves is better than one in
/// fewer, and a draw is between them.
///
/// ```
/// use grundy::{Remoteness, Verdict};
/// use grundy::answer::Searched;
/// let searched = Searched::proved(Verdict::Win(Remoteness(3)));
/// assert_eq!(searched.verdict(), Some(Verdict::Win(Remoteness(3))));
/// let bound = Searched { at_least: Verdict::Draw, ..searched };
/// assert_eq!((bound.verdict(), bound.to_string().as_str()), (None, "at least a draw"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The position is at least as good as this.
    pub at_least: Verdict,
    /// The position is at most as good as this.
    pub at_most: Verdict,
    /// Why the search ended before the bounds met; `None` if they are equal, or if they are from no search.
    pub stopped: Option<RunError>,
}

impl Searched {
    /// Nothing is proved.
    pub const UNKNOWN: Self =
        Self { at_least: Verdict::Loss(Remoteness(0)), at_most: Verdict::Win(Remoteness(0)), stopped: None };

    /// A position whose verdict is proved.
    pub fn proved(verdict: Verdict) -> Self {
        Self { at_least: verdict, at_most: verdict, stopped: None }
    }

    /// A position whose outcome is proved, and whose remoteness is not, unless it is a draw.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let (at_least, at_most) = match outcome {
            Outcome::Win => (Verdict::Win(MAX_REMOTENESS), Verdict::Win(Remoteness(0))),
            Outcome::Draw => (Verdict::Draw, Verdict::Draw),
            Outcome::Loss => (Verdict::Loss(Remoteness(0)), Verdict::Loss(MAX_REMOTENESS)),
        };
        Self { at_least, at_most, stopped: None }
    }

    /// What the verdict of a position, which has moves, proves about each of its options; `moves_again` says whether the player who
    /// moves there is the same. No option is better for the player who moves to it than the best one.
    pub(crate) fn of_option(position: Verdict, moves_again: bool) -> Self {
        let one_less = |r: Remoteness| if r == MAX_REMOTENESS { r } else { Remoteness(r.0.saturating_sub(1)) };
        let best = match position {
            Verdict::Win(r) => Verdict::Win(one_less(r)),
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss(r) => Verdict::Loss(one_less(r)),
        };
        match moves_again {
            true => Self { at_most: best, ..Self::UNKNOWN },
            false => Self { at_least: best.for_mover(false), ..Self::UNKNOWN },
        }
    }

    /// Returns what the upper bound of a position, which has moves, proves of each of its options: no move is better than the position.
    pub(crate) fn of_each_option(&self, moves_again: bool) -> Self {
        Self::of_option(self.at_most, moves_again)
    }

    /// Returns the outcome with its remoteness; `None` if they are not proved.
    pub fn verdict(&self) -> Option<Verdict> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Returns whether anything is proved: the outcome, or that the position is no win or no loss.
    pub fn is_informative(&self) -> bool {
        (self.at_least.outcome(), self.at_most.outcome()) != (Outcome::Loss, Outcome::Win)
    }

    /// Returns a sentence, without its full stop, about a search that was stopped: what it has proved about the position.
    pub fn summary(&self) -> String {
        match self.verdict() {
            Some(verdict) => format!("the position is a {verdict}, but not all of its moves were searched"),
            None if self.is_informative() => {
                format!("the position was not decided within the limits; it is proved to be {self}")
            }
            None => "the position was not decided within the limits".to_owned(),
        }
    }

    /// Returns what is proved of a move to this position, for the player who makes the move; `moves_again` says whether that player moves
    /// here too.
    #[must_use]
    pub fn before_move(&self, moves_again: bool) -> Self {
        let before = |verdict: Verdict| match verdict.for_mover(moves_again) {
            Verdict::Win(MAX_REMOTENESS) | Verdict::Loss(MAX_REMOTENESS) | Verdict::Draw => {
                verdict.for_mover(moves_again)
            }
            Verdict::Win(r) => Verdict::Win(r.next()),
            Verdict::Loss(r) => Verdict::Loss(r.next()),
        };
        let [at_least, at_most] =
            if moves_again { [self.at_least, self.at_most] } else { [self.at_most, self.at_least] };
        Self { at_least: before(at_least), at_most: before(at_most), stopped: self.stopped.clone() }
    }

    /// Returns what the bounds of moves prove of the position before them, all for the player who moves there: it is at least as good as each
    /// move and, if the list `is_complete`, at most as good as the best one. `None` without moves.
    pub(crate) fn of_moves(moves: &[Self], is_complete: bool) -> Option<Self> {
        let at_least = moves.iter().max_by_key(|bounds| bounds.order().0)?.at_least;
        let at_most = moves.iter().max_by_key(|bounds| bounds.order().1)?.at_most;
        // With a move, a position is won in 1 move at the earliest.
        let at_most = if is_complete { at_most } else { Verdict::Win(Remoteness(1)) };
        Some(Self { at_least, at_most, stopped: None })
    }

    /// Returns whether a move with these bounds keeps the outcome of `position` and, if it is proved, the remoteness; `None` if that is not
    /// decided. Both are for the player who makes the move.
    pub fn is_best_in(&self, position: &Self) -> Option<bool> {
        if self.outcome()? != position.outcome()? {
            return Some(false);
        }
        match (self.verdict(), position.verdict()) {
            (Some(own), Some(value)) => Some(own == value),
            (None, None) if !self.has_remoteness_bound() && !position.has_remoteness_bound() => Some(true),
            _ => None,
        }
    }

    /// Whether there is an upper bound of the remoteness.
    fn has_remoteness_bound(&self) -> bool {
        let slowest = if self.at_least.outcome() == Outcome::Win { self.at_least } else { self.at_most };
        slowest.remoteness() != Some(MAX_REMOTENESS)
    }

    /// Returns the bounds as numbers, the lower one first; a better verdict has a larger number.
    pub fn order(&self) -> (i64, i64) {
        const BOUND: i64 = 1 << 32;
        let number = |verdict| match verdict {
            Verdict::Win(Remoteness(r)) => BOUND - i64::from(r),
            Verdict::Draw => 0,
            Verdict::Loss(Remoteness(r)) => i64::from(r) - BOUND,
        };
        (number(self.at_least), number(self.at_most))
    }

    /// Returns a sort key for moves, which is larger for a better move. From best to worst: proved wins, moves proved to be at least draws,
    /// proved draws, moves of which nothing is proved, moves proved to be at most draws, and proved losses.
    ///
    /// A move of which nothing is proved is thus better than a proved loss, however long that takes.
    pub fn preference(&self) -> impl Ord + Copy + use<> {
        (self.at_least.outcome(), self.at_most.outcome(), self.order())
    }

    /// Returns the better of both lower bounds and of both upper bounds, with the reason why this search was stopped.
    pub(crate) fn and(self, earlier: &Self) -> Self {
        let ((least, most), (earlier_least, earlier_most)) = (self.order(), earlier.order());
        let at_least = if earlier_least > least { earlier.at_least } else { self.at_least };
        let at_most = if earlier_most < most { earlier.at_most } else { self.at_most };
        Self { at_least, at_most, ..self }
    }

    /// Returns the outcome; `None` if it is not proved. It may be proved where the remoteness is not.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.at_least.outcome() == self.at_most.outcome()).then(|| self.at_least.outcome())
    }
}

/// Writes what is proved: the verdict, the outcome, a bound, or that nothing is proved.
impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remoteness = |verdict: Verdict| verdict.remoteness().map_or(0, |remoteness| remoteness.0);
        let [least, most] = [self.at_least, self.at_most].map(remoteness);
        match (self.at_least.outcome(), self.at_most.outcome()) {
            _ if self.at_least == self.at_most => write!(f, "a {}", self.at_least),
            (Outcome::Win, _) if least == MAX_REMOTENESS.0 => f.write_str("a win"),
            (Outcome::Win, _) => write!(f, "a win in {most} to {least} moves"),
            (_, Outcome::Loss) if most == MAX_REMOTENESS.0 => f.write_str("a loss"),
            (_, Outcome::Loss) => write!(f, "a loss in {least} to {most} moves"),
            (Outcome::Draw, _) => f.write_str("at least a draw"),
            (_, Outcome::Draw) => f.write_str("at most a draw"),
            (Outcome::Loss, Outcome::Win) => f.write_str("a win, a loss or a draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_sorted_by_what_is_proved() {
        let [win, loss] = [|n| Verdict::Win(Remoteness(n)), |n| Verdict::Loss(Remoteness(n))];
        let bounds = |at_least, at_most| Searched { at_least, at_most, stopped: None };
        let worst_first = [
            Searched::proved(loss(2)),
            Searched::proved(loss(8)),
            bounds(Searched::UNKNOWN.at_least, Verdict::Draw),
            Searched::UNKNOWN,
            bounds(loss(6), Searched::UNKNOWN.at_most),
            Searched::proved(Verdict::Draw),
            bounds(Verdict::Draw, Searched::UNKNOWN.at_most),
            Searched::of_outcome(Outcome::Win),
            Searched::proved(win(9)),
            Searched::proved(win(3)),
        ];
        assert!(worst_first.is_sorted_by(|worse, better| worse.preference() < better.preference()));
    }

    #[test]
    fn an_outcome_stays_an_outcome_before_a_move() {
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let after = Searched::of_outcome(outcome);
            assert_eq!(after.before_move(false).outcome(), Some(outcome.for_opponent()));
            assert_eq!(after.before_move(true).outcome(), Some(outcome));
            // A remoteness that is not known stays unknown, however often it is counted up.
            assert_eq!(after.before_move(false).before_move(false).to_string(), format!("a {outcome}"));
            assert_eq!(after.verdict().is_some(), outcome == Outcome::Draw);
        }
    }

    #[test]
    fn a_best_move_keeps_the_outcome_and_the_remoteness() {
        let [win, loss] =
            [|n| Searched::proved(Verdict::Win(Remoteness(n))), |n| Searched::proved(Verdict::Loss(Remoteness(n)))];
        let of = Searched::of_outcome;
        let in_5_to_9 = Searched { at_least: Verdict::Win(Remoteness(9)), ..win(5) };
        for (made, position, expected) in [
            (win(5), win(5), Some(true)),
            (win(7), win(5), Some(false)),
            (loss(4), win(5), Some(false)),
            (of(Outcome::Win), of(Outcome::Win), Some(true)),
            (of(Outcome::Loss), of(Outcome::Loss), Some(true)),
            (of(Outcome::Draw), of(Outcome::Draw), Some(true)),
            // Another move may win sooner, or lose later.
            (in_5_to_9.clone(), in_5_to_9.clone(), None),
            (of(Outcome::Win), in_5_to_9, None),
            (of(Outcome::Win), win(5), None),
            (loss(4), of(Outcome::Loss), None),
            (Searched::UNKNOWN, win(5), None),
            (win(5), Searched::UNKNOWN, None),
        ] {
            assert_eq!(made.is_best_in(&position), expected, "{made} in {position}");
        }
    }

    #[test]
    fn no_move_is_better_than_the_position() {
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            for moves_again in [false, true] {
                let option = Searched::of_outcome(outcome).of_each_option(moves_again);
                let made = option.before_move(moves_again);
                assert_eq!(made.at_most.outcome(), outcome, "{outcome} {moves_again}");
                assert_eq!(made.is_informative(), outcome != Outcome::Win, "{outcome} {moves_again}");
            }
        }
        let lost = Searched::proved(Verdict::Loss(Remoteness(4))).of_each_option(false);
        assert_eq!((lost.at_least, lost.at_most), (Verdict::Win(Remoteness(3)), Searched::UNKNOWN.at_most));
        assert_eq!(Searched::UNKNOWN.of_each_option(false), Searched::UNKNOWN);
        assert_eq!(Searched::UNKNOWN.of_each_option(true), Searched::UNKNOWN);
    }

    #[test]
    fn a_position_is_as_good_as_its_best_move() {
        let moves =
            [Searched::proved(Verdict::Loss(Remoteness(2))), Searched::proved(Verdict::Draw), Searched::UNKNOWN];
        let known = &moves[..2];
        assert_eq!(Searched::of_moves(known, true), Some(Searched::proved(Verdict::Draw)));
        assert_eq!(Searched::of_moves(known, false).unwrap().to_string(), "at least a draw");
        assert_eq!(Searched::of_moves(&moves, true).unwrap().to_string(), "at least a draw");
        let won = [Searched::proved(Verdict::Win(Remoteness(1)))];
        assert_eq!(Searched::of_moves(&won, false).unwrap().verdict(), Some(Verdict::Win(Remoteness(1))));
        assert_eq!(Searched::of_moves(&[], true), None);
    }
}
