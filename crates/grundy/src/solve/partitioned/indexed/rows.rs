//! The rows of a game with indices that was solved in partitions.

use super::ranges::Ranges;
use super::reach::{ReachBits, Reached};
use crate::game::Index;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{Exchange, ExchangeError};
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::versions::Versions;
use crate::value::Verdict;
use std::ops::Range;
use std::sync::Arc;

/// A game with indices that was solved in partitions. Every index is solved.
///
/// The indices are in ascending order layer by layer, and in a layer partition by partition.
#[derive(Debug)]
pub struct IndexedRows {
    pub(super) storage: Arc<Storage>,
    pub(super) ranges: Ranges,
    pub(super) partitions: u32,
    pub(super) is_symmetric: bool,
    /// The name of the cells of a game with one layer, by partition; empty if there are more: these have names of their own.
    pub(super) cells: Vec<String>,
    pub(super) reached: Option<Reached>,
    pub(super) moves: u64,
    pub(super) max_remoteness: u32,
}

/// The name of the solved cells of a layer, if it is one of several.
pub(super) fn layer_name(layer: usize, partition: u32) -> String {
    format!("layer-{layer}-{partition}")
}

impl IndexedRows {
    fn cells_name(&self, layer: usize, partition: u32) -> String {
        self.cells.get(partition as usize).cloned().unwrap_or_else(|| layer_name(layer, partition))
    }

    /// The cells of a partition in a layer; `None` if it has no index there.
    fn cells(&self, layer: usize, partition: u32) -> Result<Option<Cells>, ExchangeError> {
        let count = self.ranges.numbers(layer, partition).len();
        let name = self.cells_name(layer, partition);
        if count == 0 { Ok(None) } else { Cells::read(&self.storage, &name, count).map(Some) }
    }

    /// Returns the number of moves. If the reachable positions were searched, each reachable index counts once; otherwise every position of every
    /// index counts.
    pub fn moves(&self) -> u64 {
        self.reached.as_ref().map_or(self.moves, |reached| reached.moves)
    }

    /// Returns whether every index is counted, because no reachable positions were searched.
    pub fn counts_all(&self) -> bool {
        self.reached.is_none()
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> usize {
        self.ranges.layers()
    }

    /// Returns the indices of a partition in a layer.
    pub fn range(&self, layer: usize, partition: u32) -> Range<u64> {
        self.ranges.of(layer, partition)
    }

    /// Returns the verdict of an index if it belongs to this partition and has a position.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub fn verdict(&self, partition: u32, index: Index) -> Result<Option<Verdict>, ExchangeError> {
        let has = |layer: &usize| self.ranges.of(*layer, partition).contains(&index.0);
        let Some(layer) = (0..self.layers()).find(has) else { return Ok(None) };
        let first = self.ranges.of(layer, partition).start;
        Ok(self.cells(layer, partition)?.and_then(|cells| cells.verdict((index.0 - first) as usize)))
    }

    /// Returns a number that no remoteness exceeds.
    pub fn max_remoteness(&self) -> u32 {
        self.max_remoteness
    }

    /// Returns the number of partitions.
    pub fn partitions(&self) -> u32 {
        self.partitions
    }

    /// Copies the result to process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    pub fn collect(&self, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        for layer in 0..self.layers() {
            exchange.collect(&|partition| self.cells_name(layer, partition))?;
        }
        match &self.reached {
            Some(reached) => {
                exchange.collect(&|partition| ReachBits::name(reached.versions[partition as usize], partition))
            }
            None => Ok(()),
        }
    }

    /// Calls `each` with every index of a partition and layer that has a position, its verdict, and, if the reachable positions were
    /// searched, whether it is reachable with the player to move of the start, and with the other player.
    ///
    /// # Errors
    /// If a stream cannot be read; the errors of `each`.
    pub fn rows<E: From<ExchangeError>>(
        &self,
        layer: usize,
        partition: u32,
        mut each: impl FnMut(Index, Verdict, Option<[bool; 2]>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(reached) = &self.reached {
            let count = self.ranges.len(partition);
            let bits = match reached.versions[partition as usize] {
                Versions::NEVER => ReachBits::new(count, self.is_symmetric),
                version => ReachBits::read(&self.storage, version, partition, count, self.is_symmetric)?,
            };
            return self.each_of(layer, partition, &bits, |index, verdict, sides| each(index, verdict, Some(sides)));
        }
        let Some(cells) = self.cells(layer, partition)? else { return Ok(()) };
        let numbered = self.ranges.of(layer, partition).zip(0..);
        numbered
            .filter_map(|(index, at)| cells.verdict(at).map(|verdict| (index, verdict)))
            .try_for_each(|(index, verdict)| each(Index(index), verdict, None))
    }

    /// Calls `each` with every index of a partition and layer that a set has, its verdict, and for which players.
    pub(super) fn each_of<E: From<ExchangeError>>(
        &self,
        layer: usize,
        partition: u32,
        set: &ReachBits,
        mut each: impl FnMut(Index, Verdict, [bool; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(cells) = self.cells(layer, partition)? else { return Ok(()) };
        for ((index, at), cell) in self.ranges.of(layer, partition).zip(self.ranges.numbers(layer, partition)).zip(0..)
        {
            let sides = [set.contains(at, true), set.contains(at, false)];
            if sides != [false, false]
                && let Some(verdict) = cells.verdict(cell)
            {
                each(Index(index), verdict, sides)?;
            }
        }
        Ok(())
    }
}
