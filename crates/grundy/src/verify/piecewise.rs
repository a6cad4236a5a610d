//! Checks a position one option at a time, for tables whose values are not all in memory.
//!
//! These are the conditions of [`super::check_values`], separated. A condition on every option is checked option by
//! option. A condition that some option must satisfy is an *obligation* of the stored value, one bit each, which an
//! option discharges. A position is correct if and only if no option is wrong and every obligation is discharged, in
//! whatever order the options come.

use super::ValueFault;
use super::fault::RulesAt;
use super::table::{check_grundy, check_outcome, from_mover};
use crate::answer::PositionValue;
use crate::value::{Grundy, Outcome, Unknown};

/// Returns the number of obligations of a stored value, which the `options` of its position must discharge.
///
/// There is one for the outcome, and one for each smaller Grundy value, or one for the cycle that excludes a value. A
/// position without options has none.
///
/// # Errors
/// An error that does not depend on the options; for a position without options, any error.
pub fn obligations(rules: RulesAt, value: &PositionValue, options: usize) -> Result<u64, ValueFault> {
    if options == 0 {
        check_outcome(rules, value, &[])?;
        return check_grundy(rules, value, &[]).map(|()| 0);
    }
    if (value.outcome == Outcome::Draw) != value.remoteness.is_none() || value.remoteness.is_some_and(|r| r.0 == 0) {
        return Err(ValueFault::Remoteness);
    }
    let by_value = match (&value.grundy, rules.without_grundy) {
        (Grundy::Undefined(why), Some(right)) if *why == right => Some(0),
        (Grundy::Finite(nimber), None) => {
            let is_right = (nimber.0 == 0) == (value.outcome == Outcome::Loss) && nimber.0 <= options as u64;
            is_right.then_some(nimber.0)
        }
        (Grundy::Unknown(Unknown::CycleReachable), None) => Some(1),
        (Grundy::Unknown(Unknown::NotRequested), None) => Some(0),
        _ => None,
    };
    by_value.map(|more| 1 + more).ok_or(ValueFault::Grundy)
}

/// Returns the obligations of a stored value that an option discharges, the first for the outcome. `moves_again` is set if
/// the player who moves to the option also moves next.
///
/// # Errors
/// An error that the option causes.
pub fn discharged_by(
    value: &PositionValue,
    option: &PositionValue,
    moves_again: bool,
) -> Result<[Option<u64>; 2], ValueFault> {
    let outcome = from_mover(option.outcome, moves_again);
    // The remoteness that the position would have if this were its only option.
    let by_option = option.remoteness.and_then(|r| r.0.checked_add(1));
    let stored = value.remoteness.map(|r| r.0);
    let outcome_bit = match (value.outcome, outcome) {
        (Outcome::Win, Outcome::Win) if by_option.is_none() || by_option < stored => {
            return Err(ValueFault::Remoteness);
        }
        (Outcome::Loss, Outcome::Loss) if by_option.is_none() || by_option > stored => {
            return Err(ValueFault::Remoteness);
        }
        (Outcome::Win, Outcome::Win) | (Outcome::Loss, Outcome::Loss) => by_option == stored,
        (Outcome::Loss, _) | (Outcome::Draw, Outcome::Win) => return Err(ValueFault::Outcome),
        (Outcome::Draw, Outcome::Draw) => true,
        _ => false,
    };
    let value_bit = match (&value.grundy, &option.grundy) {
        (Grundy::Finite(nimber), Grundy::Finite(other)) if other != nimber => {
            (other.0 < nimber.0).then_some(1 + other.0)
        }
        (Grundy::Finite(_), _) => return Err(ValueFault::Grundy),
        (Grundy::Unknown(Unknown::CycleReachable), Grundy::Unknown(Unknown::CycleReachable)) => Some(1),
        _ => None,
    };
    Ok([outcome_bit.then_some(0), value_bit])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Solution, StoreError};
    use crate::game::{Game, Player};
    use crate::value::{Nimber, Remoteness, Undefined};
    use crate::verify::check_values;
    use fastrand::Rng;

    /// Position 0 leads to 1, 2, …, `options`.
    struct Star {
        options: usize,
        turns: Option<Vec<Player>>,
        values: Vec<PositionValue>,
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
        fn get(&self, at: &usize) -> Result<Option<PositionValue>, StoreError> {
            Ok(self.values.get(*at).cloned())
        }
    }

    fn random_value(random: &mut Rng, has_grundy: bool) -> PositionValue {
        let outcome = [Outcome::Win, Outcome::Loss, Outcome::Draw][random.usize(..3)];
        let has_remoteness = (outcome != Outcome::Draw) != (random.u8(..20) == 0);
        let remoteness = has_remoteness.then(|| Remoteness(random.u32(..3)));
        let grundy = match (has_grundy != (random.u8(..20) == 0), random.u64(..6)) {
            (false, _) => Grundy::Undefined(Undefined::Partizan),
            (true, 0) => Grundy::Unknown(Unknown::CycleReachable),
            (true, 5) if random.bool() => Grundy::Unknown(Unknown::NotRequested),
            (true, _) if outcome == Outcome::Loss => Grundy::Finite(Nimber(0)),
            (true, value) => Grundy::Finite(Nimber(value - 1)),
        };
        PositionValue { outcome, remoteness, grundy }
    }

    fn piecewise(star: &Star) -> Result<(), ValueFault> {
        let value = star.values[0].clone();
        let rules = RulesAt { terminal: star.terminal(&0), without_grundy: star.without_grundy() };
        let mut owed = vec![true; obligations(rules, &value, star.options)? as usize];
        for option in 1..=star.options {
            let moves_again = star.player(&0).is_some() && star.player(&0) == star.player(&option);
            for paid in discharged_by(&value, &star.values[option].clone(), moves_again)?.into_iter().flatten() {
                owed[paid as usize] = false;
            }
        }
        if owed.contains(&true) { Err(ValueFault::Outcome) } else { Ok(()) }
    }

    fn directly(star: &Star) -> Result<(), ValueFault> {
        let rules = RulesAt { terminal: star.terminal(&0), without_grundy: star.without_grundy() };
        let moves_again = |option: &usize| star.player(&0).is_some() && star.player(&0) == star.player(option);
        let options = (1..=star.options).map(|option| (star.values[option].clone(), moves_again(&option)));
        check_values(rules, &star.values[0], options.collect())
    }

    #[test]
    fn as_all_options_at_once() {
        let (mut random, mut right, mut wrong) = (Rng::with_seed(0x2026_1121), 0, 0);
        for _ in 0..200_000 {
            let options = random.usize(..4);
            let has_grundy = random.bool();
            let mut player = || if random.u8(..4) == 0 { Player::Left } else { Player::Right };
            let turns = (!has_grundy).then(|| (0..=options).map(|_| player()).collect());
            let values = (0..=options).map(|_| random_value(&mut random, has_grundy)).collect();
            let star = Star { options, turns, values };
            let directly = directly(&star);
            assert_eq!(directly.is_ok(), piecewise(&star).is_ok(), "{:?} {:?}", star.values, star.turns);
            if directly.is_ok() { right += 1 } else { wrong += 1 }
        }
        assert!(right > 1000 && wrong > 1000, "{right} {wrong}");
    }
}
