//! The HTTP server of `grundy`, and its page.
//!
//! A request is answered in one of three ways: by the server itself, if a formula or a loaded table gives the answer; from the cache of
//! answers; or by a worker, through a bounded queue. A worker is a process with its own limits, which keeps the game of its last request
//! open. `docs/http.md` describes the routes and the limits.
//!
//! ```no_run
//! let server = grundy_web::Server::bind(grundy_web::Config::default())?;
//! println!("http://{}/", server.address()?);
//! server.run(&|| false)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod app;
mod catalogue;
mod client;
mod config;
mod engine;
mod failure;
mod game_source;
mod http;
mod metrics;
mod outgoing;
mod page;
mod pipe;
mod pool;
mod request;
mod rules_store;
mod server;
mod tables;

pub use config::Config;
pub use engine::{StatisticsFn, WorkerConfig, serve_pipe};
pub use http::{host_address, openapi};
pub use pool::WorkerCommand;
pub use server::Server;
pub use tables::LoadedTable;
