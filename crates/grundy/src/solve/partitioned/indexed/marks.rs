//! A set of positions of a game with indices, which any partition may add to.

use super::ranges::Ranges;
use super::reach::ReachBits;
use super::rows::IndexedRows;
use crate::game::Index;
use crate::solve::partitioned::exchange::{Exchange, ExchangeError, inbox_name};
use crate::value::Verdict;

/// A set of positions, stored by partitions: each is an index and one of two players.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The round that wrote the streams.
    version: u64,
}

/// Adds a position to a set: its index, and whether it is that of the second player.
pub type Mark<'a> = dyn FnMut(Index, bool) -> Result<(), ExchangeError> + 'a;

impl Marks {
    /// Collects the positions that `each` marks for each partition.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost; the errors of `each`.
    pub fn collect(
        exchange: &mut dyn Exchange,
        of: &IndexedRows,
        each: &(dyn Fn(u32, &mut Mark<'_>) -> Result<(), ExchangeError> + Sync),
    ) -> Result<Self, ExchangeError> {
        let ranges: &Ranges = &of.ranges;
        let (storage, sent) = (exchange.storage().clone(), exchange.next_round());
        exchange.round(&|partition, _, outbox| {
            each(partition, &mut |index, is_second| ranges.send(outbox, &[index], is_second))
        })?;
        let version = exchange.next_round();
        exchange.round(&|partition, inbox, _| {
            let (mut bits, mut block) = (ReachBits::new(ranges.len(partition), true), Vec::new());
            while inbox.next(&mut block)?.is_some() {
                for (at, is_second) in ranges.read(&mut block)? {
                    bits.insert(at, is_second)?;
                }
            }
            Ok(bits.write(&storage, version, partition)?)
        })?;
        exchange.local().try_for_each(|partition| storage.remove(&inbox_name(sent, partition)))?;
        Ok(Self { version })
    }

    /// Copies the set to process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    pub fn gather(self, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        exchange.collect(&|partition| ReachBits::name(self.version, partition))
    }
}

impl IndexedRows {
    /// Calls `each` with every index of a partition and layer that is marked, its verdict, and whether it is marked for the first player, and
    /// for the second.
    ///
    /// # Errors
    /// If a stream cannot be read; the errors of `each`.
    pub fn marked<E: From<ExchangeError>>(
        &self,
        layer: usize,
        partition: u32,
        marks: Marks,
        each: impl FnMut(Index, Verdict, [bool; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        let bits = ReachBits::read(&self.storage, marks.version, partition, self.ranges.len(partition), true)?;
        self.each_of(layer, partition, &bits, each)
    }
}
