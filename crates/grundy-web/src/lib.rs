//! The HTTP interface of `grundy`, and its page.
//!
//! A request is answered in one of three ways. What a formula or a loaded table answers, the server answers itself. Everything else
//! goes through a bounded queue to a worker: a process with its own limits, which keeps the game of its last request open.
//! Answers are cached. `docs/http.md` describes the routes and the limits.
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
mod games;
mod http;
mod metrics;
mod page;
mod pipe;
mod pool;
mod request;
mod rules_store;
mod schema;
mod server;
mod tables;

pub use config::{Config, RulesPolicy};
pub use engine::{Statistics, WorkerProcess, serve_pipe};
pub use http::openapi;
pub use pool::WorkerCommand;
pub use server::Server;
pub use tables::LoadedTable;
