//! Values of positions of games that are too large to enumerate, by the search that the game provides.

use super::{SolveError, Solver};
use crate::answer::{PositionValue, Searched};
use crate::limits::{LimitHit, Limits, Progress, RunError};
use crate::text::{DynTiered, Key, PositionSearch};
use crate::value::{Grundy, Undefined};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A search, with the number of positions that it has visited so far.
pub(super) struct CountedSearch<'a> {
    search: Box<PositionSearch<'a>>,
    searched: u64,
}

impl CountedSearch<'_> {
    /// Searches a position. The search ends when it has visited `most` positions in total; `limits.positions` is the number that this
    /// answer may use.
    fn run(&mut self, at: &Key, limits: &Limits<'_>, most: u64) -> Result<Searched, SolveError> {
        let searched = AtomicU64::new(self.searched);
        let is_over = || searched.load(Relaxed) > most;
        let stop = || (limits.stop)() || is_over();
        let on_progress = |progress: Progress| {
            searched.fetch_max(progress.done, Relaxed);
            (limits.on_progress)(progress);
        };
        let mut found = (self.search)(at, &Limits { stop: &stop, on_progress: &on_progress, ..*limits })?;
        if let (Some(limit), Some(RunError::Interrupted { .. })) = (limits.positions, &found.stopped)
            && is_over()
        {
            let needed = limit.saturating_add(searched.load(Relaxed) - most);
            found.stopped = Some(LimitHit::Positions { limit, needed }.into());
        }
        self.searched = searched.into_inner();
        Ok(found)
    }
}

impl<'a> Solver<'a> {
    /// Searches a position and, if moves are listed, its options; `None` if the game provides no search.
    pub(super) fn search(
        &mut self,
        tiered: &'a dyn DynTiered,
        undefined: Undefined,
        at: &Key,
    ) -> Result<Option<FxHashMap<Key, PositionValue>>, SolveError> {
        let (limits, with_options) = (self.limits, self.with_moves && self.max_moves > 0);
        if self.search.is_none() {
            self.search = tiered.search().map(|search| CountedSearch { search, searched: 0 });
        }
        let Some(search) = &mut self.search else { return Ok(None) };
        let most = search.searched.saturating_add(limits.max_positions());
        let mut values = FxHashMap::default();
        let mut insert = |at: &Key, verdict| {
            values.insert(at.clone(), PositionValue::solved(verdict, Grundy::Undefined(undefined)));
        };
        let searched = search.run(at, &limits, most)?;
        let Some(verdict) = searched.verdict() else { return Err(SolveError::Undecided(Box::new(searched))) };
        insert(at, verdict);
        if with_options {
            for m in self.game.as_dyn().moves(at, usize::MAX)?.moves {
                let option = search.run(&m.option, &limits, most)?;
                let Some(verdict) = option.verdict() else {
                    // The error has the verdict of the position itself, which is proved.
                    let stopped = option.stopped;
                    return Err(SolveError::Undecided(Box::new(Searched { stopped, ..searched })));
                };
                insert(&m.option, verdict);
            }
        }
        Ok(Some(values))
    }
}
