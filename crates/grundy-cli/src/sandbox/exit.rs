//! Ends a sandboxed process at a limit.

use crate::fail::Failure;

/// Prints a message and ends this process with the exit status of a limit.
pub(super) fn exit_at_limit(message: &str) -> ! {
    Failure::Limit(message.to_owned()).print();
    std::process::exit(3)
}
