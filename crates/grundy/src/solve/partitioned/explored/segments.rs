//! The streams of a partition, and what a run knows of all of them.

use crate::solve::partitioned::exchange::ExchangeError;
use crate::solve::partitioned::storage::Storage;

/// Number of bytes of a block of a stream.
pub(super) const STREAM_BLOCK: usize = 1 << 14;

/// The first number of a state: the exploration, the analysis, the Grundy values without cycles, or those of a game with a cycle.
pub(super) const EXPLORING: u64 = 0;
pub(super) const SOLVING: u64 = 1;
pub(super) const VALUES: u64 = 2;
pub(super) const LOOPY_VALUES: u64 = 3;

/// An explored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Explored {
    /// The rounds that may have written segments: from 1 on, before this one.
    pub(super) rounds: u64,
    pub(super) positions: u64,
    pub(super) moves: u64,
}

/// An explored game of which outcome and remoteness of all positions are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Analysed {
    pub(super) explored: Explored,
    /// Number of positions that are not drawn.
    pub(super) decided: u64,
    /// A number that no remoteness exceeds.
    pub(super) max_remoteness: u32,
    /// The rounds that wrote the cells of the partitions.
    pub(super) cells: Vec<u64>,
}

impl Analysed {
    /// The numbers of a state; those of the partitions come last.
    pub(super) fn to_numbers(&self) -> Vec<u64> {
        let Explored { rounds, positions, moves } = self.explored;
        [&[rounds, positions, moves, self.decided, self.max_remoteness.into()][..], &self.cells].concat()
    }

    /// Reads the numbers of a state, and returns the rest of it.
    pub(super) fn read(numbers: &[u64], partitions: u32) -> Result<(Self, &[u64]), ExchangeError> {
        let &[rounds, positions, moves, decided, remoteness, ref rest @ ..] = numbers else {
            return Err(ExchangeError::Invalid);
        };
        let max_remoteness = u32::try_from(remoteness).map_err(|_| ExchangeError::Invalid)?;
        let (cells, rest) = rest.split_at_checked(partitions as usize).ok_or(ExchangeError::Invalid)?;
        let explored = Explored { rounds, positions, moves };
        Ok((Self { explored, decided, max_remoteness, cells: cells.to_vec() }, rest))
    }
}

/// The Grundy values of an explored game: the rounds that wrote the cells of the partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// The game has none.
    Undefined,
    /// Every position has a finite value, and no cycle is reachable.
    Finite(Vec<u64>),
    /// Each position has a finite value with a stage, or a value ∞(K).
    Loopy {
        cells: Vec<u64>,
        /// Number of positions with a value ∞(K).
        infinite: u64,
    },
}

/// The name of the segment of a partition's edges: blocks from the partitions of the positions before, each with pairs of the number of the
/// option and the number of the position before.
pub(super) fn edges_name(partition: u32, round: u64) -> String {
    format!("edges-{round}-{partition}")
}

/// Calls `each` with the blocks of the segments that the rounds before `round` wrote.
pub(super) fn each_segment_block(
    storage: &Storage,
    rounds: u64,
    name: impl Fn(u64) -> String,
    mut each: impl FnMut(u32, &[u8]) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let mut block = Vec::new();
    for round in 1..rounds {
        if let Some(mut reader) = storage.open(&name(round))? {
            while let Some(source) = reader.next(&mut block)? {
                each(source, &block)?;
            }
        }
    }
    Ok(())
}

/// The name of the stream of a partition's cells that a round wrote.
pub(super) fn cells_name(version: u64, partition: u32) -> String {
    format!("cells-{version}-{partition}")
}
