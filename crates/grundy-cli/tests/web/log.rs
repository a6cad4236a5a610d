//! `grundy serve --log`: a line on standard error for each request.

use crate::common::PROGRAM;
use crate::served::Served;
use std::process::{Command, Stdio};

/// What a server writes to standard error while it answers three requests.
fn stderr_of(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stderr");
    let file = std::fs::File::create(&path).unwrap();
    let served = Served::with_stderr(&mut Command::new(PROGRAM), args, Stdio::from(file));
    assert_eq!(served.get("/api/solve?game=nim&position=3+5&moves=no").status, 200);
    assert_eq!(served.get("/api/solve?game=nim&position=x").status, 400);
    assert_eq!(served.get_with("/", "origin: http://elsewhere.example\r\n").status, 403);
    assert_eq!(served.ended_by("-INT"), Some(130));
    std::fs::read_to_string(&path).unwrap()
}

#[test]
fn a_line_for_each_request() {
    let stderr = stderr_of(&["--log"]);
    let lines: Vec<&str> = stderr.lines().filter(|line| line.contains("answered")).collect();
    let expected = [
        ("/api/solve?game=nim&position=3+5&moves=no", "status=200"),
        ("/api/solve?game=nim&position=x", "status=400"),
        ("/", "status=403"),
    ];
    assert_eq!(lines.len(), expected.len(), "{stderr}");
    for (line, (path, status)) in lines.iter().zip(expected) {
        for part in ["client=127.0.0.1", "method=GET", &format!("uri={path}"), status, "ms="] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }
}

/// Some characters are commands to a terminal.
#[test]
fn paths_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stderr");
    let file = std::fs::File::create(&path).unwrap();
    let served = Served::with_stderr(&mut Command::new(PROGRAM), &["--log"], Stdio::from(file));
    let reply = served.send("GET /\u{9b}31mfoo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert_eq!(reply.status, 404);
    assert_eq!(served.ended_by("-INT"), Some(130));
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("uri=/%C2%9B31mfoo"), "{log}");
}

#[test]
fn no_line_without_the_option() {
    assert!(!stderr_of(&[]).contains("answered"));
}
