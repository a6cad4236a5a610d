//! The processor time of a process, and its termination when its parent ends.

use std::time::Duration;

/// Returns the processor time that all threads of this process have used so far.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the time since the first call: this system's processor time has no safe interface.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Makes the system kill this process when its parent ends (Linux). `parent` is the process that started it, if known.
///
/// Returns whether the parent is still running: it may have ended before this call.
pub fn end_with_parent(parent: Option<u32>) -> bool {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    #[cfg(unix)]
    return parent.is_none_or(|parent| parent == std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    {
        let _ = parent;
        true
    }
}
