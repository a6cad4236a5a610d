//! Fairness: one client does not use up the queues, connections, workers or memory of others.

use crate::common::PROGRAM;
use crate::served::{Served, eventually, read, try_read};
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A connection from another address of this machine.
fn connect_from(address: SocketAddr, last: u8) -> TcpStream {
    let socket = rustix::net::socket(rustix::net::AddressFamily::INET, rustix::net::SocketType::STREAM, None).unwrap();
    rustix::net::bind(&socket, &SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    rustix::net::connect(&socket, &address).unwrap();
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

fn get_from(served: &Served, last: u8, path: &str) -> u16 {
    let mut stream = connect_from(served.address, last);
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    read(&mut stream).status
}

#[test]
fn a_client_that_fills_its_share_leaves_room_for_others() {
    let served = Served::with(&["--workers", "1", "--queue", "4", "--time", "2"]);
    thread::scope(|scope| {
        let served = &served;
        // Quick requests, each of which takes all the time that it may.
        let greedy: Vec<_> = (0..40)
            .map(|n| scope.spawn(move || get_from(served, 2, &format!("/api/solve?game=chess:KQvK&position={n}x"))))
            .collect();
        let many: Vec<_> = (0..40)
            .map(|n| {
                scope.spawn(move || get_from(served, 2, &format!("/api/solve?game=connect4:{}x6&moves=no", 7 + n % 2)))
            })
            .collect();
        thread::sleep(Duration::from_millis(300));
        assert_eq!(get_from(served, 3, "/api/solve?game=kayles&position=5"), 200, "another client");
        drop(greedy.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>());
        let statuses: Vec<u16> = many.into_iter().map(|one| one.join().unwrap()).collect();
        // A position that is not decided in time is answered by what is proved.
        assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    });
}

/// One worker answers a heavy request of another client before most of those that a client sent earlier.
#[test]
fn clients_take_turns() {
    let served = Served::with(&["--workers", "1", "--queue", "12", "--time", "1"]);
    let ended = Mutex::new(Vec::new());
    let before = thread::scope(|scope| {
        let ask = |last: u8, size: &'static str| {
            let (served, ended) = (&served, &ended);
            scope.spawn(move || {
                let status = get_from(served, last, &format!("/api/solve?game=connect4:{size}&moves=no"));
                ended.lock().unwrap().push((last, status));
            });
        };
        // Requests that take all the time that they may; equal ones would be answered together.
        ["8x6", "7x7", "8x5", "9x5", "6x7", "6x8", "7x5", "6x6"].into_iter().for_each(|size| ask(2, size));
        thread::sleep(Duration::from_millis(500));
        let before = ended.lock().unwrap().len();
        ask(3, "9x6");
        before
    });
    let ended = ended.into_inner().unwrap();
    assert!(ended.len() == 9 && ended.iter().all(|&(_, status)| status == 200), "{ended:?}");
    // The running request comes first, and perhaps the next one.
    let place = ended.iter().position(|&(last, _)| last == 3).unwrap();
    assert!(place <= before + 3, "{before} had ended: {ended:?}");
}

/// A request does not wait for the turn of another client that sent an equal one.
#[test]
fn equal_requests_do_not_wait_for_the_turn_of_another_client() {
    let served = Served::with(&["--workers", "1", "--queue", "12", "--time", "1"]);
    let ended = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let ask = |last: u8, size: &'static str| {
            let (served, ended) = (&served, &ended);
            scope.spawn(move || {
                let status = get_from(served, last, &format!("/api/solve?game=connect4:{size}&moves=no"));
                ended.lock().unwrap().push((last, status));
            });
        };
        for size in ["8x6", "7x7", "8x5", "9x5", "6x7", "6x8"] {
            ask(2, size);
            thread::sleep(Duration::from_millis(50));
        }
        ask(2, "9x6");
        thread::sleep(Duration::from_millis(200));
        ask(3, "9x6");
    });
    let ended = ended.into_inner().unwrap();
    assert!(ended.len() == 8 && ended.iter().all(|&(_, status)| status == 200), "{ended:?}");
    let place = ended.iter().position(|&(last, _)| last == 3).unwrap();
    assert!(place <= 3, "{ended:?}");
}

/// Idle workers count: a worker of other rules takes the place of one.
#[test]
#[cfg(target_os = "linux")]
fn a_queue_has_no_more_workers_than_it_runs_at_a_time() {
    let served = Served::with(&["--workers", "2"]);
    let handles: Vec<String> = (0..4)
        .map(|n| {
            let rules = format!("def initial(): return {n}\ndef moves(s): return [s - 1] if s else []\n");
            served.post(rules).json()["game"].as_str().unwrap().to_owned()
        })
        .collect();
    for round in 0..3 {
        thread::scope(|scope| {
            for handle in &handles {
                let path = format!("/api/solve?game={handle}&position={round}");
                let served = &served;
                scope.spawn(move || assert_eq!(served.get(&path).status, 200));
            }
        });
        let workers = served.workers();
        assert!(workers.len() <= 2, "{workers:?}");
    }
}

#[test]
fn a_client_has_a_bound_on_its_connections() {
    let served = Served::with(&["--client-connections", "8"]);
    let head = b"GET /api/solve?game=nim HTTP/1.1\r\nhost: localhost\r\n";
    let connections: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = connect_from(served.address, 2);
            stream.write_all(head).unwrap();
            stream
        })
        .collect();
    assert!(eventually(|| {
        let mut stream = connect_from(served.address, 2);
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        try_read(&mut stream).is_some_and(|reply| reply.status == 503)
    }));
    assert_eq!(get_from(&served, 3, "/api/games"), 200, "another client");
    drop(connections);
    assert!(eventually(|| {
        let mut stream = connect_from(served.address, 2);
        let _ = stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        try_read(&mut stream).is_some_and(|reply| reply.status == 200)
    }));
}

/// A head or a body that arrives byte by byte.
#[test]
fn slow_requests_are_ended() {
    let served = Served::new();
    let drip = |start: &str| {
        let mut stream = TcpStream::connect(served.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(start.as_bytes()).unwrap();
        let mut writer = stream.try_clone().unwrap();
        let dripping = thread::spawn(move || {
            while writer.write_all(b"a").is_ok() && !thread::panicking() {
                thread::sleep(Duration::from_millis(500));
            }
        });
        let began = Instant::now();
        let reply = try_read(&mut stream).map(|reply| reply.status);
        let _ = stream.shutdown(std::net::Shutdown::Both);
        dripping.join().unwrap();
        (reply, began.elapsed() > Duration::from_secs(5))
    };
    thread::scope(|scope| {
        let head = scope.spawn(|| drip("GET / HTTP/1.1\r\nhost: localhost\r\nx: "));
        let body = scope.spawn(|| {
            drip(
                "POST /api/rules HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                 content-type: application/x-starlark\r\ncontent-length: 100000\r\n\r\n#",
            )
        });
        assert_eq!(body.join().unwrap(), (Some(408), true));
        let (status, waited) = head.join().unwrap();
        assert!(matches!(status, None | Some(408)) && waited, "{status:?}");
    });
}

/// Of equal requests at the same time, only one is computed.
#[test]
fn equal_requests_are_answered_once() {
    let served = Served::with(&["--time", "20"]);
    let path = "/api/solve?game=mnk:4,4,3";
    let statuses: Vec<u16> = thread::scope(|scope| {
        let all: Vec<_> = (0..12).map(|_| scope.spawn(|| served.get(path).status)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200; 12]);
    assert_eq!(metric(&served, "grundy_cache_hits_total"), 11);
}

/// The value of a metric.
fn metric(served: &Served, name: &str) -> u64 {
    let metrics = served.get("/metrics");
    let line = metrics.text().lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("{name}: {}", metrics.text())).trim().parse().unwrap()
}

/// Two clients send the same request. It is refused to the one that has used its share of the heavy queue, and not to the other.
#[test]
fn a_client_is_not_refused_for_the_share_of_another() {
    let served = Served::with(&["--workers", "2", "--queue", "2", "--time", "3"]);
    let path = "/api/heatmap?game=octal:0.37&size=40&misere=yes";
    thread::scope(|scope| {
        let served = &served;
        let from = |last, path: &'static str| {
            scope.spawn(move || {
                let mut stream = connect_from(served.address, last);
                write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
                read(&mut stream)
            })
        };
        // The share is three, of four places.
        for game in ["connect4:8x7", "connect4:8x6", "connect4:7x7"] {
            from(2, ["/api/solve?game=", game].concat().leak());
        }
        assert!(eventually(|| metric(served, "grundy_tasks{queue=\"heavy\"}") == 3));
        let first = from(2, path);
        assert!(eventually(|| metric(served, "grundy_tasks{queue=\"quick\"}") == 1));
        let second = from(3, path);
        let (first, second) = (first.join().unwrap(), second.join().unwrap());
        assert_eq!((first.status, first.header("retry-after").is_some()), (429, true), "{}", first.text());
        // The request takes longer than it may, but it was not refused.
        assert_eq!((second.status, second.header("retry-after")), (503, None), "{}", second.text());
    });
}

/// The rules of two clients never run in one process.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_serves_one_source_of_rules() {
    let served = Served::with(&["--workers", "1"]);
    let rules = |n: u32| format!("def initial(): return {n}\ndef moves(s): return [s - 1] if s else []\n");
    let handle = |n| served.post(rules(n)).json()["game"].as_str().unwrap().to_owned();
    let (one, other) = (handle(3), handle(4));
    let mut seen = Vec::new();
    for (n, game) in [&one, &other, &one, &other].into_iter().enumerate() {
        // Answers are cached, so each request must differ.
        assert_eq!(served.get(&format!("/api/solve?game={game}&position={n}")).status, 200);
        // The queue has only one worker, so the worker of the other rules is ended.
        assert!(eventually(|| served.workers().len() == 1), "{:?}", served.workers());
        seen.extend(served.workers());
        assert_eq!(served.get(&format!("/api/solve?game={game}&position={}", n + 10)).status, 200);
        assert_eq!(served.workers(), seen[seen.len() - 1..], "the same rules are served by the same worker");
    }
    assert_eq!(served.get("/api/solve?game=chomp:3,4").status, 200);
    assert!(eventually(|| served.workers().len() == 1), "{:?}", served.workers());
    seen.extend(served.workers());
    let different: std::collections::BTreeSet<u32> = seen.iter().copied().collect();
    assert_eq!(different.len(), 5, "{seen:?}");
}

/// A shell may leave descriptors open in the processes that it starts.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_inherits_no_descriptor() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec 7<\"$0\"; exec \"$@\""]).arg(file.path()).arg(PROGRAM);
    let served = Served::by(&mut shell, &[]);
    assert_eq!(served.get("/api/solve?game=kayles&position=5").status, 200);
    let has_file = |process: u32| {
        let open = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().flatten();
        open.filter_map(|entry| std::fs::read_link(entry.path()).ok()).any(|path| path == file.path())
    };
    assert!(has_file(served.id()), "the shell left it open");
    let workers = served.workers();
    assert!(!workers.is_empty() && !workers.into_iter().any(has_file));
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_worker_is_replaced() {
    let served = Served::with(&["--time", "10"]);
    let status = thread::scope(|scope| {
        let response = scope.spawn(|| served.get("/api/solve?game=connect4:8x7").status);
        assert!(eventually(|| !served.workers().is_empty()));
        thread::sleep(Duration::from_millis(200));
        for worker in served.workers() {
            let pid = rustix::process::Pid::from_raw(worker as i32).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        response.join().unwrap()
    });
    assert_eq!(status, 503);
    assert_eq!(served.get("/api/solve?game=kayles&position=5").status, 200);
}

/// A worker that has ended while it was idle costs no request.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_worker_that_has_ended_is_replaced() {
    let served = Served::new();
    assert_eq!(served.get("/api/solve?game=kayles&position=5").status, 200);
    for worker in served.workers() {
        let pid = rustix::process::Pid::from_raw(worker as i32).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        // The server notices when it needs a worker.
        let has_ended =
            || std::fs::read_to_string(format!("/proc/{worker}/stat")).is_ok_and(|stat| stat.contains(") Z "));
        assert!(eventually(has_ended), "{worker}");
    }
    assert_eq!(served.get("/api/solve?game=kayles&position=6").status, 200);
}

/// Sends 10^5 different requests.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_requests() {
    let served = Served::new();
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", served.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let mut stream = TcpStream::connect(served.address).unwrap();
    let mut ask = |from: u32, to: u32| {
        let mut received = vec![0; 1 << 16];
        for block in (from..to).step_by(50) {
            let requests: String = (block..block + 50)
                .map(|n| {
                    format!(
                        "GET /api/solve?game=nim&position={n}+{}&moves=no HTTP/1.1\r\nhost: localhost\r\n\r\n",
                        n / 3
                    )
                })
                .collect();
            stream.write_all(requests.as_bytes()).unwrap();
            let mut answers = 0;
            while answers < 50 {
                let count = std::io::Read::read(&mut stream, &mut received).unwrap();
                answers += received[..count].windows(12).filter(|text| text == b"HTTP/1.1 200").count();
                assert!(count > 0, "{answers} answers");
            }
        }
    };
    ask(0, 20_000);
    let before = resident();
    ask(20_000, 100_000);
    let after = resident();
    assert!(after < before + 16_000, "{before} kB, then {after} kB");
}
