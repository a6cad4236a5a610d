//! The Grundy values of one partition of a game with a cycle, while they are found, and the sets K of its values ∞(K).

use super::nodes::Nodes;
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_u32, write_number};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::value::Verdict;

/// Number of cells of a block of a stream.
const BLOCK_CELLS: usize = 1 << 13;
/// Number of bytes of a block of sets.
const BLOCK_BYTES: usize = 1 << 14;
/// The counter of a position that cannot get the value in question.
const NO_CANDIDATE: u32 = u32::MAX;
/// The bit of a position that has a value. Values are smaller.
const HAS_VALUE: u32 = 1 << 31;
/// The bit of a position without a value that has an option of the value in question. Levels are smaller.
const ANSWERED: u32 = 1 << 30;

/// What is known of a position while the positions of value m are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoopyCell {
    /// The value with [`HAS_VALUE`]; otherwise the *level*: the options have the values 0 to level − 1, but not level; perhaps with [`ANSWERED`].
    value: u32,
    /// The stage of the value; of a position without one, the number of its options without a value.
    count: u32,
    /// Of a position that satisfies (b), the number of its options that have no value and no option of value m; otherwise [`NO_CANDIDATE`].
    waiting: u32,
}

impl LoopyCell {
    /// The cell after the value 0: a position has it if it is lost, and an option of it if it is won.
    pub(super) fn new(verdict: Verdict, options: u32) -> Self {
        let (value, count) = match verdict {
            Verdict::Loss(remoteness) => (HAS_VALUE, remoteness.0 / 2 + 1),
            Verdict::Win(_) => (1, options),
            Verdict::Draw => (0, options),
        };
        Self { value, count, waiting: NO_CANDIDATE }
    }

    /// The value and its stage; `None` if there is no value.
    pub(super) fn value(&self) -> Option<(u32, u32)> {
        (self.value & HAS_VALUE != 0).then_some((self.value & !HAS_VALUE, self.count))
    }

    /// The value is found.
    fn set_value(&mut self, value: u32, stage: u32) {
        *self = Self { value: HAS_VALUE | value, count: stage, waiting: NO_CANDIDATE };
    }

    /// Begins the search for the positions of a value, from 1 on. Returns whether the position satisfies (b); if it then waits for no option, it
    /// gets the value in stage 1.
    pub(super) fn begin(&mut self, value: u32) -> bool {
        if self.value & HAS_VALUE != 0 {
            return false;
        }
        let was_answered = self.value & ANSWERED != 0;
        self.value &= !ANSWERED;
        if was_answered && self.value == value - 1 {
            self.value = value;
        }
        if self.value != value {
            self.waiting = NO_CANDIDATE;
            return false;
        }
        self.waiting = self.count;
        if self.waiting == 0 {
            self.set_value(value, 1);
        }
        true
    }

    /// One option got the value 0, before the search for those of value 1 began.
    pub(super) fn count_option(&mut self) -> Result<(), ExchangeError> {
        if self.value & HAS_VALUE == 0 {
            self.count = self.count.checked_sub(1).ok_or_else(invalid)?;
        }
        Ok(())
    }

    /// One option got the value in question: so this position cannot. Returns whether it is the first such option of a position without a value.
    pub(super) fn answer(&mut self) -> Result<bool, ExchangeError> {
        self.count_option()?;
        if self.value & (HAS_VALUE | ANSWERED) != 0 {
            return Ok(false);
        }
        self.value |= ANSWERED;
        self.waiting = NO_CANDIDATE;
        Ok(true)
    }

    /// One option without a value has an option of the value in question. Returns whether the position waits for no other one; then it gets this
    /// value and stage.
    pub(super) fn count_down(&mut self, value: u32, stage: u32) -> Result<bool, ExchangeError> {
        if self.waiting == NO_CANDIDATE {
            return Ok(false);
        }
        self.waiting = self.waiting.checked_sub(1).ok_or_else(invalid)?;
        if self.waiting > 0 {
            return Ok(false);
        }
        self.set_value(value, stage);
        Ok(true)
    }
}

/// The cells of one partition.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LoopyCells(Vec<LoopyCell>);

impl LoopyCells {
    pub(super) fn new(nodes: &Nodes, verdict: impl Fn(usize) -> Option<Verdict>) -> Result<Self, ExchangeError> {
        let cell = |number| Ok(LoopyCell::new(verdict(number).ok_or_else(invalid)?, nodes.count(number)));
        Ok(Self((0..nodes.len()).map(cell).collect::<Result<_, ExchangeError>>()?))
    }

    /// Number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        (self.0.len() * size_of::<LoopyCell>()) as u64
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, number: usize) -> LoopyCell {
        self.0[number]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Result<&mut LoopyCell, ExchangeError> {
        self.0.get_mut(number as usize).ok_or_else(invalid)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = LoopyCell> + '_ {
        self.0.iter().copied()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut LoopyCell> + '_ {
        self.0.iter_mut()
    }

    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        // For the reason why they are not compressed, see the cells of outcomes.
        let (mut writer, mut block) = (storage.create_uncompressed(name)?, Vec::new());
        for cells in self.0.chunks(BLOCK_CELLS) {
            block.clear();
            let words = cells.iter().flat_map(|cell| [cell.value, cell.count, cell.waiting]);
            block.extend(words.flat_map(u32::to_le_bytes));
            writer.append(0, &block)?;
        }
        writer.finish()
    }

    /// Reads `count` cells.
    pub(super) fn read(storage: &Storage, name: &str, count: usize) -> Result<Self, ExchangeError> {
        let missing = || StorageError::Missing { name: name.to_owned() };
        let mut reader = storage.open(name)?.ok_or_else(missing)?;
        let (mut cells, mut block) = (Vec::with_capacity(count), Vec::new());
        while reader.next(&mut block)?.is_some() {
            let (words, []) = block.as_chunks::<4>() else { return Err(ExchangeError::Invalid) };
            let (triples, []) = words.as_chunks::<3>() else { return Err(ExchangeError::Invalid) };
            cells.extend(triples.iter().map(|words| {
                let [value, count, waiting] = words.map(u32::from_le_bytes);
                LoopyCell { value, count, waiting }
            }));
        }
        if cells.len() == count { Ok(Self(cells)) } else { Err(ExchangeError::Invalid) }
    }
}

/// Writes the sets of the positions without a value, in the order of their numbers. `pairs` are the numbers of such positions, each with a value
/// of an option; they are sorted.
pub(super) fn write_sets(
    cells: &LoopyCells,
    mut pairs: Vec<(u32, u32)>,
    storage: &Storage,
    name: &str,
) -> Result<(), StorageError> {
    pairs.sort_unstable();
    pairs.dedup();
    let (mut writer, mut block, mut rest) = (storage.create(name)?, Vec::new(), &pairs[..]);
    for number in (0..).zip(cells.iter()).filter(|(_, cell)| cell.value().is_none()).map(|(number, _)| number) {
        let count = rest.iter().take_while(|(of, _)| *of == number).count();
        write_number(&mut block, count as u64);
        rest[..count].iter().for_each(|(_, value)| write_number(&mut block, (*value).into()));
        rest = &rest[count..];
        if block.len() >= BLOCK_BYTES {
            writer.append(0, &block)?;
            block.clear();
        }
    }
    debug_assert!(rest.is_empty(), "pairs of positions without a value");
    writer.append(0, &block)?;
    writer.finish()
}

/// Reads the sets of the positions without a value, in the order of their numbers.
pub(super) fn read_sets(storage: &Storage, name: &str) -> Result<Vec<Box<[u32]>>, ExchangeError> {
    let missing = || StorageError::Missing { name: name.to_owned() };
    let mut reader = storage.open(name)?.ok_or_else(missing)?;
    let (mut sets, mut block) = (Vec::new(), Vec::new());
    while reader.next(&mut block)?.is_some() {
        let mut rest = &block[..];
        while !rest.is_empty() {
            let count = read_u32(&mut rest)?;
            sets.push((0..count).map(|_| read_u32(&mut rest)).collect::<Result<_, _>>()?);
        }
    }
    Ok(sets)
}

/// The name of the stream of a partition's cells that a round wrote.
pub(super) fn name(version: u64, partition: u32) -> String {
    format!("loopy-{version}-{partition}")
}

/// The name of the stream of a partition's sets.
pub(super) fn sets_name(partition: u32) -> String {
    format!("sets-{partition}")
}
