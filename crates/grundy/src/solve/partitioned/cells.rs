//! The cells of one partition: a number for each index.

use super::exchange::{ExchangeError, invalid};
use super::storage::{Storage, StorageError};
use crate::value::{Outcome, Remoteness, Verdict};

/// Number of bytes of a block of a stream of cells.
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

    /// Writes the cells in two bytes each, or four if one is too large. The source of a block is the number of bytes of a cell.
    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        let width = if self.cells.iter().all(|cell| *cell < 1 << 16) { 2 } else { 4 };
        let (mut writer, mut block) = (storage.create(name)?, Vec::with_capacity(STREAM_BLOCK));
        for cells in self.cells.chunks(STREAM_BLOCK / 4) {
            block.clear();
            match width {
                2 => cells.iter().for_each(|cell| block.extend_from_slice(&(*cell as u16).to_le_bytes())),
                _ => cells.iter().for_each(|cell| block.extend_from_slice(&cell.to_le_bytes())),
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
                2 => cells.extend(block.chunks_exact(2).map(|cell| u32::from(u16::from_le_bytes([cell[0], cell[1]])))),
                4 => cells
                    .extend(block.chunks_exact(4).map(|cell| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]))),
                _ => return Err(ExchangeError::Invalid),
            }
        }
        if cells.len() == count { Ok(Self { cells }) } else { Err(ExchangeError::Invalid) }
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
}
