//! How a sandboxed process ends at a limit.

use crate::fail::Failure;
use std::io::Write;

/// Ends this process with a message and the status of a limit.
pub(super) fn stop(message: &str) -> ! {
    let _ = write!(anstream::stderr(), "{}", Failure::Limit(message.to_owned()));
    std::process::exit(3)
}
