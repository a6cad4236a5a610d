//! The desk where all faces put their one question: the value of a position and of its moves, from a store, from theory,
//! else by solving.

mod build;
mod error;
mod forecast;
mod heatmap;
mod histogram;
mod memory;
mod moves;
mod period;
mod sum;
mod way;

pub use build::{BuildError, Extent, Row, RowId, SolvedGame, Statistics, build};
pub use error::SolveError;
pub use forecast::{Forecast, forecast};
pub use heatmap::{Heatmap, HeatmapError, LARGEST_HEAP, Pair, heatmap, two_heaps};
pub use histogram::Histogram;
pub use period::{PERIOD_HEAPS, PERIOD_MEMORY, PeriodError, period};

pub(crate) use moves::again;

use crate::answer::{Answer, Solution};
use crate::catalog::Opened;
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::{IndexedSolution, Solved, TieredSolution};
use crate::text::Key;
use crate::theory::Reason;
use crate::value::Outcome;
use memory::Memory;
use std::fmt;
use way::Way;

/// The remoteness of a position that theory answers is computed where the game expanded from it has at most so many moves.
pub const MOVES_EXPANDED: u64 = 1_000_000;

/// Positions explored at most unless the limits say how many: some 500 megabytes, and a minute where each has many moves.
pub const POSITIONS_EXPLORED: u64 = 3_000_000;

/// The same where positions are words that are kept in tables: some 2 gigabytes, and half a minute.
pub const POSITIONS_IN_TIERS: u64 = 200_000_000;

/// Moves listed unless told otherwise.
pub const MAX_MOVES: usize = 1000;

/// Answers questions about one game, and remembers what it solved for the next one.
pub struct Solver<'a> {
    game: &'a Opened,
    store: Option<&'a (dyn Solution<Key> + 'a)>,
    limits: Limits<'a>,
    max_moves: usize,
    with_moves: bool,
    memory: Memory<'a>,
    /// Positions expanded beside theory, within [`MOVES_EXPANDED`]; apart from the others, so that an answer does not
    /// depend on the questions before.
    beside: Memory<'a>,
    /// The solution of a game drawn in full.
    drawn: Option<Solved>,
    /// The solution of a game by the numbers of its positions.
    numbers: Option<IndexedSolution>,
    /// What can be reached from a position of a game that is solved tier by tier.
    tiers: Option<TieredSolution>,
    /// A desk for each summand of a sum, and where its values came from last.
    summands: Vec<Solver<'a>>,
    summand_ways: Vec<Way>,
    /// Why the position asked for last was not expanded.
    unexpanded: Option<RunError>,
}

impl<'a> Solver<'a> {
    /// A desk for one game.
    pub fn new(game: &'a Opened, limits: Limits<'a>) -> Self {
        Self {
            game,
            store: None,
            limits,
            max_moves: MAX_MOVES,
            with_moves: true,
            memory: Memory::new(game.any()),
            beside: Memory::new(game.any()),
            drawn: None,
            numbers: None,
            tiers: None,
            summands: match game {
                Opened::Sum(sum) => sum.games().map(|game| Solver::new(game, limits).without_moves()).collect(),
                _ => Vec::new(),
            },
            summand_ways: Vec::new(),
            unexpanded: None,
        }
    }

    /// The game that it answers for.
    pub fn game(&self) -> &'a Opened {
        self.game
    }

    /// Asks `store` first.
    #[must_use]
    pub fn with_store(mut self, store: &'a (dyn Solution<Key> + 'a)) -> Self {
        self.store = Some(store);
        self
    }

    /// Lists at most so many moves, the best ones.
    #[must_use]
    pub fn max_moves(mut self, moves: usize) -> Self {
        self.max_moves = moves;
        self
    }

    /// Leaves moves and remoteness out, for speed.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.with_moves = false;
        self
    }

    /// The value of a position and of its moves.
    ///
    /// # Errors
    /// If the position is out of reach of theory and too large to be solved within the limits.
    pub fn ask(&mut self, at: &Key) -> Result<Answer, SolveError> {
        let answer = self.answer(at);
        self.unless_trouble(answer)
    }

    /// What was found, unless the rules of the game failed on the way; then nothing is kept of it.
    fn unless_trouble<T>(&mut self, found: Result<T, SolveError>) -> Result<T, SolveError> {
        let Some(trouble) = self.game.any().take_trouble() else { return found };
        self.memory = Memory::new(self.game.any());
        self.beside = Memory::new(self.game.any());
        Err(SolveError::Rules(Box::new(trouble)))
    }

    fn answer(&mut self, at: &Key) -> Result<Answer, SolveError> {
        let game = self.game.any();
        let way = self.way(at)?;
        let facts = self.facts(way, at)?;
        let moves = if self.with_moves { Some(self.moves(way, at, &facts)?) } else { None };
        let mut notes: Vec<String> = facts.grundy.reason().map(str::to_owned).into_iter().collect();
        if moves.is_some() && facts.remoteness.is_none() && facts.outcome != Outcome::Draw {
            notes.push(match &self.unexpanded {
                None | Some(RunError::Limit(LimitHit::Moves { .. })) => {
                    format!("remoteness not computed: the game expanded from here has more than {MOVES_EXPANDED} moves")
                }
                Some(hit) => format!("remoteness not computed: {hit}"),
            });
        }
        Ok(Answer {
            game: game.name().to_owned(),
            play: game.play_kind(),
            position: game.to_text(at),
            facts,
            moves,
            method: self.method(way, at),
            proved: true,
            notes,
        })
    }

    /// Why a position has its value, where theory can say it.
    ///
    /// # Errors
    /// As [`Solver::ask`].
    pub fn reason(&mut self, at: &Key) -> Result<Option<Reason>, SolveError> {
        if let Opened::Sum(sum) = self.game {
            self.way(at)?;
            return Ok(Some(Reason::Sum(self.components(sum, at)?)));
        }
        let reason = self.game.any().reason(at);
        self.unless_trouble(Ok(reason))
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("game", self.game).finish_non_exhaustive()
    }
}
