//! A connection that is older than the server allows is closed, even if it is busy, once the request in progress is answered.

use grundy_web::{Config, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs a client with a connection to a server that closes it when it is this old.
fn with_connection(age: Duration, client: impl FnOnce(SocketAddr, TcpStream)) {
    let config = Config { port: 0, max_connection_age: age, ..Config::default() };
    let server = Server::bind(config).unwrap();
    let address = server.address().unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&|| is_over.load(Ordering::Relaxed)).unwrap());
        let connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The server must end even if the client panics: the scope waits for it.
        let ran = std::panic::catch_unwind(AssertUnwindSafe(|| client(address, connection)));
        is_over.store(true, Ordering::Relaxed);
        ran.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

#[test]
fn an_old_connection_is_closed_between_two_requests() {
    let age = Duration::from_millis(500);
    with_connection(age, |address, mut connection| {
        let began = Instant::now();
        let mut answered = 0;
        // The client sends its next request as soon as it has the answer.
        loop {
            let request = format!("GET /api/solve?game=nim&position=3+5&moves=no HTTP/1.1\r\nhost: {address}\r\n\r\n");
            if connection.write_all(request.as_bytes()).is_err() {
                break;
            }
            let mut answer = [0; 4096];
            match connection.read(&mut answer) {
                Ok(0) | Err(_) => break,
                Ok(length) => assert!(answer[..length].starts_with(b"HTTP/1.1 200 "), "{length} bytes"),
            }
            answered += 1;
        }
        let open = began.elapsed();
        assert!(answered > 0 && open >= age, "{answered} answers in {open:?}");
    });
}

#[test]
fn a_request_in_progress_is_answered() {
    with_connection(Duration::from_millis(100), |address, mut connection| {
        let head = format!(
            "POST /api/rules HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/x-starlark\r\ncontent-length: 8\r\n\r\nhalf"
        );
        connection.write_all(head.as_bytes()).unwrap();
        // Longer than a server that shuts down waits, and shorter than a client may take for a body.
        std::thread::sleep(Duration::from_millis(6500));
        connection.write_all(b"rest").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("no workers"), "{answer}");
    });
}
