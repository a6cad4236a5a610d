//! How many heavy requests each client has under way.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// The requests of each client that has some.
#[derive(Debug)]
pub(super) struct Shares {
    most: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

impl Shares {
    pub(super) fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default() }
    }

    /// One more for a client, until what is given out is dropped; `None` if it has its share.
    pub(super) fn take(&self, client: IpAddr) -> Option<Share<'_>> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(client).or_default();
        (*count < self.most).then(|| {
            *count += 1;
            Share { of: self, client }
        })
    }
}

/// A request under way.
pub(super) struct Share<'a> {
    of: &'a Shares,
    client: IpAddr,
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut taken = self.of.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}
