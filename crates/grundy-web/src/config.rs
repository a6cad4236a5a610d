//! How a server is set up.

use crate::pool::Child;
use crate::tables::Loaded;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// How a server is set up; `Config::default()` is a server for the machine that it runs on.
#[derive(Debug)]
pub struct Config {
    /// The address that it listens at.
    pub listen: IpAddr,
    /// The port; 0 for one that is free.
    pub port: u16,
    /// Tables that answer for their games.
    pub tables: Vec<Loaded>,
    /// How a process is started that works for the server. Without it work is done in threads, whose memory is bounded by
    /// what they count alone, and rules files are not run at all.
    pub child: Option<Child>,
    /// Time that a request may take once it is worked on.
    pub time: Duration,
    /// Bytes that a request may take.
    pub memory: u64,
    /// Heavy requests that are worked on at a time, and as many light ones.
    pub workers: usize,
    /// Heavy requests that may wait.
    pub queue: usize,
    /// Connections that may be open at a time.
    pub connections: usize,
    /// Threads that answer; work is done elsewhere.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8000,
            tables: Vec::new(),
            child: None,
            time: Duration::from_secs(10),
            memory: 512 << 20,
            workers: 2,
            queue: 16,
            connections: 4096,
            threads: 2,
        }
    }
}
