//! The limit on the number of files and connections that this process may have open.

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
