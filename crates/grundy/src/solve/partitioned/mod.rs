//! Solves a game in partitions: on disk where memory ends, and on many hosts.
//!
//! The positions of a game are split into *partitions*. All that passes between partitions is messages, in rounds
//! ([`Exchange`]). Where the partitions and the messages are stored is the back end's business: [`LocalExchange`] is one process, with
//! streams of blocks in memory or in a folder ([`Storage`]). One partition at a time is in memory for each thread.

mod exchange;
mod local;
mod storage;

pub use exchange::{
    Deliver, Exchange, ExchangeError, Inbox, Inboxes, Outbox, PartitionRun, Work, inbox_name, run_partitions,
};
pub use local::LocalExchange;
pub use storage::{BlockReader, BlockWriter, MAX_BLOCK, Storage, StorageError};
