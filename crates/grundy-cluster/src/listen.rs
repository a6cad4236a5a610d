//! The socket at which a process accepts connections.

use crate::address::{any_interface, is_loopback, resolve};
use crate::error::ClusterError;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time within which a port that is in use must become free, such as that of an earlier run that is ending.
const PORT_TIMEOUT: Duration = Duration::from_secs(10);
/// The time between two attempts.
const RETRY: Duration = Duration::from_millis(250);

/// Binds a socket at the address of this process. It is tried again while the name of the host is not known, until `deadline`.
pub(crate) fn bind(
    process: usize,
    addresses: &[String],
    deadline: Instant,
    stop: &dyn Fn() -> bool,
) -> Result<TcpListener, ClusterError> {
    let address = &addresses[process];
    let mut bind_deadline = None;
    loop {
        let (error, deadline) = match resolve(address) {
            Ok(found) => {
                let found = usable(found, addresses);
                match TcpListener::bind(&found[..]) {
                    Ok(listener) => return Ok(listener),
                    Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => {
                        let wide: Vec<SocketAddr> = found.into_iter().map(any_interface).collect();
                        match TcpListener::bind(&wide[..]) {
                            Ok(listener) => return Ok(listener),
                            Err(error) => (error, *bind_deadline.get_or_insert_with(|| Instant::now() + PORT_TIMEOUT)),
                        }
                    }
                    Err(error) => (error, *bind_deadline.get_or_insert_with(|| Instant::now() + PORT_TIMEOUT)),
                }
            }
            Err(error) => (error, deadline),
        };
        if stop() {
            return Err(ClusterError::Interrupted);
        }
        if Instant::now() > deadline || error.kind() == io::ErrorKind::PermissionDenied {
            return Err(ClusterError::Listen { address: address.clone(), error: Arc::new(error) });
        }
        std::thread::sleep(RETRY);
    }
}

/// The addresses to bind: of every interface if the name of this host resolves to a loopback address and the run has other hosts.
///
/// Some systems list the name of the host beside 127.0.1.1 in `/etc/hosts`; no other host could connect to that.
fn usable(found: Vec<SocketAddr>, addresses: &[String]) -> Vec<SocketAddr> {
    if found.iter().all(|at| at.ip().is_loopback()) && !addresses.iter().all(|address| is_loopback(address)) {
        return found.into_iter().map(any_interface).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_on_one_machine_is_not_reached_from_others() {
        let local = ["127.0.0.1:7".parse().unwrap()];
        let list = |addresses: &[&str]| addresses.iter().map(|&at| at.to_owned()).collect::<Vec<_>>();
        assert_eq!(usable(local.into(), &list(&["127.0.0.1:7", "127.0.0.2:8"])), local);
        let wide = usable(local.into(), &list(&["127.0.0.1:7", "192.0.2.1:8"]));
        assert_eq!(wide, ["0.0.0.0:7".parse().unwrap()]);
    }
}
