//! Ends a sandboxed process at a limit.

use crate::fail::Failure;
use std::io::Write;

/// Prints a message and ends this process with the exit status of a limit.
pub(super) fn exit_at_limit(message: &str) -> ! {
    let _ = write!(anstream::stderr(), "{}", Failure::Limit(message.to_owned()));
    std::process::exit(3)
}
