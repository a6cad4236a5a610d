//! The HTTP interface of `grundy`, and its page.
//!
//! A request is one of three. What costs next to nothing is answered where it arrives: the page, the catalogue, a position
//! of a loaded table, the value of a heap of Nim. All else is a job, which goes through a bounded queue to a worker: a
//! process of its own under limits of the system, that keeps the game open which it was asked about last. What is asked
//! again is answered from memory. `docs/http.md` says what may be asked.
//!
//! ```no_run
//! let server = grundy_web::Server::bind(grundy_web::Config::default())?;
//! println!("http://{}/", server.address()?);
//! server.run(&|| false)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod api;
mod cache;
mod config;
mod door;
mod failure;
mod games;
mod gzip;
mod job;
mod light;
mod metrics;
mod page;
mod pool;
mod query;
mod routes;
mod server;
mod shelf;
mod state;
mod table_failure;
mod tables;
mod tag;
mod whole;
mod words;
mod worker;

pub use config::Config;
pub use pool::Child;
pub use routes::paths;
pub use server::Server;
pub use tables::{Loaded, Statistics};
pub use worker::{WorkerProcess, serve_pipe};
