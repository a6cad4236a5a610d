//! Clients, identified by their addresses, and the bounds on their activity.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// A client: an IPv4 address, or the first 64 bits of an IPv6 address, because one subscriber has all addresses with that prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
            address => address,
        })
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Permits for clients: at most `most` for each.
#[derive(Debug)]
pub(crate) struct ClientPermits {
    most: usize,
    /// A permit of each client, of which those that are taken are copies.
    permits: Mutex<HashMap<Client, ClientPermit>>,
}

/// A permit of a client, which is returned when it is dropped.
pub(crate) type ClientPermit = Arc<()>;

impl ClientPermits {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, permits: Mutex::default() }
    }

    /// Takes a permit; `None` if the client holds all of its permits.
    pub(crate) fn try_acquire(&self, client: Client) -> Option<ClientPermit> {
        let mut permits = self.permits.lock().unwrap_or_else(PoisonError::into_inner);
        permits.retain(|_, permit| Arc::strong_count(permit) > 1);
        let permit = permits.entry(client).or_default();
        (Arc::strong_count(permit) <= self.most).then(|| Arc::clone(permit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_subscriber_is_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.2"), client("10.0.0.1"));
    }

    #[test]
    fn clients_without_permits_are_forgotten() {
        let permits = ClientPermits::new(2);
        let granted = [client("10.0.0.1"); 2].map(|one| permits.try_acquire(one).unwrap());
        assert!(permits.try_acquire(client("10.0.0.1")).is_none() && permits.try_acquire(client("10.0.0.2")).is_some());
        drop(granted);
        assert!(permits.try_acquire(client("10.0.0.3")).is_some());
        assert_eq!(permits.permits.lock().unwrap().len(), 1);
    }
}
