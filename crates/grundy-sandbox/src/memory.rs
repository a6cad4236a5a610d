//! The limit on a process's memory.

use crate::SandboxError;

/// Resident memory that a process may use in addition to the bytes of [`limit_memory`].
///
/// The program itself and its stacks are resident, and the allocator keeps some of what is freed.
pub const MARGIN: u64 = 64 << 20;

/// The part of [`MARGIN`] for memory that the process allocates: stacks of threads, buffers, the allocator's overhead. The rest is for
/// the pages of the program and for the main stack.
#[cfg(target_os = "linux")]
const DATA: u64 = 32 << 20;
/// The size of the main stack, which Linux counts separately.
#[cfg(target_os = "linux")]
const STACK: u64 = 8 << 20;

/// Limits the memory of this process: its resident memory stays below `bytes` + [`MARGIN`]. An allocation beyond the limit fails. If the
/// process ends because of that, no core file is written.
///
/// Linux counts private writable pages when they are mapped (`RLIMIT_DATA`), so a single large allocation fails before its first page is
/// resident. Address space that is only reserved does not count.
///
/// # Errors
/// If the system does not set the limit.
#[cfg(target_os = "linux")]
pub fn limit_memory(bytes: u64) -> Result<(), SandboxError> {
    use rustix::process::Resource;
    limit(Resource::Core, 0)?;
    limit(Resource::Stack, STACK)?;
    limit(Resource::Data, bytes.saturating_add(DATA))
}

/// Limits the memory of this process. Other Unix systems limit only the address space, much of which is reserved and never used.
///
/// # Errors
/// If the system does not set the limit.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn limit_memory(bytes: u64) -> Result<(), SandboxError> {
    use rustix::process::Resource;
    limit(Resource::Core, 0)?;
    limit(Resource::As, bytes.saturating_add(1 << 30))
}

/// Limits the memory of this process, if the system supports it.
///
/// # Errors
/// Always, on this system.
#[cfg(not(unix))]
pub fn limit_memory(_bytes: u64) -> Result<(), SandboxError> {
    Err(SandboxError::Unsupported)
}

#[cfg(unix)]
fn limit(resource: rustix::process::Resource, most: u64) -> Result<(), SandboxError> {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    // A limit that is already lower stays.
    let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    let wanted = Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(resource, wanted).map_err(|error| SandboxError::Memory(format!("{resource:?}: {error}")))
}
