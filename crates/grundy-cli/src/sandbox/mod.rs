//! Runs rules files in a child process, under limits of the operating system; the child can always be stopped.
//!
//! The interpreter checks its limits between its operations. A single operation on enormous numbers, a string of gigabytes or a list
//! nested a million deep passes these checks, and the interpreter itself may have defects. So a command on a rules file starts this
//! program again, with its hidden verb [`VERB`], in a sandbox: the system bounds its memory, time, files and system calls.

mod exit;
mod watchdog;

use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::text_output;
use crate::{interrupt, machine};
use exit::exit_at_limit;
use grundy_sandbox::{SandboxError, end_with_parent, isolate, limit_memory};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The hidden verb of a child process.
pub(crate) const VERB: &str = "sandboxed";
/// The environment variable with the process ID of a child's parent.
const PARENT: &str = "GRUNDY_SANDBOX_PARENT";

/// The environment variables that a child inherits: those that change how text is shown. Rules cannot read them.
const ENVIRONMENT: [&str; 16] = [
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LINES",
    "NO_COLOR",
    "RUST_BACKTRACE",
    // Windows cannot start a process without it.
    "SYSTEMROOT",
    "TERM",
    "TERM_PROGRAM",
    "TZ",
];

/// The environment variables that a process of several inherits too. Rules cannot read them.
#[cfg(feature = "cluster")]
const CLUSTER: &[&str] = &[crate::cluster_environment::CHILD, crate::cluster_environment::SECRET];
#[cfg(not(feature = "cluster"))]
const CLUSTER: &[&str] = &[];

/// The message for a child that the system ended, or whose allocation failed.
const OUT_OF_MEMORY: &str = "the rules exceeded the limit of memory or of nesting, so their process was ended; if no list or string of the \
                             rules grows without end, a larger --memory may help";

/// Whether this process is a sandboxed child.
static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// Whether this process is a sandboxed child, which may run scripts.
#[cfg(feature = "table")]
pub(crate) fn is_child() -> bool {
    IS_CHILD.load(Ordering::Relaxed)
}

/// Runs this command in a child process and returns its exit status.
pub(crate) fn run_in_child() -> Result<u8, Failure> {
    interrupt::install_handlers();
    let program = std::env::current_exe()?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // A child must not start another child: the command that it runs was not expected to run rules.
    if arguments.first().is_some_and(|verb| verb == VERB) {
        return Err(Failure::input("this command runs no rules files", "ask `grundy solve` or `grundy probe`"));
    }
    // Hide the child's crash output if standard error is not a terminal.
    let is_terminal = std::io::stderr().is_terminal();
    let mut child = Command::new(program)
        .arg(VERB)
        .args(arguments)
        .env_clear()
        .envs(ENVIRONMENT.iter().chain(CLUSTER).filter_map(|name| Some((name, std::env::var_os(name)?))))
        .env(PARENT, std::process::id().to_string())
        .stderr(if is_terminal { Stdio::inherit() } else { Stdio::piped() })
        .spawn()?;
    #[cfg(unix)]
    interrupt::forward_to(&child);
    let mut filter = CrashFilter::default();
    if let Some(stderr) = child.stderr.take() {
        filter.forward(BufReader::new(stderr));
    }
    match child.wait()?.code() {
        Some(code) => {
            filter.forward_held();
            Ok(u8::try_from(code).unwrap_or(3))
        }
        // Probably the signal came before the child had its handler.
        None if interrupt::is_pressed() => Err(Failure::interrupted()),
        None => Err(Failure::Limit(OUT_OF_MEMORY.to_owned())),
    }
}

/// Forwards the messages of a child, without the output of a crash, which says nothing that a user understands.
#[derive(Default)]
struct CrashFilter {
    /// Lines that may be of a crash.
    held: Vec<u8>,
}

impl CrashFilter {
    /// The beginnings of the lines that Rust's runtime writes before it ends a process.
    const BEGINNINGS: [&[u8]; 3] = [b"memory allocation of ", b"thread '", b"fatal runtime error"];

    /// Copies lines to standard error as they arrive, until one that may be of a crash; holds that and all after it.
    fn forward(&mut self, mut lines: impl BufRead) {
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            let is_crash = Self::BEGINNINGS.iter().any(|beginning| line.starts_with(beginning));
            // The runtime writes an empty line first, but others do too.
            let is_undecided = line == b"\n";
            let has_begun = self.held.iter().any(|&byte| byte != b'\n');
            self.held.append(&mut line);
            if !(has_begun || is_crash || is_undecided) {
                self.forward_held();
            }
        }
    }

    /// Copies what is held. If nobody reads standard error any more, the work goes on.
    fn forward_held(&mut self) {
        let _ = io::stderr().write_all(&self.held);
        self.held.clear();
    }
}

/// Applies the sandbox of a command to this process, which is a child: the maximum memory in bytes, the maximum time, and no files except
/// `files`.
///
/// The user named the rules file, so a restriction that the system lacks does not prevent the run, but prints a note. Systems other than
/// Linux never isolate a process: the documentation says so, and no run repeats it.
pub(crate) fn apply_limits(memory: u64, time: Option<Duration>, files: &NamedFiles<'_>) {
    machine::measure();
    begin();
    let limited = limit_memory(memory);
    for error in [limited, isolate(&files.to_files())].into_iter().filter_map(Result::err) {
        if error != SandboxError::Unsupported {
            text_output::eprintln(format_args!("note: {error}; the rules run without this restriction"));
        }
    }
    watchdog::start(time);
}

/// Applies the limits of a server's worker to this process; [`isolate_worker`] isolates it later.
#[cfg(feature = "web")]
pub(crate) fn apply_worker_limits(memory: u64) {
    machine::measure();
    begin();
    let _ = WORKER_LIMIT.set(limit_memory(memory));
}

/// The result of limiting the memory of this process, if it is a worker.
#[cfg(feature = "web")]
static WORKER_LIMIT: std::sync::OnceLock<Result<(), SandboxError>> = std::sync::OnceLock::new();

/// Isolates this process, which is a server's worker that has opened everything it needs. A second call does nothing.
///
/// # Errors
/// The restriction that this system lacks, as text. The worker must then refuse rules that a client posted.
#[cfg(feature = "web")]
pub(crate) fn isolate_worker() -> Result<(), String> {
    static DONE: std::sync::OnceLock<Result<(), String>> = std::sync::OnceLock::new();
    let done = DONE.get_or_init(|| {
        let isolated = isolate(&grundy_sandbox::Files::none());
        watchdog::start(None);
        let limited = WORKER_LIMIT.get().cloned().unwrap_or(Err(SandboxError::Unsupported));
        limited.and(isolated).map_err(|error| error.to_string())
    });
    done.clone()
}

/// Marks this process as a child, and makes it end with its parent, which waits for it.
pub(crate) fn bind_to_parent() {
    IS_CHILD.store(true, Ordering::Relaxed);
    // The parent may have been killed before this child could bind itself to it, and its command restarted. Two processes must not write
    // the files of one run.
    let parent = std::env::var(PARENT).ok().and_then(|parent| parent.parse().ok());
    if !end_with_parent(parent) {
        std::process::exit(3);
    }
}

/// Binds this process to its parent, and makes it exit with a message if the interpreter runs out of memory.
fn begin() {
    bind_to_parent();
    // The interpreter's heap panics if the system has no memory left for it.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| match info.payload().downcast_ref::<&str>() {
        Some(&"out of memory") => exit_at_limit(OUT_OF_MEMORY),
        _ => hook(info),
    }));
}
