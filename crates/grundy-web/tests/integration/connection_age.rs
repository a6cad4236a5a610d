//! A connection that is older than the server allows is closed, even if it is busy.

use grundy_web::{Config, Server};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[test]
fn an_old_connection_is_closed_between_two_requests() {
    let age = Duration::from_millis(500);
    let config = Config { port: 0, max_connection_age: age, ..Config::default() };
    let server = Server::bind(config).unwrap();
    let address = server.address().unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&|| is_over.load(Ordering::Relaxed)).unwrap());
        let mut connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
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
        is_over.store(true, Ordering::Relaxed);
        assert!(answered > 0 && open >= age, "{answered} answers in {open:?}");
    });
}
