//! Restricts which system calls may be made: a seccomp filter with a list of allowed calls.
//!
//! Every other call fails with `ENOSYS`, as if the kernel did not have it, because libraries have fallbacks for that error: instead of
//! `clone3`, whose arguments a filter cannot read, they use `clone`, which is allowed only for threads.

use crate::SandboxError;
use libc::{c_int, c_long};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter_all_threads,
};
use std::collections::BTreeMap;

#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: TargetArch = TargetArch::aarch64;
#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: TargetArch = TargetArch::x86_64;

/// System calls that every process needs: memory, threads, the clock, and files that are already open.
const ALWAYS: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_write,
    libc::SYS_writev,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
];

/// Further system calls that a command needs if it opens files; Landlock decides which files.
const FILES: &[c_long] = &[
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fallocate,
    libc::SYS_fchmod,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_linkat,
    libc::SYS_mkdirat,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_readlinkat,
    libc::SYS_renameat2,
    libc::SYS_statx,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_link,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_renameat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "aarch64")]
    libc::SYS_renameat,
];

/// Requests of `ioctl` that test whether a file is a terminal, and read its size.
const IOCTL: &[libc::Ioctl] = &[libc::TCGETS, libc::TCGETS2, libc::TIOCGWINSZ, libc::FIONREAD];
/// Requests of `ioctl` that configure how a terminal edits lines. `TIOCSTI`, which simulates typing at the terminal, is not among them.
const IOCTL_OF_EDITOR: &[libc::Ioctl] =
    &[libc::TCSETS, libc::TCSETSW, libc::TCSETSF, libc::TCSETS2, libc::TCSETSW2, libc::TCSETSF2];
/// Commands of `fcntl` for flags, copies and locks. `F_SETOWN`, which sends signals to other processes, is not among them.
const FCNTL: &[c_int] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];
/// Commands of `prctl` that name threads and mapped memory.
const PRCTL: &[c_int] = &[libc::PR_GET_NAME, libc::PR_SET_NAME, libc::PR_SET_VMA];

/// Restricts all threads of this process to the system calls of a worker, or of a command if it opens files.
pub(crate) fn restrict(opens_files: bool) -> Result<(), SandboxError> {
    let program = program(opens_files).map_err(|error| SandboxError::Syscalls(error.to_string()))?;
    // This sets `PR_SET_NO_NEW_PRIVS` too.
    apply_filter_all_threads(&program).map_err(|error| SandboxError::Syscalls(error.to_string()))
}

fn program(opens_files: bool) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    rules.extend(ALWAYS.iter().map(|&call| (call, Vec::new())));
    // Threads are allowed, processes are not.
    rules.insert(libc::SYS_clone, vec![rule(&[masked(0, libc::CLONE_THREAD, libc::CLONE_THREAD)?])?]);
    // Only private memory that does not grow by itself, which the memory limit counts, and no new machine code.
    let is_private = masked(3, libc::MAP_TYPE | libc::MAP_GROWSDOWN, libc::MAP_PRIVATE)?;
    rules.insert(libc::SYS_mmap, vec![rule(&[masked(2, libc::PROT_EXEC, 0)?, is_private])?]);
    rules.insert(libc::SYS_mprotect, vec![rule(&[masked(2, libc::PROT_EXEC, 0)?])?]);
    // Signals and limits of this process only.
    let own = std::process::id();
    rules.insert(libc::SYS_tgkill, vec![rule(&[equal(0, own.into())?])?]);
    rules.insert(libc::SYS_prlimit64, vec![rule(&[equal(0, 0)?])?, rule(&[equal(0, own.into())?])?]);
    rules.insert(libc::SYS_fcntl, any_of(1, FCNTL.iter().map(|&command| command as u64))?);
    rules.insert(libc::SYS_prctl, any_of(0, PRCTL.iter().map(|&option| option as u64))?);
    if opens_files {
        rules.extend(FILES.iter().map(|&call| (call, Vec::new())));
        rules.insert(libc::SYS_ioctl, any_of(1, requests(&[IOCTL, IOCTL_OF_EDITOR]))?);
        // A line editor wakes itself through a pair of Unix sockets, which connects to nothing else.
        rules.insert(libc::SYS_socketpair, vec![rule(&[equal(0, libc::AF_UNIX as u64)?])?]);
    } else {
        rules.insert(libc::SYS_ioctl, any_of(1, requests(&[IOCTL]))?);
    }
    let denied = SeccompAction::Errno(libc::ENOSYS as u32);
    SeccompFilter::new(rules, denied, SeccompAction::Allow, ARCHITECTURE)?.try_into()
}

/// The numbers of `ioctl` requests.
#[allow(clippy::unnecessary_cast, reason = "a request is a `u64` with glibc and an `i32` with musl")]
fn requests(lists: &[&[libc::Ioctl]]) -> impl Iterator<Item = u64> {
    lists.iter().flat_map(|list| list.iter()).map(|&request| request as u64).collect::<Vec<_>>().into_iter()
}

/// A rule that applies if all conditions hold.
fn rule(conditions: &[SeccompCondition]) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions.to_vec())
}

/// A list of rules, one of which applies if an argument has one of these values.
fn any_of(argument: u8, values: impl Iterator<Item = u64>) -> Result<Vec<SeccompRule>, BackendError> {
    values.map(|value| rule(&[equal(argument, value)?])).collect()
}

/// The condition that the lower 32 bits of an argument equal a value. The kernel reads only these bits of such arguments.
fn equal(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value & u64::from(u32::MAX))
}

/// The condition that the bits of `mask` in an argument equal those of a value.
fn masked(argument: u8, mask: c_int, value: c_int) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask as u64), value as u64)
}
