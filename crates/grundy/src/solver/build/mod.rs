//! A game solved whole, and its positions counted by value and remoteness.

mod classes;
mod components;
mod explored;
mod indexed;
mod resumable;
mod solved_game;
mod tiered;

pub(super) use indexed::{bytes as bytes_by_number, facts as facts_by_number};
pub use solved_game::{Row, RowId, SolvedGame};
pub(super) use tiered::facts as facts_by_word;

use super::Histogram;
use crate::answer::PositionValue;
use crate::catalog::Opened;
use crate::checkpoint::CheckpointError;
use crate::game::Player;
use crate::limits::{Limits, RunError};
use crate::text::{Key, RulesError, TextIndexed, TextTiered};
use crate::value::{Remoteness, Verdict};
use std::fmt;

/// What is known of a game that was solved whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Number of positions.
    pub positions: u64,
    /// Number of them that were kept: all, or one of each class.
    pub stored: u64,
    /// Number of moves of all positions together; moves to the same position are one.
    pub moves: u64,
    /// Number of positions won for the player to move.
    pub wins: u64,
    /// Number of positions lost for the player to move.
    pub losses: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// The largest remoteness of a position that is won or lost; `None` if all are drawn.
    pub max_remoteness: Option<Remoteness>,
    /// The positions kept, by value and remoteness.
    pub histogram: Histogram,
    /// The same by the player who moves, the one who begins first, where positions say who that is.
    pub by_turn: Option<[Histogram; 2]>,
    /// The position that it was built from, with what is known of it; none where there is none.
    pub start: Option<(Key, PositionValue)>,
}

/// What is solved.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Every position that can be reached from this one.
    From(&'a Key),
    /// Every vertex of a graph given as a file, or every position with a number.
    All,
}

/// Why a game was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A limit was hit.
    Limit(RunError),
    /// The positions of the game have no numbers by which all could be solved.
    NoNumbers,
    /// The game knows no classes of positions that are solved as one, or not their sizes.
    NoClasses,
    /// The rules of the game failed at some position.
    Rules(Box<RulesError>),
    /// The state of the run could not be saved, or that of an earlier run could not be restored.
    Checkpoint(CheckpointError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(hit) => hit.fmt(f),
            Self::NoNumbers => f.write_str("the positions of this game have no numbers, so that only those can be solved that can be reached from one"),
            Self::Rules(trouble) => trouble.fmt(f),
            Self::Checkpoint(error) => error.fmt(f),
            Self::NoClasses => f.write_str("no symmetries of this game are known"),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Limit(hit) => Some(hit),
            Self::Checkpoint(error) => Some(error),
            Self::Rules(_) | Self::NoNumbers | Self::NoClasses => None,
        }
    }
}

impl From<CheckpointError> for BuildError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl From<RunError> for BuildError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Checkpoint(error) => Self::Checkpoint(*error),
            error => Self::Limit(error),
        }
    }
}

/// Solves a game whole; `reduced` keeps one position of each class under the game's symmetries.
///
/// Where moves lead to sums ([`DynGame::counts`](crate::text::DynGame::counts)) the components are counted, each by its own
/// value and without remoteness; those of a class are one.
///
/// ```
/// use grundy::{Play, solver::{Extent, build}, catalog, limits::Limits};
/// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
/// let start = game.any().start().unwrap();
/// let built = build(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
/// assert_eq!((built.positions, built.wins, built.losses, built.draws), (5478, 2836, 1574, 1068));
/// assert_eq!(built.histogram.wins, [0, 2358, 0, 356, 0, 122]);
/// ```
///
/// # Errors
/// If a limit is hit, the rules of the game fail, or it has no numbers or classes and they are asked for.
pub fn build(game: &Opened, extent: Extent<'_>, reduced: bool, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
    match extent {
        Extent::From(start) if game.any().counts() == Some("components") => {
            components::count(game, start, reduced, limits)
        }
        _ => SolvedGame::solve(game, extent, reduced, limits)?.count(limits),
    }
}

/// The numbers of a game that is solved by them. Grundy values need the options of every position, in a graph.
pub(super) fn by_number(game: &Opened) -> Option<&dyn TextIndexed> {
    let any = game.any();
    any.without_grundy().and_then(|_| any.indexed())
}

/// The words of a game that is solved tier by tier, likewise.
pub(super) fn by_word(game: &Opened) -> Option<&dyn TextTiered> {
    let any = game.any();
    any.without_grundy().and_then(|_| any.tiered())
}

/// Counts under way.
#[derive(Default)]
struct Count {
    rows: Histogram,
    all: Histogram,
    by_turn: [Histogram; 2],
    has_turns: bool,
}

impl Count {
    /// Counts a position that is kept for its class of so many.
    fn add(&mut self, verdict: Verdict, turn: Option<Player>, class: u64) {
        self.rows.add(verdict, 1);
        self.all.add(verdict, class);
        if let Some(player) = turn {
            self.has_turns = true;
            self.by_turn[player as usize].add(verdict, 1);
        }
    }

    fn built(self, moves: u64, start: Option<(Key, PositionValue)>) -> Statistics {
        let Self { rows, all, by_turn, has_turns } = self;
        Statistics {
            positions: all.total(),
            stored: rows.total(),
            moves,
            wins: all.won(),
            losses: all.lost(),
            draws: all.draws,
            max_remoteness: rows.max_remoteness(),
            histogram: rows,
            by_turn: has_turns.then_some(by_turn),
            start,
        }
    }
}
