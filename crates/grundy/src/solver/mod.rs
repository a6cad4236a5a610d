//! Answers questions about one game: the values of a position and of its moves, from a store, from theory, or by solving.

mod build;
mod error;
mod evidence;
mod forecast;
mod heaps;
mod heatmap;
mod histogram;
#[cfg(feature = "json")]
pub mod json;
mod lost_heaps;
mod moves;
mod nimbers;
mod partial;
mod period;
mod search;
mod solved_positions;
mod source;
mod stages;
mod sum;
mod sum_value;
mod trace;

pub use crate::theory::{PERIOD_HEAPS, PERIOD_MEMORY, PeriodError};
pub use build::{
    BuildError, Extent, KnownVerdicts, PartStatistics, Row, RowId, SolvedGame, Statistics, is_solved_by_index,
    solve_and_count,
};
pub use error::SolveError;
pub use forecast::{Forecast, forecast};
pub use heaps::{HeapError, SingleHeap, SingleHeapRef, SingleHeaps};
pub use heatmap::{Heatmap, HeatmapError, MAX_HEATMAP_HEAP, Pair, heatmap, two_heaps};
pub use histogram::Histogram;
pub use lost_heaps::lost_heaps;
pub use period::{fold_period, fold_search, period, period_with_certificate};
pub use trace::{MAX_TRACED_MOVES, MAX_TRACED_POSITIONS, TraceError, TracedGame, trace};

use crate::answer::{Answer, Note, Searched, Solution};
use crate::catalog::OpenedGame;
use crate::checkpoint::Checkpointer;
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::{IndexedSolution, NimberSearch, Solved, TieredSolution};
use crate::text::Key;
use crate::theory::Reason;
use crate::value::{Grundy, Outcome};
use rustc_hash::FxHashMap;
use search::CountedSearch;
use solved_positions::SolvedPositions;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most moves of an expanded game for which the remoteness of a position with theory is computed.
pub const MAX_EXPANDED_MOVES: u64 = 1_000_000;

/// The default limit of explored positions: some 500 megabytes, and a minute if each position has many moves.
pub const DEFAULT_MAX_POSITIONS: u64 = 3_000_000;

/// The default limit of positions of a tier-by-tier solution: some 2 gigabytes, and half a minute.
pub const DEFAULT_MAX_POSITIONS_IN_TIERS: u64 = 200_000_000;

/// The default number of listed moves.
pub const MAX_MOVES: usize = 1000;

/// A store of solved positions that several threads may read.
pub type Store<'a> = dyn Solution<Key> + Sync + 'a;

/// Answers questions about one game, and reuses solved positions for later questions.
///
/// ```
/// use grundy::{Outcome, Play, catalog, limits::Limits, solver::Solver};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let position = game.as_dyn().parse("14 21 39")?;
/// let answer = Solver::new(&game).threads(2).memory(1 << 30).solve(&position)?;
/// assert_eq!(answer.value.outcome, Outcome::Win);
/// assert_eq!(answer.moves.unwrap().listed[0].text, "take 12 from 39");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    game: &'a OpenedGame,
    store: Option<&'a Store<'a>>,
    /// Positions near the start that are solved; the options of some may be missing.
    openings: Option<Box<dyn Solution<Key> + Send + Sync + 'a>>,
    limits: Limits<'a>,
    max_moves: usize,
    with_moves: bool,
    /// Whether a search ends as soon as a best move is known.
    until_best_move: bool,
    explored: SolvedPositions<'a>,
    /// Positions expanded in addition to theory, within [`MAX_EXPANDED_MOVES`]; separate from the others, so that an
    /// answer does not depend on earlier questions.
    expanded: SolvedPositions<'a>,
    /// The solution of an explicit graph, once it was solved.
    graph: Option<Arc<Solved>>,
    /// The solution of a game by the indices of its positions, once it was solved.
    indexed: Option<Arc<IndexedSolution>>,
    /// The solution for the last position of a game that is solved tier by tier.
    tiered: Option<Arc<TieredSolution>>,
    /// The search of single positions, once it was used.
    search: Option<CountedSearch<'a>>,
    /// The search of positions that cannot be enumerated, whose results are saved; `None` if they are not, or if the game provides the search.
    saved_search: Option<CountedSearch<'a>>,
    /// Saves what the search proves.
    checkpointer: Checkpointer<'a>,
    /// What the search proved of the last position and of its options.
    proved: FxHashMap<Key, Searched>,
    /// The text of a position that can come back, if that ended the search for the last answer.
    recurring: Option<String>,
    /// The default limit of positions, if more can be reached from the last position.
    exceeded_default: Option<u64>,
    /// Whether the last answer was found by a search of single positions, so that another position takes another search.
    is_searched: bool,
    /// The search over components of a game that has one, once it was used.
    nimbers: Option<NimberSearch<'a>>,
    /// The number of solvers that share the memory for searches over components.
    memory_shares: u64,
    /// A solver for each summand of a sum.
    summands: Vec<Solver<'a>>,
}

impl<'a> Solver<'a> {
    /// Creates a solver for one game. Until [`Solver::limits`] gives a number of positions, it stores at most [`DEFAULT_MAX_POSITIONS`], or
    /// [`DEFAULT_MAX_POSITIONS_IN_TIERS`] of a game in tiers; memory and time have no limit.
    pub fn new(game: &'a OpenedGame) -> Self {
        let mut summands: Vec<Self> = match game {
            OpenedGame::Sum(sum) => sum.games().map(|game| Solver::new(game).without_moves()).collect(),
            OpenedGame::Game(_) | OpenedGame::Own(_) | OpenedGame::Graph(_) => Vec::new(),
        };
        let searched = summands.iter().filter(|summand| summand.game.as_dyn().components().is_some()).count() as u64;
        summands.iter_mut().for_each(|summand| summand.memory_shares = searched.max(1));
        Self {
            game,
            store: None,
            openings: None,
            limits: Limits::NONE,
            max_moves: MAX_MOVES,
            with_moves: true,
            until_best_move: false,
            recurring: None,
            exceeded_default: None,
            explored: SolvedPositions::new(game.as_dyn()),
            expanded: SolvedPositions::new(game.as_dyn()),
            graph: None,
            indexed: None,
            tiered: None,
            search: None,
            saved_search: None,
            checkpointer: Checkpointer::none(),
            proved: FxHashMap::default(),
            is_searched: false,
            nimbers: None,
            memory_shares: 1,
            summands,
        }
    }

    /// Sets all limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits<'a>) -> Self {
        self.set_limits(limits);
        self
    }

    /// Sets all limits for the next questions.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
        self.summands.iter_mut().for_each(|summand| summand.set_limits(limits));
    }

    /// Sets the largest number of moves that the next answers list; with 0, the moves are only counted.
    pub fn set_max_moves(&mut self, moves: usize) {
        self.max_moves = moves;
    }

    /// Sets the number of threads; 0 counts as 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        let threads = NonZeroUsize::new(threads).or(NonZeroUsize::new(1));
        let limits = Limits { threads, ..self.limits };
        self.limits(limits)
    }

    /// Sets the memory limit, in bytes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        let limits = Limits { memory: Some(bytes), ..self.limits };
        self.limits(limits)
    }

    /// Sets a store that is read before anything is solved. The caller must ensure that it belongs to the game. A store that does not hold
    /// all options of its positions is set as the openings.
    #[must_use]
    pub fn with_store(mut self, store: &'a Store<'a>) -> Self {
        if !store.holds_options() {
            return self.with_openings(store);
        }
        self.store = Some(store);
        self
    }

    /// Sets a store of solved positions near the start of the game, which is read before a position is searched. It need not hold the
    /// options of its positions. The caller must ensure that it belongs to the game.
    #[must_use]
    pub fn with_openings(mut self, openings: impl Solution<Key> + Send + Sync + 'a) -> Self {
        self.openings = Some(Box::new(openings));
        self
    }

    /// Sets the largest number of moves that an answer lists; the best ones are listed. With 0, the moves are only counted.
    #[must_use]
    pub fn max_moves(mut self, moves: usize) -> Self {
        self.max_moves = moves;
        self
    }

    /// Leaves moves and remoteness out of answers, for speed.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.with_moves = false;
        self
    }

    /// Sets whether the next searches end as soon as a best move of a won or lost position is known; then the error is
    /// [`SolveError::Undecided`].
    pub(crate) fn set_until_best_move(&mut self, until_best_move: bool) {
        self.until_best_move = until_best_move;
    }

    /// Returns the text of a position that can come back, if that is why the last question was not answered by a search: a search solves
    /// only games in which no position recurs.
    pub fn recurring_position(&self) -> Option<&str> {
        self.recurring.as_deref()
    }

    /// Returns the number of positions to which an enumeration was limited by default, if more can be reached from the last position. The
    /// position was then searched, which may take much longer than an enumeration with a larger limit.
    pub fn exceeded_default_limit(&self) -> Option<u64> {
        self.exceeded_default
    }

    /// Returns the game of this solver.
    pub fn game(&self) -> &'a OpenedGame {
        self.game
    }

    /// Solves a position: computes its value, and the value of each of its moves.
    ///
    /// # Errors
    /// If theory does not reach the position and it is too large to be solved within the limits, the run is interrupted, the
    /// rules fail, or the store cannot be read.
    ///
    /// # Panics
    /// If `at` is not a key of this solver's game, for example a key that another game parsed.
    pub fn solve(&mut self, at: &Key) -> Result<Answer, SolveError> {
        let game = self.game.as_dyn();
        if let Some(symmetry) = game.symmetry() {
            symmetry.check(at)?;
        }
        let source = self.source(at)?;
        let value = self.value(&source, at)?;
        let moves = if self.with_moves {
            Some(self.moves(&source, at, &value).map_err(|error| match error {
                SolveError::NoGrundy { .. } => error.with_position(&value),
                error => error,
            })?)
        } else {
            None
        };
        let mut notes: Vec<Note<RunError>> = value.grundy.reason().map(Note::new).into_iter().collect();
        if moves.is_some() && value.remoteness.is_none() && value.outcome != Outcome::Draw {
            notes.push(match source.not_expanded() {
                None | Some(RunError::Limit(LimitHit::Moves { .. })) => {
                    let why = format!("the game expanded from here has more than {MAX_EXPANDED_MOVES} moves");
                    Note::new(format!("remoteness not computed: {why}"))
                }
                Some(why) => Note::with_cause("remoteness not computed", why.clone()),
            });
        }
        self.is_searched = matches!(source, source::Source::Searched { .. });
        let method = match (&source, &value.grundy) {
            (source::Source::SumOf { .. }, Grundy::Finite(_) | Grundy::Large(_)) => source.method(at),
            (source::Source::SumOf { .. }, _) => "sum of the summands' Grundy values (Smith 1966)".to_owned(),
            _ => source.method(at),
        };
        Ok(Answer {
            game: game.name().to_owned(),
            play: game.play(),
            position: game.to_text(at)?,
            value,
            moves,
            method,
            notes,
        })
    }

    /// Returns the reason for a position's value; `None` if theory gives none.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    ///
    /// # Panics
    /// If `at` is not a key of this solver's game.
    pub fn reason(&mut self, at: &Key) -> Result<Option<Reason>, SolveError> {
        if let OpenedGame::Sum(sum) = self.game {
            let sources = self.sources_of_parts(sum, at)?;
            return Ok(Some(self.reason_of_sum(sum, at, &sources)?));
        }
        if let OpenedGame::Graph(_) = self.game {
            return self.reason_on_graph(at);
        }
        let game = self.game.as_dyn();
        let Some(theory) = game.theory() else { return Ok(None) };
        if let Some(components) = game.components()
            && !components.is_enumerable(at, &self.limits)?
        {
            return Ok(None);
        }
        theory.prepare(at, &self.limits)?;
        Ok(theory.reason(at)?)
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("game", self.game).finish_non_exhaustive()
    }
}
