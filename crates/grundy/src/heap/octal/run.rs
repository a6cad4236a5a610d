//! A search for a period that can be stopped, saved and taken up again.
//!
//! It begins with the plain method, whose values prove short periods by the theorem of Guy and Smith. Each time the number of
//! heaps has doubled, the sparse space is looked for; where few heaps are rare, its engine goes on, and the window theorem
//! proves; where all values are kept, the theorem of Guy and Smith may still. Should too many heaps be rare later, the plain method takes over again.

use super::period::{Found, matches_back, prove_period};
use super::search::{Ended, Method, Observed, Progress, Search};
use super::sparse::{BEGIN, Failure, SparseSearch, Step};
use super::{Certificate, Game, Proof, Table, TableError};

/// Heaps computed before the first look.
pub(super) const FIRST: usize = 256;
/// Steps of the plain method between two questions whether to go on: some 20 milliseconds.
pub(super) const STEPS: usize = 1 << 25;
/// Heaps that are looked at by default.
const LIMIT: u64 = 10_000_000;
/// Where there are few rare ones, heaps times rare heaps and what else each takes.
const PAIRS: u64 = 20_000_000_000;
/// What proves a period in the sparse space.
const WINDOWS: &str = "equal windows of values in the sparse space (window theorem, docs/theory.md)";

/// A search for the period of a take-and-break game.
///
/// ```
/// use grundy::heap::octal::{Code, Ended, Game, Run};
/// let mut run = Run::new(Game::Code(Code::parse("0.16")?));
/// let search = run.search(100_000, &mut |_| true);
/// assert_eq!((search.ended, search.heaps), (Ended::Limit, 100_000));
/// let found = run.search(1_000_000, &mut |_| true).found.unwrap();
/// assert_eq!((found.period, found.preperiod), (149_459, 105_351));
/// # Ok::<(), grundy::heap::octal::CodeError>(())
/// ```
#[derive(Debug)]
pub struct Run {
    pub(super) game: Game,
    pub(super) way: Way,
    /// Number of heaps known when the values of the plain method were last looked at.
    looked: usize,
    /// The most heaps that the plain method looks at.
    plain_limit: usize,
    /// The most bytes in use.
    memory: u64,
    /// Whether all values are kept.
    keep_all: bool,
}

/// How the values are computed at present.
#[derive(Debug)]
pub(super) enum Way {
    Plain(Box<Table>),
    Sparse(Box<SparseSearch>),
}

impl Run {
    /// A search that begins with the empty heap.
    pub fn new(game: Game) -> Self {
        Self::with(game.clone(), Way::Plain(Box::new(Table::new(game))))
    }

    pub(super) fn with(game: Game, way: Way) -> Self {
        Self { game, way, looked: 0, plain_limit: usize::MAX, memory: u64::MAX, keep_all: false }
    }

    /// Gives up after so many heaps where the sparse space does not help; the plain method takes time quadratic in them.
    pub fn plain_limit(mut self, heaps: usize) -> Self {
        self.plain_limit = heaps;
        self
    }

    /// [`Self::plain_limit`] with so many heaps that the plain method takes some fifteen seconds.
    pub fn plain_limit_by_default(self) -> Self {
        let heaps = if self.game.parts() == 3 { 20_000 } else { 300_000 };
        self.plain_limit(heaps)
    }

    /// A number of heaps that takes some ten seconds: 10⁷, and more where few heaps are rare. It may change as the search
    /// goes on.
    pub fn default_limit(&self) -> u64 {
        match self.method() {
            Method::Plain => LIMIT,
            Method::Sparse { rare, .. } => LIMIT.max(PAIRS / (rare as u64 + 32)),
        }
    }

    /// Keeps no more values than fit in so many bytes.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Keeps all values, two bytes a heap, in the place of the first and the latest.
    pub fn keep_all(mut self) -> Self {
        self.keep_all = true;
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let (heaps, max_value, found) = match &self.way {
            Way::Plain(table) => (table.values().len() as u64, table.largest(), false),
            Way::Sparse(hunt) => (hunt.heaps(), hunt.largest(), hunt.repeats()),
        };
        Progress { heaps, max_value: max_value.into(), method: self.method(), found }
    }

    /// The values that are kept of the first heaps, from heap 0 on; all that are known up to some number.
    pub fn values(&self) -> &[u16] {
        match &self.way {
            Way::Plain(table) => table.values(),
            Way::Sparse(hunt) => hunt.first(),
        }
    }

    fn method(&self) -> Method {
        match &self.way {
            Way::Plain(_) => Method::Plain,
            Way::Sparse(hunt) => hunt.method(),
        }
    }

    /// Goes on until a period is proved or `limit` heaps are known. Now and then `go_on` is asked whether to go on; if not, a later
    /// call takes the search up where it was.
    pub fn search(&mut self, limit: u64, go_on: &mut dyn FnMut(&Progress) -> bool) -> Search {
        loop {
            let ended = match &mut self.way {
                Way::Plain(_) => self.plain(limit, go_on),
                Way::Sparse(_) => self.sparse(limit, go_on),
            };
            if let Some((ended, found)) = ended {
                return self.outcome(ended, found);
            }
        }
    }

    /// The plain method, up to the next look at the values. `None`: go on, perhaps by the other method.
    fn plain(&mut self, limit: u64, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<(Ended, Option<Found>)> {
        let Way::Plain(table) = &mut self.way else { return None };
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let most = limit.min(self.plain_limit);
        // What is known may be from before, and not have been looked at.
        let next = table.values().len() + usize::from(table.values().len() == self.looked);
        let goal = next.next_power_of_two().max(FIRST).min(most);
        let ended = grow(table, goal, go_on).err();
        if ended == Some(Ended::Stopped) {
            // Where it was stopped is not to change what is found, and when.
            return Some((Ended::Stopped, None));
        }
        if 4 * table.values().len() as u64 > self.memory {
            let (heap, bytes) = (table.values().len() as u64, 4 * table.values().len() as u64);
            return Some((Ended::Table(TableError::Memory { heap, bytes }), None));
        }
        let found = prove_period(&self.game, table.values());
        if found.is_some() {
            return Some((Ended::Proved, found));
        }
        if let Some(ended) = ended {
            return Some((ended, None));
        }
        let known = table.values().len();
        self.looked = known;
        if known < limit
            && known >= BEGIN
            && let Some(hunt) = SparseSearch::begin(&self.game, table.values(), self.keep_all)
        {
            self.way = Way::Sparse(Box::new(hunt));
            return None;
        }
        match known {
            _ if known >= limit => Some((Ended::Limit, None)),
            _ if known >= self.plain_limit => Some((Ended::Dense, None)),
            _ => None,
        }
    }

    /// The sparse space, up to a proof or the limit. `None`: go on by the plain method.
    fn sparse(&mut self, limit: u64, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<(Ended, Option<Found>)> {
        // Five bytes for each value kept: two for the first, three for the latest; and as much for two computed again.
        let most = self.memory / 10;
        let (mut step, mut advanced) = (Step::Known, false);
        loop {
            let progress = self.progress();
            let Way::Sparse(hunt) = &mut self.way else { return None };
            if step == Step::Repeats || progress.found {
                let proved = hunt.prove(&mut || go_on(&progress));
                return Some(match proved {
                    Ok((preperiod, period, checked_to)) => {
                        (Ended::Proved, Some(Found { preperiod, period, theorem: WINDOWS, checked_to }))
                    }
                    Err(Failure::Stopped) => (Ended::Stopped, None),
                    Err(_) => (Ended::Inconsistent, None),
                });
            }
            match step {
                Step::Known | Step::Repeats => {}
                Step::Dense => {
                    let values = hunt.first().to_vec();
                    match Table::resume(self.game.clone(), values) {
                        Ok(table) => self.way = Way::Plain(Box::new(table)),
                        Err(error) => return Some((Ended::Table(error), None)),
                    }
                    return None;
                }
                Step::Memory(values) => {
                    let error = TableError::Memory { heap: progress.heaps, bytes: 10 * values };
                    return Some((Ended::Table(error), None));
                }
                Step::Inconsistent => return Some((Ended::Inconsistent, None)),
            }
            // Where there are rare heaps in every period the windows prove nothing, and Guy and Smith do.
            if (progress.heaps.is_power_of_two() || progress.heaps >= limit)
                && let Some(values) = hunt.all()
                && let found @ Some(_) = prove_period(&self.game, values)
            {
                return Some((Ended::Proved, found));
            }
            if progress.heaps >= limit {
                return Some((Ended::Limit, None));
            }
            // Not before the first step: a search that is stopped at every question still gets on.
            if advanced && !go_on(&progress) {
                return Some((Ended::Stopped, None));
            }
            advanced = true;
            if self.keep_all && progress.heaps > most {
                let error = TableError::Memory { heap: progress.heaps, bytes: 10 * progress.heaps };
                return Some((Ended::Table(error), None));
            }
            // No power of two is passed by, wherever the search was stopped.
            step = hunt.advance(limit.min((progress.heaps + 1).next_power_of_two()), most);
        }
    }

    /// A certificate of the period that the search found. Some values are computed again, for which `go_on` is asked.
    ///
    /// `None` if `go_on` says no, or `search` is not a result of this run that proves a period.
    pub fn certificate(&self, search: &Search, go_on: &mut dyn FnMut() -> bool) -> Option<Certificate> {
        let Found { preperiod, period, theorem, checked_to } = search.found?;
        let proof = match &self.way {
            Way::Sparse(hunt) if theorem == WINDOWS => Proof::Windows(hunt.certify(preperiod, go_on).ok()?),
            _ => Proof::Plain { theorem: theorem.to_owned(), checked_to },
        };
        Some(Certificate { game: self.game.to_string(), preperiod, period, max_value: search.max_value, proof })
    }

    fn outcome(&self, ended: Ended, found: Option<Found>) -> Search {
        let Progress { heaps, max_value, method, .. } = self.progress();
        let observed = match &self.way {
            Way::Plain(table) if found.is_none() && self.game.parts() == 3 => observe(table.values()),
            _ => None,
        };
        // What was computed beyond the proof is of no interest, and depends on where it was interrupted.
        let heaps = found.map_or(heaps, |found| found.checked_to);
        Search { heaps, max_value, found, observed, ended, method }
    }
}

/// Grows a table, asking now and then whether to go on.
fn grow(table: &mut Table, heaps: usize, go_on: &mut dyn FnMut(&Progress) -> bool) -> Result<(), Ended> {
    while table.values().len() < heaps {
        let known = table.values().len();
        let step = 1 + STEPS / table.steps(known);
        table.grow(known.saturating_add(step).min(heaps)).map_err(Ended::Table)?;
        let (heaps, max_value) = (table.values().len() as u64, table.largest().into());
        if !go_on(&Progress { heaps, max_value, method: Method::Plain, found: false }) {
            return Err(Ended::Stopped);
        }
    }
    Ok(())
}

/// A rising period that the second half of the values shows, and at least four times.
///
/// g(n + p) − g(n) is the same for all n ≥ m just when the differences g(n + 1) − g(n) repeat with the period p from m on.
fn observe(values: &[u16]) -> Option<Observed> {
    let differences: Vec<i32> = values.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0])).collect();
    let (len, last) = (values.len(), differences.len());
    (1..).zip(matches_back(&differences).iter().skip(1)).find_map(|(period, &matches)| {
        let preperiod = last - period - matches as usize;
        let seen = preperiod <= len / 2 && len - preperiod >= 4 * period;
        let saltus = i64::from(values[len - 1]) - i64::from(values[len - 1 - period]);
        (seen && saltus > 0).then_some(Observed {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: saltus as u64,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::{Code, find_period};

    fn code(text: &str) -> Game {
        Game::Code(Code::parse(text).unwrap())
    }

    #[test]
    fn a_search_says_why_it_ended() {
        let mut asked = 0;
        let stopped = find_period(&code("0.007"), 1 << 20, &mut |_| {
            asked += 1;
            asked < 3
        });
        assert_eq!((asked, stopped.ended, stopped.found), (3, Ended::Stopped, None));
        let limit = find_period(&code("0.007"), 1000, &mut |_| true);
        assert_eq!((limit.heaps, limit.ended, limit.found), (1000, Ended::Limit, None));
        for heaps in [0, 1, 2] {
            let short = find_period(&code("0.77"), heaps, &mut |_| true);
            assert_eq!((short.heaps, short.ended, short.max_value), (heaps, Ended::Limit, heaps / 2));
        }
        let dense = Run::new(code("0.007")).plain_limit(10_000).search(1 << 20, &mut |_| true);
        assert_eq!((dense.heaps, dense.ended, dense.method), (10_000, Ended::Dense, Method::Plain));
    }

    #[test]
    fn rising_values_are_observed() {
        let rising: Vec<u16> = (0..40).map(|n| [5, 9, 2][n as usize % 3] + 2 * (n / 3)).collect();
        assert_eq!(observe(&rising), Some(Observed { preperiod: 0, period: 3, saltus: 2 }));
        let mut late = vec![7; 10];
        late.extend(&rising[..30]);
        assert_eq!(observe(&late), Some(Observed { preperiod: 10, period: 3, saltus: 2 }));
        assert_eq!(observe(&late[..15]), None);
        assert_eq!(observe(&[]), None);
        assert_eq!(observe(&[3; 40]), None);
    }
}
