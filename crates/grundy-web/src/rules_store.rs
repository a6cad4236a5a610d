//! A cache of posted rules files by the hash of their text; the most recently used ones stay, as many as fit.

use moka::sync::Cache;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The maximum size of all rules files together, in bytes.
const CAPACITY: u64 = 8 << 20;
/// The maximum size of a posted rules file, in bytes.
pub(crate) const LARGEST: usize = 128 << 10;

/// Posted rules files by their handles.
pub(crate) type RulesStore = Cache<String, Arc<str>>;

/// Creates an empty store.
pub(crate) fn new() -> RulesStore {
    let weigh = |handle: &String, text: &Arc<str>| (handle.len() + text.len()) as u32;
    Cache::builder().max_capacity(CAPACITY).weigher(weigh).build()
}

/// The handle of a rules file: the SHA-256 of its text.
pub(crate) fn handle(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold("rules:".to_owned(), |handle, byte| format!("{handle}{byte:02x}"))
}
