//! Values of positions of games that are too large to enumerate, by search: the one that the game provides, or that of any game.

use super::source::{FromOpenings, Source, read_store};
use super::{SolveError, Solver};
use crate::answer::{PositionValue, Searched};
use crate::checkpoint::{CheckpointError, Checkpointer, SaveRequest};
use crate::limits::{LimitHit, Limits, Progress, RunError};
use crate::solve::{SearchError, Searcher};
use crate::text::{DynGame, Key, PositionSearch, RulesError};
use crate::value::Verdict;
use rustc_hash::FxHashMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A search, with the number of positions that it has visited so far.
pub(super) struct CountedSearch<'a> {
    search: AnySearch<'a>,
    searched: u64,
    /// Whether it has loaded what an earlier search has saved, if there is such a thing.
    has_loaded: bool,
    /// Whether it has visited a position.
    has_searched: bool,
}

enum AnySearch<'a> {
    /// The game provides it.
    Own(Box<dyn PositionSearch + 'a>),
    Any(Searcher<'a>),
}

impl AnySearch<'_> {
    /// Searches a position, of which `known` is known, and saves what is proved whenever that is due.
    fn value(
        &mut self,
        at: &Key,
        known: &Searched,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<Searched, SearchError> {
        let search = match self {
            Self::Any(search) => return search.value_saved(at, limits, checkpointer),
            Self::Own(search) => search,
        };
        let mut known = known.clone();
        loop {
            let request = SaveRequest::new(checkpointer);
            let stop = || (limits.stop)() || request.is_due();
            let found = search.value(at, &known, &Limits { stop: &stop, ..*limits })?.and(&known);
            let is_interrupted = matches!(found.stopped, Some(RunError::Interrupted { .. })) && !(limits.stop)();
            if !request.was_due() || found.verdict().is_some() || !is_interrupted {
                return Ok(found);
            }
            checkpointer.save(&mut |out| search.save(out)).map_err(RunError::from)?;
            known = Searched { stopped: None, ..found };
        }
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Own(search) => search.save(out),
            Self::Any(search) => search.save(out),
        }
    }

    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        match self {
            Self::Own(search) => search.load(state, limits),
            Self::Any(search) => search.load(state, limits),
        }
    }
}

/// Limits of one search of a position, beside those of the solver.
#[derive(Clone, Copy)]
struct SearchBudget {
    /// The search ends when it has visited so many positions in total.
    most: u64,
    /// The number of positions that this answer may use.
    allowed: u64,
}

impl<'a> CountedSearch<'a> {
    fn new(search: AnySearch<'a>) -> Self {
        Self { search, searched: 0, has_loaded: false, has_searched: false }
    }

    /// Bytes of what it keeps, as far as that is known.
    pub(super) fn bytes(&self) -> u64 {
        match &self.search {
            AnySearch::Any(search) => search.table_bytes(),
            AnySearch::Own(_) => 0,
        }
    }

    /// Searches a position, of which `known` is known.
    fn run(
        &mut self,
        at: &Key,
        known: &Searched,
        limits: &Limits<'_>,
        SearchBudget { most, allowed }: SearchBudget,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<Searched, SearchError> {
        let searched = AtomicU64::new(self.searched);
        let is_over = || searched.load(Relaxed) > most;
        let stop = || (limits.stop)() || is_over();
        let on_progress = |progress: Progress| {
            searched.fetch_max(progress.done, Relaxed);
            (limits.on_progress)(progress);
        };
        self.has_searched = true;
        let limits_of_run = Limits { stop: &stop, on_progress: &on_progress, ..*limits };
        let mut found = self.search.value(at, known, &limits_of_run, checkpointer)?;
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

/// The most positions that the first search of a position takes, if other positions are searched too.
const FIRST_BUDGET: u64 = 1 << 14;
/// A search that takes fewer positions than this does not end when a best move is known, but goes on to the other moves.
const MIN_UNTIL_BEST_MOVE: u64 = 1 << 14;
/// The factor between the numbers of positions of one round of searches and of the next.
const BUDGET_GROWTH: u64 = 4;
/// The least number of rounds for which the first search leaves positions.
const ROUNDS: u64 = 8;

impl<'a> Solver<'a> {
    /// Whether the game provides a search, which the solver then uses for all positions.
    pub(super) fn has_own_search(&mut self) -> bool {
        if self.search.is_none()
            && let Some(search) = self.game.as_dyn().tiered().and_then(|tiered| tiered.search(None))
        {
            self.search = Some(CountedSearch::new(AnySearch::Own(search)));
        }
        self.search.as_ref().is_some_and(|search| matches!(search.search, AnySearch::Own(_)))
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
        let mut none = Checkpointer::none();
        self.search_saved(at, allowed, &mut none)
    }

    /// Searches a position until it is decided or the limits end the search, with what earlier searches have saved. Nothing can be enumerated
    /// any more, so that what is saved does not decide how a position is solved.
    pub(super) fn search_to_end(&mut self, at: &Key, allowed: u64) -> Result<Source<'a>, SolveError> {
        if !self.checkpointer.is_enabled() && !self.checkpointer.has_previous() {
            return self.search(at, allowed);
        }
        // Another position may be enumerated, and then searched for a while without this table.
        let is_own = self.has_own_search();
        if !is_own {
            self.search = self.saved_search.take();
        }
        let mut checkpointer = std::mem::replace(&mut self.checkpointer, Checkpointer::none());
        let found = self.load_saved(&mut checkpointer).and_then(|()| self.search_saved(at, allowed, &mut checkpointer));
        match self.search.as_ref().is_some_and(|search| search.has_loaded) {
            true => self.checkpointer = checkpointer,
            // What cannot be read is not used, and not overwritten.
            false => self.search = None,
        }
        if !is_own {
            self.saved_search = self.search.take();
        }
        found
    }

    /// Loads what an earlier search has saved, before the first search.
    fn load_saved(&mut self, checkpointer: &mut Checkpointer<'_>) -> Result<(), SolveError> {
        let (game, limits) = (self.game.as_dyn(), self.limits);
        let search = self.search.get_or_insert_with(|| CountedSearch::new(AnySearch::Any(Searcher::new(game))));
        if !search.has_loaded {
            let loaded = checkpointer.take_previous(|from| search.search.load(from.rest(), &limits));
            loaded.map_err(RunError::from)?;
            search.has_loaded = true;
        }
        Ok(())
    }

    fn search_saved(
        &mut self,
        at: &Key,
        allowed: u64,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<Source<'a>, SolveError> {
        let limits = self.limits;
        let game = self.game.as_dyn();
        let keys = self.searched_keys(at)?;
        let from_openings = self.read_openings(&keys)?;
        let search = self.search.get_or_insert_with(|| CountedSearch::new(AnySearch::Any(Searcher::new(game))));
        let began = search.searched;
        let most = began.saturating_add(allowed);
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
                let budget_of_run = SearchBudget { most: end, allowed };
                let found = match search.run(key, known, &limits, budget_of_run, checkpointer) {
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
                let is_long = search.searched - began >= MIN_UNTIL_BEST_MOVE;
                if self.until_best_move && is_long && knows_best_move(game, &self.proved, &keys)? {
                    return Err(self.undecided(at, None));
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

    /// Sets what provides the results of earlier searches of single positions of the game, and saves those of this solver: while it searches,
    /// whenever that is due, and when [`Solver::save_searched`] is called. The results are read when a position is searched that cannot be
    /// enumerated within the limits. So what is read does not decide how a position is solved.
    #[must_use]
    pub fn with_checkpointer(mut self, checkpointer: Checkpointer<'a>) -> Self {
        self.checkpointer = checkpointer;
        self
    }

    /// Saves what is proved of searched positions by the checkpointer; nothing if every position was enumerated, or decided soon.
    ///
    /// # Errors
    /// If the state cannot be written.
    pub fn save_searched(&mut self) -> Result<(), CheckpointError> {
        let searches = [&self.saved_search, &self.search];
        match searches.into_iter().flatten().find(|search| search.has_loaded && search.has_searched) {
            Some(search) => self.checkpointer.save(&mut |out| search.search.save(out)),
            None => Ok(()),
        }
    }

    /// Whether an answer lists moves.
    pub(super) fn lists_moves(&self) -> bool {
        self.with_moves && self.max_moves > 0
    }

    /// The position, and its options if moves are listed.
    pub(super) fn searched_keys(&self, at: &Key) -> Result<Vec<Key>, SolveError> {
        let mut keys = vec![at.clone()];
        if self.lists_moves() {
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
        let info = self.game.as_dyn().info();
        let value = |verdict: Verdict| PositionValue::solved(verdict, info.grundy_of_outcome(verdict.outcome()));
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

/// Whether a position is proved to be won or lost, and one of its options to be best. `keys` are the position and its options.
pub(super) fn knows_best_move(
    game: &dyn DynGame,
    proved: &FxHashMap<Key, Searched>,
    keys: &[Key],
) -> Result<bool, RulesError> {
    let [at, options @ ..] = keys else { return Ok(false) };
    let value = proved.get(at).and_then(Searched::verdict).filter(|value| *value != Verdict::Draw);
    let Some(value) = value else { return Ok(false) };
    let mover = game.player(at)?;
    for option in options {
        let Some(proved) = proved.get(option).filter(|proved| proved.verdict().is_some()) else { continue };
        let moves_again = mover.is_some() && game.player(option)? == mover;
        if proved.before_move(moves_again).verdict() == Some(value) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Play;
    use crate::catalog;

    /// The player to move wins at once with the fifth X of the last row, and 100 other moves are open.
    #[test]
    fn a_search_may_end_when_it_knows_a_best_move() {
        let game = catalog::open("mnk:11,11,5", Play::Normal, &Limits::NONE).unwrap();
        let rows = "...........".to_owned() + "/...........".repeat(8).as_str();
        let at = game.as_dyn().parse(&format!("{rows}/OO.O......./...OXXXX...")).unwrap();
        let limits = Limits { positions: Some(30_000), ..Limits::NONE };
        for until_best_move in [false, true] {
            let mut solver = Solver::new(&game).limits(limits);
            solver.set_until_best_move(until_best_move);
            let Err(SolveError::Undecided(searched)) = solver.solve(&at) else {
                panic!("not all moves can be searched")
            };
            assert_eq!(searched.verdict(), Some(Verdict::Win(crate::Remoteness(1))));
            assert_eq!(searched.stopped.is_none(), until_best_move, "{:?}", searched.stopped);
        }
    }
}
