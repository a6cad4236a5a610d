//! Processes of a run that this program starts on this machine.
//!
//! Each gets its command line, with the list of the processes and the secret in environment variables, which other users cannot read. On
//! Unix its standard input is the socket at which it accepts connections, so that no other program can take its port.

use crate::cluster_environment::{CHILD, SECRET, secret};
use crate::fail::Failure;
use grundy_cluster::Secret;
use std::ffi::OsString;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time in which the processes end by themselves after the first one.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// The place of this process among those of this machine.
pub(super) struct Local {
    pub(super) process: usize,
    pub(super) addresses: Vec<String>,
    pub(super) secret: Secret,
    pub(super) listener: Option<TcpListener>,
    pub(super) children: Children,
}

/// The processes that this one has started. Dropping it waits until they have ended.
#[derive(Default)]
pub(super) struct Children(Mutex<Vec<(usize, Child)>>);

impl Children {
    /// The number of a process that has ended.
    pub(super) fn first_ended(&self) -> Option<usize> {
        let mut children = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        children.iter_mut().find_map(|(process, child)| matches!(child.try_wait(), Ok(Some(_))).then_some(*process))
    }

    /// Ends all processes at once.
    pub(super) fn kill(&self) {
        for (_, child) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            let _ = child.kill();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        let deadline = Instant::now() + END_TIMEOUT;
        for (_, child) in self.0.get_mut().unwrap_or_else(PoisonError::into_inner) {
            // An isolated process has no system call to wait, and its children end by themselves.
            while matches!(child.try_wait(), Ok(None)) {
                if Instant::now() > deadline {
                    let _ = child.kill();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// The words of [`CHILD`]: the parent's process ID, the number of this process, and the addresses.
fn words() -> Option<(u32, usize, Vec<String>)> {
    let text = std::env::var(CHILD).ok()?;
    let mut words = text.split(' ');
    let (parent, process) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((parent, process, words.map(str::to_owned).collect()))
}

/// The number of this process if another one started it.
pub(super) fn number() -> Option<usize> {
    words().map(|(_, process, _)| process)
}

/// Whether another process started this one.
pub(super) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Whether the process that started this one is gone. A process that runs a rules file is the child of the one that was started.
pub(super) fn is_orphan() -> bool {
    #[cfg(unix)]
    if let Some((first, _, _)) = words() {
        let parent = std::os::unix::process::parent_id();
        #[cfg(feature = "rules")]
        if std::env::args_os().nth(1).is_some_and(|verb| verb == crate::sandbox::VERB) {
            return parent_of(parent).is_some_and(|grandparent| grandparent != first);
        }
        return parent != first;
    }
    false
}

/// The parent of another process; `None` if the system does not tell.
#[cfg(all(unix, feature = "rules"))]
fn parent_of(process: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}

/// Starts `count` − 1 processes; if another process started this one, finds its place instead.
pub(super) fn start(count: usize) -> Result<Local, Failure> {
    if let Some((_, process, addresses)) = words() {
        let secret = secret(None)?.ok_or_else(|| Failure::input(format!("{SECRET} is missing"), ""))?;
        return Ok(Local { process, addresses, secret, listener: inherited_listener(), children: Children::default() });
    }
    let sockets = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    let addresses =
        sockets.iter().map(|socket| Ok(socket.local_addr()?.to_string())).collect::<Result<Vec<_>, Failure>>()?;
    let secret = Secret::random().map_err(|error| Failure::input(error.to_string(), ""))?;
    // A process that runs a rules file has a hidden verb before its arguments.
    #[cfg(feature = "rules")]
    let is_hidden = |word: &OsString| word == crate::sandbox::VERB;
    #[cfg(not(feature = "rules"))]
    let is_hidden = |_: &OsString| false;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).skip_while(is_hidden).collect();
    let mut sockets = sockets.into_iter();
    let (listener, children) = (sockets.next(), Children::default());
    for (process, socket) in (1..).zip(sockets) {
        let child = Command::new(std::env::current_exe()?)
            .args(&arguments)
            .env(CHILD, format!("{} {process} {}", std::process::id(), addresses.join(" ")))
            .env(SECRET, String::from_utf8_lossy(secret.as_bytes()).as_ref())
            .stdin(inheritable(socket))
            .stdout(Stdio::null())
            .spawn()?;
        children.0.lock().unwrap_or_else(PoisonError::into_inner).push((process, child));
    }
    Ok(Local { process: 0, addresses, secret, listener, children })
}

#[cfg(unix)]
fn inheritable(socket: TcpListener) -> Stdio {
    std::os::fd::OwnedFd::from(socket).into()
}

/// The port is free again when the socket is dropped, for the process to bind it.
#[cfg(not(unix))]
fn inheritable(_: TcpListener) -> Stdio {
    Stdio::null()
}

/// The socket that this process inherited as standard input.
#[cfg(unix)]
fn inherited_listener() -> Option<TcpListener> {
    use std::os::fd::AsFd;
    std::io::stdin().as_fd().try_clone_to_owned().ok().map(TcpListener::from)
}

#[cfg(not(unix))]
fn inherited_listener() -> Option<TcpListener> {
    None
}
