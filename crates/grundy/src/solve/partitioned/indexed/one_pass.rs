//! Solves a layer in one pass, for games that evaluate it in groups.
//!
//! The values of the earlier layers are in memory, two bytes for each index, and so are those of the layer itself: the positions of a group have
//! their values from few ranges of earlier indices, but their own indices are anywhere in the layer.

use super::exits::too_remote;
use super::ranges::Ranges;
use super::rows::layer_name;
use super::waves::Current;
use crate::game::{EarlierLayers, GroupedLayers, Index, Layer, OptionValue};
use crate::limits::Limits;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::run::Run;
use crate::text::DynIndexed;
use crate::value::{Remoteness, Verdict};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// About the most bytes that a thread uses for each index of a partition, besides its value: a cell, which is copied when it is widened.
const WORK_BYTES: u64 = 5;

/// About the bytes that a thread uses for each position of a group: the index and the value, in a vector that grows, and what the game needs.
const GROUP_BYTES: u64 = 40;

/// The counts of a layer that is solved.
pub(super) struct LayerCounts {
    /// Number of options of all positions.
    pub(super) moves: u64,
    /// A number that no remoteness exceeds.
    pub(super) max_remoteness: u32,
}

/// The bytes in memory that a layer takes in one pass; `None` if the game does not evaluate it in groups, or its indices are too many for an array.
pub(super) fn bytes_in_one_pass(
    game: &dyn DynIndexed,
    (number, layer): (usize, &Layer),
    ranges: &Ranges,
    limits: &Limits<'_>,
) -> Option<u64> {
    let groups = game.grouped_layers()?.group_count(number).filter(|_| !layer.has_moves_inside)?;
    let layers = || layer.leads_to.iter().chain([&number]).map(|layer| ranges.layer_len(*layer));
    let of_group = GROUP_BYTES * ranges.layer_len(number).div_ceil(groups.max(1));
    let work = limits.workers() as u64 * (WORK_BYTES * ranges.largest_part() + of_group);
    let is_array = layers().all(|len| usize::try_from(len).is_ok());
    is_array.then(|| layers().map(|len| 2 * len).sum::<u64>() + work)
}

impl Current<'_> {
    /// Solves the layer in one pass and stores its cells. Returns `None` and does nothing if the game does not evaluate the layer in groups, other
    /// processes have parts of it, or the values do not fit into memory.
    pub(super) fn solve_in_one_pass(&self, run: &mut Run<'_, '_>) -> Result<Option<LayerCounts>, ExchangeError> {
        let Some(game) = self.game.grouped_layers() else { return Ok(None) };
        let Some(groups) = game.group_count(self.number) else { return Ok(None) };
        let layer = (self.number, self.layer);
        let Some(bytes) = bytes_in_one_pass(self.game, layer, self.ranges, run.limits) else { return Ok(None) };
        let is_local = run.exchange.local().len() == run.exchange.partitions() as usize;
        let has_room = bytes + run.exchange.storage().held_bytes() <= run.limits.max_memory();
        // All processes must choose the same method.
        let mut unable = [u64::from(!(is_local && has_room))];
        run.exchange.sum(&mut unable)?;
        if unable[0] > 0 {
            return Ok(None);
        }
        let earlier = self.read_earlier(bytes, run)?;
        let (values, moves) = self.evaluate((game, groups), &earlier, bytes, run)?;
        drop(earlier);
        let max_remoteness = self.store(&values, bytes, run)?;
        Ok(Some(LayerCounts { moves, max_remoteness }))
    }

    /// Reads the values of the layers that the moves lead to.
    fn read_earlier(&self, bytes: u64, run: &mut Run<'_, '_>) -> Result<EarlierLayers, ExchangeError> {
        let partitions = run.exchange.partitions();
        let (storage, limits) = (run.exchange.storage().clone(), run.limits);
        let mut layers = Vec::new();
        for &layer in &self.layer.leads_to {
            // The code of an index without a position is 0.
            let mut values = vec![0; self.ranges.layer_len(layer) as usize];
            let mut rest = values.as_mut_slice();
            let mut parts = Vec::new();
            for partition in 0..partitions {
                let range = self.ranges.of(layer, partition);
                let (part, after) = rest.split_at_mut((range.end - range.start) as usize);
                parts.push(Mutex::new(part));
                rest = after;
            }
            run.round(&|partition, _, _| {
                let mut part = parts[partition as usize].lock().unwrap_or_else(PoisonError::into_inner);
                if part.is_empty() {
                    return Ok(());
                }
                self.report(0, 0, bytes + storage.held_bytes(), limits)?;
                let cells = Cells::read(&storage, &layer_name(layer, partition), part.len())?;
                for (at, value) in part.iter_mut().enumerate() {
                    if let Some(verdict) = cells.verdict(at) {
                        *value = OptionValue::new(verdict).ok_or_else(too_remote)?.to_code();
                    }
                }
                Ok(())
            })?;
            let first = self.ranges.of(layer, 0).start;
            layers.push((Index(first), values));
        }
        Ok(EarlierLayers::new(layers))
    }

    /// Evaluates all groups. Returns the values of the indices of the layer, and the number of options.
    fn evaluate(
        &self,
        (game, groups): (&dyn GroupedLayers, u64),
        earlier: &EarlierLayers,
        bytes: u64,
        run: &mut Run<'_, '_>,
    ) -> Result<(Vec<AtomicU16>, u64), ExchangeError> {
        let (partitions, limits) = (u64::from(run.exchange.partitions()), run.limits);
        let storage = run.exchange.storage().clone();
        let first = self.own.of(0, 0).start;
        let values: Vec<AtomicU16> = (0..self.own.layer_len(0)).map(|_| AtomicU16::new(0)).collect();
        let (moves, decided) = (AtomicU64::new(0), AtomicU64::new(0));
        run.round(&|partition, _, _| {
            let begin = |partition: u64| groups * partition / partitions;
            let mut out = Vec::new();
            for group in begin(partition.into())..begin(u64::from(partition) + 1) {
                out.clear();
                moves.fetch_add(game.evaluate(self.number, group, earlier, &mut out), Ordering::Relaxed);
                for (Index(index), value) in &out {
                    let at = index.checked_sub(first).ok_or_else(invalid)?;
                    let stored = values.get(at as usize).ok_or_else(invalid)?;
                    // No index may be in two groups.
                    if stored.load(Ordering::Relaxed) != OptionValue::NONE.to_code() {
                        return Err(invalid());
                    }
                    stored.store(value.to_code(), Ordering::Relaxed);
                }
                let new = out.len() as u64;
                let done = decided.fetch_add(new, Ordering::Relaxed) + new;
                self.report(0, done, bytes + storage.held_bytes(), limits)?;
            }
            Ok(())
        })?;
        Ok((values, moves.into_inner()))
    }

    /// Stores the cells of the layer, and returns the largest remoteness.
    fn store(&self, values: &[AtomicU16], bytes: u64, run: &mut Run<'_, '_>) -> Result<u32, ExchangeError> {
        let (storage, limits) = (run.exchange.storage().clone(), run.limits);
        let (first, max_remoteness) = (self.own.of(0, 0).start, AtomicU32::new(0));
        run.round(&|partition, _, _| {
            let range = self.own.of(0, partition);
            if range.is_empty() {
                return Ok(());
            }
            limits.check(0, bytes + storage.held_bytes())?;
            let part = &values[(range.start - first) as usize..(range.end - first) as usize];
            let verdicts = || part.iter().map(|value| OptionValue::from_code(value.load(Ordering::Relaxed)).verdict());
            let remoteness = |verdict: Option<_>| verdict.and_then(Verdict::remoteness).map_or(0, |Remoteness(r)| r);
            let largest = verdicts().map(remoteness).max().unwrap_or_default();
            max_remoteness.fetch_max(largest, Ordering::Relaxed);
            let mut cells = Cells::new(part.len());
            cells.make_room_for(largest);
            for (at, verdict) in verdicts().enumerate() {
                if let Some(verdict) = verdict {
                    cells.decide(at, verdict);
                }
            }
            Ok(cells.write_compressed(&storage, &layer_name(self.number, partition))?)
        })?;
        Ok(max_remoteness.into_inner())
    }
}
