//! Tests each restriction of the sandbox with a process that tries to break it.
//!
//! A test starts this test program again with the single test `attempt`, which applies the sandbox and makes the attempt that [`ATTEMPT`]
//! names. Each attempt also runs without a sandbox, where it must succeed. This shows that the sandbox is what stops it.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use grundy_sandbox::{Files, isolate, limit_memory};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The environment variable that describes the attempt: the sandbox, the name, and a path or an address.
const ATTEMPT: &str = "GRUNDY_SANDBOX_ATTEMPT";
/// The exit statuses of an attempt: this one and `FAILED`.
const SUCCEEDED: i32 = 40;
const FAILED: i32 = 41;
/// The memory limit of the sandbox, in bytes.
const MEMORY: u64 = 64 << 20;

/// Makes one attempt in a process of its own.
#[test]
#[ignore = "started by the other tests"]
fn attempt() {
    let Ok(task) = std::env::var(ATTEMPT) else { return };
    let words: Vec<&str> = task.split('|').collect();
    let [sandbox, name, target] = words[..] else { panic!("{task}") };
    let path = Path::new(target);
    let files = match sandbox {
        "worker" => Some(Files::none()),
        "reads" => Some(Files::of_command(vec![path.into()], Vec::new())),
        "writes" => Some(Files::of_command(Vec::new(), vec![path.parent().unwrap().into()])),
        "command" => Some(Files::of_command(Vec::new(), Vec::new())),
        _ => None,
    };
    if let Some(files) = files {
        limit_memory(MEMORY).unwrap();
        isolate(&files).unwrap();
    }
    let is_done = match name {
        "read" => File::open(path).and_then(|mut file| file.read(&mut [0; 8])).is_ok(),
        "list" => fs::read_dir(path).is_ok(),
        "create" => File::create(path).and_then(|mut file| file.write_all(b"x")).is_ok(),
        "replace" => fs::write(path.with_extension("tmp"), "x")
            .and_then(|()| fs::rename(path.with_extension("tmp"), path))
            .is_ok(),
        "append" => File::options().append(true).open(path).is_ok(),
        "remove" => fs::remove_file(path).is_ok(),
        "link" => std::os::unix::fs::symlink("/", path).is_ok(),
        "chmod" => fs::set_permissions(path, fs::Permissions::from_mode(0o777)).is_ok(),
        "environment" => fs::read("/proc/self/environ").is_ok(),
        "connect" => TcpStream::connect(target).is_ok(),
        "listen" => TcpListener::bind("127.0.0.1:0").is_ok(),
        "udp" => UdpSocket::bind("127.0.0.1:0").is_ok(),
        "unix" => UnixStream::connect(path).is_ok(),
        "datagram" => UnixDatagram::unbound().is_ok(),
        "start" => Command::new("/bin/true").spawn().is_ok(),
        // Replaces this process by one that exits with the status of a success.
        "exec" => {
            let _ = Command::new("/bin/sh").args(["-c", &format!("exit {SUCCEEDED}")]).exec();
            false
        }
        "signal" => rustix::process::test_kill_process(rustix::process::getppid().unwrap()).is_ok(),
        "thread" => std::thread::Builder::new().spawn(|| 7).is_ok_and(|thread| thread.join().is_ok_and(|n| n == 7)),
        "random" => std::collections::HashMap::from([(1, 2)])[&1] == 2,
        "grow" => maps_memory_that_grows(),
        "allocate" => vec![1_u8; 3 * MEMORY as usize].iter().map(|&byte| usize::from(byte)).sum::<usize>() > 0,
        _ => panic!("{name}"),
    };
    std::process::exit(if is_done { SUCCEEDED } else { FAILED });
}

/// Maps memory that grows by itself, which the memory limit does not count.
#[allow(unsafe_code)]
fn maps_memory_that_grows() -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_GROWSDOWN;
    // SAFETY: the system chooses where, and nothing uses it.
    let at = unsafe { libc::mmap(std::ptr::null_mut(), 1 << 16, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    at != libc::MAP_FAILED
}

/// Runs an attempt and returns its exit status; `None` if a signal ended it.
fn status(sandbox: &str, name: &str, target: &str) -> Option<i32> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["attempt", "--exact", "--ignored", "--nocapture"]);
    command.env(ATTEMPT, format!("{sandbox}|{name}|{target}"));
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().code()
}

#[track_caller]
fn stopped(sandbox: &str, name: &str, target: &str) {
    assert_eq!(status(sandbox, name, target), Some(FAILED), "{name} {target} in the sandbox `{sandbox}`");
}

#[track_caller]
fn allowed(sandbox: &str, name: &str, target: &str) {
    assert_eq!(status(sandbox, name, target), Some(SUCCEEDED), "{name} {target} in the sandbox `{sandbox}`");
}

/// A temporary folder with two files and the empty folder `out`.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["named", "other"] {
            fs::write(folder.path().join(name), "some text").unwrap();
        }
        fs::create_dir(folder.path().join("out")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn files_are_out_of_reach() {
    for sandbox in ["worker", "command"] {
        for name in ["read", "append", "replace", "chmod", "remove"] {
            let folder = Folder::new();
            stopped(sandbox, name, &folder.path("named"));
            assert_eq!(fs::read_to_string(folder.path("named")).unwrap(), "some text");
            allowed("none", name, &folder.path("named"));
        }
        for name in ["create", "link"] {
            let folder = Folder::new();
            stopped(sandbox, name, &folder.path("new"));
            allowed("none", name, &folder.path("new"));
        }
        let folder = Folder::new();
        stopped(sandbox, "list", &folder.path(""));
        allowed("none", "list", &folder.path(""));
        for path in ["/etc/passwd", "/proc/self/maps", "/proc/self/mem", "/dev/null"] {
            stopped(sandbox, "read", path);
        }
    }
}

#[test]
fn the_environment_is_out_of_reach() {
    for sandbox in ["worker", "command"] {
        stopped(sandbox, "environment", "");
    }
    allowed("none", "environment", "");
}

#[test]
fn named_files_are_read_and_written_and_no_others() {
    let folder = Folder::new();
    allowed("reads", "read", &folder.path("named"));
    stopped("reads", "append", &folder.path("named"));
    stopped("reads", "replace", &folder.path("named"));
    let inside = folder.path("out/table");
    for name in ["create", "read", "replace", "append", "remove"] {
        allowed("writes", name, &inside);
    }
    // The sandbox allows only `out`.
    let link = folder.path("out/link");
    std::os::unix::fs::symlink(folder.path("other"), &link).unwrap();
    stopped("writes", "read", &link);
    stopped("writes", "append", &link);
}

#[test]
fn sockets_are_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let folder = Folder::new();
    let path = folder.path("socket");
    let _unix = UnixListener::bind(&path).unwrap();
    for (name, target) in
        [("connect", address.as_str()), ("listen", ""), ("udp", ""), ("unix", &path), ("datagram", "")]
    {
        for sandbox in ["worker", "command"] {
            stopped(sandbox, name, target);
        }
        allowed("none", name, target);
    }
}

#[test]
fn processes_are_out_of_reach() {
    for name in ["start", "exec", "signal"] {
        for sandbox in ["worker", "command"] {
            stopped(sandbox, name, "");
        }
        allowed("none", name, "");
    }
}

#[test]
fn threads_and_random_numbers_are_there() {
    for sandbox in ["worker", "command", "none"] {
        allowed(sandbox, "thread", "");
        allowed(sandbox, "random", "");
    }
}

/// The process aborts when an allocation fails.
#[test]
fn memory_is_bounded() {
    for sandbox in ["worker", "command"] {
        assert_eq!(status(sandbox, "allocate", ""), None, "{sandbox}");
    }
    allowed("none", "allocate", "");
    for sandbox in ["worker", "command"] {
        stopped(sandbox, "grow", "");
    }
    allowed("none", "grow", "");
}
