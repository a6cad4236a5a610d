//! A game that was solved whole, to be counted or read row by row.

use super::explored::ExploredGame;
use super::indexed::IndexedGame;
use super::tiered::TieredGame;
use super::{BuildError, Extent, Statistics, by_number, by_word, classes, explored, indexed, tiered};
use crate::catalog::Opened;
use crate::checkpoint::Checkpointer;
use crate::game::{Index, Player};
use crate::graph::Vertex;
use crate::limits::Limits;
use crate::text::{DynGame, Key, Order};
use crate::value::{Nimber, Verdict};
use std::cell::RefCell;
use std::fmt;
use std::io;

/// A game that was solved whole.
pub struct SolvedGame<'a>(Kind<'a>);

enum Kind<'a> {
    IndexedGame(IndexedGame<'a>),
    TieredGame(TieredGame<'a>),
    ExploredGame(ExploredGame<'a>),
}

/// A position of a solved game, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// RowFilter it is.
    pub spot: RowId,
    /// Its value and remoteness.
    pub verdict: Verdict,
    /// Its Grundy value, if it has one.
    pub grundy: Option<Nimber>,
    /// Who moves there, where the game says so; where a row stands for both colours, nobody.
    pub turn: Option<Player>,
    /// How many positions the row stands for: one, or all of its class.
    pub weight: u64,
}

/// RowFilter position a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    /// That of a number in which the row's player moves.
    Number(Index),
    /// That of a word, in its tier.
    Word(u32, u64),
    /// That of a vertex.
    Vertex(Vertex),
}

impl<'a> SolvedGame<'a> {
    /// Solves a game whole; `reduced` keeps one position of each class under the game's symmetries.
    ///
    /// ```
    /// use grundy::{Play, solver::{Extent, SolvedGame}, catalog, limits::Limits};
    /// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
    /// let start = game.any().start().unwrap();
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
    /// If a limit is hit, the rules of the game fail, or it has no numbers or classes and they are asked for.
    pub fn solve(game: &'a Opened, extent: Extent<'_>, reduced: bool, limits: &Limits<'_>) -> Result<Self, BuildError> {
        Self::solve_resumable(game, extent, reduced, limits, Checkpointer::none())
    }

    /// Solves a game whole, as [`SolvedGame::solve`], with checkpoints: saves the state of the run when that is due, and
    /// continues from the state of an earlier run if `checkpointer` holds one. The solution does not depend on where earlier
    /// runs ended.
    ///
    /// The caller must ensure that the earlier run had the same game, extent and `reduced`, as by the fingerprint of
    /// [`checkpoint::read`](crate::checkpoint::read).
    ///
    /// # Errors
    /// As [`SolvedGame::solve`], or if the state cannot be saved, or the earlier state is not one of this game.
    pub fn solve_resumable(
        game: &'a Opened,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
        mut checkpointer: Checkpointer<'_>,
    ) -> Result<Self, BuildError> {
        let any = game.any();
        // A state that was computed after the rules failed is wrong, so it is not saved.
        let trouble = RefCell::new(None);
        let checkpointer = checkpointer.with_prefix(|_| {
            let mut trouble = trouble.borrow_mut();
            *trouble = trouble.take().or_else(|| any.take_trouble());
            if trouble.is_some() { Err(io::Error::other("the rules failed")) } else { Ok(()) }
        });
        let solved = Self::by_kind(game, extent, reduced, limits, checkpointer);
        match trouble.into_inner().or_else(|| any.take_trouble()) {
            Some(trouble) => Err(BuildError::Rules(Box::new(trouble))),
            None => solved,
        }
    }

    fn by_kind(
        game: &'a Opened,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
        checkpointer: Checkpointer<'_>,
    ) -> Result<Self, BuildError> {
        if let Some(numbers) = by_number(game) {
            return Ok(Self(Kind::IndexedGame(indexed::solve(game, numbers, extent, reduced, limits, checkpointer)?)));
        }
        Ok(Self(match (extent, game) {
            (Extent::From(start), _) if reduced => {
                Kind::ExploredGame(classes::solve(game, start, limits, checkpointer)?)
            }
            (Extent::From(start), _) => match by_word(game) {
                Some(words) => Kind::TieredGame(tiered::solve(game, words, start, limits, checkpointer)?),
                None => Kind::ExploredGame(explored::solve(game, start, limits, checkpointer)?),
            },
            (Extent::All, Opened::Graph(_)) if reduced => return Err(BuildError::NoClasses),
            (Extent::All, Opened::Graph(chips)) => {
                Kind::ExploredGame(explored::graph(game, chips, limits, checkpointer)?)
            }
            (Extent::All, _) => return Err(BuildError::NoNumbers),
        }))
    }

    /// Counts the positions by value and remoteness.
    ///
    /// # Errors
    /// If a limit is hit.
    pub fn count(&self, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
        match &self.0 {
            Kind::IndexedGame(numbers) => numbers.count(limits),
            Kind::TieredGame(words) => Ok(words.count()),
            Kind::ExploredGame(drawn) => drawn.count(limits),
        }
    }

    /// The order of its rows.
    pub fn order(&self) -> Order {
        match self.0 {
            Kind::IndexedGame(_) => Order::Number,
            Kind::TieredGame(_) => Order::Word,
            Kind::ExploredGame(_) => Order::Key,
        }
    }

    /// Calls `each` with every row, in order, until it says no. With `both` one row stands for the two positions of a number.
    ///
    /// Beyond the solution this takes two bits a number where classes are asked for, eight bytes a position of the largest
    /// tier, or four a vertex.
    ///
    /// # Errors
    /// If a limit is hit.
    pub fn rows(&self, both: bool, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        match &self.0 {
            Kind::IndexedGame(numbers) => numbers.rows(both, limits, each),
            Kind::TieredGame(words) => Ok(words.rows(limits, each)?),
            Kind::ExploredGame(drawn) => drawn.rows(limits, each),
        }
    }

    /// Whether a row with `both` is a number, from 0 on and without a gap.
    pub fn is_dense(&self) -> bool {
        matches!(&self.0, Kind::IndexedGame(numbers) if numbers.is_dense())
    }

    /// Whether a row with `both` may stand for more than one position.
    pub fn is_weighted(&self) -> bool {
        matches!(&self.0, Kind::IndexedGame(numbers) if numbers.is_weighted())
    }

    /// The position of a row.
    ///
    /// # Panics
    /// If the row is of another solution.
    pub fn position(&self, row: &Row) -> Key {
        match (&self.0, row.spot) {
            (Kind::IndexedGame(numbers), RowId::Number(index)) => numbers.position(index, row.turn),
            (Kind::TieredGame(words), RowId::Word(_, word)) => words.position(word),
            (Kind::ExploredGame(drawn), RowId::Vertex(v)) => drawn.position(v),
            _ => panic!("a row of another solution"),
        }
    }

    /// The text of the position of a row, in `game`, which is the one that was solved.
    ///
    /// # Panics
    /// If the row is of another solution.
    pub fn text(&self, game: &dyn DynGame, row: &Row) -> String {
        match (&self.0, row.spot) {
            (Kind::TieredGame(words), RowId::Word(_, word)) => words.text(word),
            _ => game.to_text(&self.position(row)),
        }
    }
}

impl fmt::Debug for SolvedGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedGame").field("order", &self.order()).finish_non_exhaustive()
    }
}
