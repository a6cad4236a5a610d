//! The streams of a partition, and what a run knows of all of them.

use crate::solve::partitioned::exchange::ExchangeError;
use crate::solve::partitioned::storage::Storage;

/// Number of bytes of a block of a stream.
pub(super) const STREAM_BLOCK: usize = 1 << 14;

/// The first number of a state: the exploration, or the analysis.
pub(super) const EXPLORING: u64 = 0;
pub(super) const SOLVING: u64 = 1;

/// An explored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Explored {
    /// The rounds that may have written segments: from 1 on, before this one.
    pub(super) rounds: u64,
    pub(super) positions: u64,
    pub(super) moves: u64,
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
