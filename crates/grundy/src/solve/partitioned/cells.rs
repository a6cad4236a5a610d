//! The cells of one partition: a number for each index.

use super::exchange::{ExchangeError, invalid};
use super::storage::{Storage, StorageError};
use crate::value::{Outcome, Remoteness, Verdict};

/// Number of cells of a block of a stream.
const STREAM_BLOCK: usize = 1 << 15;

/// No position has the index.
const UNUSED: u32 = 0;
/// The position is a draw because it is over.
const DRAWN_END: u32 = 1;
/// Cells from here on are decided: 2r more is a win in r moves, 2r + 1 more a loss. A cell below, from 2 on, is open: it has one more
/// than the number of options that are not known to be lost for the mover.
const DECIDED: u32 = 1 << 12;
/// The most options of a position.
const MAX_OPTIONS: u32 = DECIDED - 2;
/// Where cells are stored as bytes, decided ones begin here.
const DECIDED_BYTE: u32 = 1 << 6;

/// The cells of one partition.
#[derive(Debug, Default)]
pub(super) struct Cells {
    cells: Vec<u32>,
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
        Self { cells: vec![UNUSED; count] }
    }

    /// Sets an open cell.
    pub(super) fn open(&mut self, at: usize, options: u32) -> Result<(), ExchangeError> {
        if options > MAX_OPTIONS {
            let why = format!("a position has {options} options, and a run in partitions has room for {MAX_OPTIONS}");
            return Err(ExchangeError::Unsupported(why));
        }
        self.cells[at] = options + 1;
        Ok(())
    }

    /// Sets the cell of a position that is over.
    pub(super) fn end(&mut self, at: usize, outcome: Outcome) {
        self.cells[at] = match outcome {
            Outcome::Draw => DRAWN_END,
            Outcome::Win => DECIDED,
            Outcome::Loss => DECIDED + 1,
        };
    }

    /// One option of a position is decided, in `moves` moves: for the mover, it is won or lost.
    #[inline]
    pub(super) fn update(&mut self, at: usize, is_won: bool, moves: u32) -> Result<Update, ExchangeError> {
        let cell = self.cells.get_mut(at).ok_or_else(invalid)?;
        if *cell < 2 {
            return Err(ExchangeError::Invalid);
        }
        if *cell >= DECIDED {
            return Ok(Update::Unchanged);
        }
        if is_won {
            *cell = DECIDED + 2 * (moves + 1);
            return Ok(Update::Won);
        }
        *cell -= 1;
        if *cell > 1 {
            return Ok(Update::Unchanged);
        }
        *cell = DECIDED + 2 * (moves + 1) + 1;
        Ok(Update::Lost)
    }

    /// The verdict of an index once all are decided that can be; `None` if no position has it.
    pub(super) fn verdict(&self, at: usize) -> Option<Verdict> {
        match self.cells[at] {
            UNUSED => None,
            cell if cell < DECIDED => Some(Verdict::Draw),
            cell if (cell - DECIDED).is_multiple_of(2) => Some(Verdict::Win(Remoteness((cell - DECIDED) / 2))),
            cell => Some(Verdict::Loss(Remoteness((cell - DECIDED) / 2))),
        }
    }

    /// Writes the cells in one byte each, or in two or four if one is too large. The source of a block is the number of bytes of a cell.
    ///
    /// They are not compressed: each step of remoteness reads and writes them all, and LZ4 took longer than all else.
    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        // Without a branch for each cell.
        let all = |fits: fn(u32) -> bool| self.cells.iter().fold(true, |all, cell| all & fits(*cell));
        let width = match () {
            () if all(|cell| to_byte(cell) < 1 << 8) => 1,
            () if all(|cell| cell < 1 << 16) => 2,
            () => 4,
        };
        let (mut writer, mut block) = (storage.create_uncompressed(name)?, Vec::new());
        for cells in self.cells.chunks(STREAM_BLOCK) {
            block.clear();
            match width {
                1 => block.extend(cells.iter().map(|cell| to_byte(*cell) as u8)),
                2 => block.extend(cells.iter().flat_map(|cell| (*cell as u16).to_le_bytes())),
                _ => block.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
            }
            writer.append(width, &block)?;
        }
        writer.finish()
    }

    /// Reads `count` cells.
    pub(super) fn read(storage: &Storage, name: &str, count: usize) -> Result<Self, ExchangeError> {
        let missing = || StorageError::Missing { name: name.to_owned() };
        let mut reader = storage.open(name)?.ok_or_else(missing)?;
        let (mut cells, mut block) = (Vec::with_capacity(count), Vec::new());
        while let Some(width) = reader.next(&mut block)? {
            match width {
                1 => cells.extend(block.iter().map(|byte| from_byte(*byte))),
                2 => cells.extend(block.chunks_exact(2).map(|cell| u32::from(u16::from_le_bytes([cell[0], cell[1]])))),
                4 => cells
                    .extend(block.chunks_exact(4).map(|cell| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]))),
                _ => return Err(ExchangeError::Invalid),
            }
        }
        if cells.len() == count { Ok(Self { cells }) } else { Err(ExchangeError::Invalid) }
    }
}

/// The number of a cell in a stream of bytes; 256 or more if the cell does not fit there.
#[inline]
fn to_byte(cell: u32) -> u32 {
    match cell {
        DECIDED.. => cell - DECIDED + DECIDED_BYTE,
        0..DECIDED_BYTE => cell,
        _ => u32::MAX,
    }
}

#[inline]
fn from_byte(byte: u8) -> u32 {
    match u32::from(byte) {
        byte @ DECIDED_BYTE.. => byte - DECIDED_BYTE + DECIDED,
        byte => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_decided_by_its_options() {
        let mut cells = Cells::new(5);
        cells.open(0, 2).unwrap();
        cells.open(1, MAX_OPTIONS).unwrap();
        assert!(cells.open(1, MAX_OPTIONS + 1).is_err());
        cells.end(2, Outcome::Loss);
        cells.end(3, Outcome::Draw);
        assert_eq!(cells.update(0, false, 4), Ok(Update::Unchanged));
        assert_eq!(cells.verdict(0), Some(Verdict::Draw));
        assert_eq!(cells.update(0, false, 6), Ok(Update::Lost));
        assert_eq!(cells.update(0, true, 8), Ok(Update::Unchanged), "it is decided");
        assert_eq!(cells.update(1, true, 40_000), Ok(Update::Won));
        assert_eq!(cells.update(2, true, 1), Ok(Update::Unchanged));
        assert_eq!(cells.update(3, true, 1), Err(ExchangeError::Invalid), "a draw that is over has no options");
        assert_eq!(cells.update(4, true, 1), Err(ExchangeError::Invalid), "an index of no position");
        assert_eq!(cells.update(5, true, 1), Err(ExchangeError::Invalid), "no such index");
        let expected = [
            Some(Verdict::Loss(Remoteness(7))),
            Some(Verdict::Win(Remoteness(40_001))),
            Some(Verdict::Loss(Remoteness(0))),
            Some(Verdict::Draw),
            None,
        ];
        let storage = Storage::in_memory();
        for count in [5, 4] {
            cells.cells.truncate(count);
            cells.write(&storage, "cells").unwrap();
            let read = Cells::read(&storage, "cells", count).unwrap();
            assert!((0..count).all(|at| read.verdict(at) == expected[at]));
            assert!(Cells::read(&storage, "cells", count + 1).is_err());
        }
    }

    #[test]
    fn cells_are_stored_in_as_few_bytes_as_they_need() {
        let storage = Storage::in_memory();
        let (most_won, most_lost) = (DECIDED + 2 * 95, DECIDED + 2 * 95 + 1);
        for (cells, width) in [
            (vec![UNUSED, DRAWN_END, 2, DECIDED_BYTE - 1, DECIDED, DECIDED + 1, most_won, most_lost], 1),
            (vec![DECIDED_BYTE], 2),
            (vec![most_lost + 1], 2),
            (vec![DECIDED - 1, u16::MAX.into()], 2),
            (vec![1 << 16], 4),
            (vec![u32::MAX, UNUSED], 4),
            // More than a block, and the large cell in the last one.
            ([vec![3; 2 * STREAM_BLOCK], vec![DECIDED_BYTE]].concat(), 2),
        ] {
            let cells = Cells { cells };
            cells.write(&storage, "cells").unwrap();
            let mut block = Vec::new();
            assert_eq!(storage.open("cells").unwrap().unwrap().next(&mut block).unwrap(), Some(width), "{cells:?}");
            let read = Cells::read(&storage, "cells", cells.cells.len()).unwrap();
            assert_eq!(read.cells, cells.cells);
        }
    }
}
