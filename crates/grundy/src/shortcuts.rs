//! Functions that solve a position or a game in one call.

use crate::answer::{Answer, PositionValue, Solution, StoreError};
use crate::catalog::{self, OpenError, OpenedGame};
use crate::game::{Game, Play};
use crate::graph::{Explored, Vertex, explore};
use crate::heap::bulk;
use crate::limits::{Limits, RunError};
use crate::solve::{Solved, solve_with_grundy};
use crate::solver::{SolveError, Solver};
use crate::text::{ParseError, TheoryError};
use crate::value::{Nimber, Outcome, Remoteness};
use std::error;
use std::fmt;
use std::ops::Range;

/// An error of [`solve`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The text does not name a game.
    Open(Box<OpenError>),
    /// The text is not a position of the game.
    Position(ParseError),
    /// The position could not be solved.
    Solve(Box<SolveError>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(match self {
            Self::Open(error) => &**error,
            Self::Position(error) => error,
            Self::Solve(error) => &**error,
        })
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        Self::Open(error.into())
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Position(error)
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        Self::Solve(error.into())
    }
}

/// Opens a game of the catalogue, a sum or a graph file under normal play, as [`catalog::open`] does.
///
/// # Errors
/// If the text does not name a game, or a graph file cannot be read.
pub fn open(game: &str) -> Result<OpenedGame, OpenError> {
    catalog::open(game, Play::Normal, &Limits::NONE)
}

/// Solves one position under normal play; both the game and the position are text.
///
/// ```
/// let answer = grundy::solve("nim", "14 21 39")?;
/// assert_eq!(answer.value.outcome, grundy::Outcome::Win);
/// assert_eq!(answer.moves.unwrap().listed[0].text, "take 12 from 39");
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// If the text does not name a game or a position of it, or more positions can be reached than a solver stores by default. A game of
/// which single positions are searched, such as Connect Four, is searched until the answer is known, however long that takes;
/// [`Solver::limits`] bounds it.
pub fn solve(game: &str, position: &str) -> Result<Answer, Error> {
    let game = open(game)?;
    let at = game.as_dyn().parse(position)?;
    Ok(Solver::new(&game).solve(&at)?)
}

impl OpenedGame {
    /// Returns the Grundy values of consecutive single heaps.
    ///
    /// ```
    /// let values = grundy::open("kayles")?.grundy_values(0..10)?;
    /// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4].map(grundy::Nimber));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no single heaps with Grundy values, or theory does not reach the last of them.
    pub fn grundy_values(&self, heaps: Range<u64>) -> Result<Vec<Nimber>, TheoryError> {
        let mut values = bulk::buffer(&heaps)?;
        self.visit_grundy_values(heaps, &Limits::NONE, &mut |block| values.extend_from_slice(block))?;
        Ok(values)
    }

    /// Calls `visit` with the Grundy values of consecutive single heaps, one block of some thousand heaps after the other. The memory of all
    /// the values is never needed, and `limits` can stop the computation.
    ///
    /// ```
    /// use grundy::{Nimber, limits::Limits};
    /// let mut zeros = 0;
    /// grundy::open("octal:0.137")?.visit_grundy_values(0..1_000_000, &Limits::NONE, &mut |block| {
    ///     zeros += block.iter().filter(|&&value| value == Nimber::ZERO).count();
    /// })?;
    /// assert_eq!(zeros, 147_062);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no single heaps with Grundy values, theory does not reach the last of them, or `limits` end the computation.
    pub fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Result<(), TheoryError> {
        let visited = self.as_dyn().theory().and_then(|theory| theory.visit_grundy_values(heaps, limits, visit));
        visited.unwrap_or_else(|| Err(TheoryError::NoSingleHeaps { game: self.as_dyn().name().to_owned() }))
    }
}

/// A solution of all positions that are reachable from one position of a game.
#[derive(Debug)]
pub struct GameSolution<P> {
    explored: Explored<P>,
    solved: Solved,
}

/// Solves all positions that are reachable from `start`, in memory.
///
/// Positions may repeat; endless play is a draw. There are no limits, so the game must be finite: [`solve_game_with`] takes limits.
///
/// ```
/// use grundy::{Game, Nimber, solve_game};
/// struct Bachet;
/// impl Game for Bachet {
///     type Position = u32;
///     type Move = u32;
///     fn moves(&self, &stones: &u32, out: &mut Vec<u32>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, &stones: &u32, &take: &u32) -> u32 {
///         stones - take
///     }
/// }
/// let solved = solve_game(&Bachet, 21)?;
/// assert_eq!(solved.grundy(&21), Some(Nimber(1)));
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
///
/// # Errors
/// If there are more positions or moves than can be numbered; if the game's code panics; or if it names the player to move at some positions and
/// not at others.
pub fn solve_game<G: Game>(game: &G, start: G::Position) -> Result<GameSolution<G::Position>, RunError> {
    solve_game_with(game, start, &Limits::NONE)
}

/// Solves all positions that are reachable from `start`, in memory and within `limits`.
///
/// Positions may repeat; endless play is a draw.
///
/// ```
/// use grundy::{Game, limits::{LimitHit, Limits, RunError}, solve_game_with};
/// struct Count;
/// impl Game for Count {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, &at: &u64, out: &mut Vec<u64>) {
///         out.push(at + 1); // without end
///     }
///     fn play(&self, _: &u64, &to: &u64) -> u64 {
///         to
///     }
/// }
/// let limits = Limits { positions: Some(1000), ..Limits::NONE };
/// let error = solve_game_with(&Count, 0, &limits).unwrap_err();
/// assert!(matches!(error, RunError::Limit(LimitHit::Positions { limit: 1000, .. })));
/// ```
///
/// # Errors
/// If a limit is exceeded, there are more positions or moves than can be numbered, or the game panics or names the player to move at some
/// positions only.
pub fn solve_game_with<G: Game>(
    game: &G,
    start: G::Position,
    limits: &Limits<'_>,
) -> Result<GameSolution<G::Position>, RunError> {
    let explored = explore(game, [start], limits)?;
    let solved = solve_with_grundy(&explored.graph, limits)?;
    Ok(GameSolution { explored, solved })
}

impl<P: Eq + std::hash::Hash> GameSolution<P> {
    /// Returns the value of a position; `None` if it is not reachable from the start.
    pub fn value(&self, at: &P) -> Option<PositionValue> {
        let v = self.explored.vertex(at)?;
        Some(PositionValue::solved(self.solved.verdict(v), self.solved.grundy(v)))
    }

    /// Returns the outcome for the player to move.
    pub fn outcome(&self, at: &P) -> Option<Outcome> {
        self.value(at).map(|value| value.outcome)
    }

    /// Returns the number of moves to the end; `None` for a draw.
    pub fn remoteness(&self, at: &P) -> Option<Remoteness> {
        self.value(at)?.remoteness
    }

    /// Returns the Grundy value if it is finite. [`value`](Self::value) has values ∞(K), and says why a position has no value.
    pub fn grundy(&self, at: &P) -> Option<Nimber> {
        self.value(at)?.grundy.finite()
    }

    /// Returns the positions, in the order in which they were found: the start first.
    pub fn positions(&self) -> &[P] {
        self.explored.positions()
    }

    /// Returns the options of a position; none if it is not reachable.
    pub fn options(&self, at: &P) -> impl Iterator<Item = &P> {
        let row = self.explored.vertex(at).map_or(&[][..], |v| self.explored.graph.row(v));
        row.iter().map(|v: &Vertex| &self.explored.positions()[v.index()])
    }
}

impl<P: Eq + std::hash::Hash> Solution<P> for GameSolution<P> {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        Ok(self.value(at))
    }

    fn stage(&self, at: &P) -> Result<Option<u32>, StoreError> {
        Ok(self.explored.vertex(at).and_then(|v| self.solved.stage(v)))
    }
}
