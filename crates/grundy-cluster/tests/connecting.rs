//! Who is connected and who is refused, and what both sides are told.

mod common;

use common::{config, listeners};
use grundy_cluster::{ClusterError, Config, Connections, Event, Secret, connect};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Connects processes with these configurations at the same time.
fn connect_all(configs: Vec<Config<'_>>) -> Vec<Result<Connections, ClusterError>> {
    thread::scope(|scope| {
        let threads: Vec<_> = configs.into_iter().map(|config| scope.spawn(|| connect(config))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// The messages of two processes of which the second has a changed configuration.
fn messages(change: impl Fn(&mut Config<'_>)) -> ([String; 2], Vec<String>) {
    let (sockets, addresses) = listeners(2);
    let mut configs: Vec<Config<'_>> =
        sockets.into_iter().enumerate().map(|(process, socket)| config(process, &addresses, socket)).collect();
    change(&mut configs[1]);
    let began = Instant::now();
    let failed = connect_all(configs).into_iter().map(|result| result.map(drop).unwrap_err().to_string());
    let failed = failed.collect::<Vec<_>>().try_into().unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "the refusal took {:?}", began.elapsed());
    (failed, addresses)
}

#[test]
fn another_secret() {
    let ([zero, one], addresses) = messages(|config| config.secret = Secret::new("another"));
    assert_eq!(zero, format!("process 1 ({}) has another secret", addresses[1]));
    assert_eq!(one, format!("process 0 ({}) has another secret", addresses[0]));
}

#[test]
fn another_job() {
    let ([zero, one], addresses) = messages(|config| config.job[0].1 = "kayles".to_owned());
    assert_eq!(zero, format!("process 1 ({}) runs another job: game `kayles`, here `nim`", addresses[1]));
    assert_eq!(one, format!("process 0 ({}) runs another job: game `nim`, here `kayles`", addresses[0]));
    let ([zero, one], _) = messages(|config| config.job.push(("version".to_owned(), "9".to_owned())));
    assert!(zero.ends_with("version `9`, here none") && one.ends_with("version none, here `9`"), "{zero}\n{one}");
}

/// Processes that are connected already do not wait for one that was refused.
#[test]
fn all_are_told_why_the_run_does_not_begin() {
    let (mut sockets, addresses) = listeners(3);
    let first = [0, 1].map(|process| config(process, &addresses, sockets[process].take()));
    let mut last = config(2, &addresses, None);
    last.job[0].1 = "kayles".to_owned();
    thread::scope(|scope| {
        let first = first.map(|config| scope.spawn(|| connect(config)));
        thread::sleep(Duration::from_secs(1));
        let began = Instant::now();
        let last = connect(last);
        for result in first.into_iter().map(|run| run.join().unwrap()).chain([last]) {
            let text = result.map(drop).unwrap_err().to_string();
            assert!(text.contains("runs another job: game `"), "{text}");
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    });
}

/// A process that starts shortly after two others refused each other learns the reason.
#[test]
fn a_process_that_starts_later_is_told_too() {
    let (mut sockets, addresses) = listeners(3);
    let mut first = [0, 1].map(|process| config(process, &addresses, sockets[process].take()));
    first[1].job[0].1 = "kayles".to_owned();
    thread::scope(|scope| {
        let first = first.map(|config| scope.spawn(|| connect(config)));
        thread::sleep(Duration::from_secs(1));
        let began = Instant::now();
        let text = connect(config(2, &addresses, None)).map(drop).unwrap_err().to_string();
        assert!(text.contains("runs another job: game `"), "{text}");
        for result in first.map(|run| run.join().unwrap()) {
            let text = result.map(drop).unwrap_err().to_string();
            assert!(text.contains("runs another job: game `"), "{text}");
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    });
}

#[test]
fn another_list_of_hosts() {
    let (mut sockets, addresses) = listeners(3);
    let mut wrong = addresses.clone();
    wrong.swap(0, 1);
    let first = [0, 1].map(|process| config(process, &addresses, sockets[process].take()));
    thread::scope(|scope| {
        let first = first.map(|config| scope.spawn(|| connect(config)));
        thread::sleep(Duration::from_secs(1));
        let last = connect(config(2, &wrong, None));
        for result in first.into_iter().map(|run| run.join().unwrap()).chain([last]) {
            let text = result.map(drop).unwrap_err().to_string();
            assert!(text.contains("another list of hosts"), "{text}");
        }
    });
}

#[test]
fn another_version_of_the_protocol() {
    let (mut sockets, addresses) = listeners(2);
    thread::scope(|scope| {
        let run = scope.spawn(|| connect(config(0, &addresses, sockets[0].take())));
        let mut other = TcpStream::connect(&addresses[0]).unwrap();
        other.write_all(&[b"grundy cluster\x09\x00".as_slice(), &[7; 32]].concat()).unwrap();
        let text = run.join().unwrap().map(drop).unwrap_err().to_string();
        assert_eq!(text, "a process at 127.0.0.1 has another version of the program: protocol 9, here 1");
    });
}

/// What listens at the address of process 0 and does not know the secret is found out, and is not told the job.
#[test]
fn an_impostor_learns_nothing() {
    let (mut sockets, addresses) = listeners(2);
    let impostor = sockets[0].take().unwrap();
    thread::scope(|scope| {
        let run = scope.spawn(|| connect(config(1, &addresses, None)));
        let (mut stream, _) = impostor.accept().unwrap();
        let mut heard = [0; 48 + 40];
        stream.read_exact(&mut heard[..48]).unwrap();
        stream.write_all(&heard[..48]).unwrap();
        stream.read_exact(&mut heard[48..]).unwrap();
        // It accepts whatever the proof is, and sends the proof of the other side back.
        stream.write_all(&[&[1], &heard[56..]].concat()).unwrap();
        let text = run.join().unwrap().map(drop).unwrap_err().to_string();
        assert_eq!(text, format!("process 0 ({}) has another secret", addresses[0]));
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, b"");
    });
}

/// Port scanners, browsers, endless and silent clients are refused, and the processes connect.
#[test]
fn garbage_does_not_disturb() {
    let (sockets, addresses) = listeners(3);
    let (is_over, events) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let on_event = |event: Event<'_>| events.lock().unwrap().push(format!("{event:?}"));
    let answered = thread::scope(|scope| {
        let mut clients = Vec::new();
        let garbage: [&[u8]; 5] = [
            b"",
            b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            &[0; 100_000],
            b"grundy cluster\x01\x00 and then nothing",
            &[b"grundy cluster\x01\x00".as_slice(), &[9; 1000]].concat(),
        ];
        for bytes in garbage {
            let (address, is_over) = (&addresses[0], &is_over);
            let bytes = bytes.to_vec();
            clients.push(scope.spawn(move || {
                let mut answered = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let Ok(mut stream) = TcpStream::connect(address) else { break };
                    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
                    let _ = stream.write_all(&bytes);
                    let mut answer = Vec::new();
                    let _ = stream.read_to_end(&mut answer);
                    answered = answered.max(answer.len());
                    if bytes.is_empty() {
                        // Silent clients keep their connections.
                        std::mem::forget(stream);
                    }
                }
                answered
            }));
        }
        let mut sockets = sockets;
        let (zero, one) = (sockets[0].take(), sockets[1].take());
        let first = scope.spawn(|| connect(Config { on_event: &on_event, ..config(0, &addresses, zero) }));
        // The other processes are late.
        thread::sleep(Duration::from_secs(2));
        let others =
            [scope.spawn(|| connect(config(1, &addresses, one))), scope.spawn(|| connect(config(2, &addresses, None)))];
        let began = Instant::now();
        for run in others.into_iter().chain([first]) {
            assert!(run.join().unwrap().is_ok());
        }
        assert!(began.elapsed() < Duration::from_secs(8), "connected after {:?}", began.elapsed());
        is_over.store(true, Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().unwrap()).collect::<Vec<_>>()
    });
    // Only who knows the magic is answered, by a first message and a status.
    assert!(answered[..3].iter().all(|&length| length == 0), "{answered:?}");
    assert!(answered.iter().all(|&length| length <= 49), "{answered:?}");
    let events = events.into_inner().unwrap();
    let waiting = format!("{:?}", Event::Waiting(&[1, 2].map(|i| format!("process {i} ({})", addresses[i]))));
    assert!(events.contains(&waiting), "{events:?}");
    assert!(events.iter().any(|event| event.contains("is not a process of this program")), "{events:?}");
}

/// A client that knows the protocol but not the secret, and is at no address of the run, does not end it.
#[test]
fn a_stranger_with_another_secret() {
    let (mut sockets, mut addresses) = listeners(2);
    // Process 1 is expected elsewhere.
    addresses[1] = "192.0.2.1:7070".to_owned();
    let run = thread::scope(|scope| {
        let timeout = Duration::from_secs(2);
        let zero = Config { timeout, ..config(0, &addresses, sockets[0].take()) };
        let run = scope.spawn(|| connect(zero));
        let stranger = Config { secret: Secret::new("another"), ..config(1, &addresses, None) };
        assert!(matches!(connect(stranger), Err(ClusterError::Secret { .. })));
        run.join().unwrap()
    });
    let text = run.map(drop).unwrap_err().to_string();
    let expected = "process 1 (192.0.2.1:7070) did not connect within 2 s; a connection from 127.0.0.1 was refused: it has another secret";
    assert_eq!(text, expected);
}

/// A process that gives up tells the others.
#[test]
fn a_process_gives_up() {
    let (mut sockets, addresses) = listeners(3);
    thread::scope(|scope| {
        let zero = config(0, &addresses, sockets[0].take());
        let zero = scope.spawn(|| connect(zero));
        // It is connected to process 0, and waits for process 1.
        let first = Config { timeout: Duration::from_millis(1500), ..config(2, &addresses, None) };
        let text = connect(first).map(drop).unwrap_err().to_string();
        assert!(text.contains("process 1") && text.contains("did not connect"), "{text}");
        let text = zero.join().unwrap().map(drop).unwrap_err().to_string();
        assert!(text.starts_with(&format!("process 2 ({}) ended the run: process 1", addresses[2])), "{text}");
    });
}

/// A connection that breaks without a word before the run begins is made again.
#[test]
fn a_broken_connection_is_made_again() {
    let (mut sockets, addresses) = listeners(3);
    // Process 2 reaches process 0 through a relay, which drops the first connection.
    let relay = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut seen_by_two = addresses.clone();
    seen_by_two[0] = relay.local_addr().unwrap().to_string();
    thread::scope(|scope| {
        let to = addresses[0].clone();
        scope.spawn(move || {
            for attempt in 0..2 {
                let (near, _) = relay.accept().unwrap();
                let far = TcpStream::connect(&to).unwrap();
                let (mut near_in, mut far_out) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                let (mut far_in, mut near_out) = (far.try_clone().unwrap(), near.try_clone().unwrap());
                thread::spawn(move || std::io::copy(&mut near_in, &mut far_out));
                thread::spawn(move || std::io::copy(&mut far_in, &mut near_out));
                if attempt == 0 {
                    // The handshake is done by then, and process 1 has not been started.
                    thread::sleep(Duration::from_millis(700));
                    near.shutdown(std::net::Shutdown::Both).unwrap();
                    far.shutdown(std::net::Shutdown::Both).unwrap();
                }
            }
        });
        let zero = config(0, &addresses, sockets[0].take());
        let zero = scope.spawn(|| connect(zero));
        let two = scope.spawn(|| connect(config(2, &seen_by_two, None)));
        thread::sleep(Duration::from_millis(1500));
        let one = connect(config(1, &addresses, sockets[1].take()));
        assert!(one.is_ok() && zero.join().unwrap().is_ok() && two.join().unwrap().is_ok());
    });
}

/// Of two processes with one number, the second is refused until the first has gone.
#[test]
fn a_number_is_given_twice() {
    let (mut sockets, addresses) = listeners(3);
    thread::scope(|scope| {
        let zero = config(0, &addresses, sockets[0].take());
        let zero = scope.spawn(|| connect(zero));
        let two = scope.spawn(|| connect(config(2, &addresses, None)));
        thread::sleep(Duration::from_secs(1));
        let timeout = Duration::from_secs(1);
        let text = connect(Config { timeout, ..config(2, &addresses, None) }).map(drop).unwrap_err().to_string();
        assert!(text.contains("another process 2 is connected to it already"), "{text}");
        assert!(connect(config(1, &addresses, sockets[1].take())).is_ok());
        assert!(zero.join().unwrap().is_ok() && two.join().unwrap().is_ok());
    });
}

#[test]
fn an_attempt_is_interrupted() {
    let (mut sockets, addresses) = listeners(2);
    let (began, stop) = (Instant::now(), || true);
    let interrupted = connect(Config { stop: &stop, ..config(0, &addresses, sockets[0].take()) });
    assert!(matches!(interrupted, Err(ClusterError::Interrupted)));
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn wrong_configurations() {
    let addresses = |list: &[&str]| list.iter().map(|&at| at.to_owned()).collect::<Vec<_>>();
    for (process, list) in [(1, &["a:1"][..]), (0, &[]), (0, &["a"]), (0, &["a:1", "a:1"])] {
        assert!(matches!(connect(config(process, &addresses(list), None)), Err(ClusterError::Config(_))), "{list:?}");
    }
    let long = Config { job: vec![("rules".to_owned(), "x".repeat(1 << 17))], ..config(0, &addresses(&["a:1"]), None) };
    assert!(matches!(connect(long), Err(ClusterError::Config(_))));
    // 192.0.2.1 is an address for documentation, which no machine has; all interfaces are used instead, and the port is taken.
    let taken = TcpListener::bind("0.0.0.0:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let stop = AtomicBool::new(false);
    let list = addresses(&[&format!("192.0.2.1:{port}"), "192.0.2.2:1"]);
    thread::scope(|scope| {
        let run = scope.spawn(|| connect(Config { stop: &|| stop.load(Ordering::Relaxed), ..config(0, &list, None) }));
        thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(run.join().unwrap(), Err(ClusterError::Interrupted)));
    });
}
