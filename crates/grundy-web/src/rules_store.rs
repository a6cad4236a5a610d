//! A cache of posted rules files by the hash of their text; the most recently used ones stay, as many as fit.

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The maximum size of all rules files together, in bytes.
const CAPACITY: u64 = 8 << 20;
/// The maximum size of a posted rules file, in bytes.
pub(crate) const MAX_BYTES: usize = 128 << 10;

/// Posted rules files by their handles.
pub(crate) type RulesStore = Cache<String, Arc<str>>;

/// Creates an empty store.
pub(crate) fn new() -> RulesStore {
    let weigh = |handle: &String, text: &Arc<str>| (handle.len() + text.len()) as u32;
    // By default, frequent use would keep old files and refuse new ones.
    Cache::builder().max_capacity(CAPACITY).weigher(weigh).eviction_policy(EvictionPolicy::lru()).build()
}

/// The handle of a rules file: the SHA-256 of its text.
pub(crate) fn handle(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold("rules:".to_owned(), |handle, byte| format!("{handle}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// New rules push out those that have been unused for the longest time, however often these were used before.
    #[test]
    fn new_rules_stay() {
        let store = new();
        let insert = |n: u64| {
            store.insert(format!("rules:{n}"), "#".repeat(MAX_BYTES - 100).into());
            store.run_pending_tasks();
        };
        let fit = CAPACITY / MAX_BYTES as u64;
        (0..fit).for_each(insert);
        for _ in 0..9 {
            (0..fit).for_each(|n| assert!(store.get(&format!("rules:{n}")).is_some()));
            store.run_pending_tasks();
        }
        for n in fit..fit + 5 {
            insert(n);
            assert!(store.get(&format!("rules:{n}")).is_some(), "{n}");
        }
        assert!((0..5).all(|n| store.get(&format!("rules:{n}")).is_none()));
    }
}
