//! The configuration of a server.

use crate::pool::WorkerCommand;
use crate::tables::LoadedTable;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// The configuration of a server. By default it serves only the machine that it runs on.
#[derive(Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 selects a free one.
    pub port: u16,
    /// The tables that answer for their games.
    pub tables: Vec<LoadedTable>,
    /// Host names under which the server answers, besides `localhost` and all addresses.
    pub hosts: Vec<String>,
    /// The reason why clients may not post rules files, which is sent to them; `None` if they may.
    pub rules_refusal: Option<String>,
    /// How to start a worker process. Without it, the server answers only from tables and by formulas.
    pub worker: Option<WorkerCommand>,
    /// The maximum time of a request once a worker has it.
    pub time: Duration,
    /// The maximum memory of a request in bytes.
    pub memory: u64,
    /// The number of workers of each of the two queues.
    pub workers: usize,
    /// The maximum number of heavy requests that wait.
    pub queue: usize,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The maximum number of open connections of one client.
    pub client_connections: usize,
    /// The number of threads that serve connections.
    pub threads: usize,
    /// Whether each request is logged, as an event of `tracing`.
    pub log: bool,
    /// The time after which a connection is closed, once the request in progress is answered.
    pub max_connection_age: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8000,
            tables: Vec::new(),
            hosts: Vec::new(),
            rules_refusal: None,
            worker: None,
            time: Duration::from_secs(10),
            memory: 512 << 20,
            workers: 2,
            queue: 16,
            connections: 4096,
            client_connections: 512,
            threads: 2,
            log: false,
            max_connection_age: Duration::from_secs(300),
        }
    }
}
