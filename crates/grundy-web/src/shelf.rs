//! Rules files that were posted, each under the hash of its text, as many as there is room for.

use crate::cache::Cache;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Bytes of all rules files together.
const ROOM: usize = 8 << 20;
/// The largest rules file that may be posted.
pub(crate) const LARGEST: usize = 128 << 10;

/// Rules files by their handles.
#[derive(Debug)]
pub(crate) struct Shelf(Cache<Arc<str>>);

impl Shelf {
    pub(crate) fn new() -> Self {
        Self(Cache::new(ROOM))
    }

    /// The handle of a rules file.
    pub(crate) fn handle(text: &str) -> String {
        let digest = Sha256::digest(text.as_bytes());
        digest[..12].iter().fold("rules:".to_owned(), |handle, byte| format!("{handle}{byte:02x}"))
    }

    pub(crate) fn put(&self, handle: &str, text: Arc<str>) {
        let bytes = text.len();
        self.0.put(handle, text, bytes);
    }

    pub(crate) fn get(&self, handle: &str) -> Option<Arc<str>> {
        self.0.get(handle)
    }
}
