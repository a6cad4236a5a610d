//! Answers kept for whoever asks the same again, in a bounded number of bytes.
//!
//! Two halves, the young and the old: what is asked for moves to the young one, and when that is full it becomes the old
//! one, whose answers are forgotten.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Bytes of an entry beside its key and its value.
const BESIDE: usize = 64;

/// What is kept, by text.
#[derive(Debug)]
pub(crate) struct Cache<V> {
    /// Bytes of a half.
    most: usize,
    halves: Mutex<Halves<V>>,
}

#[derive(Debug)]
struct Halves<V> {
    young: HashMap<String, (V, usize)>,
    bytes: usize,
    old: HashMap<String, (V, usize)>,
}

impl<V: Clone> Cache<V> {
    /// Room for so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let halves = Halves { young: HashMap::new(), bytes: 0, old: HashMap::new() };
        Self { most: bytes / 2, halves: Mutex::new(halves) }
    }

    /// What is kept under a text.
    pub(crate) fn get(&self, key: &str) -> Option<V> {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((value, _)) = halves.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, bytes)) = halves.old.remove_entry(key)?;
        halves.put(key, value.clone(), bytes, self.most);
        Some(value)
    }

    /// Keeps a value of so many bytes, unless it would take more than a quarter of a half.
    pub(crate) fn put(&self, key: &str, value: V, bytes: usize) {
        let bytes = bytes + key.len() + BESIDE;
        if bytes <= self.most / 4 {
            let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
            halves.put(key.to_owned(), value, bytes, self.most);
        }
    }
}

impl<V> Halves<V> {
    fn put(&mut self, key: String, value: V, bytes: usize, most: usize) {
        if self.bytes + bytes > most {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        if let Some((_, before)) = self.young.insert(key, (value, bytes)) {
            self.bytes -= before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let cache = Cache::new(20_000);
        cache.put("kept", 0, 100);
        for n in 1..1000 {
            cache.put(&n.to_string(), n, 1000);
            assert_eq!(cache.get("kept"), Some(0), "after {n}");
        }
        assert_eq!(cache.get("1"), None);
        assert_eq!(cache.get("999"), Some(999));
        let halves = cache.halves.lock().unwrap();
        let all = |half: &HashMap<String, (i32, usize)>| half.values().map(|(_, bytes)| bytes).sum::<usize>();
        assert_eq!(all(&halves.young), halves.bytes);
        assert!(all(&halves.young) + all(&halves.old) <= 20_000);
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let cache = Cache::new(1000);
        cache.put("large", (), 300);
        assert_eq!(cache.get("large"), None);
    }
}
