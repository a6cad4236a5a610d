//! The addresses of processes, as the user writes them.

use crate::error::ClusterError;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

/// The most processes of a run.
const MAX_PROCESSES: usize = 4096;

/// How messages name a process.
pub(crate) fn name(process: usize, address: &str) -> String {
    format!("process {process} ({address})")
}

/// Checks the number of this process and the form of the addresses.
pub(crate) fn check(process: usize, addresses: &[String]) -> Result<(), ClusterError> {
    let count = addresses.len();
    if count == 0 || count > MAX_PROCESSES {
        return Err(ClusterError::Config(format!("a run has 1 to {MAX_PROCESSES} processes, got {count} addresses")));
    }
    if process >= count {
        let most = count - 1;
        return Err(ClusterError::Config(format!("the number of this process must be 0 to {most}, got {process}")));
    }
    for address in addresses {
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) {
            return Err(ClusterError::Config(format!("an address is `host:port`, got `{address}`")));
        }
    }
    match (1..count).find(|&i| addresses[..i].contains(&addresses[i])) {
        Some(i) => Err(ClusterError::Config(format!("the address `{}` is given twice", addresses[i]))),
        None => Ok(()),
    }
}

/// The addresses of the network to which an address resolves.
pub(crate) fn resolve(address: &str) -> io::Result<Vec<SocketAddr>> {
    Ok(address.to_socket_addrs()?.collect())
}

/// Whether an address resolves, and only to addresses of this machine that no other one can reach.
pub(crate) fn is_loopback(address: &str) -> bool {
    resolve(address).is_ok_and(|found| !found.is_empty() && found.iter().all(|at| at.ip().to_canonical().is_loopback()))
}

/// Every interface of this machine, at the port of `address`.
pub(crate) fn any_interface(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_addresses() {
        let list = |addresses: &[&str]| addresses.iter().map(|&at| at.to_owned()).collect::<Vec<_>>();
        assert!(check(1, &list(&["a:1", "[::1]:65535"])).is_ok());
        for wrong in [&[][..], &["a"], &["a:"], &["a:0"], &["a:70000"], &[":7"], &["a:1", "b:2", "a:1"]] {
            assert!(check(0, &list(wrong)).is_err(), "{wrong:?}");
        }
        assert!(check(2, &list(&["a:1", "b:2"])).is_err());
        assert!(is_loopback("127.0.0.1:7") && is_loopback("[::1]:7") && !is_loopback("192.0.2.1:7"));
    }
}
