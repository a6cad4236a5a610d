//! The files and connections that this process has open: their number, and which of them its children inherit.

/// Keeps the descriptors that a shell left open in this process, other than standard input and output, from the processes that it starts.
#[cfg(unix)]
pub(crate) fn keep_from_children() {
    use nix::fcntl::{FcntlArg, FdFlag, fcntl};
    // The system lists the descriptors of this process here.
    let open: Vec<_> = std::fs::read_dir("/dev/fd").into_iter().flatten().flatten().collect();
    for descriptor in open.iter().filter_map(|entry| entry.file_name().to_str()?.parse().ok()) {
        if descriptor > 2 {
            // Listing took a descriptor, which is closed again.
            let _ = fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
        }
    }
}

/// Does nothing: on this system a process inherits only what it is given.
#[cfg(not(unix))]
pub(crate) fn keep_from_children() {}

/// Raises the limit to `wanted` if the system permits that, and returns the limit.
#[cfg(unix)]
pub(crate) fn raise_limit(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(wanted as u64, |maximum| maximum.min(wanted as u64));
    if limit.current.is_some_and(|current| current < most) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
    }
    getrlimit(Resource::Nofile).current.map_or(wanted, |current| usize::try_from(current).unwrap_or(wanted))
}

/// Returns `wanted`: this system has no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit(wanted: usize) -> usize {
    wanted
}
