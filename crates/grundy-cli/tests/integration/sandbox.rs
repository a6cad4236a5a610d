//! The sandbox as the program applies it: the memory, files and environment of the processes that run rules.
//!
//! Each single restriction is tested where it is implemented, in `crates/grundy-sandbox/tests/escape.rs`.
#![cfg(all(feature = "rules", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::common::{grundy, says};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The resident memory that the documentation allows in addition to `--memory`, in bytes.
const MARGIN: u64 = 64_000_000;

/// The peak resident memory of the child processes and their children, in bytes.
fn peak_of_children() -> u64 {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as u64 * 1024
}

fn moves(body: &str) -> String {
    format!("def initial(): return 3\ndef moves(s):\n{body}")
}

/// Single operations that the interpreter does not bound: each one creates an object of gigabytes.
fn greedy() -> [(&'static str, String); 4] {
    [
        ("a list", moves("    return [len([0] * (1 << 28))]\n")),
        (
            "a string that doubles",
            moves("    t = 'x'\n    for i in range(31):\n        t = t + t\n    return [len(t)]\n"),
        ),
        ("a repeated string", moves("    return [len('abcdefgh' * (1 << 28))]\n")),
        ("a number", moves("    return [(1 << (1 << 34)) % 7]\n")),
    ]
}

#[test]
fn memory_is_what_was_allowed_and_64_megabytes() {
    let folder = crate::common::folder();
    let file = folder.path().join("game.star");
    let path = file.to_str().unwrap();
    let good = moves("    return [s - 1] if s else []\n");
    for memory in [64_u64, 200] {
        for (what, source) in greedy() {
            fs::write(&file, source).unwrap();
            let ran = grundy(&["solve", path, "--memory", &format!("{memory}M")]);
            assert!(matches!(ran.status, Some(2 | 3)) && ran.stdout.is_empty(), "{what}: {ran}");
            assert!(!ran.stderr.is_empty(), "{what}: {ran}");
            let peak = peak_of_children();
            assert!(peak <= (memory << 20) + MARGIN, "{what} within {memory}M took {peak}");
        }
        fs::write(&file, &good).unwrap();
        grundy(&["solve", path, "--memory", &format!("{memory}M")]).ok();
    }
    fs::write(&file, &greedy()[0].1).unwrap();
    says(&grundy(&["solve", path, "--memory", "300M"]).limited(), &["exceeded the limit of memory"]);
}

/// The contents of a file of a process in `/proc`; empty if the process has ended.
fn read_proc(process: u32, file: &str) -> String {
    fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default()
}

/// Waits for a child of `parent` whose status shows the filter of system calls.
fn isolated_child(parent: u32) -> u32 {
    for _ in 0..500 {
        let children = read_proc(parent, &format!("task/{parent}/children"));
        let of_threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        let all = of_threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
        let children = all.fold(children, |children, more| children + " " + &more);
        let found = children.split_ascii_whitespace().filter_map(|child| child.parse().ok());
        for child in found {
            if read_proc(child, "status").contains("Seccomp:\t2") {
                return child;
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no isolated child");
}

/// A process that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks the restrictions of a process as the system reports them.
fn is_bounded(process: u32, memory: u64) {
    let status = read_proc(process, "status");
    says(&status, &["NoNewPrivs:\t1", "Seccomp:\t2"]);
    let limits = read_proc(process, "limits");
    let limit = |name: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_ascii_whitespace().next().and_then(|most| most.parse::<u64>().ok()).unwrap_or(u64::MAX)
    };
    assert!(limit("Max data size") < memory + MARGIN, "{limits}");
    assert_eq!(limit("Max core file size"), 0, "{limits}");
    let environment = read_proc(process, "environ");
    assert!(!environment.contains("SECRET") && !environment.contains("HOME="), "{environment}");
}

#[test]
fn a_command_on_a_rules_file_is_isolated() {
    let folder = crate::common::folder();
    let path = folder.path().join("game.star");
    fs::write(&path, moves("    x = 3\n    for i in range(60):\n        x = x * x\n    return [x]\n")).unwrap();
    let mut command = Command::new(crate::common::PROGRAM);
    command.args(["solve", path.to_str().unwrap(), "--memory", "300M"]).stderr(Stdio::null());
    let parent = Running(command.env("GRUNDY_TEST_SECRET", "hidden").env("NO_COLOR", "1").spawn().unwrap());
    let child = isolated_child(parent.0.id());
    is_bounded(child, 300 << 20);
    // Environment variables that change how text is shown are inherited.
    assert!(read_proc(child, "environ").contains("NO_COLOR=1"));
}

/// A command can write the files that the user names and no others, and can still read its inputs.
#[test]
fn commands_on_rules_files_read_and_write_what_they_name() {
    let folder = crate::common::folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rules = path("game.star");
    fs::write(&rules, moves("    return [s - k for k in [1, 2] if k <= s]\n")).unwrap();
    fs::create_dir(path("out")).unwrap();
    let (table, link, plot, state) = (path("out/t.parquet"), path("link"), path("out/p.svg"), path("state/deep"));
    grundy(&["build", &rules, "-o", &table]).ok();
    // A symbolic link stays a link, and its target is written.
    std::os::unix::fs::symlink(&table, &link).unwrap();
    grundy(&["build", &rules, "-o", &link, "--checkpoint", &state]).ok();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(Path::new(&state).is_dir());
    grundy(&["sequence", &rules, "--to", "20", "--plot", &plot]).ok();
    assert!(fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    fs::write(path("batch"), "3\n2\n").unwrap();
    assert_eq!(grundy(&["solve", &rules, "--batch", &path("batch"), "--table", &table]).ok().lines().count(), 2);
    assert_eq!(grundy(&["probe", &table, "3", "--game", &rules, "--json"]).json()["value"], "loss");
    grundy(&["verify", &table]).ok();
    says(&grundy(&["build", &rules, "--json"]).ok(), &["\"peak_bytes\":"]);
    assert!(grundy(&["build", &rules, "--json"]).json()["peak_bytes"].as_u64().is_some());
    grundy(&["build", &rules, "-o", "/dev/null"]).ok();
    says(&grundy(&["build", &rules, "-o", &path("absent/t.parquet")]).refused(), &["absent/t.parquet"]);
    says(&grundy(&["solve", &path("absent.star")]).refused(), &["no such file"]);
}

#[cfg(feature = "web")]
mod served {
    use super::{MARGIN, Running, greedy, is_bounded, isolated_child, moves, peak_of_children};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Command, Stdio};

    fn serve(args: &[&str]) -> (Running, String) {
        let mut command = Command::new(crate::common::PROGRAM);
        command.args(["serve", "--port", "0"]).args(args).env("GRUNDY_TEST_SECRET", "hidden");
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (Running(process), line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned())
    }

    /// The complete response to a request.
    fn send(address: &str, request: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        let head = format!(
            "{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/x-starlark\r\n\
             content-length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_worker_is_isolated_before_it_runs_rules() {
        let (server, address) = serve(&["--memory", "128M"]);
        let good = moves("    return [s - 1] if s else []\n");
        let answer = send(&address, "POST /api/rules", &good);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let worker = isolated_child(server.0.id());
        is_bounded(worker, 128 << 20);
        assert_eq!(super::read_proc(worker, "environ"), "");
    }

    #[test]
    fn a_worker_takes_the_memory_that_is_promised() {
        let (mut server, address) = serve(&["--memory", "128M"]);
        for (what, source) in greedy() {
            let answer = send(&address, "POST /api/rules", &source);
            assert!(answer.starts_with("HTTP/1.1 503") || answer.starts_with("HTTP/1.1 422"), "{what}: {answer}");
        }
        let good = moves("    return [s - 1] if s else []\n");
        let answer = send(&address, "POST /api/rules", &good);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let _ = Command::new("kill").args(["-TERM", &server.0.id().to_string()]).status();
        server.0.wait().unwrap();
        let peak = peak_of_children();
        assert!(peak <= (128 << 20) + MARGIN, "{peak}");
    }
}
