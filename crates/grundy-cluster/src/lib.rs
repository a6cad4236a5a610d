//! Several processes, on one machine or many, that solve one game: [`TcpExchange`] is the [`Exchange`] of the library over TCP.
//!
//! [`connect`] connects each process to each other one, and checks that all of them know the same secret and run the same job.
//! [`Connections::run`] then runs a partitioned solver. Each process has a contiguous range of the partitions, process 0 the first.
//!
//! The secret proves that a process belongs to the run. What the processes send after the proof is neither encrypted nor signed: the
//! connections need a private network, or a tunnel.
//!
//! [`Exchange`]: grundy::solve::partitioned::Exchange
//!
//! ```
//! use grundy::solve::partitioned::{Exchange, ExchangeError, Storage};
//! use grundy_cluster::{Config, Options, connect};
//! use std::sync::Arc;
//!
//! // A run of a single process: each partition sends its number to the first one, which adds what it reads.
//! let config = Config::new(0, vec!["127.0.0.1:7070".to_owned()]);
//! let connections = connect(config).unwrap();
//! let storage = Arc::new(Storage::in_memory());
//! let total = connections.run(&storage, Options { partitions: 4, ..Options::default() }, |exchange| {
//!     exchange.round(&|partition, _, outbox| outbox.send(0, &[partition as u8]).map(drop))?;
//!     let total = std::sync::Mutex::new(0);
//!     exchange.round(&|_, inbox, _| {
//!         let mut block = Vec::new();
//!         while inbox.next(&mut block)?.is_some() {
//!             *total.lock().unwrap() += block.iter().map(|&byte| u64::from(byte)).sum::<u64>();
//!         }
//!         Ok(())
//!     })?;
//!     Ok::<_, ExchangeError>(total.into_inner().unwrap())
//! });
//! assert_eq!(total, Ok(6));
//! ```

mod address;
mod collect;
mod config;
mod connect;
mod error;
mod exchange;
mod frame;
mod handshake;
mod link;
mod listen;
mod queue;
mod receive;
mod run;
mod secret;
mod shared;
mod split;

pub use config::{Config, Event, Options};
pub use connect::{Connections, connect};
pub use error::{ClusterError, Difference};
pub use exchange::TcpExchange;
pub use secret::Secret;
