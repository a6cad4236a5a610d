//! Games whose positions are keys, solved in partitions.

use super::sum::sum;
use crate::answer::PositionValue;
use crate::catalog::GraphGame;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::solve::partitioned::{Exchange, ExchangeError, KeyRow, KeyRows, KeyValue, solve_explored_partitioned};
use crate::solver::build::error::BuildError;
use crate::solver::build::row::{Row, RowId};
use crate::solver::build::statistics::{Count, Statistics, moves_of_classes};
use crate::text::{DynGame, Key, WithText};
use crate::value::{Grundy, Nimber, Unknown};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of rows between two checks of the limits.
const STEPS: u64 = 1 << 12;
/// Number of positions whose moves are counted at a time.
const BATCH: usize = 1 << 10;

/// A game whose positions and values are in a storage.
pub(super) struct ExploredParts<'a> {
    game: &'a dyn DynGame,
    rows: KeyRows,
    by_class: bool,
    /// The row that is being read.
    current: Mutex<Option<Current>>,
}

/// The row that is being read.
struct Current {
    number: u64,
    key: Key,
    value: KeyValue,
}

/// Solves all positions that are reachable from `start`, counts them, and brings the values to process 0.
pub(super) fn from_start<'a>(
    game: &'a dyn DynGame,
    start: &Key,
    by_class: bool,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<(ExploredParts<'a>, Statistics), BuildError> {
    if by_class && game.class_size(start).is_none() {
        return Err(BuildError::NoClasses);
    }
    let starts = game.starts();
    let starts = if starts.first() == Some(start) { starts } else { std::slice::from_ref(start) };
    let canonical = |at: &Key| if by_class { game.canonical(at) } else { Ok(at.clone()) };
    let roots = starts.iter().map(canonical).collect::<Result<Vec<Key>, _>>()?;
    let of_first = |partition: u32, send: &mut dyn FnMut(&Key) -> Result<(), ExchangeError>| {
        if partition == 0 { roots.iter().try_for_each(send) } else { Ok(()) }
    };
    let rows = solve_explored_partitioned(game, &of_first, by_class, exchange, limits, checkpointer)?;
    let parts = ExploredParts { game, rows, by_class, current: Mutex::new(None) };
    let statistics = parts.count(Some((start, &roots[0])), exchange, limits)?;
    parts.rows.collect(exchange)?;
    Ok((parts, statistics))
}

/// Solves all vertices of an explicit graph, counts them, and brings the values to process 0.
pub(super) fn graph<'a>(
    game: &'a WithText<GraphGame>,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<(ExploredParts<'a>, Statistics), BuildError> {
    let (partitions, graph) = (exchange.partitions(), game.game().graph());
    let share_of = |partition: u32, send: &mut dyn FnMut(&Key) -> Result<(), ExchangeError>| {
        let vertices = graph.all().skip(partition as usize).step_by(partitions as usize);
        for (sent, v) in (0_u64..).zip(vertices) {
            if sent.is_multiple_of(STEPS) {
                limits.check(0, 0)?;
            }
            send(&game.key(&vec![v]))?;
        }
        Ok(())
    };
    let rows = solve_explored_partitioned(game, &share_of, false, exchange, limits, checkpointer)?;
    let parts = ExploredParts { game, rows, by_class: false, current: Mutex::new(None) };
    let statistics = parts.count(None, exchange, limits)?;
    parts.rows.collect(exchange)?;
    Ok((parts, statistics))
}

impl ExploredParts<'_> {
    fn weight(&self, key: &Key) -> Result<u64, BuildError> {
        if self.by_class { self.game.class_size(key).ok_or(BuildError::NoClasses) } else { Ok(1) }
    }

    /// Sorts and counts the positions of all processes. `start` is the start of the run, if there is one, and the position that represents it.
    fn count(
        &self,
        start: Option<(&Key, &Key)>,
        exchange: &mut dyn Exchange,
        limits: &Limits<'_>,
    ) -> Result<Statistics, BuildError> {
        let (counts, first) = (Mutex::new(Count::default()), Mutex::new(None));
        let moves = AtomicU64::new(0);
        exchange.round(&|partition, _, _| {
            let (mut count, mut rows, mut batch) = (Count::default(), 0_u64, Vec::new());
            let mut of_classes = 0;
            self.rows.sort(partition, &mut |row| {
                if rows.is_multiple_of(STEPS) {
                    limits.check(rows, 0)?;
                }
                rows += 1;
                let key = Key(row.key[..].into());
                count.add(row.verdict(), row.player(), self.weight(&key).map_err(unsupported)?);
                if start.is_some_and(|(_, root)| key == *root) {
                    *first.lock().unwrap_or_else(PoisonError::into_inner) = Some((row.verdict(), row.value.clone()));
                }
                if self.by_class {
                    batch.push(key);
                    if batch.len() == BATCH {
                        of_classes += moves_of_classes(self.game, &batch).map_err(unsupported)?;
                        batch.clear();
                    }
                }
                Ok(())
            })?;
            of_classes += moves_of_classes(self.game, &batch).map_err(unsupported)?;
            moves.fetch_add(of_classes, Ordering::Relaxed);
            counts.lock().unwrap_or_else(PoisonError::into_inner).merge(&count);
            Ok(())
        })?;
        let mut totals = [moves.into_inner()];
        exchange.sum(&mut totals)?;
        let moves = if self.by_class { totals[0] } else { self.rows.moves() };
        let count = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (verdict, grundy) = first.unzip();
        let (count, verdict) = sum(exchange, count, verdict, self.rows.max_remoteness() as usize + 1)?;
        let grundy = self.grundy(share_value(exchange, grundy)?);
        let value = verdict.map(|verdict| PositionValue::solved(verdict, grundy));
        Ok(count.statistics(moves, start.map(|(at, _)| at.clone()).zip(value)))
    }

    /// The Grundy value that a row stores.
    fn grundy(&self, value: KeyValue) -> Grundy {
        match value {
            KeyValue::Finite(value) | KeyValue::Staged(value, _) => Grundy::Finite(Nimber(value.into())),
            KeyValue::Infinite(set) => Grundy::Infinite(nimbers(&set)),
            KeyValue::Undefined => match self.game.info().without_grundy {
                Some(why) => Grundy::Undefined(why),
                None => Grundy::Unknown(Unknown::NotRequested),
            },
        }
    }

    /// Whether the game has a cycle and Grundy values.
    pub(super) fn has_stages(&self) -> bool {
        self.rows.has_stages()
    }

    /// Whether any position has a value ∞(K).
    pub(super) fn has_infinite_values(&self) -> bool {
        self.rows.has_infinite_values()
    }

    /// The set K of a row's value ∞(K); `None` if its value is another one.
    ///
    /// # Panics
    /// If the row is not the one that was read last.
    pub(super) fn loopy(&self, number: u64) -> Option<Box<[Nimber]>> {
        self.current_row(number, |row| match &row.value {
            KeyValue::Infinite(set) => Some(nimbers(set)),
            _ => None,
        })
    }

    /// The stage of a row's value.
    ///
    /// # Panics
    /// If the row is not the one that was read last.
    pub(super) fn stage(&self, number: u64) -> Option<u32> {
        self.current_row(number, |row| match row.value {
            KeyValue::Staged(_, stage) => Some(stage),
            _ => None,
        })
    }

    /// What `read` takes from the row that is being read, which must have this number.
    fn current_row<T>(&self, number: u64, read: impl FnOnce(&Current) -> T) -> T {
        let current = self.current();
        let row = current.as_ref().filter(|row| row.number == number);
        read(row.expect("the position of a row is known only while `SolvedGame::rows` gives it out"))
    }

    fn current(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `each` with every position, in the order of their keys. Rows are numbered in this order.
    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        let mut number = 0_u64;
        self.rows.rows::<BuildError>(|row: &KeyRow| {
            if number.is_multiple_of(STEPS) {
                limits.check(number, 0)?;
            }
            let key = Key(row.key[..].into());
            let weight = self.weight(&key)?;
            *self.current() = Some(Current { number, key, value: row.value.clone() });
            let grundy = match row.value {
                KeyValue::Finite(value) | KeyValue::Staged(value, _) => Some(Nimber(value.into())),
                KeyValue::Undefined | KeyValue::Infinite(_) => None,
            };
            let id = RowId::Listed(number);
            number += 1;
            Ok(each(&Row { id, verdict: row.verdict(), grundy, player: row.player(), weight }))
        })
    }

    /// The position of a row.
    ///
    /// # Panics
    /// If the row is not the one that was read last.
    pub(super) fn position(&self, number: u64) -> Key {
        self.current_row(number, |row| row.key.clone())
    }
}

fn nimbers(set: &[u32]) -> Box<[Nimber]> {
    set.iter().map(|value| Nimber((*value).into())).collect()
}

/// The value that one of the processes has, at all of them.
fn share_value(exchange: &mut dyn Exchange, value: Option<KeyValue>) -> Result<KeyValue, ExchangeError> {
    let (kind, numbers) = match value {
        None | Some(KeyValue::Undefined) => (0, Vec::new()),
        Some(KeyValue::Finite(value)) => (1, vec![u64::from(value)]),
        Some(KeyValue::Staged(value, stage)) => (2, vec![value.into(), stage.into()]),
        Some(KeyValue::Infinite(set)) => (3, set.iter().map(|value| u64::from(*value)).collect()),
    };
    let mut head = [kind, numbers.len() as u64];
    exchange.sum(&mut head)?;
    // The processes without the value add zeros.
    let mut all = numbers;
    all.resize(head[1] as usize, 0);
    exchange.sum(&mut all)?;
    let all: Vec<u32> = all.iter().map(|number| *number as u32).collect();
    Ok(match (head[0], &all[..]) {
        (1, &[value]) => KeyValue::Finite(value),
        (2, &[value, stage]) => KeyValue::Staged(value, stage),
        (3, set) => KeyValue::Infinite(set.into()),
        _ => KeyValue::Undefined,
    })
}

fn unsupported(error: BuildError) -> ExchangeError {
    match error {
        BuildError::Rules(error) => ExchangeError::Rules(error),
        BuildError::Run(error) => ExchangeError::Run(error),
        BuildError::Exchange(error) => error,
        error => ExchangeError::Unsupported(error.to_string()),
    }
}
