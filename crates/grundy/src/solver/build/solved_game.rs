//! A completely solved game, which can be counted or read row by row.

use super::error::{BuildError, Extent};
use super::explored::{self, ExploredGame};
use super::facets::{by_index, by_word, check_least_positions, why_not_all};
use super::indexed::{self, IndexedGame};
use super::opening::{self, KnownVerdicts, OpeningGame, OpeningPlan};
use super::partitioned::{self, PartitionedGame};
use super::row::{Row, RowId};
use super::statistics::Statistics;
use super::tiered::{self, TieredGame};
use crate::catalog::OpenedGame;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::solve::partitioned::Exchange;
use crate::text::{DynGame, Key, Order, RulesError};
use crate::value::Nimber;
use std::fmt;

/// A completely solved game, read row by row.
pub struct SolvedGame<'a> {
    kind: Kind<'a>,
    is_reduced: bool,
}

enum Kind<'a> {
    Indexed(IndexedGame<'a>),
    Tiered(TieredGame<'a>),
    Explored(ExploredGame<'a>),
    Opening(OpeningGame<'a>),
    Partitioned(Box<PartitionedGame<'a>>),
}

impl<'a> SolvedGame<'a> {
    /// Solves the positions of `extent`; with `reduced`, stores one position of each symmetry class.
    ///
    /// ```
    /// use grundy::{Play, solver::{Extent, SolvedGame}, catalog, limits::Limits};
    /// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
    /// let start = game.as_dyn().start().unwrap();
    /// let whole = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
    /// let (mut rows, mut wins) = (0, 0);
    /// whole.rows(false, &Limits::NONE, &mut |row| {
    ///     rows += 1;
    ///     wins += u64::from(matches!(row.verdict, grundy::Verdict::Win(_)));
    ///     true
    /// }).unwrap();
    /// assert_eq!((rows, wins), (5478, 2836));
    /// ```
    ///
    /// # Errors
    /// If a limit is exceeded, the rules of the game fail, or it lacks the indices or classes that `extent` or
    /// `reduced` requires.
    pub fn solve(
        game: &'a OpenedGame,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
    ) -> Result<Self, BuildError> {
        Self::solve_resumable(game, extent, reduced, limits, Checkpointer::none())
    }

    /// Solves the positions of `extent` with checkpoints.
    ///
    /// Saves the state of the run when that is due, and continues from the state of an earlier run if `checkpointer`
    /// holds one. The solution does not depend on where earlier runs ended.
    ///
    /// The caller must ensure that the earlier run had the same game, extent and `reduced`, for example by the
    /// fingerprint of [`checkpoint::read`](crate::checkpoint::read).
    ///
    /// # Errors
    /// The errors of [`SolvedGame::solve`]; and if the state cannot be saved, or the earlier state is not one of this game.
    pub fn solve_resumable(
        game: &'a OpenedGame,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
        checkpointer: Checkpointer<'_>,
    ) -> Result<Self, BuildError> {
        if let Some((indexed, undefined)) = by_index(game.as_dyn(), extent, reduced) {
            let solved = indexed::solve(game.as_dyn(), indexed, undefined, extent, reduced, limits, checkpointer)?;
            return Ok(Self { kind: Kind::Indexed(solved), is_reduced: reduced });
        }
        if let Extent::From(start) = extent {
            check_least_positions(game.as_dyn(), start, limits)?;
        }
        let kind = match (extent, game) {
            (Extent::From(start), _) if reduced => {
                Kind::Explored(explored::solve(game, start, true, limits, checkpointer)?)
            }
            (Extent::From(start), _) => match by_word(game.as_dyn()) {
                Some((words, undefined)) => Kind::Tiered(tiered::solve(words, undefined, start, limits, checkpointer)?),
                None => Kind::Explored(explored::solve(game, start, false, limits, checkpointer)?),
            },
            (Extent::All, OpenedGame::Graph(_)) if reduced => return Err(BuildError::NoClasses),
            (Extent::All, OpenedGame::Graph(graph)) => Kind::Explored(explored::graph(graph, limits, checkpointer)?),
            (Extent::All, _) => return Err(why_not_all(game.as_dyn())),
        };
        Ok(Self { kind, is_reduced: reduced })
    }

    /// Solves the positions of `extent` in partitions, by a back end: on disk, or by several processes. The rows are those of
    /// [`SolvedGame::solve`], but those of an explored game have other identities ([`RowId::Listed`]).
    ///
    /// All processes of a run must call this with the same arguments. All of them can count the positions, and process 0, which has
    /// partition 0, can read the rows; the others have only a part of them.
    ///
    /// ```
    /// use grundy::{Play, catalog, checkpoint::Checkpointer, limits::Limits, solver::{Extent, SolvedGame}};
    /// use grundy::solve::partitioned::{LocalExchange, Storage};
    /// let game = catalog::open("connect4:3x4", Play::Normal, &Limits::NONE)?;
    /// let start = game.as_dyn().start().expect("the empty board");
    /// let mut exchange = LocalExchange::new(Storage::in_memory(), 4, 2, 1 << 14);
    /// let extent = Extent::From(&start);
    /// let solved = SolvedGame::solve_partitioned(&game, extent, false, &mut exchange, &Limits::NONE, Checkpointer::none())?;
    /// let in_memory = SolvedGame::solve(&game, extent, false, &Limits::NONE)?;
    /// assert_eq!(solved.count(&Limits::NONE)?, in_memory.count(&Limits::NONE)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`SolvedGame::solve_resumable`]; and if the game cannot be solved in partitions, a stream cannot be read or written,
    /// or another process is lost.
    pub fn solve_partitioned(
        game: &'a OpenedGame,
        extent: Extent<'_>,
        reduced: bool,
        exchange: &mut dyn Exchange,
        limits: &Limits<'_>,
        checkpointer: Checkpointer<'_>,
    ) -> Result<Self, BuildError> {
        if let Extent::From(start) = extent {
            check_least_positions(game.as_dyn(), start, limits)?;
        }
        let solved = partitioned::solve(game, extent, reduced, exchange, limits, checkpointer)?;
        Ok(Self { kind: Kind::Partitioned(Box::new(solved)), is_reduced: reduced })
    }

    /// Solves the positions after at most `moves` moves from `start`, one of each symmetry class, with checkpoints as
    /// [`SolvedGame::solve_resumable`]. The positions after `moves` moves are searched, and the verdicts of the others follow.
    ///
    /// `known` returns verdicts of positions after fewer moves that the caller knows. They make the search faster and change no verdict.
    ///
    /// ```
    /// use grundy::{Remoteness, Verdict, catalog, checkpoint::Checkpointer, limits::Limits, Play, solver::SolvedGame};
    /// let game = catalog::open("connect4:4x4", Play::Normal, &Limits::NONE)?;
    /// let start = game.as_dyn().start().expect("the empty board");
    /// let opening = SolvedGame::solve_opening(&game, &start, 3, None, &Limits::NONE, Checkpointer::none())?;
    /// let counts = opening.count(&Limits::NONE)?;
    /// assert_eq!((counts.stored, counts.positions), (37, 73));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::NoOpening`] if the positions of the game are not words, or a move does not lead to the next tier. If a limit is
    /// exceeded or the run is interrupted; the state then has all positions that were searched to their end. If the state cannot be
    /// saved, or the earlier state is not one of this game.
    pub fn solve_opening(
        game: &'a OpenedGame,
        start: &Key,
        moves: u32,
        known: Option<&KnownVerdicts<'_>>,
        limits: &Limits<'_>,
        checkpointer: Checkpointer<'_>,
    ) -> Result<Self, BuildError> {
        let words = by_word(game.as_dyn()).ok_or(BuildError::NoOpening)?;
        let plan = OpeningPlan { start, moves, known };
        let solved = opening::solve(game.as_dyn(), words, &plan, limits, checkpointer)?;
        Ok(Self { kind: Kind::Opening(solved), is_reduced: true })
    }

    /// Returns the tier up to which an opening is solved ([`SolvedGame::solve_opening`]); `None` for other solutions.
    pub fn opening_tier(&self) -> Option<u32> {
        match &self.kind {
            Kind::Opening(opening) => Some(opening.last_tier()),
            _ => None,
        }
    }

    /// Counts the positions by value and remoteness.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub fn count(&self, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
        match &self.kind {
            Kind::Indexed(indexed) => indexed.count(limits),
            Kind::Tiered(words) => Ok(words.count()),
            Kind::Explored(explored) => explored.count(limits),
            Kind::Opening(opening) => Ok(opening.count()),
            Kind::Partitioned(parts) => Ok(parts.statistics().clone()),
        }
    }

    /// Returns the order of the rows.
    pub fn order(&self) -> Order {
        match &self.kind {
            Kind::Partitioned(parts) => parts.order(),
            Kind::Indexed(_) => Order::Index,
            Kind::Tiered(_) | Kind::Opening(_) => Order::Word,
            Kind::Explored(_) => Order::Key,
        }
    }

    /// Calls `each` with every row, in order, until it returns `false`. With `both`, one row represents both positions
    /// of an index.
    ///
    /// In addition to the solution this takes two bits for each index if `reduced` was set, eight bytes for each
    /// position of the largest tier, or four bytes and a copy of the position for each vertex.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub fn rows(&self, both: bool, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        match &self.kind {
            Kind::Indexed(indexed) => indexed.rows(both, limits, each),
            Kind::Tiered(words) => words.rows(limits, each),
            Kind::Explored(explored) => explored.rows(limits, each),
            Kind::Opening(opening) => opening.rows(limits, each),
            Kind::Partitioned(parts) => parts.rows(both, limits, each),
        }
    }

    /// Returns whether the rows with `both` are all indices of the game in order, from 0 on and without a gap.
    pub fn is_dense(&self) -> bool {
        match &self.kind {
            Kind::Indexed(indexed) => indexed.is_dense(),
            Kind::Partitioned(parts) => parts.is_dense(),
            _ => false,
        }
    }

    /// Returns whether a row represents a symmetry class.
    pub fn is_reduced(&self) -> bool {
        self.is_reduced
    }

    /// Returns whether a row with `both` may represent more than one position: those of a class, or both positions of
    /// an index.
    pub fn is_weighted(&self) -> bool {
        let is_weighted = match &self.kind {
            Kind::Indexed(indexed) => indexed.is_weighted(),
            Kind::Partitioned(parts) => parts.is_weighted(),
            _ => false,
        };
        self.is_reduced || is_weighted
    }

    /// Returns whether the game has a cycle and Grundy values. Then each row has a number as its value, with a stage, or a value ∞(K).
    pub fn has_stages(&self) -> bool {
        match &self.kind {
            Kind::Explored(explored) => explored.has_stages(),
            Kind::Partitioned(parts) => parts.has_stages(),
            _ => false,
        }
    }

    /// Returns whether any position has a value ∞(K).
    pub fn has_infinite_values(&self) -> bool {
        match &self.kind {
            Kind::Explored(explored) => explored.has_infinite_values(),
            Kind::Partitioned(parts) => parts.has_infinite_values(),
            _ => false,
        }
    }

    /// Returns the set K of a row's Grundy value ∞(K), ascending; `None` if the value is another one.
    ///
    /// # Panics
    /// If the row is a [`RowId::Listed`] and not the row that `rows` gave last.
    pub fn loopy(&self, row: &Row) -> Option<Box<[Nimber]>> {
        match (&self.kind, row.id) {
            (Kind::Explored(explored), RowId::Vertex(v)) => explored.loopy(v),
            (Kind::Partitioned(parts), _) => parts.loopy(row),
            _ => None,
        }
    }

    /// Returns the stage of a row's finite Grundy value ([`Solved::stage`](crate::solve::Solved::stage)).
    ///
    /// # Panics
    /// If the row is a [`RowId::Listed`] and not the row that `rows` gave last.
    pub fn stage(&self, row: &Row) -> Option<u32> {
        match (&self.kind, row.id) {
            (Kind::Explored(explored), RowId::Vertex(v)) => explored.stage(v),
            (Kind::Partitioned(parts), _) => parts.stage(row),
            _ => None,
        }
    }

    /// Returns the position of a row.
    ///
    /// # Panics
    /// If the row is of another solution, or a [`RowId::Listed`] and not the row that `rows` gave last.
    pub fn position(&self, row: &Row) -> Key {
        match (&self.kind, row.id) {
            (Kind::Indexed(indexed), RowId::Index(index)) => indexed.position(index, row.player),
            (Kind::Tiered(words), RowId::Word(_, word)) => words.position(word),
            (Kind::Explored(explored), RowId::Vertex(v)) => explored.position(v),
            (Kind::Opening(opening), RowId::Word(_, word)) => opening.position(word),
            (Kind::Partitioned(parts), _) => parts.position(row),
            _ => panic!("a row of another solution"),
        }
    }

    /// Returns the text of the position of a row. `game` must be the solved game.
    ///
    /// # Errors
    /// If the rules fail.
    ///
    /// # Panics
    /// If the row is of another solution, or a [`RowId::Listed`] and not the row that `rows` gave last.
    pub fn text(&self, game: &dyn DynGame, row: &Row) -> Result<String, RulesError> {
        match (&self.kind, row.id) {
            (Kind::Tiered(words), RowId::Word(_, word)) => Ok(words.text(word)),
            (Kind::Opening(opening), RowId::Word(_, word)) => Ok(opening.text(word)),
            (Kind::Partitioned(parts), _) => match parts.text(row) {
                Some(text) => Ok(text),
                None => game.to_text(&parts.position(row)),
            },
            _ => game.to_text(&self.position(row)),
        }
    }
}

impl fmt::Debug for SolvedGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedGame").field("order", &self.order()).finish_non_exhaustive()
    }
}
