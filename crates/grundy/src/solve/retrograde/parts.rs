//! Work on the cells that needs no exchange: each thread takes one part after another.

use super::cells::Cell;
use super::kernel::BLOCK;
use crate::limits::RunError;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The least number of positions in a tick for which another thread is used: a smaller tick takes about as long as
/// starting a thread.
pub(super) const MIN_SHARED: usize = 1 << 14;

/// Calls `work` for each part of the cells, on at most `threads` threads, and returns the results in the order of the
/// parts. The call gets the vertex of the first cell.
///
/// # Errors
/// If a thread panicked.
pub(super) fn each_part<C: Cell, R: Send>(
    cells: &mut [C],
    threads: usize,
    work: impl Fn(usize, &mut [C]) -> R + Sync,
) -> Result<Vec<R>, RunError> {
    let span = cells.len().div_ceil(threads).next_multiple_of(BLOCK).max(MIN_SHARED);
    let parts = cells.len().div_ceil(span);
    let mut results: Vec<Option<R>> = (0..parts).map(|_| None).collect();
    let waiting = Mutex::new(cells.chunks_mut(span).zip(&mut results).enumerate());
    let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some((i, (part, result))) = take() {
            *result = Some(work(i * span, part));
        }
    };
    if parts <= 1 {
        RunError::catch(run)?;
    } else {
        thread::scope(|scope| {
            // If a thread cannot be started, the others do its work.
            let others: Vec<_> =
                (1..parts).map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok()).collect();
            let mine = RunError::catch(run);
            // All threads are joined, whatever the first one returns: the scope panics for a panicked thread that is
            // not joined.
            let others: Vec<_> = others.into_iter().map(thread::ScopedJoinHandle::join).collect();
            others.into_iter().try_fold((), |(), other| other.map_err(|panic| RunError::from_panic(&*panic))).and(mine)
        })?;
    }
    Ok(results.into_iter().flatten().collect())
}
