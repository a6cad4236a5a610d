//! A server in a thread of the test, and a client that says exactly what it is told to say.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use grundy_web::{Config, Server};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that ends with the test.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// Starts one at a free port.
    pub(crate) fn with(config: Config) -> Self {
        let server = Server::bind(Config { port: 0, ..config }).unwrap();
        let (address, stop) = (server.address().unwrap(), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&|| stopped.load(Ordering::Relaxed)).unwrap());
        Self { address, stop, thread: Some(thread) }
    }

    /// One that is set up as usual.
    pub(crate) fn new() -> Self {
        Self::with(Config::default())
    }

    /// Gets a path.
    pub(crate) fn get(&self, path: &str) -> Said {
        ask(self.address, format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"))
    }

    /// Gets a path with more headers, a line each.
    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Said {
        ask(self.address, format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Said {
    /// A header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:")))?;
        Some(line[name.len() + 1..].trim())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The message and the help of an error, which are told about it whatever it is.
    pub(crate) fn error(&self) -> (String, String) {
        let json = self.json();
        assert_eq!(json["error"]["status"], self.status, "{json}");
        let word = |name: &str| json["error"][name].as_str().unwrap_or_else(|| panic!("{name} in {json}")).to_owned();
        (word("message"), word("help"))
    }
}

/// Sends bytes and reads what is said until the other side ends.
pub(crate) fn ask(address: SocketAddr, request: impl AsRef<[u8]>) -> Said {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A server may answer before it has read all.
    let _ = stream.write_all(request.as_ref());
    heard(&mut stream)
}

/// Reads what is said until the other side ends.
pub(crate) fn heard(stream: &mut TcpStream) -> Said {
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&all)));
    let head = String::from_utf8(all[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Said { status, head, body: all[end + 4..].to_vec() }
}

/// A text as a value in a query.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
