//! Memory limits and isolation by the operating system, for a process that interprets rules of unknown origin.
//!
//! An interpreter bounds what a script does. This crate bounds what the process can do if the interpreter has a fault: its resident
//! memory ([`limit_memory`]), and the files, sockets, processes and system calls that it can reach ([`isolate`]). Every restriction holds
//! for the rest of the process's life.
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
    /// Files that the process may read. A path that does not exist is skipped.
    pub read: Vec<PathBuf>,
    /// Files and folders that the process may write. In a folder and its subfolders it may create, replace and remove files.
    pub write: Vec<PathBuf>,
    /// Whether the process may open files, and edit lines at a terminal. If `false`, `read` and `write` are ignored.
    pub is_interactive: bool,
}

impl Files {
    /// Returns the empty list of files: the strictest sandbox.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns the files for a command that a person started.
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

/// Isolates this process: it may open `files` and no others. It cannot create sockets, start processes or programs, or gain privileges.
/// It can start threads.
///
/// Call this function before any other thread is started. A thread that exists already keeps its access to files by path, although the
/// filter of system calls binds it.
///
/// # Errors
/// If a restriction cannot be set. The others are set all the same.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn isolate(files: &Files) -> Result<(), SandboxError> {
    // The first call finds out how the kernel provides the time, which it could not read inside the sandbox.
    let _ = cpu_time();
    // Landlock comes first, because the filter allows none of its calls.
    let filesystem = filesystem::restrict(files);
    syscalls::restrict(files.is_interactive)?;
    match filesystem {
        // If no system call can open a file, Landlock has nothing left to forbid.
        Err(_) if !files.is_interactive => Ok(()),
        done => done,
    }
}

/// Isolates this process, if the system supports it.
///
/// # Errors
/// Always, on this system.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub fn isolate(_files: &Files) -> Result<(), SandboxError> {
    Err(SandboxError::Unsupported)
}
