//! Checks a position against one option at a time, for tables whose values are not in memory all at once.
//!
//! The conditions of [`super::check_position`] taken apart: what every option must satisfy is looked at as the option comes
//! by; what some option must show is a *debt* of the stored value, a bit for each, and an option pays it. A position is right
//! just when no option is wrong and every debt is paid, in whichever order and in however many sittings the options come.

use super::Wrong;
use super::table::{check_grundy, check_outcome, from_mover};
use crate::answer::PositionValue;
use crate::game::Game;
use crate::value::{Grundy, Outcome, Unknown};

/// How many debts a stored value has, which the `options` of its position are to pay: one for the value, and one for each
/// smaller Grundy value, or one for the cycle that it is missing because of. A position without options owes nothing.
///
/// # Errors
/// What is wrong whatever the options are; all of it, where there are none.
pub fn debts<G: Game>(game: &G, at: &G::Position, facts: &PositionValue, options: usize) -> Result<u64, Wrong> {
    if options == 0 {
        check_outcome(game, at, facts, &[])?;
        return check_grundy(game, facts, &[]).map(|()| 0);
    }
    if (facts.outcome == Outcome::Draw) != facts.remoteness.is_none() || facts.remoteness.is_some_and(|r| r.0 == 0) {
        return Err(Wrong::Remoteness);
    }
    let by_value = match (&facts.grundy, game.without_grundy()) {
        (Grundy::Undefined(why), Some(right)) if *why == right => Some(0),
        (Grundy::Finite(value), None) => {
            let is_right = (value.0 == 0) == (facts.outcome == Outcome::Loss) && value.0 <= options as u64;
            is_right.then_some(value.0)
        }
        (Grundy::Unknown(Unknown::CycleReachable), None) => Some(1),
        _ => None,
    };
    by_value.map(|more| 1 + more).ok_or(Wrong::Grundy)
}

/// Which debts of a stored value an option pays, the first for the value; `again` where the same player moves there again.
///
/// # Errors
/// What is wrong because of the option.
pub fn payment(facts: &PositionValue, option: &PositionValue, again: bool) -> Result<[Option<u64>; 2], Wrong> {
    let outcome = from_mover(option.outcome, again);
    // The remoteness that the position would have by this option alone.
    let by_option = option.remoteness.and_then(|r| r.0.checked_add(1));
    let stored = facts.remoteness.map(|r| r.0);
    let pays = match (facts.outcome, outcome) {
        (Outcome::Win, Outcome::Win) if by_option.is_none() || by_option < stored => return Err(Wrong::Remoteness),
        (Outcome::Loss, Outcome::Loss) if by_option.is_none() || by_option > stored => return Err(Wrong::Remoteness),
        (Outcome::Win, Outcome::Win) | (Outcome::Loss, Outcome::Loss) => by_option == stored,
        (Outcome::Loss, _) | (Outcome::Draw, Outcome::Win) => return Err(Wrong::Outcome),
        (Outcome::Draw, Outcome::Draw) => true,
        _ => false,
    };
    let pays_value = match (&facts.grundy, &option.grundy) {
        (Grundy::Finite(value), Grundy::Finite(other)) if other != value => (other.0 < value.0).then_some(1 + other.0),
        (Grundy::Finite(_), _) => return Err(Wrong::Grundy),
        (Grundy::Unknown(Unknown::CycleReachable), Grundy::Unknown(Unknown::CycleReachable)) => Some(1),
        _ => None,
    };
    Ok([pays.then_some(0), pays_value])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Solution;
    use crate::game::Player;
    use crate::value::{Nimber, Remoteness, Undefined};
    use crate::verify::check_position;

    /// Position 0 leads to 1, 2, …, `options`.
    struct Star {
        options: usize,
        turns: Option<Vec<Player>>,
        facts: Vec<PositionValue>,
    }

    impl Game for Star {
        type Position = usize;
        type Move = usize;

        fn moves(&self, at: &usize, out: &mut Vec<usize>) {
            out.extend((1..=self.options).filter(|_| *at == 0));
        }

        fn play(&self, _at: &usize, to: &usize) -> usize {
            *to
        }

        fn player(&self, at: &usize) -> Option<Player> {
            self.turns.as_ref().map(|turns| turns[*at])
        }

        fn without_grundy(&self) -> Option<Undefined> {
            self.turns.as_ref().map(|_| Undefined::Partizan)
        }
    }

    impl Solution<usize> for Star {
        fn facts(&self, at: &usize) -> Option<PositionValue> {
            self.facts.get(*at).cloned()
        }
    }

    /// A small generator (xorshift, Marsaglia 2003), the same in every run.
    fn below(state: &mut u64, below: u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 11) % below
    }

    fn some_facts(state: &mut u64, has_grundy: bool) -> PositionValue {
        let outcome = [Outcome::Win, Outcome::Loss, Outcome::Draw][below(state, 3) as usize];
        let has_remoteness = (outcome != Outcome::Draw) != (below(state, 20) == 0);
        let remoteness = has_remoteness.then(|| Remoteness(below(state, 3) as u32));
        let grundy = match (has_grundy != (below(state, 20) == 0), below(state, 5)) {
            (false, _) => Grundy::Undefined(Undefined::Partizan),
            (true, 0) => Grundy::Unknown(Unknown::CycleReachable),
            (true, _) if outcome == Outcome::Loss => Grundy::Finite(Nimber(0)),
            (true, value) => Grundy::Finite(Nimber(value - 1)),
        };
        PositionValue { outcome, remoteness, grundy }
    }

    fn piecewise(star: &Star) -> Result<(), Wrong> {
        let facts = star.facts(&0).unwrap();
        let mut owed = vec![true; debts(star, &0, &facts, star.options)? as usize];
        for option in 1..=star.options {
            let again = star.player(&0).is_some() && star.player(&0) == star.player(&option);
            for paid in payment(&facts, &star.facts(&option).unwrap(), again)?.into_iter().flatten() {
                owed[paid as usize] = false;
            }
        }
        if owed.contains(&true) { Err(Wrong::Outcome) } else { Ok(()) }
    }

    #[test]
    fn as_all_options_at_once() {
        let (mut state, mut right, mut wrong) = (0x2026_1121, 0, 0);
        for _ in 0..200_000 {
            let options = below(&mut state, 4) as usize;
            let has_grundy = below(&mut state, 2) == 0;
            let mut player = || if below(&mut state, 4) == 0 { Player::Left } else { Player::Right };
            let turns = (!has_grundy).then(|| (0..=options).map(|_| player()).collect());
            let facts = (0..=options).map(|_| some_facts(&mut state, has_grundy)).collect();
            let star = Star { options, turns, facts };
            let whole = check_position(&star, &0, &star);
            assert_eq!(whole.is_ok(), piecewise(&star).is_ok(), "{:?} {:?}", star.facts, star.turns);
            if whole.is_ok() { right += 1 } else { wrong += 1 }
        }
        assert!(right > 1000 && wrong > 1000, "{right} {wrong}");
    }
}
