//! Lists the streams that a saved state needs. An absent stream is otherwise read as an empty one, so that a removed file would change the result
//! of a run that continues.
//!
//! In each partition one stream, the inventory, has the names of all others. It is copied to another process together with them.

use super::exchange::{Exchange, ExchangeError, invalid};
use super::storage::{Storage, StorageError};
use super::transfer::partition_of;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The most bytes of names in a block.
const BLOCK: usize = 1 << 16;

/// The name of the inventory of a partition, for the state before the round `next_round`.
fn inventory_name(next_round: u64, partition: u32) -> String {
    format!("inventory-{next_round}-{partition}")
}

/// Returns the names of the inventories of the state before a round, in the partitions of this process.
pub(super) fn inventories(exchange: &dyn Exchange, next_round: u64) -> impl Iterator<Item = String> + use<> {
    exchange.local().map(move |partition| inventory_name(next_round, partition))
}

/// Writes the inventories of the state before a round: all streams but those that will be removed when the state is saved.
pub(super) fn write(exchange: &dyn Exchange, next_round: u64, except: &[String]) -> Result<(), ExchangeError> {
    let except: FxHashSet<&String> = except.iter().collect();
    let mut streams = streams_of(exchange.storage(), exchange.local())?;
    for partition in exchange.local() {
        let mut names = streams.remove(&partition).unwrap_or_default();
        names.retain(|name| !except.contains(name));
        names.sort_unstable();
        let mut stream = exchange.storage().create(&inventory_name(next_round, partition))?;
        let mut block = Vec::new();
        for name in names {
            block.extend_from_slice(name.as_bytes());
            block.push(b'\n');
            if block.len() > BLOCK {
                stream.append(partition, &block)?;
                block.clear();
            }
        }
        stream.append(partition, &block)?;
        stream.finish()?;
    }
    Ok(())
}

/// Checks that all streams exist that the state before a round needs, and removes all others of this process, which a run wrote after it had saved
/// that state.
pub(super) fn restore(exchange: &dyn Exchange, next_round: u64) -> Result<(), ExchangeError> {
    let storage = exchange.storage();
    let mut streams = streams_of(storage, exchange.local())?;
    let mut block = Vec::new();
    for partition in exchange.local() {
        let inventory = inventory_name(next_round, partition);
        let missing = |name: &str| StorageError::Missing { name: name.to_owned() };
        let mut found: FxHashSet<String> = streams.remove(&partition).unwrap_or_default().into_iter().collect();
        found.remove(&inventory);
        let mut stream = storage.open(&inventory)?.ok_or_else(|| missing(&inventory))?;
        while stream.next(&mut block)?.is_some() {
            for name in str::from_utf8(&block).map_err(|_| invalid())?.lines() {
                if !found.remove(name) {
                    return Err(missing(name).into());
                }
            }
        }
        found.iter().try_for_each(|name| storage.remove(name))?;
    }
    Ok(())
}

/// Removes all streams of this process: what an earlier run wrote is no part of a new one.
pub(super) fn clear(exchange: &dyn Exchange) -> Result<(), ExchangeError> {
    let streams = streams_of(exchange.storage(), exchange.local())?;
    Ok(streams.values().flatten().try_for_each(|name| exchange.storage().remove(name))?)
}

/// The streams of some partitions, by partition.
fn streams_of(storage: &Storage, partitions: Range<u32>) -> Result<FxHashMap<u32, Vec<String>>, StorageError> {
    let mut streams: FxHashMap<u32, Vec<String>> = FxHashMap::default();
    for name in storage.names()? {
        if let Some(partition) = partition_of(&name).filter(|partition| partitions.contains(partition)) {
            streams.entry(partition).or_default().push(name);
        }
    }
    Ok(streams)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::partitioned::LocalExchange;

    #[test]
    fn a_state_has_all_of_its_streams_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        for storage in [Storage::in_memory(), Storage::in_folder(folder.path())] {
            let exchange = LocalExchange::new(storage, 2, 1, 100);
            let storage = exchange.storage();
            let add = |name: &str| storage.create(name).unwrap().finish().unwrap();
            let all: Vec<String> = (0..9000).map(|n| format!("words-{n}-{}", n % 2)).collect();
            all.iter().for_each(|name| add(name));
            add("inbox-6-1");
            write(&exchange, 7, &["inbox-6-1".to_owned()]).unwrap();
            ["words-5-7", "inbox-7-0"].iter().for_each(|name| add(name));
            restore(&exchange, 7).unwrap();
            let there = |name: &str| storage.contains(name).unwrap();
            assert!(all.iter().all(|name| there(name)));
            // The partition 7 is another process's.
            assert_eq!(["inbox-6-1", "inbox-7-0", "words-5-7"].map(there), [false, false, true]);
            let missing = |name: &str| Err(StorageError::Missing { name: name.to_owned() }.into());
            assert_eq!(restore(&exchange, 6), missing("inventory-6-0"));
            storage.remove("words-8999-1").unwrap();
            assert_eq!(restore(&exchange, 7), missing("words-8999-1"));
            clear(&exchange).unwrap();
            assert_eq!(storage.names().unwrap(), ["words-5-7"]);
        }
    }
}
