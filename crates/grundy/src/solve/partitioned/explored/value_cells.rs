//! The Grundy values of one partition of a game without cycles, while they are found.
//!
//! A cell is that of the computation in memory ([`cells`]). A *wide* position, of more options than a mask has bits, has a bitset beside its
//! cell, since the values of the options are at other partitions: one bit for each value that the mex may be, from 0 to the number of options.

use super::nodes::Nodes;
use crate::solve::grundy::cells;
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::storage::{Storage, StorageError};

/// Number of bytes of a block of a stream.
const BLOCK: usize = 1 << 17;
/// The sources of the blocks of cells, and of those of bitsets.
const CELLS: u32 = 0;
const BITSETS: u32 = 1;

/// The cells of one partition.
#[derive(Debug)]
pub(super) struct ValueCells {
    cells: Vec<u32>,
    bits: Vec<u64>,
    /// The numbers of the wide positions, ascending, each with the beginning of its bitset.
    wide: Vec<(u32, usize)>,
}

impl ValueCells {
    /// The cells of positions of whose options none has a value.
    pub(super) fn new(nodes: &Nodes) -> Self {
        let cells = (0..nodes.len()).map(|number| cells::of_options(nodes.count(number))).collect();
        let (wide, words) = bitsets(nodes);
        Self { cells, bits: vec![0; words], wide }
    }

    /// Number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        (4 * self.cells.len() + 8 * self.bits.len() + size_of::<(u32, usize)>() * self.wide.len()) as u64
    }

    /// One option of a position has this value. Returns the value of the position if that was the last option.
    pub(super) fn update(&mut self, number: usize, value: u32) -> Result<Option<u32>, ExchangeError> {
        let cell = self.cells.get_mut(number).filter(|cell| !cells::is_value(**cell)).ok_or_else(invalid)?;
        if !cells::is_wide(*cell) {
            let (new, is_last) = cells::after(*cell, cells::bit(value));
            *cell = new;
            return Ok(is_last.then_some(new));
        }
        let at = self.wide.binary_search_by_key(&(number as u32), |(number, _)| *number).map_err(|_| invalid())?;
        let end = self.wide.get(at + 1).map_or(self.bits.len(), |(_, next)| *next);
        let bits = &mut self.bits[self.wide[at].1..end];
        if let Some(word) = bits.get_mut(value as usize / 64) {
            *word |= 1 << (value % 64);
        }
        let new = cells::wide_after(*cell);
        *cell = new.unwrap_or_else(|| cells::mex_of_bits(bits));
        Ok(new.is_none().then_some(*cell))
    }

    /// The value of a position; `None` if it has none yet.
    pub(super) fn value(&self, number: usize) -> Option<u32> {
        Some(self.cells[number]).filter(|cell| cells::is_value(*cell))
    }

    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        // For the reason why they are not compressed, see the cells of outcomes.
        let (mut writer, mut block) = (storage.create_uncompressed(name)?, Vec::new());
        for cells in self.cells.chunks(BLOCK / 4) {
            block.clear();
            block.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
            writer.append(CELLS, &block)?;
        }
        for words in self.bits.chunks(BLOCK / 8) {
            block.clear();
            block.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            writer.append(BITSETS, &block)?;
        }
        writer.finish()
    }

    pub(super) fn read(storage: &Storage, name: &str, nodes: &Nodes) -> Result<Self, ExchangeError> {
        let missing = || StorageError::Missing { name: name.to_owned() };
        let mut reader = storage.open(name)?.ok_or_else(missing)?;
        let (wide, words) = bitsets(nodes);
        let (mut cells, mut bits) = (Vec::with_capacity(nodes.len()), Vec::with_capacity(words));
        let mut block = Vec::new();
        while let Some(source) = reader.next(&mut block)? {
            match (source, block.as_chunks(), block.as_chunks()) {
                (CELLS, (found, []), _) => cells.extend(found.iter().map(|cell| u32::from_le_bytes(*cell))),
                (BITSETS, _, (found, [])) => bits.extend(found.iter().map(|word| u64::from_le_bytes(*word))),
                _ => return Err(ExchangeError::Invalid),
            }
        }
        if cells.len() == nodes.len() && bits.len() == words {
            Ok(Self { cells, bits, wide })
        } else {
            Err(ExchangeError::Invalid)
        }
    }
}

/// The wide positions, each with the beginning of its bitset, and the number of words of all bitsets.
fn bitsets(nodes: &Nodes) -> (Vec<(u32, usize)>, usize) {
    let (mut wide, mut words) = (Vec::new(), 0);
    for number in 0..nodes.len() {
        let count = nodes.count(number);
        if cells::is_wide(cells::of_options(count)) {
            wide.push((number as u32, words));
            words += count as usize / 64 + 1;
        }
    }
    (wide, words)
}

/// The name of the stream of a partition's cells that a round wrote.
pub(super) fn name(version: u64, partition: u32) -> String {
    format!("grundy-{version}-{partition}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::NodeInfo;
    use crate::value::Outcome;

    fn nodes(counts: &[u32]) -> Nodes {
        let mut nodes = Nodes::default();
        counts.iter().for_each(|count| nodes.push(NodeInfo { terminal: Outcome::Loss, player: None }, *count));
        nodes
    }

    #[test]
    fn a_cell_becomes_the_mex() {
        let mut random = fastrand::Rng::with_seed(22);
        let counts = [0, 1, 26, 27, 63, 64, 65, 500];
        let (nodes, other) = (nodes(&counts), nodes(&counts[1..]));
        for most in [1, 5, 64, 70, 400] {
            let mut cells = ValueCells::new(&nodes);
            assert_eq!(cells.value(0), Some(0));
            assert!(cells.update(0, 0).is_err(), "it has no options");
            assert!(cells.update(counts.len(), 0).is_err(), "no such position");
            let options: Vec<Vec<u32>> = counts
                .iter()
                .map(|count| {
                    // Some have all values up to their number of options.
                    let mut all: Vec<u32> =
                        (0..*count).map(|i| if most == 400 { i } else { random.u32(..most) }).collect();
                    random.shuffle(&mut all);
                    all
                })
                .collect();
            for round in 0..500 {
                for (number, options) in options.iter().enumerate() {
                    let Some(value) = options.get(round) else { continue };
                    let found = cells.update(number, *value).unwrap();
                    let mex = (0..).find(|mex| !options.contains(mex));
                    assert_eq!(found, mex.filter(|_| round + 1 == options.len()), "{options:?}");
                }
                if round.is_multiple_of(100) {
                    let storage = Storage::in_memory();
                    cells.write(&storage, "cells").unwrap();
                    cells = ValueCells::read(&storage, "cells", &nodes).unwrap();
                    assert!(ValueCells::read(&storage, "cells", &other).is_err());
                }
            }
        }
    }
}
