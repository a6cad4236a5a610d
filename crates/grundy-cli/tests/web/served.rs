//! Starts the program as a server on a free port, and sends requests.

use crate::common::PROGRAM;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The header with the content type of rules.
pub(crate) const STARLARK: &str = "content-type: application/x-starlark\r\n";

/// A server that is killed at the end of the test.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Served {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// Starts a server with additional arguments.
    pub(crate) fn with(args: &[&str]) -> Self {
        Self::by(&mut Command::new(PROGRAM), args)
    }

    /// Starts a server by a command that runs the program.
    pub(crate) fn by(command: &mut Command, args: &[&str]) -> Self {
        Self::with_stderr(command, args, Stdio::null())
    }

    /// Starts a server by a command that runs the program, with its standard error.
    pub(crate) fn with_stderr(command: &mut Command, args: &[&str], stderr: Stdio) -> Self {
        let mut process =
            command.args(["serve", "--port", "0"]).args(args).stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        let mut address: SocketAddr = address.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
        if address.ip().is_unspecified() {
            address.set_ip([127, 0, 0, 1].into());
        }
        Self { process, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends a GET request.
    pub(crate) fn get(&self, path: &str) -> Reply {
        self.get_with(path, "")
    }

    /// Sends a GET request with additional headers, one per line.
    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n"))
    }

    /// Posts rules.
    pub(crate) fn post(&self, rules: impl AsRef<[u8]>) -> Reply {
        self.post_with(STARLARK, rules)
    }

    /// Posts rules with additional headers.
    pub(crate) fn post_with(&self, headers: &str, rules: impl AsRef<[u8]>) -> Reply {
        let rules = rules.as_ref();
        let head = format!(
            "POST /api/rules HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n",
            rules.len()
        );
        self.send([head.as_bytes(), rules].concat())
    }

    /// Sends bytes and reads the response to its end.
    pub(crate) fn send(&self, request: impl AsRef<[u8]>) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The server may respond before it has read everything.
        let _ = stream.write_all(request.as_ref());
        read(&mut stream)
    }

    /// Sends a signal to the server and returns its exit status.
    pub(crate) fn ended_by(mut self, signal: &str) -> Option<i32> {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
        self.process.wait().unwrap().code()
    }

    /// The worker processes of the server.
    #[cfg(target_os = "linux")]
    pub(crate) fn workers(&self) -> Vec<u32> {
        let mut workers = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let parent =
                stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
            if parent == Some(self.process.id()) {
                workers.push(id);
            }
        }
        workers.sort_unstable();
        workers
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The value of a header, by its name in lower case.
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

    /// The status and the JSON body.
    pub(crate) fn status_and_json(&self) -> (u16, Value) {
        (self.status, self.json())
    }

    /// The message and the help of an error.
    pub(crate) fn error(&self) -> (String, String) {
        let json = self.json();
        assert_eq!(json["error"]["status"], self.status, "{json}");
        let word = |name: &str| json["error"][name].as_str().unwrap_or_else(|| panic!("{name} in {json}")).to_owned();
        (word("message"), word("help"))
    }
}

/// Reads a response to its end.
pub(crate) fn read(stream: &mut TcpStream) -> Reply {
    try_read(stream).expect("an answer")
}

/// Reads a response to its end; `None` if the connection is closed without one.
pub(crate) fn try_read(stream: &mut TcpStream) -> Option<Reply> {
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8(all[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some(Reply { status, head, body: all[end + 4..].to_vec() })
}

/// Waits until a condition holds, at most some seconds.
pub(crate) fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Encodes a text as a value in a query.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
