//! A game that was solved whole, to be counted or read row by row.

use super::explored::Drawn;
use super::numbered::Numbers;
use super::worded::Words;
use super::{BuildError, Built, Extent, by_number, by_word, classes, explored, numbered, worded};
use crate::any::{AnyGame, Key, Order, Trouble};
use crate::catalog::Opened;
use crate::game::{Index, Player};
use crate::graph::Vertex;
use crate::keep::{Keeper, Nobody, State};
use crate::limits::Limits;
use crate::value::{Nimber, Verdict};
use std::fmt;
use std::io::Read;

/// A game that was solved whole.
pub struct Whole<'a>(Kind<'a>);

enum Kind<'a> {
    Numbers(Numbers<'a>),
    Words(Words<'a>),
    Drawn(Drawn<'a>),
}

/// A position of a solved game, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which it is.
    pub spot: Spot,
    /// Its value and remoteness.
    pub verdict: Verdict,
    /// Its Grundy value, if it has one.
    pub grundy: Option<Nimber>,
    /// Who moves there, where the game says so; where a row stands for both colours, nobody.
    pub turn: Option<Player>,
    /// How many positions the row stands for: one, or all of its class.
    pub weight: u64,
}

/// Which position a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// That of a number in which the row's player moves.
    Number(Index),
    /// That of a word, in its tier.
    Word(u32, u64),
    /// That of a vertex.
    Vertex(Vertex),
}

impl<'a> Whole<'a> {
    /// Solves a game whole; `reduced` keeps one position of each class under the game's symmetries.
    ///
    /// ```
    /// use grundy::{Play, ask::{Extent, Whole}, catalog, limits::Limits};
    /// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
    /// let start = game.any().start().unwrap();
    /// let whole = Whole::solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
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
        Self::solve_keeping(game, extent, reduced, limits, &mut Nobody)
    }

    /// The same, from where the run was left that `keeper` has kept, if it has; it is offered the state at every boundary.
    /// What comes of it does not depend on where runs before have ended.
    ///
    /// A keeper is of one game and one question: what it has kept of another is refused where the bytes show it, and else
    /// taken for what it is not.
    ///
    /// # Errors
    /// As [`Whole::solve`]; if what was kept is no state of this game; [`LimitHit::Stopped`] if the keeper ends the run.
    ///
    /// [`LimitHit::Stopped`]: crate::limits::LimitHit::Stopped
    pub fn solve_keeping(
        game: &'a Opened,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
        keeper: &mut dyn Keeper,
    ) -> Result<Self, BuildError> {
        let mut keeper = Sound { game: game.any(), keeper, trouble: None };
        let solved = Self::by_kind(game, extent, reduced, limits, &mut keeper);
        match keeper.trouble.or_else(|| game.any().take_trouble()) {
            Some(trouble) => Err(BuildError::Rules(Box::new(trouble))),
            None => solved,
        }
    }

    fn by_kind(
        game: &'a Opened,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
        keeper: &mut dyn Keeper,
    ) -> Result<Self, BuildError> {
        if let Some(numbers) = by_number(game) {
            return Ok(Self(Kind::Numbers(numbered::solve(game, numbers, extent, reduced, limits, keeper)?)));
        }
        Ok(Self(match (extent, game) {
            (Extent::From(start), _) if reduced => Kind::Drawn(classes::solve(game, start, limits, keeper)?),
            (Extent::From(start), _) => match by_word(game) {
                Some(words) => Kind::Words(worded::solve(game, words, start, limits, keeper)?),
                None => Kind::Drawn(explored::solve(game, start, limits, keeper)?),
            },
            (Extent::All, Opened::Drawn(_)) if reduced => return Err(BuildError::NoClasses),
            (Extent::All, Opened::Drawn(chips)) => Kind::Drawn(explored::graph(game, chips, limits, keeper)?),
            (Extent::All, _) => return Err(BuildError::NoNumbers),
        }))
    }

    /// Counts the positions by value and remoteness.
    ///
    /// # Errors
    /// If a limit is hit.
    pub fn count(&self, limits: &Limits<'_>) -> Result<Built, BuildError> {
        match &self.0 {
            Kind::Numbers(numbers) => numbers.count(limits),
            Kind::Words(words) => Ok(words.count()),
            Kind::Drawn(drawn) => drawn.count(limits),
        }
    }

    /// The order of its rows.
    pub fn order(&self) -> Order {
        match self.0 {
            Kind::Numbers(_) => Order::Number,
            Kind::Words(_) => Order::Word,
            Kind::Drawn(_) => Order::Key,
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
            Kind::Numbers(numbers) => numbers.rows(both, limits, each),
            Kind::Words(words) => Ok(words.rows(limits, each)?),
            Kind::Drawn(drawn) => drawn.rows(limits, each),
        }
    }

    /// Whether a row with `both` is a number, from 0 on and without a gap.
    pub fn is_dense(&self) -> bool {
        matches!(&self.0, Kind::Numbers(numbers) if numbers.is_dense())
    }

    /// Whether a row with `both` may stand for more than one position.
    pub fn is_weighted(&self) -> bool {
        matches!(&self.0, Kind::Numbers(numbers) if numbers.is_weighted())
    }

    /// The position of a row.
    ///
    /// # Panics
    /// If the row is of another solution.
    pub fn position(&self, row: &Row) -> Key {
        match (&self.0, row.spot) {
            (Kind::Numbers(numbers), Spot::Number(index)) => numbers.position(index, row.turn),
            (Kind::Words(words), Spot::Word(_, word)) => words.position(word),
            (Kind::Drawn(drawn), Spot::Vertex(v)) => drawn.position(v),
            _ => panic!("a row of another solution"),
        }
    }

    /// The text of the position of a row, in `game`, which is the one that was solved.
    ///
    /// # Panics
    /// If the row is of another solution.
    pub fn text(&self, game: &dyn AnyGame, row: &Row) -> String {
        match (&self.0, row.spot) {
            (Kind::Words(words), Spot::Word(_, word)) => words.text(word),
            _ => game.show(&self.position(row)),
        }
    }
}

/// Keeps nothing of a run of which the rules have failed: what they said since is not so.
struct Sound<'a> {
    game: &'a dyn AnyGame,
    keeper: &'a mut dyn Keeper,
    trouble: Option<Trouble>,
}

impl Keeper for Sound<'_> {
    fn keeps(&self) -> bool {
        self.keeper.keeps()
    }

    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        self.keeper.kept()
    }

    fn is_due(&mut self) -> bool {
        self.keeper.is_due()
    }

    fn keep(&mut self, state: &mut State<'_>) -> bool {
        self.trouble = self.trouble.take().or_else(|| self.game.take_trouble());
        self.trouble.is_none() && self.keeper.keep(state)
    }
}

impl fmt::Debug for Whole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Whole").field("order", &self.order()).finish_non_exhaustive()
    }
}
