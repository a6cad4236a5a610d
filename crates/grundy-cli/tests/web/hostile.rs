//! Hostile input: every request gets some answer, and other clients are still served.

use crate::served::{Served, encoded, eventually, try_read};
use std::io::Write;
use std::net::TcpStream;

#[test]
fn no_query_brings_a_server_down() {
    let served = Served::with(&["--time", "0.4", "--memory", "64M"]);
    let nines = "9".repeat(4000);
    let (ones, pair, most) = ("1 ".repeat(4000), format!("{nines} 3"), format!("bash:{nines}"));
    let (sevens, sum, squares) =
        (format!("octal:0.{}", "7".repeat(3000)), "nim 1 + ".repeat(200), format!("{nines} {nines}"));
    let all: [(&str, &str); 33] = [
        ("nim", nines.as_str()),
        ("nim", &ones),
        ("wythoff", &pair),
        ("divisor", &nines),
        ("divisor", "18446744073709551557"),
        ("king", &squares),
        ("calendar", "0000-00-00"),
        ("calendar", "-9999999999-99-99"),
        ("bash:0", "3"),
        (&most, "3"),
        ("moore:99999999999999999999", "3 4"),
        ("moore:64", "99999999999999999999 99999999999999999998 1 2 3 4 5 6 7 8 9"),
        ("subtraction:1..99999999999999999999", "5"),
        ("subtraction:all-but:", "5"),
        ("subtraction:all-but:1..18446744073709551615", "18446744073709551615"),
        ("subtraction:primes", "18446744073709551615"),
        (&sevens, "400000"),
        ("octal:0.fffffff", "1000000000000"),
        ("grundys-game", "18446744073709551615"),
        ("kayles", "18446744073709551616"),
        ("mnk:99999999999,3,3", ""),
        ("mnk:8,8,8", ""),
        ("connect4:0x0", ""),
        ("quixo:5", ""),
        ("kalah:6,6", ""),
        ("chomp:16,15", ""),
        ("chess:KQvK", "Ka1 Qa2 ka3 w"),
        ("chess:KQvK", "🐎"),
        ("nim 1 + nim 2 + nim 3 + connect4:7x6", ""),
        (&sum, ""),
        ("tictactoe", "\u{0}\u{1}\u{7f}"),
        ("rules:../../etc/passwd", ""),
        ("table:../../etc/passwd", ""),
    ];
    for (number, (game, position)) in all.into_iter().enumerate() {
        let query = format!("game={}&position={}", encoded(game), encoded(position));
        // Each pair is sent in one of three requests, to avoid waiting three times for those that time out.
        let path = match number % 3 {
            0 => format!("/api/solve?{query}"),
            1 => format!("/api/explain?{query}"),
            _ => format!("/api/solve?{query}&moves=no"),
        };
        let reply = served.get(&path);
        assert!([200, 400, 404, 503].contains(&reply.status), "{}: {}", reply.status, &path[..path.len().min(200)]);
        if reply.status != 200 {
            let (message, help) = reply.error();
            assert!(!message.is_empty() && message.len() < 4000 && help.len() < 4000);
        }
    }
    assert_eq!(served.get("/api/solve?game=nim&position=1+2+3&moves=no").json()["value"], "loss");
}

#[test]
fn noise_is_answered_or_dropped() {
    let served = Served::new();
    let mut random = fastrand::Rng::with_seed(7);
    for length in 0..150 {
        let mut noise: Vec<u8> = (0..length * 7).map(|_| random.u8(..)).collect();
        if length % 2 == 0 {
            noise.splice(0..0, *b"GET /api/solve?game=");
        }
        noise.extend(b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(served.address).unwrap();
        let _ = stream.write_all(&noise);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut reply = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut reply);
        assert!(reply.is_empty() || reply.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&reply));
    }
    for request in [
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: \u{1}\r\n\r\n",
        "POST /api/rules HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\ncontent-length: 10\r\n\r\n",
        "POST /api/rules HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        "POST /api/rules HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let reply = served.send(request);
        assert!((400..500).contains(&reply.status), "{request}: {}", reply.status);
    }
    assert_eq!(served.get("/api/games").status, 200);
}

#[test]
fn four_thousand_connections_held_open_leave_room_for_others() {
    let limit = std::process::Command::new("sh").args(["-c", "ulimit -n"]).output().unwrap();
    let limit = String::from_utf8(limit.stdout).unwrap().trim().parse::<usize>().unwrap_or(usize::MAX);
    let served = Served::with(&["--client-connections", "4000"]);
    let many = 3900.min(limit.saturating_sub(200));
    let connections: Vec<TcpStream> = (0..many)
        .map(|number| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            // Some send nothing, some send the beginning of a request.
            if number % 2 == 0 {
                stream.write_all(b"GET /api/solve?game=nim HTTP/1.1\r\nhost:").unwrap();
            }
            stream
        })
        .collect();
    for path in ["/api/solve?game=nim&position=3+4+5&moves=no", "/", "/api/solve?game=kayles&position=5"] {
        assert_eq!(served.get(path).status, 200, "{path}");
    }
    drop(connections);
}

#[test]
fn beyond_the_bound_connections_are_refused_and_come_back() {
    let served = Served::with(&["--client-connections", "4"]);
    let mut connections: Vec<TcpStream> = (0..4).map(|_| TcpStream::connect(served.address).unwrap()).collect();
    for stream in &mut connections {
        stream.write_all(b"GET /api/solve?game=nim HTTP/1.1\r\nhost: localhost\r\n").unwrap();
    }
    let get = || {
        let mut stream = TcpStream::connect(served.address).unwrap();
        let _ = stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        try_read(&mut stream)
    };
    assert!(eventually(|| get().is_some_and(|reply| reply.status == 503)));
    let refused = get().unwrap();
    assert_eq!(refused.header("content-length"), Some(refused.body.len().to_string().as_str()));
    assert_eq!((refused.error().1.as_str(), refused.header("retry-after")), ("try again in a few seconds", Some("5")));
    drop(connections);
    assert!(eventually(|| get().is_some_and(|reply| reply.status == 200)));
}
