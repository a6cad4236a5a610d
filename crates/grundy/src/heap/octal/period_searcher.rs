//! A search for a period that can be stopped, saved and resumed.
//!
//! The search begins with the plain method, whose values prove short periods by the theorem of Guy and Smith. Each time
//! the number of heaps has doubled, it chooses the sparse space with the fewest rare heaps. If they are few, the engine
//! of that space continues, and the window theorem proves the period, or, if all values are kept, the theorem of Guy
//! and Smith. If too many heaps are rare later, the plain method continues.

use super::period::prove_period;
use super::rising::observe;
use super::search::{Method, SearchProgress};
use super::sparse::{AdvanceResult, Failure, MIN_START_HEAPS, SparseSearch, WINDOW_THEOREM};
use super::{Certificate, Game, Proof, Table, TableError};
use crate::limits::Limits;
use crate::theory::{PERIOD_MEMORY, Period, PeriodError, PeriodSearch, SearchEnd};

/// Heaps computed before the first attempt at a proof.
pub(super) const FIRST_ATTEMPT_HEAPS: usize = 256;
/// Number of steps of the plain method between two calls of `go_on`: some 20 milliseconds.
pub(super) const STEPS: usize = 1 << 25;
/// The default limit of the plain method, in heaps.
const DEFAULT_LIMIT: u64 = 10_000_000;
/// The least default limit in the sparse space.
const MIN_SPARSE_LIMIT: u64 = 300_000;
/// The default bound on the number of heaps times the work for each heap in the sparse space.
const MAX_PAIRS: u64 = 20_000_000_000;

/// A search for the period of a take-and-break game, which can be stopped, saved and resumed.
///
/// ```
/// use grundy::heap::octal::{Code, Game, PeriodSearcher};
/// use grundy::theory::SearchEnd;
/// let mut run = PeriodSearcher::new(Game::Code(Code::parse("0.16")?));
/// let search = run.search(100_000, &mut |_| true);
/// assert_eq!((search.ended, search.heaps), (SearchEnd::Limit, 100_000));
/// let period = run.search(1_000_000, &mut |_| true).proved().unwrap();
/// assert_eq!((period.period(), period.preperiod()), (149_459, 105_351));
/// # Ok::<(), grundy::heap::octal::CodeError>(())
/// ```
#[derive(Debug)]
pub struct PeriodSearcher {
    pub(super) game: Game,
    pub(super) state: SearchState,
    /// Number of heaps at the last attempt at a proof by the plain method.
    attempted_at: usize,
    /// The most heaps that the plain method computes.
    plain_limit: usize,
    /// The most bytes in use.
    memory: u64,
    /// Whether to keep all values.
    keep_all: bool,
    /// The number of threads.
    threads: usize,
}

/// The current method of computing values.
#[derive(Debug)]
pub(super) enum SearchState {
    Plain(Box<Table>),
    Sparse(Box<SparseSearch>),
}

impl PeriodSearcher {
    /// Creates a search that begins with the empty heap.
    pub fn new(game: Game) -> Self {
        Self::with(game.clone(), SearchState::Plain(Box::new(Table::new(game))))
    }

    pub(super) fn with(game: Game, state: SearchState) -> Self {
        Self { game, state, attempted_at: 0, plain_limit: usize::MAX, memory: u64::MAX, keep_all: false, threads: 1 }
    }

    /// Limits the plain method to `heaps` heaps: the search ends there if the sparse space does not help. The time of
    /// the plain method is quadratic in the number of heaps.
    pub fn plain_limit(mut self, heaps: usize) -> Self {
        self.plain_limit = heaps;
        self
    }

    /// Sets [`Self::plain_limit`] to a number of heaps for which the plain method takes some fifteen seconds.
    pub fn plain_limit_by_default(self) -> Self {
        let heaps = if self.game.parts() == 3 { 20_000 } else { 300_000 };
        self.plain_limit(heaps)
    }

    /// Returns a limit for the search as it is now, in heaps. For the plain method it is 10⁷, which takes long: set [`Self::plain_limit`], too. In
    /// the sparse space it is 2·10¹⁰ / (rare heaps + 32), and at least 300,000, which takes some seconds. It falls with each rare heap that is
    /// found.
    pub fn default_limit(&self) -> u64 {
        match self.method() {
            Method::Plain => DEFAULT_LIMIT,
            Method::Sparse { rare, .. } => MIN_SPARSE_LIMIT.max(MAX_PAIRS / (rare as u64 + 32)),
        }
    }

    /// Limits the memory for values to this number of bytes.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Keeps all values, two bytes for each heap, not only the first and the latest ones. Has no effect if some are already dropped.
    pub fn keep_all(mut self) -> Self {
        self.keep_all = self.has_all_values();
        if let SearchState::Sparse(sparse) = &mut self.state {
            sparse.retain_all();
        }
        self
    }

    /// Whether no value is dropped so far.
    pub fn has_all_values(&self) -> bool {
        match &self.state {
            SearchState::Plain(_) => true,
            SearchState::Sparse(sparse) => sparse.all().is_some(),
        }
    }

    /// Uses up to this number of threads; 1 by default. The result does not depend on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the progress of the search.
    pub fn progress(&self) -> SearchProgress {
        let (heaps, max_value, is_found) = match &self.state {
            SearchState::Plain(table) => (table.values().len() as u64, table.largest(), false),
            SearchState::Sparse(sparse) => (sparse.heaps(), sparse.largest(), sparse.repeats()),
        };
        SearchProgress { heaps, max_value: max_value.into(), method: self.method(), is_found }
    }

    /// Returns the values that are kept of the first heaps, from heap 0 on: all known values, or as many as are kept.
    pub fn values(&self) -> &[u16] {
        match &self.state {
            SearchState::Plain(table) => table.values(),
            SearchState::Sparse(sparse) => sparse.first(),
        }
    }

    fn method(&self) -> Method {
        match &self.state {
            SearchState::Plain(_) => Method::Plain,
            SearchState::Sparse(sparse) => sparse.method(),
        }
    }

    /// Searches for the period among `heaps` heaps, within `limits`; without `heaps`, the search takes less than a minute. Returns the search
    /// and the searcher, which writes its [`certificate`](Self::certificate).
    ///
    /// # Errors
    /// If less than [`PERIOD_MEMORY`] is allowed, or two computations of a value differ. A search that needs more memory later ends with
    /// [`SearchEnd::Memory`].
    pub fn search_within(
        game: Game,
        heaps: Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<(PeriodSearch, Self), PeriodError> {
        let memory = limits.max_memory();
        if memory < PERIOD_MEMORY {
            return Err(PeriodError::Memory { allowed: memory });
        }
        let mut run = Self::new(game).memory(memory).threads(limits.workers());
        if heaps.is_none() {
            run = run.plain_limit_by_default();
        }
        loop {
            let search = run.search(heaps.unwrap_or_else(|| run.default_limit()), &mut |_| !(limits.stop)());
            match search.ended {
                SearchEnd::Inconsistent => return Err(PeriodError::Inconsistent { heaps: search.heaps }),
                // Few heaps are rare, and the default limit has risen.
                SearchEnd::Limit if heaps.is_none() && run.default_limit() > search.heaps => {}
                _ => return Ok((search, run)),
            }
        }
    }

    /// Continues until a period is proved or `limit` heaps are known. The search calls `go_on` from time to time, and
    /// stops if that returns `false`; a later call resumes it.
    pub fn search(&mut self, limit: u64, go_on: &mut dyn FnMut(&SearchProgress) -> bool) -> PeriodSearch {
        loop {
            let ended = match &mut self.state {
                SearchState::Plain(_) => self.plain(limit, go_on),
                SearchState::Sparse(_) => self.sparse(limit, go_on),
            };
            if let Some((ended, found)) = ended {
                return self.outcome(ended, found);
            }
        }
    }

    /// The plain method, up to the next attempt at a proof. `None`: the search continues, perhaps by the other method.
    fn plain(
        &mut self,
        limit: u64,
        go_on: &mut dyn FnMut(&SearchProgress) -> bool,
    ) -> Option<(SearchEnd, Option<Period>)> {
        let SearchState::Plain(table) = &mut self.state else { return None };
        table.set_threads(self.threads);
        table.limit_memory(self.memory);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let most = limit.min(self.plain_limit);
        // The known values may come from a snapshot, without an attempt at a proof.
        let next = table.values().len() + usize::from(table.values().len() == self.attempted_at);
        let goal = next.next_power_of_two().max(FIRST_ATTEMPT_HEAPS).min(most);
        let ended = grow(table, goal, go_on).err();
        if ended == Some(SearchEnd::Stopped) {
            // The result must not depend on the point at which the search was stopped.
            return Some((SearchEnd::Stopped, None));
        }
        if 4 * table.values().len() as u64 > self.memory {
            let (heap, bytes) = (table.values().len() as u64, 4 * table.values().len() as u64);
            return Some((SearchEnd::Memory { heap, bytes }, None));
        }
        let found = prove_period(&self.game, table.values());
        if found.is_some() {
            return Some((SearchEnd::Proved, found));
        }
        if let Some(ended) = ended {
            return Some((ended, None));
        }
        let known = table.values().len();
        self.attempted_at = known;
        if known < limit
            && known >= MIN_START_HEAPS
            && let Some(mut sparse) = SparseSearch::begin(&self.game, table.values())
        {
            if sparse.bytes() > self.memory {
                return Some((SearchEnd::Memory { heap: known as u64, bytes: sparse.bytes() }, None));
            }
            if self.keep_all {
                sparse.retain_all();
            }
            self.state = SearchState::Sparse(Box::new(sparse));
            return None;
        }
        match known {
            _ if known >= limit => Some((SearchEnd::Limit, None)),
            _ if known >= self.plain_limit => Some((SearchEnd::Dense, None)),
            _ => None,
        }
    }

    /// The sparse space, up to a proof or the limit. `None`: the search continues by the plain method.
    fn sparse(
        &mut self,
        limit: u64,
        go_on: &mut dyn FnMut(&SearchProgress) -> bool,
    ) -> Option<(SearchEnd, Option<Period>)> {
        let (memory, threads, keep_all) = (self.memory, self.threads, self.keep_all);
        let (mut step, mut advanced) = (AdvanceResult::Known, false);
        loop {
            let progress = self.progress();
            let SearchState::Sparse(sparse) = &mut self.state else { return None };
            if !keep_all {
                sparse.retain_latest();
            }
            if step == AdvanceResult::Repeats || progress.is_found {
                return Some(match sparse.prove(&mut || go_on(&progress)) {
                    Ok(period) => (SearchEnd::Proved, Some(period)),
                    Err(Failure::Stopped) => (SearchEnd::Stopped, None),
                    Err(_) => (SearchEnd::Inconsistent, None),
                });
            }
            match step {
                AdvanceResult::Known | AdvanceResult::Repeats => {}
                AdvanceResult::Dense => {
                    let values = sparse.first().to_vec();
                    match Table::resume(self.game.clone(), values) {
                        Ok(table) => self.state = SearchState::Plain(Box::new(table)),
                        Err(error) => return Some((error.into(), None)),
                    }
                    return None;
                }
                AdvanceResult::Memory(bytes) => return Some((SearchEnd::Memory { heap: progress.heaps, bytes }, None)),
                AdvanceResult::TooLarge => return Some((SearchEnd::ValueTooLarge { heap: progress.heaps }, None)),
                AdvanceResult::Inconsistent => return Some((SearchEnd::Inconsistent, None)),
            }
            // If rare heaps occur in every period, only the theorem of Guy and Smith can prove it.
            if (progress.heaps.is_power_of_two() || progress.heaps >= limit)
                && let Some(values) = sparse.all()
                && let found @ Some(_) = prove_period(&self.game, values)
            {
                return Some((SearchEnd::Proved, found));
            }
            if progress.heaps >= limit {
                return Some((SearchEnd::Limit, None));
            }
            // Not before the first step: a search that is stopped at every call still makes progress.
            if advanced && !go_on(&progress) {
                return Some((SearchEnd::Stopped, None));
            }
            advanced = true;
            if keep_all && sparse.bytes() > memory {
                return Some((SearchEnd::Memory { heap: progress.heaps, bytes: sparse.bytes() }, None));
            }
            // The search attempts a proof at every power of two, whether or not it was stopped before.
            step = sparse.advance(limit.min((progress.heaps + 1).next_power_of_two()), memory, threads);
        }
    }

    /// Returns a certificate of the period that `search` proved. This recomputes some values, and calls `go_on` meanwhile.
    ///
    /// `None` if `go_on` returns `false`, or `search` is not a result of this run that proves a period.
    pub fn certificate(&self, search: &PeriodSearch, go_on: &mut dyn FnMut() -> bool) -> Option<Certificate> {
        let Period::Proved { preperiod, period, checked_to, by: theorem, .. } = search.period? else { return None };
        let proof = match &self.state {
            SearchState::Sparse(sparse) if theorem == WINDOW_THEOREM => {
                Proof::Windows(sparse.certify(preperiod, go_on).ok()?)
            }
            _ => Proof::Plain { theorem: theorem.to_owned(), checked_to },
        };
        Some(Certificate { game: self.game.to_string(), preperiod, period, max_value: search.max_value?, proof })
    }

    fn outcome(&self, ended: SearchEnd, proved: Option<Period>) -> PeriodSearch {
        let SearchProgress { heaps, max_value, method, .. } = self.progress();
        let observed = match &self.state {
            SearchState::Plain(table) if proved.is_none() && self.game.parts() == 3 => observe(table.values()),
            _ => None,
        };
        // The number of heaps computed beyond the proof depends on where the search was interrupted.
        let heaps = proved.map_or(heaps, |period| period.heaps());
        let note = match (observed, ended) {
            (Some(_), _) => "values that rise are reported as observed, not as proved".to_owned(),
            (None, SearchEnd::ValueTooLarge { heap }) => TableError::Value { heap }.to_string(),
            (None, SearchEnd::Memory { heap, bytes }) => {
                format!("at heap {heap} the search needs {bytes} bytes, and {} are allowed", self.memory)
            }
            (None, SearchEnd::Dense) => format!(
                "too many heaps are rare for any but the plain method, which stops at {heaps} heaps unless a limit is given"
            ),
            (None, _) => String::new(),
        };
        PeriodSearch {
            period: proved.or(observed),
            heaps,
            max_value: observed.is_none().then_some(max_value),
            ended,
            method: method.to_string(),
            note,
        }
    }
}

/// Grows a table and calls `go_on` from time to time.
fn grow(table: &mut Table, heaps: usize, go_on: &mut dyn FnMut(&SearchProgress) -> bool) -> Result<(), SearchEnd> {
    while table.values().len() < heaps {
        let known = table.values().len();
        let step = 1 + STEPS / table.steps(known);
        table.grow(known.saturating_add(step).min(heaps))?;
        let (heaps, max_value) = (table.values().len() as u64, table.largest().into());
        if !go_on(&SearchProgress { heaps, max_value, method: Method::Plain, is_found: false }) {
            return Err(SearchEnd::Stopped);
        }
    }
    Ok(())
}
