//! The streams of a run by another number of processes are copied to the processes that have their partitions now.

mod common;

use common::{memory, run_all};
use fastrand::Rng;
use grundy::limits::{Limits, RunError};
use grundy::solve::partitioned::{
    Exchange, ExchangeError, FIRST_TRANSFER_ROUND, Storage, StorageError, StreamFolder, copy_streams, partitions_of,
};
use grundy_cluster::Options;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

const PARTITIONS: u32 = 13;

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// A folder for each process.
fn folders(count: usize) -> Vec<tempfile::TempDir> {
    (0..count).map(|_| tempfile::tempdir().unwrap()).collect()
}

/// Copies the streams of `before` processes to `after` ones, and returns the files of each of those. Process *i* of the run has the folders of the
/// earlier processes *i*, *i* + `after`, … .
fn copied(before: &[tempfile::TempDir], after: usize) -> Vec<BTreeMap<String, Vec<u8>>> {
    copied_in_rounds(before, after).0
}

/// The same with the number of rounds.
fn copied_in_rounds(before: &[tempfile::TempDir], after: usize) -> (Vec<BTreeMap<String, Vec<u8>>>, u64) {
    let into = folders(after);
    let storages: Vec<_> = into.iter().map(|folder| Arc::new(Storage::in_folder(folder.path()))).collect();
    let options = Options { partitions: PARTITIONS, threads: 2, block_bytes: 1000, ..Options::default() };
    let runs = run_all(&storages, &options, |exchange| {
        let mine = (exchange.process()..before.len()).step_by(after).map(|old| StreamFolder {
            path: before[old].path().to_owned(),
            partitions: partitions_of(old, before.len(), PARTITIONS),
        });
        copy_streams(exchange, &mine.collect::<Vec<_>>(), &Limits::NONE)?;
        Ok(exchange.next_round() - FIRST_TRANSFER_ROUND)
    });
    let rounds = runs.into_iter().map(|run| run.unwrap()).max().unwrap();
    // Empty files for later streams are removed with the storage.
    drop(storages);
    (into.iter().map(|folder| files(folder.path())).collect(), rounds)
}

#[test]
fn every_file_comes_to_the_process_of_its_partition() {
    let mut random = Rng::with_seed(22);
    for (before, after) in [(1, 1), (1, 3), (2, 3), (3, 2), (4, 1), (5, 4), (13, 2)] {
        let old = folders(before);
        let mut expected = vec![BTreeMap::new(); after];
        for partition in 0..PARTITIONS {
            let owner = |count: usize| (0..count).find(|i| partitions_of(*i, count, PARTITIONS).contains(&partition));
            let (from, to) = (owner(before).unwrap(), owner(after).unwrap());
            for name in ["words-3", "cells-0", "inbox-77", "sets"] {
                // Of these lengths are files of no piece, of one, and of several; they are no valid streams.
                let length = *random.choice(&[0, 1, 1000, 1 << 15, (1 << 15) + 1, 200_000]).unwrap();
                let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
                let name = format!("{name}-{partition}");
                fs::write(old[from].path().join(&name), &bytes).unwrap();
                expected[to].insert(name, bytes);
            }
        }
        // What is not a stream of the process stays where it is: a copy that was collected, an empty file, another file.
        for folder in &old {
            for name in ["rows-12", "spare-af-3", "notes.txt", "shared-0123456789abcdef"] {
                fs::write(folder.path().join(name), "not to be copied").unwrap();
            }
        }
        fs::remove_file(old[before - 1].path().join("rows-12")).unwrap();
        let unchanged: Vec<_> = old.iter().map(|folder| files(folder.path())).collect();
        assert_eq!(copied(&old, after), expected, "{before} to {after}");
        assert_eq!(old.iter().map(|folder| files(folder.path())).collect::<Vec<_>>(), unchanged, "nothing is moved");
    }
}

/// More than one round may have.
#[test]
fn large_files_are_sent_in_several_rounds() {
    let old = folders(1);
    let bytes: Vec<u8> = (0..50 << 20_u32).map(|at: u32| (at.wrapping_mul(0x9E37_79B9) >> 24) as u8).collect();
    for name in ["cells-0-0", "cells-0-12", "words-5-12"] {
        fs::write(old[0].path().join(name), &bytes).unwrap();
    }
    let (copied, rounds) = copied_in_rounds(&old, 2);
    // 64 MiB in a round, the rest, and one in which nothing is sent.
    assert_eq!(rounds, 3);
    let [zero, one] = copied.try_into().unwrap();
    assert!(zero.len() == 1 && zero["cells-0-0"] == bytes);
    assert!(one.len() == 2 && one["cells-0-12"] == bytes && one["words-5-12"] == bytes);
}

#[test]
fn what_cannot_be_copied_ends_the_run_of_all() {
    let into = folders(2);
    let storages: Vec<_> = into.iter().map(|folder| Arc::new(Storage::in_folder(folder.path()))).collect();
    let options = Options { partitions: 2, ..Options::default() };
    let missing = into[0].path().join("no-such-folder");
    let results = run_all(&storages, &options, |exchange| {
        let mine = [StreamFolder { path: missing.clone(), partitions: 0..2 }];
        let mine = if exchange.process() == 0 { &mine[..] } else { &[] };
        copy_streams(exchange, mine, &Limits::NONE)
    });
    assert!(matches!(&results[0], Err(ExchangeError::Storage(StorageError::Io { path, .. })) if *path == missing));
    assert!(
        matches!(&results[1], Err(ExchangeError::Peer { message, .. }) if message.contains("no-such-folder")),
        "{results:?}"
    );

    let results = run_all(&storages, &options, |exchange| {
        let process = exchange.process();
        let stop = || process == 1;
        copy_streams(exchange, &[], &Limits { stop: &stop, ..Limits::NONE })
    });
    assert!(matches!(&results[1], Err(ExchangeError::Run(RunError::Interrupted { .. }))), "{results:?}");
}

/// Streams in memory cannot be copied to: the run would continue from nothing.
#[test]
fn a_storage_in_memory_is_refused() {
    let old = folders(1);
    fs::write(old[0].path().join("cells-0-0"), "bytes").unwrap();
    let options = Options { partitions: 1, ..Options::default() };
    let results = run_all(&[memory()], &options, |exchange| {
        copy_streams(exchange, &[StreamFolder { path: old[0].path().to_owned(), partitions: 0..1 }], &Limits::NONE)
    });
    assert!(matches!(&results[0], Err(ExchangeError::Storage(StorageError::Missing { .. }))), "{results:?}");
}
