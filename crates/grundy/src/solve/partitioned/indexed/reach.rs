//! Finds the reachable positions of a game with indices, in partitions.

use super::ranges::{BLOCK, Ranges};
use crate::game::Index;
use crate::limits::{Phase, Progress};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::solve::partitioned::versions::Versions;
use crate::text::DynIndexed;
use std::sync::atomic::{AtomicU64, Ordering};

/// The reachable positions of one partition: a bit for each index, and if an index may stand for two positions, two. The first is for
/// positions in which the same player moves as at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReachBits {
    bits: [Vec<u64>; 2],
}

/// The result of a search for reachable positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// The round in which each partition's stream was written last.
    pub(super) versions: Vec<u64>,
    /// Number of moves of all reachable positions; moves to the same option count once.
    pub(super) moves: u64,
}

/// Finds all positions that are reachable from the position of `start`. `from` are the numbers of an earlier run.
pub(super) fn reach(
    game: &dyn DynIndexed,
    start: Index,
    run: &mut Run<'_, '_>,
    from: Option<&[u64]>,
    head: &[u64],
    ranges: &Ranges,
) -> Result<Reached, ExchangeError> {
    let partitions = run.exchange.partitions();
    let (versions, mut totals) = match from {
        Some([done, moves, versions @ ..]) if versions.len() == partitions as usize => {
            (Versions::read(versions), [*done, *moves])
        }
        Some(_) => return Err(ExchangeError::Invalid),
        None => {
            run.round(&|partition, _, outbox| {
                if partition == 0 { ranges.send(outbox, &[start], false) } else { Ok(()) }
            })?;
            (Versions::new(partitions), [0, 0])
        }
    };
    let (storage, limits, is_symmetric) = (run.exchange.storage().clone(), run.limits, game.is_colour_symmetric());
    for level in 0.. {
        let all = versions.gather(run)?;
        run.save_if_due(&[head, &totals, &all].concat())?;
        let version = run.exchange.next_round();
        let (found, moves) = (AtomicU64::new(0), AtomicU64::new(0));
        let before = totals[0];
        run.round(&|partition, inbox, outbox| {
            if inbox.is_empty() {
                return Ok(());
            }
            let mut reached = match versions.get(partition) {
                Versions::NEVER => ReachBits::new(ranges.len(partition), is_symmetric),
                version => ReachBits::read(&storage, version, partition, ranges.len(partition), is_symmetric)?,
            };
            let mut new = [Vec::new(), Vec::new()];
            let mut block = Vec::new();
            while inbox.next(&mut block)?.is_some() {
                for (at, is_other) in ranges.read(&mut block)? {
                    if reached.insert(at, is_other)? {
                        new[usize::from(is_other)].push(ranges.index(partition, at));
                    }
                }
            }
            let held = reached.bytes() + 8 * (new[0].capacity() + new[1].capacity()) as u64;
            let done = new[0].len() as u64 + new[1].len() as u64;
            if done == 0 {
                return Ok(());
            }
            reached.write(&storage, version, partition)?;
            drop(reached);
            versions.set(partition, version);
            let done = before + found.fetch_add(done, Ordering::Relaxed) + done;
            let bytes = storage.held_bytes() + limits.workers() as u64 * held;
            limits.report(Progress { phase: Phase::Explore, level, done, of: None, bytes })?;
            let mut options = Vec::new();
            for (is_other, indices) in [false, true].into_iter().zip(new) {
                for batch in indices.chunks(BLOCK) {
                    limits.check(done, 0)?;
                    options.clear();
                    moves.fetch_add(game.options(batch, &mut options), Ordering::Relaxed);
                    options.sort_unstable();
                    options.dedup();
                    ranges.send(outbox, &options, is_symmetric && !is_other)?;
                }
            }
            Ok(())
        })?;
        versions.retire_replaced(&all, ReachBits::name, run)?;
        let mut counts = [found.into_inner(), moves.into_inner()];
        run.exchange.sum(&mut counts)?;
        totals = [totals[0] + counts[0], totals[1] + counts[1]];
        if counts[0] == 0 {
            break;
        }
    }
    Ok(Reached { versions: versions.gather(run)?, moves: totals[1] })
}

impl ReachBits {
    /// No position.
    pub(super) fn new(count: usize, is_symmetric: bool) -> Self {
        let words = count.div_ceil(64);
        Self { bits: [vec![0; words], vec![0; if is_symmetric { words } else { 0 }]] }
    }

    /// The name of the stream of a partition that was written in a round.
    pub(super) fn name(version: u64, partition: u32) -> String {
        format!("reach-{version}-{partition}")
    }

    fn bytes(&self) -> u64 {
        8 * (self.bits[0].len() + self.bits[1].len()) as u64
    }

    /// Returns whether a position of the partition is reachable, as [`ReachableIndices::contains`](crate::graph::ReachableIndices::contains).
    pub(super) fn contains(&self, at: usize, same_mover: bool) -> bool {
        let word = self.bits[usize::from(!same_mover)].get(at / 64).copied().unwrap_or_default();
        word >> (at % 64) & 1 == 1
    }

    /// Adds a position, and returns whether it is new.
    pub(super) fn insert(&mut self, at: usize, is_other: bool) -> Result<bool, ExchangeError> {
        let word = self.bits[usize::from(is_other)].get_mut(at / 64).ok_or_else(invalid)?;
        let bit = 1 << (at % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        Ok(is_new)
    }

    pub(super) fn write(&self, storage: &Storage, version: u64, partition: u32) -> Result<(), StorageError> {
        let mut writer = storage.create(&Self::name(version, partition))?;
        for (side, bits) in (0..).zip(&self.bits) {
            for words in bits.chunks(1 << 12) {
                writer.append(side, &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())?;
            }
        }
        writer.finish()
    }

    pub(super) fn read(
        storage: &Storage,
        version: u64,
        partition: u32,
        count: usize,
        is_symmetric: bool,
    ) -> Result<Self, ExchangeError> {
        let name = Self::name(version, partition);
        let mut reader = storage.open(&name)?.ok_or(StorageError::Missing { name })?;
        let (mut read, mut block) = (Self { bits: [Vec::new(), Vec::new()] }, Vec::new());
        while let Some(side) = reader.next(&mut block)? {
            let bits = read.bits.get_mut(side as usize).ok_or_else(invalid)?;
            bits.extend(block.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))));
        }
        let empty = Self::new(count, is_symmetric);
        let has_size = (0..2).all(|side| read.bits[side].len() == empty.bits[side].len());
        if has_size { Ok(read) } else { Err(ExchangeError::Invalid) }
    }
}
