//! A game whose moves lead to sums: the components that can be reached, each counted once and by its own value.
//!
//! The sums themselves are not counted: their number grows beyond bounds, and their values follow from the components'.

use super::{BuildError, Statistics};
use crate::answer::PositionValue;
use crate::catalog::Opened;
use crate::limits::Limits;
use crate::solver::Histogram;
use crate::text::Key;
use crate::value::Outcome;
use std::collections::HashSet;

/// Bytes that a component takes beside those of its key, about.
const EACH: u64 = 64;

/// Counts the components that can be reached from `start`, and their moves.
pub(super) fn count(game: &Opened, start: &Key, reduced: bool, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
    let any = game.any();
    if reduced && any.class_size(start).is_none() {
        return Err(BuildError::NoClasses);
    }
    let trouble = || any.take_trouble().map_or(Ok(()), |trouble| Err(BuildError::Rules(Box::new(trouble))));
    let starts = any.starts();
    let roots = if starts.first() == Some(start) { starts } else { vec![start.clone()] };
    let mut met: HashSet<Key> = HashSet::new();
    let mut waiting: Vec<Key> = Vec::new();
    let mut bytes = 0;
    let mut meet = |sum: &Key, waiting: &mut Vec<Key>| {
        for part in any.components(sum) {
            if !met.contains(&part) {
                bytes += EACH + 2 * part.0.len() as u64;
                met.insert(part.clone());
                waiting.push(part);
            }
        }
        limits.check(met.len() as u64, bytes)
    };
    for root in &roots {
        meet(&any.canonical(root), &mut waiting)?;
    }
    let mut built = Statistics {
        positions: 0,
        stored: 0,
        moves: 0,
        wins: 0,
        losses: 0,
        draws: 0,
        max_remoteness: None,
        histogram: Histogram::default(),
        by_turn: None,
        start: None,
    };
    let mut options = Vec::new();
    while let Some(at) = waiting.pop() {
        options.clear();
        any.every_option(&at, &mut options);
        let claim = any.claim(&at);
        trouble()?;
        let Ok(claim) = claim else { return Err(BuildError::NoNumbers) };
        options.sort_unstable();
        options.dedup();
        built.positions += 1;
        built.moves += options.len() as u64;
        match claim.outcome {
            Outcome::Win => built.wins += 1,
            Outcome::Loss => built.losses += 1,
            Outcome::Draw => built.draws += 1,
        }
        for option in &options {
            meet(option, &mut waiting)?;
        }
    }
    built.stored = built.positions;
    let claim = any.claim(start);
    trouble()?;
    built.start = claim.ok().map(|claim| {
        let facts = PositionValue { outcome: claim.outcome, remoteness: None, grundy: claim.grundy };
        (start.clone(), facts)
    });
    Ok(built)
}
