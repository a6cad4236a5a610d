//! Checks a solved game position by position, by conditions that do not depend on a solver.
//!
//! Read each option from the mover's side: exchange win and loss, unless the same player moves again. Then
//!
//! - a win of remoteness r has an option that the mover has won with r − 1, and none won with less;
//! - a loss of remoteness r with moves has only options that the mover has lost, the greatest with r − 1;
//! - a draw with moves has no option that the mover has won, and at least one that is drawn;
//! - a position without moves has the value of the rules and, unless that is a draw, remoteness 0.
//!
//! Together this is a proof: decreasing remoteness grounds every win and loss, and within the draws neither player can
//! be forced out.
//!
//! A finite Grundy value without a stage is the mex of such values, and zero exactly if the position is lost. Values that
//! satisfy this on a cycle would justify one another, so [`check_table`] also checks that positions with such values form no
//! cycle. Other values are those of a game with cycles ([`super::check_staged`]).

use super::fault::{RulesAt, ValueFault};
use super::loopy::{StagedValue, check_staged};
use crate::answer::{PositionValue, Solution};
use crate::game::Game;
use crate::value::{Grundy, Nimber, Outcome, Unknown};
use std::collections::HashMap;

/// A position whose stored value does not follow from its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFault<P> {
    /// The position.
    pub at: P,
    /// The error at that position.
    pub fault: ValueFault,
}

/// Checks every position of `all`, which must contain each position once, and all options of its positions.
///
/// Time O(V + E), memory O(V); with stages, the options of options are computed too.
///
/// # Errors
/// The first position that is wrong.
pub fn check_table<G: Game>(
    game: &G,
    all: impl IntoIterator<Item = G::Position>,
    solution: &impl Solution<G::Position>,
) -> Result<(), PositionFault<G::Position>> {
    // For each position with a finite Grundy value and no stage, the number of such positions that lead to it.
    let mut entries: HashMap<G::Position, u32> = HashMap::new();
    let mut options = Vec::new();
    // Either every finite Grundy value has a stage, or none has and there is no infinite one.
    let mut has_stages = false;
    for at in all {
        check_position(game, &at, solution).map_err(|fault| PositionFault { at: at.clone(), fault })?;
        has_stages |= has_stage_or_is_infinite(solution, &at);
        if has_value_without_stage(solution, &at) {
            entries.entry(at.clone()).or_default();
            options.clear();
            game.options(&at, &mut options);
            for option in options.drain(..) {
                *entries.entry(option).or_default() += 1;
            }
        }
    }
    if has_stages && let Some(at) = entries.keys().min() {
        return Err(PositionFault { at: at.clone(), fault: ValueFault::Stage });
    }
    // Repeatedly remove a position that no other one leads to. The positions that remain are on cycles or reachable
    // from one.
    let mut free: Vec<G::Position> = entries.iter().filter(|e| *e.1 == 0).map(|e| e.0.clone()).collect();
    while let Some(at) = free.pop() {
        entries.remove(&at);
        options.clear();
        game.options(&at, &mut options);
        for option in options.drain(..) {
            if let Some(count) = entries.get_mut(&option) {
                *count -= 1;
                if *count == 0 {
                    free.push(option);
                }
            }
        }
    }
    match entries.into_keys().min() {
        None => Ok(()),
        Some(at) => Err(PositionFault { at, fault: ValueFault::Grundy }),
    }
}

fn has_stage_or_is_infinite<P>(solution: &impl Solution<P>, at: &P) -> bool {
    let is_infinite = matches!(solution.get(at), Ok(Some(PositionValue { grundy: Grundy::Infinite(_), .. })));
    is_infinite || matches!(solution.stage(at), Ok(Some(_)))
}

fn has_value_without_stage<P>(solution: &impl Solution<P>, at: &P) -> bool {
    let is_finite = matches!(solution.get(at), Ok(Some(PositionValue { grundy: Grundy::Finite(_), .. })));
    is_finite && solution.stage(at) == Ok(None)
}

/// Checks one position against its options.
///
/// # Errors
/// If the stored value is wrong.
pub fn check_position<G: Game>(
    game: &G,
    at: &G::Position,
    solution: &impl Solution<G::Position>,
) -> Result<(), ValueFault> {
    let get = |at: &G::Position| solution.get(at).map_err(|_| ValueFault::Unreadable)?.ok_or(ValueFault::Missing);
    let stage = |at: &G::Position| solution.stage(at).map_err(|_| ValueFault::Unreadable);
    let (value, value_stage) = (get(at)?, stage(at)?);
    let mut options = Vec::new();
    game.options(at, &mut options);
    let player = game.player(at);
    let (mut values, mut staged) = (Vec::with_capacity(options.len()), Vec::new());
    for option in &options {
        let moves_again = player.is_some() && player == game.player(option);
        let option_value = get(option)?;
        staged.push(StagedValue { grundy: option_value.grundy.clone(), stage: stage(option)? });
        values.push((option_value, moves_again));
    }
    let rules = RulesAt { terminal: game.terminal(at), without_grundy: game.without_grundy() };
    if let Grundy::Unknown(_) = value.grundy {
        return Err(ValueFault::Grundy);
    }
    if value_stage.is_none() && !matches!(value.grundy, Grundy::Infinite(_)) {
        // Values without stages rest on such values only.
        let is_mixed = staged.iter().any(|option| option.stage.is_some());
        return if is_mixed { Err(ValueFault::Grundy) } else { check_values(rules, &value, values) };
    }
    check_outcome(rules, &value, &from_movers(values))?;
    if value.grundy.outcome() != Some(value.outcome) {
        return Err(ValueFault::Grundy);
    }
    check_staged(rules, &StagedValue { grundy: value.grundy, stage: value_stage }, &staged, |i, wanted: Nimber| {
        let mut lowest = None;
        let mut further = Vec::new();
        game.options(&options[i], &mut further);
        for further in &further {
            if get(further)?.grundy == Grundy::Finite(wanted) {
                let stage = stage(further)?.ok_or(ValueFault::Grundy)?;
                lowest = Some(lowest.map_or(stage, |lowest: u32| lowest.min(stage)));
            }
        }
        Ok(lowest)
    })
}

/// Checks the value of a position against the values of its options, each with whether the same player moves next.
///
/// This is for values without stages. [`Unknown::NotRequested`] states no Grundy value, so that there is none to check.
///
/// # Errors
/// If the value is wrong.
pub fn check_values(
    rules: RulesAt,
    value: &PositionValue,
    options: Vec<(PositionValue, bool)>,
) -> Result<(), ValueFault> {
    let seen = from_movers(options);
    check_outcome(rules, value, &seen)?;
    check_grundy(rules, value, &seen)
}

/// The options with their outcomes as the player who moves to them sees them.
fn from_movers(options: Vec<(PositionValue, bool)>) -> Vec<(Outcome, PositionValue)> {
    options.into_iter().map(|(option, moves_again)| (from_mover(option.outcome, moves_again), option)).collect()
}

/// An option's outcome as the player who moves to it sees it.
pub(super) fn from_mover(stored: Outcome, moves_again: bool) -> Outcome {
    match (stored, moves_again) {
        (Outcome::Win, false) => Outcome::Loss,
        (Outcome::Loss, false) => Outcome::Win,
        (same, _) => same,
    }
}

pub(super) fn check_outcome(
    rules: RulesAt,
    facts: &PositionValue,
    options: &[(Outcome, PositionValue)],
) -> Result<(), ValueFault> {
    if options.is_empty() {
        let remoteness = if facts.outcome == Outcome::Draw { None } else { Some(0) };
        return if facts.outcome != rules.terminal {
            Err(ValueFault::Outcome)
        } else if facts.remoteness.map(|r| r.0) != remoteness {
            Err(ValueFault::Remoteness)
        } else {
            Ok(())
        };
    }
    let remoteness_of = |wanted: Outcome| {
        options.iter().filter(move |(outcome, _)| *outcome == wanted).map(|(_, stored)| stored.remoteness.map(|r| r.0))
    };
    let some = |wanted: Outcome| options.iter().any(|(outcome, _)| *outcome == wanted);
    let (right, expected) = match facts.outcome {
        // For a decided option without a remoteness, `min` or `max` is `None`, which agrees with no stored remoteness.
        Outcome::Win => (some(Outcome::Win), remoteness_of(Outcome::Win).min().flatten()),
        Outcome::Loss => {
            let all_lost = options.iter().all(|(outcome, _)| *outcome == Outcome::Loss);
            let all_known = remoteness_of(Outcome::Loss).all(|r| r.is_some());
            (all_lost, remoteness_of(Outcome::Loss).max().flatten().filter(|_| all_known))
        }
        Outcome::Draw => {
            let right = !some(Outcome::Win) && some(Outcome::Draw);
            return match (right, facts.remoteness) {
                (false, _) => Err(ValueFault::Outcome),
                (true, Some(_)) => Err(ValueFault::Remoteness),
                (true, None) => Ok(()),
            };
        }
    };
    let expected = expected.and_then(|r| r.checked_add(1));
    if !right {
        Err(ValueFault::Outcome)
    } else if expected.is_none() || facts.remoteness.map(|r| r.0) != expected {
        Err(ValueFault::Remoteness)
    } else {
        Ok(())
    }
}

pub(super) fn check_grundy(
    rules: RulesAt,
    facts: &PositionValue,
    options: &[(Outcome, PositionValue)],
) -> Result<(), ValueFault> {
    let right = match &facts.grundy {
        Grundy::Undefined(why) => rules.without_grundy == Some(*why),
        _ if rules.without_grundy.is_some() => false,
        Grundy::Finite(value) => {
            let mut values = Vec::with_capacity(options.len());
            for (_, option) in options {
                match option.grundy {
                    Grundy::Finite(v) => values.push(v.0),
                    _ => return Err(ValueFault::Grundy),
                }
            }
            values.sort_unstable();
            values.dedup();
            let least_absent = values.iter().zip(0..).take_while(|&(&v, i)| v == i).count() as u64;
            value.0 == least_absent && (value.0 == 0) == (facts.outcome == Outcome::Loss)
        }
        // A table of a version that did not compute values of games with cycles.
        Grundy::Unknown(Unknown::CycleReachable) => {
            options.iter().any(|(_, option)| matches!(option.grundy, Grundy::Unknown(Unknown::CycleReachable)))
        }
        Grundy::Unknown(Unknown::NotRequested) => true,
        // A table's values are machine words, a value ∞(K) is checked with stages, and a table that says "too large" has no
        // value for the position.
        Grundy::Large(_) | Grundy::Infinite(_) | Grundy::Unknown(Unknown::TooLarge) => false,
    };
    if right { Ok(()) } else { Err(ValueFault::Grundy) }
}
