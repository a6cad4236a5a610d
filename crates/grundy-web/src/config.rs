//! The configuration of a server.

use crate::pool::WorkerCommand;
use crate::tables::LoadedTable;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// The configuration of a server; the default serves the machine that it runs on.
#[derive(Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 for one that is free.
    pub port: u16,
    /// Tables that answer for their games.
    pub tables: Vec<LoadedTable>,
    /// Names of hosts under which the server answers, beside `localhost` and every address.
    pub hosts: Vec<String>,
    /// Whether clients may post rules files.
    pub rules: RulesPolicy,
    /// How a worker process is started. Without it the server answers from tables and by formulas alone.
    pub worker: Option<WorkerCommand>,
    /// Time that a request may take once a worker has it.
    pub time: Duration,
    /// Bytes that a request may take.
    pub memory: u64,
    /// Workers of each of the two queues.
    pub workers: usize,
    /// Heavy requests that may wait.
    pub queue: usize,
    /// Connections that may be open at a time.
    pub connections: usize,
    /// Connections that one client may have open at a time.
    pub client_connections: usize,
    /// Threads that serve connections.
    pub threads: usize,
    /// How long a connection may be open.
    pub max_connection_age: Duration,
}

/// Whether clients may post rules files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesPolicy {
    /// They may.
    Run,
    /// They may not.
    Refuse {
        /// Why not, for the client.
        reason: String,
    },
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8000,
            tables: Vec::new(),
            hosts: Vec::new(),
            rules: RulesPolicy::Run,
            worker: None,
            time: Duration::from_secs(10),
            memory: 512 << 20,
            workers: 2,
            queue: 16,
            connections: 4096,
            client_connections: 512,
            threads: 2,
            max_connection_age: Duration::from_secs(300),
        }
    }
}
