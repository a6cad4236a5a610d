//! Clients, identified by their addresses, and the bounds on their activity.

use std::collections::HashMap;
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

/// Permits for clients: at most `most` for each.
#[derive(Clone, Debug)]
pub(crate) struct ClientPermits {
    most: usize,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

impl ClientPermits {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a permit, which is returned when it is dropped; `None` if the client holds all of its permits.
    pub(crate) fn try_acquire(&self, client: Client) -> Option<ClientPermit> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.get(&client).copied().unwrap_or(0);
        (count < self.most).then(|| {
            taken.insert(client, count + 1);
            ClientPermit { taken: Arc::clone(&self.taken), client }
        })
    }
}

/// A permit of a client.
#[derive(Debug)]
pub(crate) struct ClientPermit {
    taken: Arc<Mutex<HashMap<Client, usize>>>,
    client: Client,
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                taken.remove(&self.client);
            }
        }
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
    fn permits_come_back() {
        let permits = ClientPermits::new(2);
        let (one, other) = (client("10.0.0.1"), client("10.0.0.2"));
        let held = [permits.try_acquire(one).unwrap(), permits.try_acquire(one).unwrap()];
        assert!(permits.try_acquire(one).is_none() && permits.try_acquire(other).is_some());
        drop(held);
        assert!(permits.try_acquire(one).is_some());
        assert!(permits.taken.lock().unwrap().is_empty());
    }
}
