//! The cells of one partition: a number for each index.

use super::exchange::{ExchangeError, invalid};
use super::storage::{BlockWriter, Storage, StorageError};
use crate::value::{Outcome, Remoteness, Verdict};

/// Number of cells of a block of a stream.
const BLOCK_CELLS: usize = 1 << 15;

/// No position has the index.
const UNUSED: u32 = 0;
/// The position is a draw because it is over.
const DRAWN_END: u32 = 1;
/// Cells of four bytes from here on are decided: 2r more is a win in r moves, 2r + 1 more a loss. A cell below, from 2 on, is open: it has one
/// more than the number of options that are not known to be lost for the mover.
const DECIDED: u32 = 1 << 12;
/// The most options of a position.
const MAX_OPTIONS: u32 = DECIDED - 2;
/// The same for cells of one byte.
const DECIDED_BYTE: u32 = 1 << 6;
/// The largest remoteness in a cell of one byte.
const MAX_BYTE_REMOTENESS: u32 = (u8::MAX as u32 - DECIDED_BYTE - 1) / 2;

/// The cells of one partition.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// One byte each, if no position has too many options or too large a remoteness.
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

/// What a message did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Update {
    Unchanged,
    Won,
    Lost,
}

impl Cells {
    /// Cells that are unused.
    pub(super) fn new(count: usize) -> Self {
        Self::Bytes(vec![UNUSED as u8; count])
    }

    /// Number of cells.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }

    /// Number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Bytes(cells) => cells.len() as u64,
            Self::Words(cells) => 4 * cells.len() as u64,
        }
    }

    /// Sets an open cell.
    pub(super) fn open(&mut self, at: usize, options: u32) -> Result<(), ExchangeError> {
        check_options(options)?;
        if options + 1 >= DECIDED_BYTE {
            self.widen();
        }
        self.set(at, options + 1, options + 1);
        Ok(())
    }

    /// Sets the cell of a position that is over.
    pub(super) fn end(&mut self, at: usize, outcome: Outcome) {
        match outcome {
            Outcome::Draw => self.set(at, DRAWN_END, DRAWN_END),
            Outcome::Win => self.set(at, DECIDED_BYTE, DECIDED),
            Outcome::Loss => self.set(at, DECIDED_BYTE + 1, DECIDED + 1),
        }
    }

    /// Sets the cell of a position with this verdict, for whose remoteness the cells must have room.
    pub(super) fn decide(&mut self, at: usize, verdict: Verdict) {
        let code = match verdict {
            Verdict::Draw => return self.end(at, Outcome::Draw),
            Verdict::Win(Remoteness(remoteness)) => 2 * remoteness,
            Verdict::Loss(Remoteness(remoteness)) => 2 * remoteness + 1,
        };
        debug_assert!(matches!(self, Self::Words(_)) || code / 2 <= MAX_BYTE_REMOTENESS, "cells with room");
        self.set(at, DECIDED_BYTE + code, DECIDED + code);
    }

    /// Sets a cell to `byte` or `word`.
    fn set(&mut self, at: usize, byte: u32, word: u32) {
        match self {
            Self::Bytes(cells) => cells[at] = byte as u8,
            Self::Words(cells) => cells[at] = word,
        }
    }

    /// An option of an open position no longer counts. Another one must be left.
    pub(super) fn drop_option(&mut self, at: usize) -> Result<(), ExchangeError> {
        let (cell, decided) = match self {
            Self::Bytes(cells) => (cells.get(at).map(|cell| u32::from(*cell)), DECIDED_BYTE),
            Self::Words(cells) => (cells.get(at).copied(), DECIDED),
        };
        match cell {
            Some(cell) if cell >= decided => (),
            Some(cell @ 3..) => self.set(at, cell - 1, cell - 1),
            _ => return Err(invalid()),
        }
        Ok(())
    }

    /// Makes room for a remoteness.
    pub(super) fn make_room_for(&mut self, remoteness: u32) {
        if remoteness > MAX_BYTE_REMOTENESS {
            self.widen();
        }
    }

    /// Gives each cell four bytes.
    fn widen(&mut self) {
        if let Self::Bytes(cells) = self {
            *self = Self::Words(cells.iter().map(|cell| widened(*cell)).collect());
        }
    }

    /// One option of a position is decided: for the mover, it is won or lost. If this decides the position, it gets this remoteness, for which
    /// the cells must have room.
    #[inline]
    pub(super) fn update(&mut self, at: usize, is_won: bool, remoteness: u32) -> Result<Update, ExchangeError> {
        match self {
            Self::Bytes(cells) => {
                debug_assert!(remoteness <= MAX_BYTE_REMOTENESS, "cells with room for the remoteness");
                let cell = cells.get_mut(at).ok_or_else(invalid)?;
                let (next, update) = after_option(u32::from(*cell), DECIDED_BYTE, is_won, remoteness)?;
                *cell = next as u8;
                Ok(update)
            }
            Self::Words(cells) => {
                let cell = cells.get_mut(at).ok_or_else(invalid)?;
                let (next, update) = after_option(*cell, DECIDED, is_won, remoteness)?;
                *cell = next;
                Ok(update)
            }
        }
    }

    /// The verdict of an index once all are decided that can be; `None` if no position has it.
    pub(super) fn verdict(&self, at: usize) -> Option<Verdict> {
        let cell = match self {
            Self::Bytes(cells) => widened(cells[at]),
            Self::Words(cells) => cells[at],
        };
        match cell {
            UNUSED => None,
            cell if cell < DECIDED => Some(Verdict::Draw),
            cell if (cell - DECIDED).is_multiple_of(2) => Some(Verdict::Win(Remoteness((cell - DECIDED) / 2))),
            cell => Some(Verdict::Loss(Remoteness((cell - DECIDED) / 2))),
        }
    }

    /// Writes the cells in one byte each, in two or in four. The source of a block is the number of bytes of a cell.
    ///
    /// They are not compressed: a step of remoteness reads and writes all cells of a partition that has messages, and LZ4 would take longer than
    /// all else.
    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        self.write_to(storage.create_uncompressed(name)?)
    }

    /// Writes the cells as [`Self::write`], in compressed blocks: for those that do not change any more.
    pub(super) fn write_compressed(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        self.write_to(storage.create(name)?)
    }

    fn write_to(&self, mut writer: BlockWriter<'_>) -> Result<(), StorageError> {
        match self {
            Self::Bytes(cells) => cells.chunks(BLOCK_CELLS).try_for_each(|cells| writer.append(1, cells))?,
            Self::Words(cells) => {
                let width = if cells.iter().all(|cell| *cell < 1 << 16) { 2 } else { 4 };
                let mut block = Vec::new();
                for cells in cells.chunks(BLOCK_CELLS) {
                    block.clear();
                    match width {
                        2 => block.extend(cells.iter().flat_map(|cell| (*cell as u16).to_le_bytes())),
                        _ => block.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
                    }
                    writer.append(width, &block)?;
                }
            }
        }
        writer.finish()
    }

    /// Reads `count` cells.
    pub(super) fn read(storage: &Storage, name: &str, count: usize) -> Result<Self, ExchangeError> {
        let missing = || StorageError::Missing { name: name.to_owned() };
        let mut reader = storage.open(name)?.ok_or_else(missing)?;
        let (mut bytes, mut words, mut block) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(width) = reader.next(&mut block)? {
            match width {
                1 => bytes.reserve_exact(count.saturating_sub(bytes.len())),
                _ => words.reserve_exact(count.saturating_sub(words.len())),
            }
            match width {
                1 => bytes.extend_from_slice(&block),
                2 => words.extend(block.chunks_exact(2).map(|cell| u32::from(u16::from_le_bytes([cell[0], cell[1]])))),
                4 => words
                    .extend(block.chunks_exact(4).map(|cell| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]))),
                _ => return Err(ExchangeError::Invalid),
            }
        }
        match (bytes.len(), words.len()) {
            (length, 0) if length == count => Ok(Self::Bytes(bytes)),
            (0, length) if length == count => Ok(Self::Words(words)),
            _ => Err(ExchangeError::Invalid),
        }
    }

    /// Reads `count` cells, with room for this remoteness.
    pub(super) fn read_with_room_for(
        storage: &Storage,
        name: &str,
        count: usize,
        remoteness: u32,
    ) -> Result<Self, ExchangeError> {
        let mut cells = Self::read(storage, name, count)?;
        cells.make_room_for(remoteness);
        Ok(cells)
    }
}

/// Checks that a cell can count the options of a position.
pub(super) fn check_options(options: u32) -> Result<(), ExchangeError> {
    if options > MAX_OPTIONS {
        let why = format!("a position has {options} options, and a run in partitions has room for {MAX_OPTIONS}");
        return Err(ExchangeError::Unsupported(why));
    }
    Ok(())
}

/// A cell of one byte, as one of four.
fn widened(cell: u8) -> u32 {
    match u32::from(cell) {
        cell @ DECIDED_BYTE.. => cell - DECIDED_BYTE + DECIDED,
        cell => cell,
    }
}

/// An open cell after one of the options is decided, for cells that are decided from `decided` on.
#[inline]
fn after_option(cell: u32, decided: u32, is_won: bool, remoteness: u32) -> Result<(u32, Update), ExchangeError> {
    if cell < 2 {
        return Err(invalid());
    }
    if cell >= decided {
        return Ok((cell, Update::Unchanged));
    }
    if is_won {
        return Ok((decided + 2 * remoteness, Update::Won));
    }
    if cell > 2 {
        return Ok((cell - 1, Update::Unchanged));
    }
    Ok((decided + 2 * remoteness + 1, Update::Lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes cells and reads them again for a step of remoteness.
    fn reread(cells: &Cells, count: usize, remoteness: u32) -> Cells {
        let storage = Storage::in_memory();
        cells.write(&storage, "cells").unwrap();
        assert!(Cells::read(&storage, "cells", count + 1).is_err());
        assert_eq!(Cells::read(&storage, "cells", count).unwrap(), *cells);
        Cells::read_with_room_for(&storage, "cells", count, remoteness).unwrap()
    }

    #[test]
    fn a_cell_is_decided_by_its_options() {
        for (most, is_byte) in [(DECIDED_BYTE - 2, true), (DECIDED_BYTE - 1, false), (MAX_OPTIONS, false)] {
            let mut cells = Cells::new(5);
            cells.open(0, 2).unwrap();
            cells.end(2, Outcome::Loss);
            cells.end(3, Outcome::Draw);
            cells.open(1, most).unwrap();
            assert_eq!(matches!(cells, Cells::Bytes(_)), is_byte);
            assert!(cells.open(1, MAX_OPTIONS + 1).is_err());
            assert_eq!(cells.update(0, false, 5), Ok(Update::Unchanged));
            assert_eq!(cells.verdict(0), Some(Verdict::Draw));
            assert_eq!(cells.update(0, false, 7), Ok(Update::Lost));
            assert_eq!(cells.update(0, true, 9), Ok(Update::Unchanged), "it is decided");
            let mut cells = reread(&cells, 5, MAX_BYTE_REMOTENESS);
            assert_eq!(matches!(cells, Cells::Bytes(_)), is_byte);
            assert_eq!(cells.update(1, false, MAX_BYTE_REMOTENESS), Ok(Update::Unchanged));
            let mut cells = reread(&cells, 5, 40_001);
            assert_eq!(cells.update(1, true, 40_001), Ok(Update::Won));
            assert_eq!(cells.update(2, true, 1), Ok(Update::Unchanged));
            assert_eq!(cells.update(3, true, 1), Err(ExchangeError::Invalid), "a draw that is over has no options");
            assert_eq!(cells.update(4, true, 1), Err(ExchangeError::Invalid), "an index of no position");
            assert_eq!(cells.update(5, true, 1), Err(ExchangeError::Invalid), "no such index");
            let read = reread(&cells, 5, 1);
            let expected = [
                Some(Verdict::Loss(Remoteness(7))),
                Some(Verdict::Win(Remoteness(40_001))),
                Some(Verdict::Loss(Remoteness(0))),
                Some(Verdict::Draw),
                None,
            ];
            assert_eq!([0, 1, 2, 3, 4].map(|at| read.verdict(at)), expected);
        }
    }

    #[test]
    fn the_last_remoteness_of_a_byte_and_the_first_of_a_word() {
        let mut cells = Cells::new(4);
        (0..4).for_each(|at| cells.open(at, 1).unwrap());
        let mut cells = reread(&cells, 4, MAX_BYTE_REMOTENESS);
        cells.update(0, true, MAX_BYTE_REMOTENESS).unwrap();
        cells.update(1, false, MAX_BYTE_REMOTENESS).unwrap();
        assert!(matches!(cells, Cells::Bytes(_)));
        let mut cells = reread(&cells, 4, MAX_BYTE_REMOTENESS + 1);
        cells.update(2, true, MAX_BYTE_REMOTENESS + 1).unwrap();
        cells.update(3, false, MAX_BYTE_REMOTENESS + 1).unwrap();
        let (last, first) = (Remoteness(MAX_BYTE_REMOTENESS), Remoteness(MAX_BYTE_REMOTENESS + 1));
        let expected = [Verdict::Win(last), Verdict::Loss(last), Verdict::Win(first), Verdict::Loss(first)];
        assert_eq!([0, 1, 2, 3].map(|at| cells.verdict(at)), expected.map(Some));
    }

    #[test]
    fn cells_are_stored_in_as_few_bytes_as_they_need() {
        let storage = Storage::in_memory();
        for (cells, width) in [
            (Cells::Bytes(vec![0, 1, 2, 63, 64, 255]), 1),
            (Cells::Words(vec![DECIDED - 1, u16::MAX.into()]), 2),
            (Cells::Words(vec![1 << 16]), 4),
            (Cells::Words(vec![u32::MAX, UNUSED]), 4),
            // More than a block, and the large cell in the last one.
            (Cells::Words([vec![3; 2 * BLOCK_CELLS], vec![1 << 16]].concat()), 4),
            (Cells::Bytes(vec![7; 2 * BLOCK_CELLS + 1]), 1),
        ] {
            let count = match &cells {
                Cells::Bytes(cells) => cells.len(),
                Cells::Words(cells) => cells.len(),
            };
            cells.write(&storage, "cells").unwrap();
            assert_eq!(storage.open("cells").unwrap().unwrap().next(&mut Vec::new()).unwrap(), Some(width));
            assert_eq!(Cells::read(&storage, "cells", count).unwrap(), cells);
        }
    }
}
