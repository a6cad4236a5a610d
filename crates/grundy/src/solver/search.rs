//! Values of positions of games that are too large to enumerate, by search: the one that the game provides, or that of any game.

use super::source::{FromOpenings, Source, read_store};
use super::{SolveError, Solver};
use crate::answer::{PositionValue, Searched};
use crate::limits::{LimitHit, Limits, Progress, RunError};
use crate::solve::{SearchError, Searcher};
use crate::text::Key;
use crate::value::{Grundy, Unknown};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A search, with the number of positions that it has visited so far.
pub(super) struct CountedSearch<'a> {
    search: Box<SearchFn<'a>>,
    searched: u64,
    /// Whether the game provides it.
    is_own: bool,
}

type SearchFn<'a> = dyn FnMut(&Key, &Searched, &Limits<'_>) -> Result<Searched, SearchError> + Send + 'a;

impl CountedSearch<'_> {
    /// Searches a position, of which `known` is known. The search ends when it has visited `most` positions in total; `allowed` is the
    /// number that this answer may use.
    fn run(
        &mut self,
        at: &Key,
        known: &Searched,
        limits: &Limits<'_>,
        most: u64,
        allowed: u64,
    ) -> Result<Searched, SearchError> {
        let searched = AtomicU64::new(self.searched);
        let is_over = || searched.load(Relaxed) > most;
        let stop = || (limits.stop)() || is_over();
        let on_progress = |progress: Progress| {
            searched.fetch_max(progress.done, Relaxed);
            (limits.on_progress)(progress);
        };
        let mut found = (self.search)(at, known, &Limits { stop: &stop, on_progress: &on_progress, ..*limits })?;
        if let Some(RunError::Interrupted { .. }) = found.stopped
            && allowed < u64::MAX
            && !(limits.stop)()
        {
            let needed =
                allowed.saturating_add(searched.load(Relaxed).saturating_sub(most)).max(allowed.saturating_add(1));
            found.stopped = Some(LimitHit::Positions { limit: allowed, needed }.into());
        }
        self.searched = searched.into_inner();
        Ok(found)
    }
}

/// The number of positions that the first search of a position may take.
const FIRST_BUDGET: u64 = 1 << 20;
/// The factor between the numbers of positions of one round of searches and of the next.
const BUDGET_GROWTH: u64 = 4;
/// The least number of rounds for which the first search leaves positions.
const ROUNDS: u64 = 8;

impl<'a> Solver<'a> {
    /// Whether the game provides a search, which the solver then uses for all positions.
    pub(super) fn has_own_search(&mut self) -> bool {
        if self.search.is_none()
            && let Some(mut search) = self.game.as_dyn().tiered().and_then(|tiered| tiered.search(None))
        {
            let search: Box<SearchFn<'a>> = Box::new(move |at, known, limits| Ok(search(at, known, limits)?));
            self.search = Some(CountedSearch { search, searched: 0, is_own: true });
        }
        self.search.as_ref().is_some_and(|search| search.is_own)
    }

    /// Searches a position and, if moves are listed, its options, by at most `allowed` positions in all.
    ///
    /// They are searched in rounds, each with more positions than the one before, so that something is proved of every move when the
    /// limits end the search. What is proved is kept for [`Solver::searched`], and for the next call about the position. What the openings
    /// hold is not searched.
    ///
    /// # Errors
    /// [`SolveError::Undecided`] if the limits ended the search. If a position recurs, or another failure of the search.
    pub(super) fn search(&mut self, at: &Key, allowed: u64) -> Result<Source<'a>, SolveError> {
        let limits = self.limits;
        let game = self.game.as_dyn();
        let keys = self.searched_keys(at)?;
        let from_openings = self.read_openings(&keys)?;
        let search = self.search.get_or_insert_with(|| {
            let mut searcher = Searcher::new(game);
            CountedSearch {
                search: Box::new(move |at, _, limits| searcher.value(at, limits)),
                searched: 0,
                is_own: false,
            }
        });
        let most = search.searched.saturating_add(allowed);
        let mut budget = match keys.len() as u64 {
            1 => allowed,
            keys => FIRST_BUDGET.min(allowed / (ROUNDS * keys)).max(1),
        };
        // Why nothing more can be proved of a key: its search needs too much memory, or meets a position that recurs.
        let mut ended: FxHashMap<&Key, SolveError> = FxHashMap::default();
        let is_decided = |proved: &FxHashMap<Key, Searched>, key| {
            proved.get(key).is_some_and(|searched: &Searched| searched.verdict().is_some())
        };
        loop {
            for key in &keys {
                if is_decided(&self.proved, key) || ended.contains_key(key) {
                    continue;
                }
                let end = search.searched.saturating_add(budget).min(most);
                let known = self.proved.get(key).unwrap_or(&Searched::UNKNOWN);
                let found = match search.run(key, known, &limits, end, allowed) {
                    Err(error @ SearchError::Recurs { .. }) => {
                        ended.insert(key, error.into());
                        continue;
                    }
                    found => found?,
                };
                let stopped = found.stopped.clone();
                let found = match self.proved.get(key) {
                    Some(earlier) => found.and(earlier),
                    None => found,
                };
                let is_over = found.verdict().is_none() && ((limits.stop)() || search.searched > most);
                self.proved.insert(key.clone(), found);
                if is_over {
                    return Err(self.undecided(at, stopped));
                }
                if let Some(why @ RunError::Limit(LimitHit::Memory { .. })) = stopped {
                    ended.insert(key, SolveError::Run(why));
                }
            }
            if keys.iter().all(|key| is_decided(&self.proved, key) || ended.contains_key(key)) {
                break;
            }
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        if let Some(key) = keys.iter().find(|key| !is_decided(&self.proved, key)) {
            return Err(match ended.remove(key) {
                Some(SolveError::Run(why)) => self.undecided(at, Some(why)),
                Some(error) => error,
                None => self.undecided(at, None),
            });
        }
        Ok(self.proved_source(from_openings))
    }

    /// The position, and its options if moves are listed.
    fn searched_keys(&self, at: &Key) -> Result<Vec<Key>, SolveError> {
        let mut keys = vec![at.clone()];
        if self.with_moves && self.max_moves > 0 {
            keys.extend(self.game.as_dyn().moves(at, usize::MAX)?.moves.into_iter().map(|m| m.option));
        }
        Ok(keys)
    }

    /// Adds to what is proved what the openings say about positions, the first of which has the others as its options.
    fn read_openings(&mut self, keys: &[Key]) -> Result<FromOpenings, SolveError> {
        let Some(openings) = &self.openings else { return Ok(FromOpenings::None) };
        let game = self.game.as_dyn();
        let mut read = 0;
        for key in keys {
            let value = read_store(openings.as_ref(), key, &game.canonical(key)?)?;
            if let Some(verdict) = value.and_then(|value| value.verdict()) {
                self.proved.insert(key.clone(), Searched::proved(verdict));
                read += 1;
            }
        }
        // A verdict that was read bounds the options.
        if let [at, options @ ..] = keys
            && let Some(verdict) = self.proved.get(at).and_then(Searched::verdict)
            && read > 0
        {
            let mover = game.player(at)?;
            for option in options {
                let bound = Searched::of_option(verdict, mover.is_some() && game.player(option)? == mover);
                let earlier = self.proved.entry(option.clone()).or_insert(Searched::UNKNOWN);
                *earlier = bound.and(earlier);
            }
        }
        Ok(match read {
            0 => FromOpenings::None,
            read if read == keys.len() => FromOpenings::All,
            _ => FromOpenings::Some,
        })
    }

    /// The source of a position if the openings hold it and, if moves are listed, all of its options.
    pub(super) fn opening_source(&mut self, at: &Key) -> Result<Option<Source<'a>>, SolveError> {
        let Some(openings) = &self.openings else { return Ok(None) };
        if read_store(openings.as_ref(), at, &self.game.as_dyn().canonical(at)?)?.is_none() {
            return Ok(None);
        }
        let keys = self.searched_keys(at)?;
        let from_openings = self.read_openings(&keys)?;
        Ok((from_openings == FromOpenings::All).then(|| self.proved_source(from_openings)))
    }

    /// What is proved, as a source.
    fn proved_source(&self, from_openings: FromOpenings) -> Source<'a> {
        let grundy = match self.game.as_dyn().info().without_grundy {
            Some(undefined) => Grundy::Undefined(undefined),
            None => Grundy::Unknown(Unknown::TooLarge),
        };
        let value = |verdict| PositionValue::solved(verdict, grundy.clone());
        let values = self.proved.iter().filter_map(|(at, searched)| Some((at.clone(), value(searched.verdict()?))));
        Source::Searched { values: values.collect(), from_openings }
    }

    /// The error of a search that was stopped: what it has proved of a position. If the position itself is decided, it is the search of an
    /// option that ended.
    pub(super) fn undecided(&self, at: &Key, stopped: Option<RunError>) -> SolveError {
        let position = self.proved.get(at).cloned().unwrap_or(Searched::UNKNOWN);
        SolveError::Undecided(Box::new(Searched { stopped, ..position }))
    }
}
