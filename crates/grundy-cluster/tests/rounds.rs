//! Several processes exchange the same messages as one process does.

mod common;

use common::{connected, memory, peer_error, read, run_all};
use fastrand::Rng;
use grundy::limits::LimitHit;
use grundy::solve::partitioned::{Exchange, ExchangeError, LocalExchange, MAX_BLOCK, Storage, inbox_name};
use grundy_cluster::Options;
use std::sync::{Arc, Mutex};

/// What a partition has received, whatever the order: a sum over its messages, and their number.
type Received = (u64, u64);

/// What each local partition received in each round, and the sums of all partitions.
type Played = (Vec<(u64, u32, Received)>, Vec<u64>);

/// A run of random messages of eight bytes.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    seed: u64,
    rounds: u64,
    partitions: u32,
    /// The most messages that a partition sends in a round; in some rounds there are none.
    messages: usize,
}

fn mixed(number: u64) -> u64 {
    Rng::with_seed(number).u64(..)
}

/// Runs a pattern: what a partition sends depends on all that it has received.
fn play(pattern: Pattern, exchange: &mut dyn Exchange) -> Result<Played, ExchangeError> {
    let (all, mut sums) = (Mutex::new(Vec::new()), Vec::new());
    for round in exchange.next_round()..pattern.rounds {
        exchange.round(&|partition, inbox, outbox| {
            let (mut received, mut block) = ((0, 0), Vec::new());
            while let Some(from) = inbox.next(&mut block)? {
                assert_eq!(block.len() % 8, 0);
                for message in block.chunks(8) {
                    let message = u64::from_le_bytes(message.try_into().unwrap());
                    received.0 = mixed(message ^ u64::from(from)).wrapping_add(received.0);
                    received.1 += 1;
                }
            }
            all.lock().unwrap().push((round, partition, received));
            let mut random = Rng::with_seed(mixed(pattern.seed ^ round << 32 ^ u64::from(partition)) ^ received.0);
            let most = if random.u32(..4) == 0 { 0 } else { pattern.messages };
            for _ in 0..random.usize(..=most) {
                outbox.send(random.u32(..pattern.partitions), &random.u64(..).to_le_bytes())?;
            }
            Ok(())
        })?;
        let local = exchange.local();
        let mut counts = [0; 3];
        for &(number, partition, received) in all.lock().unwrap().iter().filter(|entry| entry.0 == round) {
            assert!(local.contains(&partition) && number == round);
            counts[0] += received.1;
            counts[1] = received.0.wrapping_add(counts[1]);
        }
        counts[2] = u64::from(local.end - local.start);
        exchange.sum(&mut counts)?;
        assert_eq!(counts[2], u64::from(pattern.partitions));
        sums.extend(counts);
        // What was read is no longer needed.
        for partition in local.filter(|_| round > 0) {
            exchange.storage().remove(&inbox_name(round - 1, partition))?;
        }
    }
    let mut all = all.into_inner().unwrap();
    all.sort_unstable();
    for &(round, partition, received) in all.iter().filter(|entry| entry.0 + 1 == pattern.rounds) {
        // Some partitions have no result.
        if received.1 % 5 != 0 {
            let mut writer = exchange.storage().create(&format!("result-{partition}"))?;
            writer.append(partition, &received.0.to_le_bytes())?;
            writer.append(round as u32, &received.1.to_le_bytes())?;
            writer.finish()?;
        }
    }
    exchange.collect(&|partition| format!("result-{partition}"))?;
    Ok((all, sums))
}

fn results(pattern: Pattern, storage: &Storage) -> Vec<Option<common::Blocks>> {
    (0..pattern.partitions).map(|partition| read(storage, &format!("result-{partition}"))).collect()
}

fn compare(pattern: Pattern, processes: usize, threads: usize, block_bytes: usize, in_folder: bool) {
    let what = format!("{pattern:?}, {processes} processes, {threads} threads, blocks of {block_bytes}");
    let mut local = LocalExchange::new(Storage::in_memory(), pattern.partitions, 1, 64);
    let (expected, expected_sums) = play(pattern, &mut local).unwrap();
    let folders: Vec<_> = (0..processes).map(|_| tempfile::tempdir().unwrap()).collect();
    let storage = |i: usize| if in_folder { Arc::new(Storage::in_folder(folders[i].path())) } else { memory() };
    let storages: Vec<Arc<Storage>> = (0..processes).map(storage).collect();
    let options = Options { partitions: pattern.partitions, threads, block_bytes, ..Options::default() };
    let mut found = Vec::new();
    for run in run_all(&storages, &options, |exchange| play(pattern, exchange)) {
        let (received, sums) = run.unwrap();
        assert_eq!(sums, expected_sums, "{what}");
        found.extend(received);
    }
    found.sort_unstable();
    assert_eq!(found, expected, "{what}");
    assert_eq!(results(pattern, &storages[0]), results(pattern, local.storage()), "{what}");
    if in_folder {
        let names = std::fs::read_dir(folders[0].path()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("shared-")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn random_messages_arrive_as_in_one_process() {
    let mut random = Rng::with_seed(22);
    for case in 0..16 {
        let processes = 1 + case % 4;
        let pattern = Pattern {
            seed: random.u64(..),
            rounds: random.u64(1..12),
            partitions: random.u32(processes as u32..20),
            messages: [3, 100, 5000][random.usize(..3)],
        };
        compare(pattern, processes, 1 + random.usize(..3), [1, 100, 1 << 16][random.usize(..3)], random.bool());
    }
}

/// A process that does nothing in a round does not disturb the ones that do.
#[test]
fn many_empty_rounds() {
    let options = Options { partitions: 5, ..Options::default() };
    let storages: Vec<Arc<Storage>> = (0..3).map(|_| memory()).collect();
    for run in run_all(&storages, &options, |exchange| {
        for round in 0..500 {
            exchange.round(&|partition, inbox, outbox| {
                assert_eq!(inbox.is_empty(), partition != 4 || round == 0);
                if partition == 0 { outbox.send(4, b"x").map(drop) } else { Ok(()) }
            })?;
            let local = exchange.local();
            local.filter(|_| round > 0).try_for_each(|at| exchange.storage().remove(&inbox_name(round - 1, at)))?;
        }
        Ok(exchange.next_round())
    }) {
        assert_eq!(run, Ok(500));
    }
}

#[test]
fn blocks_of_the_largest_size() {
    let options = Options { partitions: 4, block_bytes: MAX_BLOCK, threads: 2, ..Options::default() };
    let storages: Vec<Arc<Storage>> = (0..2).map(|_| memory()).collect();
    for run in run_all(&storages, &options, |exchange| {
        exchange.round(&|from, _, outbox| {
            (0..4).try_for_each(|to| {
                (0..3).try_for_each(|i| outbox.send(to, &vec![(16 * from + i) as u8; MAX_BLOCK]).map(drop))
            })
        })?;
        let blocks = Mutex::new(Vec::new());
        exchange.round(&|_, inbox, _| {
            let mut block = Vec::new();
            while let Some(from) = inbox.next(&mut block)? {
                assert!(block.len() == MAX_BLOCK && block.iter().all(|&byte| byte == block[0]));
                assert_eq!(u32::from(block[0] / 16), from);
                blocks.lock().unwrap().push(block[0]);
            }
            Ok(())
        })?;
        Ok(blocks.into_inner().unwrap())
    }) {
        let mut blocks = run.unwrap();
        blocks.sort_unstable();
        let expected: Vec<u8> = (0..4 * 16).filter(|byte| byte % 16 < 3).flat_map(|byte| [byte; 2]).collect();
        assert_eq!(blocks, expected);
    }
}

#[test]
fn what_arrives_in_memory_is_bounded() {
    let run = |memory: u64, is_collected: bool| {
        let options = Options { partitions: 3, memory: Some(memory), ..Options::default() };
        let storages: Vec<Arc<Storage>> = (0..3).map(|_| common::memory()).collect();
        run_all(&storages, &options, |exchange| {
            if is_collected {
                let mut writer = exchange.storage().create(&format!("s-{}", exchange.process()))?;
                writer.append(0, &[7; 400])?;
                writer.finish()?;
                return exchange.collect(&|partition| format!("s-{partition}"));
            }
            exchange.round(&|from, _, outbox| if from > 0 { outbox.send(0, &[7; 400]).map(drop) } else { Ok(()) })?;
            // The others may have finished the round before the last block arrives at process 0.
            exchange.sum(&mut [])
        })
    };
    // The streams that process 0 collects are its own and those of two others.
    for (is_collected, needed) in [(true, 1200), (false, 800)] {
        assert!(run(needed, is_collected).iter().all(Result::is_ok));
        let limit = needed - 1;
        let mut runs = run(limit, is_collected).into_iter();
        let hit = LimitHit::Memory { limit, needed };
        assert_eq!(runs.next().unwrap(), Err(ExchangeError::Run(hit.into())), "collected: {is_collected}");
        for run in runs {
            assert!(peer_error(run).contains("process 0"), "collected: {is_collected}");
        }
    }
}

/// A run that goes on after `round` rounds of an earlier one, in its folders, ends as the run without a break.
#[test]
fn a_run_is_resumed() {
    let pattern = Pattern { seed: 7, rounds: 9, partitions: 7, messages: 300 };
    let mut local = LocalExchange::new(Storage::in_memory(), 7, 1, 64);
    let (expected, sums) = play(pattern, &mut local).unwrap();
    for round in [1, 4, 8] {
        let folders: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
        let storages: Vec<Arc<Storage>> =
            folders.iter().map(|folder| Arc::new(Storage::in_folder(folder.path()))).collect();
        let options = Options { partitions: 7, ..Options::default() };
        let first = Pattern { rounds: round, ..pattern };
        run_all(&storages, &options, |exchange| play(first, exchange)).into_iter().for_each(|run| drop(run.unwrap()));
        let mut found = Vec::new();
        for run in run_all(&storages, &options, |exchange| {
            exchange.set_next_round(round);
            play(pattern, exchange)
        }) {
            let (received, last_sums) = run.unwrap();
            assert_eq!(last_sums, sums[3 * round as usize..], "from round {round}");
            found.extend(received);
        }
        found.sort_unstable();
        assert_eq!(found, expected[7 * round as usize..], "from round {round}");
    }
}

/// The number of the next round may change within a run, as a solver does that plays some rounds again.
#[test]
fn rounds_are_played_again() {
    let pattern = Pattern { seed: 8, rounds: 3, partitions: 4, messages: 50 };
    let options = Options { partitions: 4, ..Options::default() };
    let storages: Vec<Arc<Storage>> = (0..3).map(|_| memory()).collect();
    for run in run_all(&storages, &options, |exchange| {
        let first = play(pattern, exchange)?;
        exchange.set_next_round(0);
        let again = play(pattern, exchange)?;
        Ok(first == again)
    }) {
        assert_eq!(run, Ok(true));
    }
}

#[test]
fn processes_in_different_rounds_are_refused() {
    let options = Options { partitions: 2, ..Options::default() };
    let storages = [memory(), memory()];
    let runs = run_all(&storages, &options, |exchange| {
        exchange.set_next_round(5 + exchange.process() as u64);
        exchange.round(&|_, _, outbox| outbox.send(0, b"x").and_then(|_| outbox.send(1, b"x")).map(drop))
    });
    let sentences: Vec<String> = runs.into_iter().map(peer_error).collect();
    assert!(sentences.iter().all(|sentence| sentence.contains("in round")), "{sentences:?}");
    // Nothing was written over.
    assert!(
        [5, 6].iter().all(|&round| (0..2).all(|at| storages.iter().all(|s| read(s, &inbox_name(round, at)).is_none())))
    );
}

#[test]
fn processes_with_different_partitions_are_refused() {
    let connections = connected(2);
    std::thread::scope(|scope| {
        let runs = connections.into_iter().zip([4, 6]).map(|(connections, partitions)| {
            let options = Options { partitions, ..Options::default() };
            scope.spawn(move || connections.run(&memory(), options, |_| Ok::<_, ExchangeError>(())))
        });
        let sentences: Vec<String> =
            runs.collect::<Vec<_>>().into_iter().map(|run| peer_error(run.join().unwrap())).collect();
        assert!(sentences.iter().any(|s| s.contains("partitions, and this process")), "{sentences:?}");
        assert!(sentences.iter().all(|s| s.contains("partitions")), "{sentences:?}");
    });
    let one = connected(3).pop().unwrap();
    let error = one.run(&memory(), Options { partitions: 2, ..Options::default() }, |_| Ok::<_, ExchangeError>(()));
    assert_eq!(error, Err(ExchangeError::Unsupported("3 processes need 3 partitions, got 2".to_owned())));
}

/// Processes with one folder copy nothing, and find out by themselves that it is one.
#[test]
fn a_shared_folder_is_found() {
    let (shared, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let storages = [shared.path(), shared.path(), own.path()].map(|folder| Arc::new(Storage::in_folder(folder)));
    let options = Options { partitions: 6, ..Options::default() };
    for run in run_all(&storages, &options, |exchange| {
        for partition in exchange.local() {
            let mut writer = exchange.storage().create(&format!("s-{partition}"))?;
            writer.append(9, &[partition as u8; 3])?;
            writer.finish()?;
        }
        // A stream that is in the folder already is not written again.
        let file = exchange.storage().folder().unwrap().join(format!("s-{}", exchange.local().start));
        let written = || std::fs::metadata(&file).unwrap().modified().unwrap();
        let before = written();
        std::thread::sleep(std::time::Duration::from_millis(50));
        exchange.collect(&|partition| format!("s-{partition}"))?;
        exchange.collect(&|partition| format!("s-{partition}"))?;
        assert_eq!(written(), before, "process {}", exchange.process());
        Ok(())
    }) {
        assert_eq!(run, Ok(()));
    }
    for partition in 0..6 {
        assert_eq!(read(&storages[0], &format!("s-{partition}")), Some(vec![(9, vec![partition as u8; 3])]));
    }
    assert_eq!(std::fs::read_dir(shared.path()).unwrap().count(), 6);
    assert_eq!(std::fs::read_dir(own.path()).unwrap().count(), 2);
}
