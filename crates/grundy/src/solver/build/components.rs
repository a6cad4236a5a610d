//! A game whose moves lead to sums: the reachable components, each counted once with its own value.
//!
//! The sums themselves are not counted: their number grows without bound, and their values follow from those of the
//! components.

use super::error::BuildError;
use super::statistics::Statistics;
use crate::answer::PositionValue;
use crate::limits::Limits;
use crate::solver::histogram::Histogram;
use crate::text::{DynGame, Key};
use crate::value::Outcome;
use std::collections::HashSet;

/// Approximate number of bytes of a component, beside its key.
const COMPONENT_BYTES: u64 = 64;

/// Counts the components that are reachable from `start`, and their moves.
pub(super) fn count(
    game: &dyn DynGame,
    start: &Key,
    reduced: bool,
    limits: &Limits<'_>,
) -> Result<Statistics, BuildError> {
    let theory = game.theory().ok_or(BuildError::NoIndices)?;
    if reduced && game.class_size(start).is_none() {
        return Err(BuildError::NoClasses);
    }
    let starts = game.starts();
    let roots = if starts.first() == Some(start) { starts } else { std::slice::from_ref(start) };
    let mut found: HashSet<Key> = HashSet::new();
    let mut waiting: Vec<Key> = Vec::new();
    let mut bytes = 0;
    let mut add = |sum: &Key, waiting: &mut Vec<Key>| {
        for part in theory.components(sum) {
            if !found.contains(&part) {
                bytes += COMPONENT_BYTES + 2 * part.0.len() as u64;
                found.insert(part.clone());
                waiting.push(part);
            }
        }
        limits.check(found.len() as u64, bytes)
    };
    for root in roots {
        add(&game.canonical(root)?, &mut waiting)?;
    }
    let mut counted = Statistics {
        positions: 0,
        stored: 0,
        moves: 0,
        wins: 0,
        losses: 0,
        draws: 0,
        max_remoteness: None,
        histogram: Histogram::default(),
        by_turn: None,
        parts: Vec::new(),
        start: None,
    };
    while let Some(at) = waiting.pop() {
        let options = game.distinct_options(&at, true)?;
        let claim = theory.prepare(&at, limits).and_then(|()| theory.claim(&at))?;
        counted.positions += 1;
        counted.moves += options.len() as u64;
        match claim.outcome {
            Outcome::Win => counted.wins += 1,
            Outcome::Loss => counted.losses += 1,
            Outcome::Draw => counted.draws += 1,
        }
        for option in &options {
            add(option, &mut waiting)?;
        }
    }
    counted.stored = counted.positions;
    let claim = theory.claim(start)?;
    let value = PositionValue { outcome: claim.outcome, remoteness: None, grundy: claim.grundy };
    counted.start = Some((start.clone(), value));
    Ok(counted)
}
