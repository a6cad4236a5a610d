//! The state of an earlier run, read from its checkpoint.

use crate::checkpoint::{Checkpointer, Source, Unreadable};

/// The state of the run before, read to its end; `None` if there is no checkpoint.
pub(super) fn previous<T>(
    keeper: &mut dyn Checkpointer,
    read: impl FnOnce(&mut Source<'_>) -> Result<T, Unreadable>,
) -> Result<Option<T>, Unreadable> {
    let Some(mut bytes) = keeper.kept() else { return Ok(None) };
    let state = read(&mut Source(&mut bytes))?;
    if bytes.read(&mut [0])? == 0 { Ok(Some(state)) } else { Err(Unreadable::WRONG) }
}
