//! Tiered games solved in partitions.

use super::sum::sum;
use crate::answer::PositionValue;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::solve::partitioned::{Exchange, PartitionedTiers, Storage, TierRows, solve_tiered_partitioned};
use crate::solver::build::error::BuildError;
use crate::solver::build::row::{Row, RowId};
use crate::solver::build::statistics::{Count, Statistics};
use crate::text::{DynTiered, Key};
use crate::value::{Grundy, Undefined, Verdict};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of granules of words between two checks of the limits.
const STEPS: u64 = 1 << 12;

/// A tiered game whose values are in a storage.
pub(super) struct TieredParts<'a> {
    words: &'a dyn DynTiered,
    storage: Arc<Storage>,
    partitions: u32,
    tiers: Vec<u32>,
}

/// Solves all positions that are reachable from `start`, counts them, and brings the values to process 0.
pub(super) fn solve<'a>(
    words: &'a dyn DynTiered,
    undefined: Undefined,
    start: &Key,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<(TieredParts<'a>, Statistics), BuildError> {
    let (word, tier) = (words.word(start), words.tier(start));
    let PartitionedTiers { tiers, moves, positions: _ } =
        solve_tiered_partitioned(words, word, tier, exchange, limits, checkpointer)?;
    let (count, first) = count(words, &tiers, (tier, word), exchange, limits)?;
    for &tier in &tiers {
        TierRows::collect(exchange, tier)?;
    }
    let value = first.map(|verdict| PositionValue::solved(verdict, Grundy::Undefined(undefined)));
    let statistics = count.statistics(moves, value.map(|value| (start.clone(), value)));
    let storage = exchange.storage().clone();
    Ok((TieredParts { words, storage, partitions: exchange.partitions(), tiers }, statistics))
}

/// Counts the positions of all processes, and finds the verdict of the start.
fn count(
    words: &dyn DynTiered,
    tiers: &[u32],
    start: (u32, u64),
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
) -> Result<(Count, Option<Verdict>), BuildError> {
    let storage = exchange.storage().clone();
    let (counts, first) = (Mutex::new(Count::default()), Mutex::new(None));
    exchange.round(&|partition, _, _| {
        let mut count = Count::default();
        let (mut rows, mut steps) = (Vec::new(), 0_u64);
        for &tier in tiers {
            let mut reader = TierRows::open(&storage, tier, std::iter::once(partition))?;
            loop {
                rows.clear();
                reader.next(&mut rows)?;
                if rows.is_empty() {
                    break;
                }
                steps += 1;
                if steps.is_multiple_of(STEPS) {
                    limits.check(0, 0)?;
                }
                for &(word, verdict) in &rows {
                    count.add(verdict, words.player(word), 1);
                    if (tier, word) == start {
                        *first.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
                    }
                }
            }
        }
        counts.lock().unwrap_or_else(PoisonError::into_inner).merge(&count);
        Ok(())
    })?;
    let count = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    sum(exchange, count, first, tiers.len() + 1)
}

impl TieredParts<'_> {
    pub(super) fn position(&self, word: u64) -> Key {
        self.words.position(word)
    }

    pub(super) fn text(&self, word: u64) -> String {
        self.words.text(word)
    }

    /// Calls `each` with every position, ordered by tier and word.
    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        let (mut rows, mut steps) = (Vec::new(), 0_u64);
        for &tier in &self.tiers {
            let mut reader = TierRows::open(&self.storage, tier, 0..self.partitions)?;
            loop {
                rows.clear();
                reader.next(&mut rows)?;
                if rows.is_empty() {
                    break;
                }
                steps += 1;
                if steps.is_multiple_of(STEPS) {
                    limits.check(0, 0)?;
                }
                for &(word, verdict) in &rows {
                    let player = self.words.player(word);
                    if !each(&Row { id: RowId::Word(tier, word), verdict, grundy: None, player, weight: 1 }) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}
