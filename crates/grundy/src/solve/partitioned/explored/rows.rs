//! The rows of a solved game in the order of their keys.

use super::keys::KeySet;
use super::nodes::{Nodes, player_code, player_of};
use super::segments::{STREAM_BLOCK, cells_name};
use crate::game::Player;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::codes::{code, verdict};
use crate::solve::partitioned::exchange::{Exchange, ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_u32, write_number};
use crate::solve::partitioned::storage::{BlockReader, Storage, StorageError};
use crate::value::Verdict;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// An explored game that was solved in partitions.
#[derive(Debug)]
pub struct KeyRows {
    storage: Arc<Storage>,
    partitions: u32,
    rounds: u64,
    positions: u64,
    moves: u64,
    max_remoteness: u32,
    cells: Vec<u64>,
}

/// A position of a solved game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyRow {
    /// The key of the position.
    pub key: Vec<u8>,
    /// The code of its verdict.
    code: u32,
    /// The player to move.
    player: u8,
}

impl KeyRow {
    /// Returns outcome and remoteness.
    pub fn verdict(&self) -> Verdict {
        verdict(self.code)
    }

    /// Returns the player to move, if the game gives one.
    pub fn player(&self) -> Option<Player> {
        player_of(self.player).flatten()
    }
}

impl KeyRows {
    pub(super) fn new(
        exchange: &dyn Exchange,
        rounds: u64,
        positions: u64,
        moves: u64,
        max_remoteness: u32,
        cells: Vec<u64>,
    ) -> Self {
        let (storage, partitions) = (exchange.storage().clone(), exchange.partitions());
        Self { storage, partitions, rounds, positions, moves, max_remoteness, cells }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of moves of all stored positions; moves to the same option count once.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns a number that no remoteness exceeds.
    pub fn max_remoteness(&self) -> u32 {
        self.max_remoteness
    }

    /// Calls `each` with every position of a partition of this process, in the order of the keys, and stores them in this order.
    ///
    /// # Errors
    /// If a stream cannot be read or written; the errors of `each`.
    pub fn sort(
        &self,
        partition: u32,
        each: &mut dyn FnMut(&KeyRow) -> Result<(), ExchangeError>,
    ) -> Result<(), ExchangeError> {
        let keys = KeySet::read(&self.storage, partition, self.rounds)?;
        let nodes = Nodes::read(&self.storage, partition, self.rounds)?;
        let name = cells_name(self.cells[partition as usize], partition);
        let cells = Cells::read(&self.storage, &name, nodes.len())?;
        if keys.len() != nodes.len() {
            return Err(ExchangeError::Invalid);
        }
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        order.sort_unstable_by(|a, b| keys.get(*a as usize).cmp(keys.get(*b as usize)));
        let (mut writer, mut block) = (self.storage.create(&rows_name(partition))?, Vec::new());
        for number in order.into_iter().map(|number| number as usize) {
            let code = code(cells.verdict(number).ok_or_else(invalid)?);
            let row = KeyRow { key: keys.get(number).to_vec(), code, player: player_code(nodes.player(number)) };
            write_number(&mut block, row.key.len() as u64);
            block.extend_from_slice(&row.key);
            write_number(&mut block, row.code.into());
            block.push(row.player);
            if block.len() >= STREAM_BLOCK {
                writer.append(0, &block)?;
                block.clear();
            }
            each(&row)?;
        }
        writer.append(0, &block)?;
        Ok(writer.finish()?)
    }

    /// Copies the sorted positions to process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    pub fn collect(&self, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        exchange.collect(&rows_name)
    }

    /// Calls `each` with all positions in the order of their keys until it returns `false`. Process 0 can call this after
    /// [`KeyRows::collect`].
    ///
    /// # Errors
    /// If a stream cannot be read; the errors of `each`.
    pub fn rows<E: From<ExchangeError>>(&self, mut each: impl FnMut(&KeyRow) -> Result<bool, E>) -> Result<(), E> {
        let mut readers = Vec::new();
        let mut next = BinaryHeap::new();
        for partition in 0..self.partitions {
            let mut reader = RowReader::open(&self.storage, partition)?;
            if let Some(row) = reader.next()? {
                next.push(Reverse((row, readers.len())));
                readers.push(reader);
            }
        }
        while let Some(Reverse((row, number))) = next.pop() {
            if !each(&row)? {
                return Ok(());
            }
            if let Some(row) = readers[number].next()? {
                next.push(Reverse((row, number)));
            }
        }
        Ok(())
    }
}

fn rows_name(partition: u32) -> String {
    format!("rows-{partition}")
}

struct RowReader {
    blocks: BlockReader,
    block: Vec<u8>,
    at: usize,
}

impl RowReader {
    fn open(storage: &Storage, partition: u32) -> Result<Self, ExchangeError> {
        let name = rows_name(partition);
        let blocks = storage.open(&name)?.ok_or(StorageError::Missing { name })?;
        Ok(Self { blocks, block: Vec::new(), at: 0 })
    }

    fn next(&mut self) -> Result<Option<KeyRow>, ExchangeError> {
        if self.at == self.block.len() {
            self.at = 0;
            if self.blocks.next(&mut self.block)?.is_none() {
                return Ok(None);
            }
        }
        let mut rest = &self.block[self.at..];
        let length = read_u32(&mut rest)? as usize;
        let (key, mut rest) = rest.split_at_checked(length).ok_or_else(invalid)?;
        let code = read_u32(&mut rest)?;
        let (&player, rest) = rest.split_first().ok_or_else(invalid)?;
        let row = KeyRow { key: key.to_vec(), code, player };
        self.at = self.block.len() - rest.len();
        Ok(Some(row))
    }
}
