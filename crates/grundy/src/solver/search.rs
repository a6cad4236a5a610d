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
            && !(limits.stop)()
        {
            let needed = limit.saturating_add(searched.load(Relaxed).saturating_sub(most)).max(limit.saturating_add(1));
            found.stopped = Some(LimitHit::Positions { limit, needed }.into());
        }
        self.searched = searched.into_inner();
        Ok(found)
    }
}

/// The number of positions that the first search of a position may take.
const FIRST_BUDGET: u64 = 1 << 20;
/// The factor between the numbers of positions of one round of searches and of the next.
const BUDGET_GROWTH: u64 = 4;

impl<'a> Solver<'a> {
    /// Searches a position and, if moves are listed, its options; `None` if the game has no search of its own.
    ///
    /// They are searched in rounds, each with more positions than the one before, so that something is proved of every move when the
    /// limits end the search. What is proved is kept for [`Solver::searched`].
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
        let mut keys = vec![at.clone()];
        if with_options {
            keys.extend(self.game.as_dyn().moves(at, usize::MAX)?.moves.into_iter().map(|m| m.option));
        }
        let mut budget = FIRST_BUDGET;
        loop {
            for key in &keys {
                if self.proved.get(key).is_some_and(|searched| searched.verdict().is_some()) {
                    continue;
                }
                let end = search.searched.saturating_add(budget).min(most);
                let found = search.run(key, &limits, end)?;
                let is_over = found.verdict().is_none() && ((limits.stop)() || search.searched > most);
                let stopped = found.stopped.clone();
                self.proved.insert(key.clone(), found);
                if is_over {
                    // If the position itself is decided, it is the search of an option that ended.
                    let position = self.proved.get(at).cloned().unwrap_or(Searched::UNKNOWN);
                    return Err(SolveError::Undecided(Box::new(Searched { stopped, ..position })));
                }
            }
            if self.proved.values().all(|searched| searched.verdict().is_some()) {
                break;
            }
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        let value = |verdict| PositionValue::solved(verdict, Grundy::Undefined(undefined));
        let values = self.proved.iter().filter_map(|(at, searched)| Some((at.clone(), value(searched.verdict()?))));
        Ok(Some(values.collect()))
    }

    /// Returns what the last search proved of a position; `None` if the last position that was solved was not searched, or `at` is neither
    /// that position nor one of its options.
    pub fn searched(&self, at: &Key) -> Option<&Searched> {
        self.proved.get(at)
    }
}
