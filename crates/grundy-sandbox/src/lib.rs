//! Memory limits and isolation by the operating system, for a process that interprets rules of unknown origin.
//!
//! An interpreter bounds what a script does. This crate bounds what the process can do if the interpreter is broken: the
//! resident memory ([`limit_memory`]), and which files, sockets, processes and system calls can be reached
//! ([`isolate`]). Every restriction holds for the rest of the process's life.
//!
//! ```no_run
//! use grundy_sandbox::{Files, isolate, limit_memory};
//!
//! limit_memory(512 << 20)?;
//! // From here on no file can be opened, no socket made, no program started.
//! isolate(&Files::none())?;
//! # Ok::<(), grundy_sandbox::SandboxError>(())
//! ```
//!
//! | system | memory | files | sockets, processes, system calls |
//! |---|---|---|---|
//! | Linux on x86-64 and AArch64 | `RLIMIT_DATA`, exact | Landlock | a seccomp filter |
//! | other Unix systems | `RLIMIT_AS`, with a gibibyte to spare | – | – |
//! | others | – | – | – |
//!
//! A restriction that cannot be set is an error, and the caller decides whether to run the rules anyway.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod filesystem;
mod memory;
mod process;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod syscalls;

pub use memory::{MARGIN, limit_memory};
pub use process::{cpu_time, end_with_parent};

use std::fmt;
use std::path::PathBuf;

/// The files that an isolated process may still open, by path.
///
/// Files that are open already stay open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Files that it may read. A path that does not exist is skipped.
    pub read: Vec<PathBuf>,
    /// Files and folders that it may write. In a folder, and in the folders below, it may create, replace and remove files.
    pub write: Vec<PathBuf>,
    /// Whether the process may open files, and edit lines at a terminal. Without it `read` and `write` are not looked at.
    pub is_interactive: bool,
}

impl Files {
    /// No file. This is the strictest sandbox.
    pub fn none() -> Self {
        Self::default()
    }

    /// These files, for a command that was started by a person.
    pub fn of_command(read: Vec<PathBuf>, write: Vec<PathBuf>) -> Self {
        Self { read, write, is_interactive: true }
    }
}

/// A restriction that could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SandboxError {
    /// The memory of the process is not bounded.
    Memory(String),
    /// The process can open files outside of [`Files`].
    Filesystem(String),
    /// The process can use every system call.
    Syscalls(String),
    /// The process can open files, and use every system call: the operating system, or the processor, has no support.
    Unsupported,
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(why) => write!(f, "the system sets no limit of memory ({why})"),
            Self::Filesystem(why) => write!(f, "the system does not restrict files ({why})"),
            Self::Syscalls(why) => write!(f, "the system does not filter system calls ({why})"),
            Self::Unsupported => write!(f, "this system cannot isolate a process"),
        }
    }
}

impl std::error::Error for SandboxError {}

/// Isolates this process: it may open `files` and no others, make no socket, start no process or program, and gain no
/// privilege. It may start threads.
///
/// Call this before any other thread is started: a thread that exists already keeps its access to files by path, though it is
/// bound by the filter of system calls.
///
/// # Errors
/// If a restriction cannot be set. The others are set nevertheless.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn isolate(files: &Files) -> Result<(), SandboxError> {
    // The first call looks up how the kernel tells the time, which the sandbox would not let it read.
    let _ = cpu_time();
    // Landlock first: the filter allows none of its calls.
    let filesystem = filesystem::restrict(files);
    syscalls::restrict(files.is_interactive)?;
    match filesystem {
        // Without a call that opens a file there is nothing left for Landlock to forbid.
        Err(_) if !files.is_interactive => Ok(()),
        done => done,
    }
}

/// Isolates this process, where the system can do it.
///
/// # Errors
/// Always, on this system.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub fn isolate(_files: &Files) -> Result<(), SandboxError> {
    Err(SandboxError::Unsupported)
}
