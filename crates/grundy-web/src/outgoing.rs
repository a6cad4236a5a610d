//! The bodies of large answers that clients have not read yet, and the bounds on their memory.

use crate::client::Client;
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The size in bytes from which a body counts. Smaller ones are bounded by the number of connections.
pub(crate) const LARGE: usize = 64 << 10;

/// The bodies under way to all clients.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The most bytes for all clients, and for one of them.
    most: usize,
    most_of_client: usize,
    /// The bytes under way to each client.
    bytes: Mutex<HashMap<Client, usize>>,
}

/// A body that counts until the last copy of it is dropped: until the client has read it, or the connection has ended.
#[derive(Debug)]
struct Counted {
    body: Bytes,
    client: Client,
    outgoing: Outgoing,
}

impl Outgoing {
    /// Creates the bounds: at most `most` bytes under way, of which one client may have a quarter.
    pub(crate) fn new(most: usize) -> Self {
        Self(Arc::new(Shared { most, most_of_client: most / 4, bytes: Mutex::default() }))
    }

    fn bytes(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.0.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a body for a client; `None` if it would exceed the bounds.
    pub(crate) fn count(&self, body: Bytes, client: Client) -> Option<Bytes> {
        let mut bytes = self.bytes();
        let (all, own) = (bytes.values().sum::<usize>(), bytes.get(&client).copied().unwrap_or(0));
        if all + body.len() > self.0.most || own + body.len() > self.0.most_of_client {
            return None;
        }
        bytes.insert(client, own + body.len());
        Some(Bytes::from_owner(Counted { body, client, outgoing: self.clone() }))
    }
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut bytes = self.outgoing.bytes();
        if let Some(own) = bytes.get_mut(&self.client) {
            *own = own.saturating_sub(self.body.len());
            if *own == 0 {
                bytes.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn bodies_count_until_they_are_dropped() {
        let outgoing = Outgoing::new(800);
        let [one, other] = [1, 2].map(|last| Client::from(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))));
        let body = |bytes: usize| Bytes::from(vec![7; bytes]);
        let first = outgoing.count(body(150), one).unwrap();
        assert_eq!(first, body(150));
        assert!(outgoing.count(body(60), one).is_none(), "a quarter for one client");
        let rest = first.slice(100..);
        drop(first);
        assert!(outgoing.count(body(60), one).is_none(), "a part of it is left");
        drop(rest);
        let kept: Vec<Bytes> = (0..4)
            .map(|last| Client::from(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 1, last))))
            .map(|client| outgoing.count(body(200), client).unwrap())
            .collect();
        assert!(outgoing.count(body(1), other).is_none(), "all of it");
        drop(kept);
        assert!(outgoing.count(body(200), other).is_some());
        assert!(outgoing.bytes().is_empty());
    }
}
