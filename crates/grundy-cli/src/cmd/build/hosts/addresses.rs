//! Where the processes of a run are.

use super::PARTITIONS;
use super::local::{self, Children};
use crate::cluster_environment::{SECRET, secret};
use crate::fail::Failure;
use grundy_cluster::Secret;
use std::net::{TcpListener, ToSocketAddrs};
use std::time::Duration;

/// The time within which the processes of hosts must be connected.
const HOSTS_TIMEOUT: Duration = Duration::from_secs(600);
/// The time within which the processes of this machine must be connected. Each of them reads a graph file first, and one that ends is noticed at
/// once.
const LOCAL_TIMEOUT: Duration = Duration::from_secs(3600);
/// The most processes of a run: each has a partition.
const MAX_PROCESSES: usize = PARTITIONS as usize;

/// What a process needs to connect to the others.
pub(super) struct Plan {
    pub(super) process: usize,
    pub(super) addresses: Vec<String>,
    pub(super) secret: Secret,
    pub(super) listener: Option<TcpListener>,
    pub(super) children: Children,
    pub(super) is_local: bool,
    pub(super) timeout: Duration,
}

/// Reads `--hosts`, and starts the processes of this machine if it is `local:N` and this process is not one of those.
pub(super) fn plan(text: &str, process: Option<usize>, secret_file: Option<&str>) -> Result<Plan, Failure> {
    if let Some(count) = text.strip_prefix("local:") {
        let count = count.parse().ok().filter(|count| (1..=MAX_PROCESSES).contains(count)).ok_or_else(|| {
            Failure::input(
                format!("`{text}`: the number of processes must be 1 to {MAX_PROCESSES}"),
                "as in `--hosts local:4`",
            )
        })?;
        if process.is_some() || secret_file.is_some() {
            let what = if process.is_some() { "--process" } else { "--secret-file" };
            return Err(Failure::input(format!("`--hosts {text}` starts all processes and takes no {what}"), ""));
        }
        let local = local::start(count)?;
        return Ok(Plan {
            process: local.process,
            addresses: local.addresses,
            secret: local.secret,
            listener: local.listener,
            children: local.children,
            is_local: true,
            timeout: LOCAL_TIMEOUT,
        });
    }
    let help = "a file of hosts has a line `host:port` for each process";
    let file = std::fs::read_to_string(text).map_err(|error| Failure::file(text, &error, help))?;
    let addresses = parse(text, &file)?;
    if addresses.len() > MAX_PROCESSES {
        let message = format!("{text} has {} processes, and a run has at most {MAX_PROCESSES}", addresses.len());
        return Err(Failure::input(message, "name fewer"));
    }
    let most = addresses.len() - 1;
    let process = process.filter(|process| *process <= most).ok_or_else(|| {
        Failure::input(
            format!("{text} has {} processes, and this one must be one of them", addresses.len()),
            format!("add `--process I`, from 0 to {most}"),
        )
    })?;
    let secret = match secret(secret_file)? {
        Some(secret) => secret,
        None if addresses.iter().all(|address| is_loopback(address)) => Secret::new([]),
        None => {
            return Err(Failure::input(
                "processes on several hosts need a secret, so that nobody else can take part",
                format!("set {SECRET}, or name a file by --secret-file; `openssl rand -hex 32` makes one"),
            ));
        }
    };
    let children = Children::default();
    Ok(Plan { process, addresses, secret, listener: None, children, is_local: false, timeout: HOSTS_TIMEOUT })
}

/// The addresses in a file of hosts: one per line; `#` begins a comment.
fn parse(path: &str, text: &str) -> Result<Vec<String>, Failure> {
    let mut addresses = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) || address.contains(char::is_whitespace) {
            let message = format!("{path}:{}: `{address}` is not `host:port`", number + 1);
            return Err(Failure::input(message, "as in `node1:7070`; the port is 1 to 65535"));
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() {
        return Err(Failure::input(
            format!("{path}: no hosts"),
            "a file of hosts has a line `host:port` for each process",
        ));
    }
    Ok(addresses)
}

/// Whether an address is one of this machine that no other machine can reach.
fn is_loopback(address: &str) -> bool {
    address.to_socket_addrs().is_ok_and(|found| {
        let found: Vec<_> = found.collect();
        !found.is_empty() && found.iter().all(|at| at.ip().to_canonical().is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_hosts() {
        assert_eq!(parse("f", "# two\na:1\n\n b:65535 # the other\r\n").unwrap(), ["a:1", "b:65535"]);
        for (text, message) in [
            ("", "f: no hosts"),
            ("a:1\nb\n", "f:2: `b` is not `host:port`"),
            ("a:0", "f:1: `a:0`"),
            ("a:1 b:2", "f:1: `a:1 b:2`"),
            (":7", "f:1: `:7`"),
        ] {
            let error = parse("f", text).unwrap_err().sentence();
            assert!(error.contains(message), "{text:?}: {error}");
        }
        assert!(is_loopback("127.0.0.1:7") && is_loopback("[::1]:7") && !is_loopback("192.0.2.1:7"));
    }
}
