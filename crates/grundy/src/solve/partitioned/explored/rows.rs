//! The rows of a solved game in the order of their keys.

use super::keys::KeySet;
use super::loopy_cells::{self, LoopyCells, read_sets, sets_name};
use super::nodes::{Nodes, player_code, player_of};
use super::segments::{Analysed, STREAM_BLOCK, Values, cells_name};
use super::value_cells::{self, ValueCells};
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
    analysed: Analysed,
    values: Values,
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
    /// The Grundy value.
    pub value: KeyValue,
}

/// The Grundy value of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyValue {
    /// The game has none.
    Undefined,
    /// A finite value in a game without cycles.
    Finite(u32),
    /// A finite value in a game with a cycle, and the stage in which it was found.
    Staged(u32, u32),
    /// The value ∞(K), with the numbers of K, ascending.
    Infinite(Box<[u32]>),
}

/// The byte before each Grundy value in a stream of rows.
const UNDEFINED: u8 = 0;
const FINITE: u8 = 1;
const STAGED: u8 = 2;
const INFINITE: u8 = 3;

impl KeyValue {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Undefined => out.push(UNDEFINED),
            Self::Finite(value) => {
                out.push(FINITE);
                write_number(out, (*value).into());
            }
            Self::Staged(value, stage) => {
                out.push(STAGED);
                write_number(out, (*value).into());
                write_number(out, (*stage).into());
            }
            Self::Infinite(set) => {
                out.push(INFINITE);
                write_number(out, set.len() as u64);
                set.iter().for_each(|value| write_number(out, (*value).into()));
            }
        }
    }

    fn read(rest: &mut &[u8]) -> Result<Self, ExchangeError> {
        let (&kind, after) = rest.split_first().ok_or_else(invalid)?;
        *rest = after;
        match kind {
            UNDEFINED => Ok(Self::Undefined),
            FINITE => Ok(Self::Finite(read_u32(rest)?)),
            STAGED => Ok(Self::Staged(read_u32(rest)?, read_u32(rest)?)),
            INFINITE => {
                let count = read_u32(rest)?;
                Ok(Self::Infinite((0..count).map(|_| read_u32(rest)).collect::<Result<_, _>>()?))
            }
            _ => Err(ExchangeError::Invalid),
        }
    }
}

/// The Grundy values of one partition.
enum PartitionValues {
    Undefined,
    Finite(ValueCells),
    /// With the sets of the positions without a finite value, each with the number of its position.
    Loopy(LoopyCells, Vec<(u32, Box<[u32]>)>),
}

impl PartitionValues {
    fn read(values: &Values, nodes: &Nodes, partition: u32, storage: &Storage) -> Result<Self, ExchangeError> {
        let version = |versions: &[u64]| versions.get(partition as usize).copied().ok_or_else(invalid);
        match values {
            Values::Undefined => Ok(Self::Undefined),
            Values::Finite(versions) => {
                let name = value_cells::name(version(versions)?, partition);
                Ok(Self::Finite(ValueCells::read(storage, &name, nodes)?))
            }
            Values::Loopy { cells, .. } => {
                let name = loopy_cells::name(version(cells)?, partition);
                let cells = LoopyCells::read(storage, &name, nodes.len())?;
                let sets = read_sets(storage, &sets_name(partition))?;
                let infinite = (0..).zip(cells.iter()).filter(|(_, cell)| cell.value().is_none());
                let numbers: Vec<u32> = infinite.map(|(number, _)| number).collect();
                if numbers.len() != sets.len() {
                    return Err(ExchangeError::Invalid);
                }
                Ok(Self::Loopy(cells, numbers.into_iter().zip(sets).collect()))
            }
        }
    }

    fn get(&self, number: usize) -> Result<KeyValue, ExchangeError> {
        match self {
            Self::Undefined => Ok(KeyValue::Undefined),
            Self::Finite(cells) => cells.value(number).map(KeyValue::Finite).ok_or_else(invalid),
            Self::Loopy(cells, sets) => match cells.get(number).value() {
                Some((value, stage)) => Ok(KeyValue::Staged(value, stage)),
                None => {
                    let at = sets.binary_search_by_key(&number, |(number, _)| *number as usize);
                    at.map(|at| KeyValue::Infinite(sets[at].1.clone())).map_err(|_| invalid())
                }
            },
        }
    }
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
    pub(super) fn new(exchange: &dyn Exchange, analysed: Analysed, values: Values) -> Self {
        Self { storage: exchange.storage().clone(), partitions: exchange.partitions(), analysed, values }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.analysed.explored.positions
    }

    /// Returns the number of moves of all stored positions; moves to the same option count once.
    pub fn moves(&self) -> u64 {
        self.analysed.explored.moves
    }

    /// Returns a number that no remoteness exceeds.
    pub fn max_remoteness(&self) -> u32 {
        self.analysed.max_remoteness
    }

    /// Returns whether the game has a cycle and Grundy values, so that each position has a stage or a value ∞(K).
    pub fn has_stages(&self) -> bool {
        matches!(self.values, Values::Loopy { .. })
    }

    /// Returns whether any position has a value ∞(K).
    pub fn has_infinite_values(&self) -> bool {
        matches!(self.values, Values::Loopy { infinite: 1.., .. })
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
        let rounds = self.analysed.explored.rounds;
        let keys = KeySet::read(&self.storage, partition, rounds)?;
        let nodes = Nodes::read(&self.storage, partition, rounds)?;
        let name = cells_name(self.analysed.cells[partition as usize], partition);
        let cells = Cells::read(&self.storage, &name, nodes.len())?;
        let values = PartitionValues::read(&self.values, &nodes, partition, &self.storage)?;
        if keys.len() != nodes.len() {
            return Err(ExchangeError::Invalid);
        }
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        order.sort_unstable_by(|a, b| keys.get(*a as usize).cmp(keys.get(*b as usize)));
        let (mut writer, mut block) = (self.storage.create(&rows_name(partition))?, Vec::new());
        for number in order.into_iter().map(|number| number as usize) {
            let code = code(cells.verdict(number).ok_or_else(invalid)?);
            let (player, value) = (player_code(nodes.player(number)), values.get(number)?);
            let row = KeyRow { key: keys.get(number).to_vec(), code, player, value };
            write_number(&mut block, row.key.len() as u64);
            block.extend_from_slice(&row.key);
            write_number(&mut block, row.code.into());
            block.push(row.player);
            row.value.write(&mut block);
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
        let (&player, mut rest) = rest.split_first().ok_or_else(invalid)?;
        let value = KeyValue::read(&mut rest)?;
        let row = KeyRow { key: key.to_vec(), code, player, value };
        self.at = self.block.len() - rest.len();
        Ok(Some(row))
    }
}
