//! Solves a game in partitions: on disk where memory ends, and on many hosts.
//!
//! The positions of a game are split into *partitions*. All that passes between partitions is messages, in rounds
//! ([`Exchange`]). Where the partitions and the messages are stored is the back end's business: [`LocalExchange`] is one process, with
//! streams of blocks in memory or in a folder ([`Storage`]). One partition at a time is in memory for each thread.

mod cells;
mod codes;
mod exchange;
mod explored;
mod indexed;
mod inventory;
mod local;
mod numbers;
mod rank;
mod run;
mod saved;
mod storage;
mod tiered;
mod transfer;
mod versions;
mod words;

pub use exchange::{
    Deliver, Exchange, ExchangeError, Inbox, Inboxes, MAX_WRITE, Outbox, PartitionRun, Work, inbox_name, run_partitions,
};
pub(crate) use explored::Roots;
pub use explored::{KeyRow, KeyRows, KeyValue};
pub use indexed::{IndexedRows, Mark, Marks, PartitionedSample};
pub use local::LocalExchange;
pub use saved::{SavedRun, SavedState};
pub use storage::{BlockReader, BlockWriter, MAX_BLOCK, Storage, StorageError};
pub use tiered::{PartitionedTiers, TierRows};
pub use transfer::{FIRST_TRANSFER_ROUND, StreamFolder, copy_streams, partitions_of};

use crate::checkpoint::Checkpointer;
use crate::game::Index;
use crate::limits::Limits;
use crate::text::{DynGame, DynIndexed, DynTiered};
use run::Run;

/// The version of the messages, of the streams and of the indices of the games. All processes of a run and all runs that continue one have it in
/// common.
pub const FORMAT: u32 = 6;

/// Solves all positions that are reachable from `start`, a word in `tier`. All processes of the run must call this with the same arguments.
///
/// The values are in the storage of the back end ([`TierRows`]).
///
/// # Errors
/// If a limit is exceeded, a stream cannot be read or written, another process is lost, the game violates the contract of
/// [`Tiered`](crate::game::Tiered), or the state of an earlier run is invalid.
pub(crate) fn solve_tiered_partitioned(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<PartitionedTiers, ExchangeError> {
    let (mut run, from) = Run::new(exchange, limits, checkpointer)?;
    tiered::solve(game, start, tier, &mut run, from)
}

/// Finds the positions that are reachable from `root`, if there is one, and solves every index of a game. All processes of the run must call
/// this with the same arguments.
///
/// # Errors
/// If a limit is exceeded, a stream cannot be read or written, another process is lost, a position has too many options, or the state of an
/// earlier run is invalid.
pub(crate) fn solve_indexed_partitioned(
    game: &dyn DynIndexed,
    root: Option<Index>,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<IndexedRows, ExchangeError> {
    let (mut run, from) = Run::new(exchange, limits, checkpointer)?;
    indexed::solve(game, root, &mut run, from)
}

/// Solves all positions that are reachable from `roots`; with `by_class`, one position of each class. All processes of the run must call
/// this with the same arguments.
///
/// # Errors
/// If a limit is exceeded, the rules fail, a stream cannot be read or written, another process is lost, a position has too many options, or
/// the state of an earlier run is invalid.
pub(crate) fn solve_explored_partitioned(
    game: &dyn DynGame,
    roots: &Roots<'_>,
    by_class: bool,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<KeyRows, ExchangeError> {
    let (mut run, from) = Run::new(exchange, limits, checkpointer)?;
    explored::solve(game, roots, by_class, &mut run, from)
}
