//! Work on the cells that needs no exchange: each thread takes one part after another.

use super::cells::Cell;
use super::kernel::BLOCK;
use crate::limits::RunError;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A tick of fewer positions is not worth waking another thread: it takes about as long as starting one.
pub(super) const LEAST: usize = 1 << 14;

/// Does some work on each part of the cells by at most so many threads, and gives the results in the parts' order. The
/// work is told the vertex of its first cell.
///
/// # Errors
/// If a thread panicked.
pub(super) fn each_part<C: Cell, R: Send>(
    cells: &mut [C],
    threads: usize,
    work: impl Fn(usize, &mut [C]) -> R + Sync,
) -> Result<Vec<R>, RunError> {
    let span = cells.len().div_ceil(threads).next_multiple_of(BLOCK).max(LEAST);
    let parts = cells.len().div_ceil(span);
    let mut results: Vec<Option<R>> = (0..parts).map(|_| None).collect();
    let waiting = Mutex::new(cells.chunks_mut(span).zip(&mut results).enumerate());
    let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let serve = || {
        while let Some((i, (part, result))) = take() {
            *result = Some(work(i * span, part));
        }
    };
    if parts <= 1 {
        RunError::catch(serve)?;
    } else {
        thread::scope(|scope| {
            // Where a thread cannot be had, the others do its work.
            let others: Vec<_> =
                (1..parts).map_while(|_| thread::Builder::new().spawn_scoped(scope, serve).ok()).collect();
            let mine = RunError::catch(serve);
            // All are joined, whatever the first of them says: the scope itself panics for one that is not.
            let others: Vec<_> = others.into_iter().map(thread::ScopedJoinHandle::join).collect();
            others.into_iter().try_fold((), |(), other| other.map_err(|panic| RunError::from_panic(&*panic))).and(mine)
        })?;
    }
    Ok(results.into_iter().flatten().collect())
}
