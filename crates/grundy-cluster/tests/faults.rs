//! Processes that are lost, end, or are slow in the middle of a run.
#![cfg(unix)]

mod common;

use common::{config, connected, flood, listeners, memory, peer_error, run_all};
use grundy::solve::partitioned::{Exchange, ExchangeError, MAX_BLOCK, Storage, inbox_name};
use grundy_cluster::{Options, connect};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable that makes [`child_process`] a process of a run: its number and the addresses.
const CHILD: &str = "GRUNDY_CLUSTER_TEST_CHILD";

/// Not a test: the process that other tests start and kill. It runs rounds without end.
#[test]
fn child_process() {
    let Ok(text) = std::env::var(CHILD) else { return };
    let mut words = text.split(' ');
    let process = words.next().unwrap().parse().unwrap();
    let addresses: Vec<String> = words.map(str::to_owned).collect();
    let connections = connect(config(process, &addresses, None)).unwrap();
    let options = Options { partitions: 6, ..Options::default() };
    let storage = memory();
    let result: Result<(), ExchangeError> = connections.run(&storage, options, |exchange| {
        loop {
            rounds(exchange)?;
        }
    });
    let sentence = peer_error(result);
    let _ = writeln!(std::io::stderr(), "child: {sentence}");
}

/// A round with some messages.
fn rounds(exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
    flood(exchange, 20, 1000)?;
    let before = exchange.next_round().checked_sub(2);
    let local = exchange.local();
    local
        .filter_map(|at| Some((at, before?)))
        .try_for_each(|(at, round)| Ok(exchange.storage().remove(&inbox_name(round, at))?))
}

fn start_child(process: usize, addresses: &[String]) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_process", "--nocapture"])
        .env(CHILD, format!("{process} {}", addresses.join(" ")))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Addresses that are free now.
fn free_addresses(count: usize) -> Vec<String> {
    listeners(count).1
}

/// Whichever process is killed, the others end within 10 s and name it.
#[test]
fn a_killed_process_is_named() {
    for killed in [0, 2] {
        let addresses = free_addresses(3);
        let mut children: Vec<Option<Child>> = (0..3).map(|i| (i != 1).then(|| start_child(i, &addresses))).collect();
        let connections = connect(config(1, &addresses, None)).unwrap();
        let options = Options { partitions: 6, ..Options::default() };
        let storage = memory();
        let mut killed_at = None;
        let result: Result<(), ExchangeError> = connections.run(&storage, options, |exchange| {
            loop {
                if exchange.next_round() == 50 {
                    children[killed].as_mut().unwrap().kill().unwrap();
                    killed_at = Some(Instant::now());
                }
                rounds(exchange)?;
            }
        });
        let took = killed_at.unwrap().elapsed();
        let (sentence, name) =
            (peer_error(result), format!("process {killed} ({}) was lost in round ", addresses[killed]));
        assert!(
            sentence.starts_with(&name) && sentence.ends_with("; run the same command again to resume"),
            "{sentence}"
        );
        let round: u64 = sentence[name.len()..].split(';').next().unwrap().parse().unwrap();
        assert!((49..60).contains(&round), "{sentence}");
        let other = children[2 - killed].take().unwrap().wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&other.stderr).into_owned();
        assert!(text.contains(&format!("child: {name}")), "{text}");
        assert!(took < Duration::from_secs(10), "{took:?}");
        children[killed].as_mut().unwrap().wait().unwrap();
    }
}

/// A process that fails tells the others its reason; long work of theirs can see it.
#[test]
fn a_reason_reaches_all() {
    let connections = connected(3);
    let address: Mutex<Vec<String>> = Mutex::default();
    thread::scope(|scope| {
        for (process, connections) in connections.into_iter().enumerate() {
            let address = &address;
            scope.spawn(move || {
                let has_failed = Arc::new(AtomicBool::new(false));
                let options = Options { partitions: 3, has_failed: Arc::clone(&has_failed), ..Options::default() };
                let storage = memory();
                let began = Instant::now();
                let result: Result<(), ExchangeError> = connections.run(&storage, options, |exchange| {
                    flood(exchange, 1, 8)?;
                    exchange.round(&|_, _, _| {
                        if process == 1 {
                            return Err(ExchangeError::Unsupported("the disk is full\x1b[31m".to_owned()));
                        }
                        // Long work without messages.
                        while !has_failed.load(Ordering::Relaxed) {
                            assert!(began.elapsed() < Duration::from_secs(9), "not told");
                            thread::sleep(Duration::from_millis(5));
                        }
                        Ok(())
                    })
                });
                match process {
                    1 => assert_eq!(result, Err(ExchangeError::Unsupported("the disk is full\x1b[31m".to_owned()))),
                    _ => address.lock().unwrap().push(peer_error(result)),
                }
            });
        }
    });
    let sentences = address.into_inner().unwrap();
    assert_eq!(sentences.len(), 2);
    for sentence in sentences {
        assert!(sentence.starts_with("process 1 (127.0.0.1:"), "{sentence}");
        assert!(sentence.ends_with(") ended the run: the disk is full [31m"), "{sentence}");
    }
}

/// A panic ends the run of all processes.
#[test]
fn a_panic_reaches_all() {
    let mut connections = connected(2);
    let one = connections.pop().unwrap();
    thread::scope(|scope| {
        let panicking = scope.spawn(|| {
            let options = Options { partitions: 2, ..Options::default() };
            one.run(&memory(), options, |_| -> Result<(), ExchangeError> { panic!("on purpose") })
        });
        let options = Options { partitions: 2, ..Options::default() };
        let storage = memory();
        let result = connections.pop().unwrap().run(&storage, options, |exchange| flood(exchange, 1, 1));
        assert!(peer_error(result).ends_with("ended the run: the program failed"));
        assert!(panicking.join().is_err());
    });
}

/// A process that has finished is missed by one that has not.
#[test]
fn a_process_finishes_early() {
    let options = Options { partitions: 2, ..Options::default() };
    let storages = [memory(), memory()];
    let mut runs = run_all(&storages, &options, |exchange| {
        flood(exchange, 1, 100)?;
        if exchange.process() == 0 { flood(exchange, 1, 100) } else { Ok(()) }
    });
    assert_eq!(runs.pop().unwrap(), Ok(()));
    assert!(peer_error(runs.pop().unwrap()).ends_with("finished the run before this process did"));
}

/// One that is interrupted while it waits ends, and tells the others.
#[test]
fn a_waiting_process_is_interrupted() {
    let mut connections = connected(2);
    let one = connections.pop().unwrap();
    thread::scope(|scope| {
        let began = Instant::now();
        let stop = move || began.elapsed() > Duration::from_secs(1);
        let interrupted = scope.spawn(move || {
            let options = Options { partitions: 2, stop: &stop, ..Options::default() };
            one.run(&memory(), options, |exchange| flood(exchange, 1, 1))
        });
        let options = Options { partitions: 2, ..Options::default() };
        let storage = memory();
        let result = connections.pop().unwrap().run(&storage, options, |exchange| {
            // It is busy for longer.
            exchange.round(&|_, _, outbox| {
                thread::sleep(Duration::from_secs(2));
                outbox.send(1, b"x").map(drop)
            })
        });
        assert!(matches!(interrupted.join().unwrap(), Err(ExchangeError::Run(_))));
        assert!(peer_error(result).contains("ended the run: interrupted"));
    });
}

/// A process with a busy disk slows its senders and is not lost, however long it takes.
#[test]
fn a_slow_receiver_bounds_the_memory_of_senders() {
    const BLOCKS: u64 = 128;
    let folder = tempfile::tempdir().unwrap();
    // A pipe in the place of the inbox takes nothing until somebody reads it.
    let inbox = folder.path().join(inbox_name(0, 1));
    rustix::fs::mknodat(rustix::fs::CWD, &inbox, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    let storages = [memory(), Arc::new(Storage::in_folder(folder.path()))];
    let options = Options {
        partitions: 2,
        block_bytes: MAX_BLOCK,
        heartbeat: Duration::from_millis(100),
        silence: Duration::from_secs(1),
        ..Options::default()
    };
    let sent = AtomicU64::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_secs(4));
            let before = sent.load(Ordering::Relaxed);
            // One block in the receiver, one mebibyte in the queue, the rest in the buffers of the system.
            assert!(before < 40, "{before} of {BLOCKS} MiB were sent to a receiver that takes none");
            assert!(before > 0);
            std::io::copy(&mut std::fs::File::open(&inbox).unwrap(), &mut std::io::sink()).unwrap();
        });
        for run in run_all(&storages, &options, |exchange| {
            exchange.round(&|from, _, outbox| {
                let mut random = fastrand::Rng::with_seed(1);
                let block: Vec<u8> = (0..MAX_BLOCK).map(|_| random.u8(..)).collect();
                for _ in 0..if from == 0 { BLOCKS } else { 0 } {
                    outbox.send(1, &block)?;
                    sent.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            })
        }) {
            assert_eq!(run, Ok(()));
        }
    });
    assert_eq!(sent.into_inner(), BLOCKS);
}

/// A relay between two processes that can stop to carry anything.
struct Relay {
    address: String,
    is_down: Arc<AtomicBool>,
}

impl Relay {
    fn new(to: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let relay = Self { address: listener.local_addr().unwrap().to_string(), is_down: Arc::default() };
        let (to, is_down) = (to.to_owned(), Arc::clone(&relay.is_down));
        thread::spawn(move || {
            let (near, _) = listener.accept().unwrap();
            let far = TcpStream::connect(to).unwrap();
            let back = (far.try_clone().unwrap(), near.try_clone().unwrap());
            for (mut from, mut to) in [(near, far), back] {
                let is_down = Arc::clone(&is_down);
                thread::spawn(move || {
                    let mut bytes = vec![0; 1 << 16];
                    while let Ok(count @ 1..) = from.read(&mut bytes) {
                        while is_down.load(Ordering::Relaxed) {
                            thread::sleep(Duration::from_millis(10));
                        }
                        if to.write_all(&bytes[..count]).is_err() {
                            return;
                        }
                    }
                });
            }
        });
        relay
    }
}

/// A link that is down for less than the limit is survived, and one that stays down is reported by both sides.
#[test]
fn a_link_goes_down() {
    for (down, is_survived) in [(Duration::from_secs(1), true), (Duration::from_secs(30), false)] {
        let (mut sockets, addresses) = listeners(2);
        let relay = Relay::new(&addresses[0]);
        let seen =
            [vec![addresses[0].clone(), addresses[1].clone()], vec![relay.address.clone(), addresses[1].clone()]];
        let began = Instant::now();
        thread::scope(|scope| {
            let runs: Vec<_> = (0..2)
                .map(|process| {
                    let config = config(process, &seen[process], sockets[process].take());
                    let relay = &relay;
                    scope.spawn(move || {
                        let options = Options {
                            partitions: 2,
                            heartbeat: Duration::from_millis(200),
                            silence: Duration::from_secs(3),
                            ..Options::default()
                        };
                        let storage = memory();
                        connect(config).unwrap().run(&storage, options, |exchange| {
                            flood(exchange, 10, 1000)?;
                            if process == 0 {
                                relay.is_down.store(true, Ordering::Relaxed);
                                let is_down = Arc::clone(&relay.is_down);
                                thread::spawn(move || {
                                    thread::sleep(down);
                                    is_down.store(false, Ordering::Relaxed);
                                });
                            }
                            (0..5).try_for_each(|_| flood(exchange, 10, 1000))
                        })
                    })
                })
                .collect();
            for (process, run) in runs.into_iter().enumerate() {
                let result = run.join().unwrap();
                if is_survived {
                    assert_eq!(result, Ok(()));
                } else {
                    let (sentence, peer) = (peer_error(result), 1 - process);
                    let expected = format!("process {peer} ({}) was lost in round ", seen[process][peer]);
                    assert!(sentence.starts_with(&expected), "{sentence}");
                    assert!(
                        sentence.ends_with(": no sign of it for 3 s; run the same command again to resume"),
                        "{sentence}"
                    );
                }
            }
        });
        assert!(is_survived || began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    }
}

/// A process that computes for long, with no message and at different times, is not lost.
#[test]
fn long_work_is_no_silence() {
    let options = Options {
        partitions: 2,
        heartbeat: Duration::from_millis(100),
        silence: Duration::from_secs(1),
        ..Options::default()
    };
    let storages = [memory(), memory()];
    for run in run_all(&storages, &options, |exchange| {
        exchange.round(&|partition, _, _| {
            thread::sleep(Duration::from_secs(if partition == 0 { 3 } else { 0 }));
            Ok(())
        })?;
        // Between two rounds as well.
        thread::sleep(Duration::from_secs(if exchange.process() == 1 { 3 } else { 0 }));
        exchange.sum(&mut [])
    }) {
        assert_eq!(run, Ok(()));
    }
}

/// What cannot be stored ends the run, with the path of the file.
#[test]
fn a_disk_fails() {
    let folder = tempfile::tempdir().unwrap();
    // The inbox cannot be created.
    std::fs::create_dir(folder.path().join(inbox_name(0, 1))).unwrap();
    let storages = [memory(), Arc::new(Storage::in_folder(folder.path()))];
    let options = Options { partitions: 2, ..Options::default() };
    let mut runs = run_all(&storages, &options, |exchange| flood(exchange, 1, 10));
    assert!(matches!(runs.pop().unwrap(), Err(ExchangeError::Storage(_))));
    let sentence = peer_error(runs.pop().unwrap());
    assert!(sentence.contains("ended the run") && sentence.contains("inbox-0-1"), "{sentence}");
    assert!(Path::new(folder.path()).exists());
}

/// A process that knows the secret and sends what it should not is refused, whatever it sends.
#[test]
fn invalid_frames_are_refused() {
    let frame = |kind: u8, to: u32, from: u32, round: u64, bytes: &[u8]| {
        let mut frame = vec![kind, 0, 0, 0];
        [to, from, bytes.len() as u32].iter().for_each(|field| frame.extend(field.to_le_bytes()));
        frame.extend(round.to_le_bytes());
        frame.extend(bytes);
        frame
    };
    let counts = frame(3, 0, 0, 0, &2u64.to_le_bytes());
    let agree = frame(4, 0, 0, 0, &[]);
    let hostile: Vec<Vec<u8>> = vec![
        vec![99; 24],
        // A block before the agreement, of another round, for a partition that is not here, from one that is not there, and of no bytes.
        frame(1, 0, 1, 0, b"x"),
        [&agree[..], &frame(1, 0, 1, 1, b"x")].concat(),
        [&agree[..], &frame(1, 0, 1, u64::MAX, b"x")].concat(),
        [&agree[..], &frame(1, 1, 1, 0, b"x")].concat(),
        [&agree[..], &frame(1, u32::MAX, 1, 0, b"x")].concat(),
        [&agree[..], &frame(1, 0, 0, 0, b"x")].concat(),
        [&agree[..], &frame(1, 0, 1, 0, b"")].concat(),
        [&agree[..], &agree[..]].concat(),
        // A sum in the middle of a round.
        [&agree[..], &counts[..]].concat(),
        // The end of a round that was not begun, or has ended.
        frame(2, 0, 0, 0, &[]),
        [&agree[..], &frame(2, 0, 0, 0, &[]), &frame(2, 0, 0, 0, &[])].concat(),
        // Streams that nobody asked for.
        frame(6, 1, 0, 0, b"x"),
        frame(7, 1, 1, 0, &[]),
        // Counts without end.
        [&counts[..], &counts[..], &counts[..], &counts[..]].concat(),
        // A length beyond the largest block.
        [&[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255][..], &[0; 8]].concat(),
    ];
    for bytes in hostile {
        let (mut sockets, addresses) = listeners(2);
        let shown = format!("{bytes:?}");
        thread::scope(|scope| {
            let run = scope.spawn(|| {
                let options = Options { partitions: 2, ..Options::default() };
                let connections = connect(config(0, &addresses, sockets[0].take())).unwrap();
                connections.run(&memory(), options, |exchange| {
                    exchange.round(&|_, _, _| Ok(()))?;
                    exchange.round(&|_, _, _| Ok(()))
                })
            });
            let mut hostile = hostile_process(&addresses[0]);
            hostile.write_all(&[&counts[..], &bytes].concat()).unwrap();
            let sentence = peer_error(run.join().unwrap());
            assert!(sentence.contains("sent an invalid message in round"), "{sentence} {shown}");
        });
    }
}

/// Connects as process 1, which knows the secret and the job, up to the first frame.
fn hostile_process(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let opening = [b"grundy cluster\x01\x00".as_slice(), &[7; 32]].concat();
    stream.write_all(&opening).unwrap();
    let (mut theirs, numbers) = ([0; 48], [1, 0, 0, 0, 0, 0, 0, 0]);
    stream.read_exact(&mut theirs).unwrap();
    let mac = Hmac::<Sha256>::new_from_slice(b"a secret of the tests").unwrap();
    let proof = mac.chain_update(b"connector").chain_update(&opening).chain_update(theirs).chain_update(numbers);
    stream.write_all(&[&numbers, &proof.finalize().into_bytes()[..]].concat()).unwrap();
    let job = [&15u32.to_le_bytes()[..], &[4, 0, 0, 0, 3, 0, 0, 0], b"gamenim"].concat();
    stream.write_all(&job).unwrap();
    let mut answer = vec![0; 33 + job.len() + 1];
    stream.read_exact(&mut answer).unwrap();
    assert!(answer[0] == 1 && answer[33..].strip_prefix(&job[..]) == Some(b"!"), "{answer:?}");
    stream.write_all(b"!").unwrap();
    stream
}
