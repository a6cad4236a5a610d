//! The cells of the layer that is solved, in memory while there is room.

use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::ExchangeError;
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::versions::Versions;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// About the most bytes that a thread uses for each cell of a partition while it works on it: the cell, its exit value, messages.
const WORK_BYTES: u64 = 16;

/// The cells of the partitions of a layer, each with the round that wrote it.
///
/// Cells for which there is room stay in memory. They are written to their streams only when the state of the run is saved: otherwise every
/// wave would copy all of them, however few positions it decides.
#[derive(Debug)]
pub(super) struct LayerCells {
    pub(super) versions: Versions,
    cached: Vec<Mutex<Option<CachedCells>>>,
    /// Number of bytes of the cells in memory, and the most that they may be.
    bytes: AtomicU64,
    room: u64,
}

/// Cells in memory.
#[derive(Debug)]
struct CachedCells {
    cells: Cells,
    /// Whether their stream has them.
    is_written: bool,
}

pub(super) fn cells_name(version: u64, partition: u32) -> String {
    format!("cells-{version}-{partition}")
}

impl LayerCells {
    /// The cells of a layer as of these versions. The largest partition of all layers has `largest` cells.
    pub(super) fn new(versions: Versions, largest: u64, run: &Run<'_, '_>) -> Self {
        let partitions = run.exchange.partitions();
        let work = run.limits.workers() as u64 * WORK_BYTES * largest;
        // Half of the memory is left for messages.
        let room = (run.limits.max_memory() / 2).saturating_sub(work);
        Self { versions, cached: (0..partitions).map(|_| Mutex::default()).collect(), bytes: AtomicU64::new(0), room }
    }

    /// Number of bytes of the cells in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Takes the `count` cells of a partition out of memory, or reads them.
    pub(super) fn take(&self, storage: &Storage, partition: u32, count: usize) -> Result<Cells, ExchangeError> {
        let Some(CachedCells { cells, .. }) = self.cached(partition).take() else {
            return Cells::read(storage, &cells_name(self.versions.get(partition), partition), count);
        };
        self.bytes.fetch_sub(cells.bytes(), Ordering::Relaxed);
        Ok(cells)
    }

    /// Keeps the cells of a partition after round `version`, in memory if there is room.
    pub(super) fn put(
        &self,
        storage: &Storage,
        partition: u32,
        version: u64,
        cells: Cells,
    ) -> Result<(), ExchangeError> {
        let bytes = cells.bytes();
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.room {
            *self.cached(partition) = Some(CachedCells { cells, is_written: false });
        } else {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            cells.write(storage, &cells_name(version, partition))?;
        }
        self.versions.set(partition, version);
        Ok(())
    }

    /// Writes the cells to their streams that are in memory only.
    pub(super) fn write_all(&self, storage: &Storage) -> Result<(), ExchangeError> {
        for partition in 0..self.cached.len() as u32 {
            if let Some(CachedCells { cells, is_written }) = &mut *self.cached(partition)
                && !*is_written
            {
                cells.write(storage, &cells_name(self.versions.get(partition), partition))?;
                *is_written = true;
            }
        }
        Ok(())
    }

    /// Writes the cells that are in memory only, and frees the memory.
    pub(super) fn write_and_free(self, storage: &Storage) -> Result<Versions, ExchangeError> {
        for (partition, cached) in (0..).zip(self.cached) {
            if let Some(CachedCells { cells, is_written: false }) =
                cached.into_inner().unwrap_or_else(PoisonError::into_inner)
            {
                cells.write(storage, &cells_name(self.versions.get(partition), partition))?;
            }
        }
        Ok(self.versions)
    }

    /// Retires the streams of this process that a round replaced, of those that were written. `before` are all versions before the round.
    pub(super) fn retire_replaced(&self, before: &[u64], run: &mut Run<'_, '_>) -> Result<(), ExchangeError> {
        self.versions.retire_replaced(before, cells_name, run)
    }

    fn cached(&self, partition: u32) -> MutexGuard<'_, Option<CachedCells>> {
        self.cached[partition as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::Checkpointer;
    use crate::limits::Limits;
    use crate::solve::partitioned::{Exchange, LocalExchange, Storage};
    use crate::value::Outcome;

    /// 64 cells, the first of which is decided in this way.
    fn cells(outcome: Outcome) -> Cells {
        let mut cells = Cells::new(64);
        cells.end(0, outcome);
        cells
    }

    #[test]
    fn cells_with_room_are_written_when_the_state_is_saved() {
        let mut exchange = LocalExchange::new(Storage::in_memory(), 3, 1, 100);
        let storage = exchange.storage().clone();
        // Half of it has room for 16 bytes for each cell of a partition, and the cells of two partitions.
        let memory = Some(2 * (64 * 16 + 2 * 64 + 1));
        let limits = Limits { memory, threads: std::num::NonZeroUsize::new(1), ..Limits::NONE };
        let (run, _) = Run::new(&mut exchange, &limits, Checkpointer::none()).unwrap();
        let held = LayerCells::new(Versions::new(3), 64, &run);
        let is_written = |version, partition| storage.contains(&cells_name(version, partition)).unwrap();
        for partition in 0..3 {
            held.put(&storage, partition, 7, cells(Outcome::Win)).unwrap();
        }
        assert_eq!((held.bytes(), [0, 1, 2].map(|partition| is_written(7, partition))), (128, [false, false, true]));
        held.write_all(&storage).unwrap();
        assert_eq!((held.bytes(), [0, 1, 2].map(|partition| is_written(7, partition))), (128, [true; 3]));
        assert_eq!(held.take(&storage, 0, 64).unwrap(), cells(Outcome::Win));
        held.put(&storage, 0, 8, cells(Outcome::Loss)).unwrap();
        assert!(!is_written(8, 0));
        held.write_all(&storage).unwrap();
        assert!(is_written(8, 0) && !is_written(8, 1), "those of partition 1 did not change");
        for (partition, outcome) in [(0, Outcome::Loss), (1, Outcome::Win), (2, Outcome::Win)] {
            let read = Cells::read(&storage, &cells_name(held.versions.get(partition), partition), 64).unwrap();
            assert_eq!((held.take(&storage, partition, 64).unwrap(), &read), (cells(outcome), &cells(outcome)));
        }
        assert_eq!(held.bytes(), 0);
        held.put(&storage, 1, 9, cells(Outcome::Draw)).unwrap();
        assert!(!is_written(9, 1));
        let versions = held.write_and_free(&storage).unwrap();
        assert_eq!(([0, 1, 2].map(|partition| versions.get(partition)), is_written(9, 1)), ([8, 9, 7], true));
    }
}
