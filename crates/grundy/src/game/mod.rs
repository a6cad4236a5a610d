//! The rules of a game: its positions, moves and ends. This module does not solve games.

mod grouped_layers;
mod index;
mod indexed;
mod sorted;
mod tiered;

pub use grouped_layers::{EarlierLayers, GroupedLayers, OptionValue};
pub use index::Index;
pub use indexed::{Indexed, InitialState, Layer, LayerPart};
pub(crate) use sorted::{sort_and_dedup, sort_and_dedup_tail};
pub use tiered::{Tiered, TieredBlock, TieredOption, TieredRow};

use crate::value::{Outcome, Undefined};
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

/// A player of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who makes the first move, if the rules of the game determine it.
    Left,
    /// The other player.
    Right,
}

impl Player {
    /// Returns the opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Normal or misère play: the result for a player who has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// Returns the outcome of a position without moves under this kind of play.
    pub fn terminal_outcome(self) -> Outcome {
        match self {
            Self::Normal => Outcome::Loss,
            Self::Misere => Outcome::Win,
        }
    }

    /// Returns the word that text and JSON use: `normal` or `misere`.
    ///
    /// ```
    /// use grundy::Play;
    /// assert_eq!("misere".parse(), Ok(Play::Misere));
    /// assert_eq!(Play::Misere.as_str(), "misere");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal play",
            Self::Misere => "misère play",
        })
    }
}

impl FromStr for Play {
    type Err = ParsePlayError;

    /// Parses [`Play::as_str`].
    fn from_str(text: &str) -> Result<Self, ParsePlayError> {
        let found = [Self::Normal, Self::Misere].into_iter().find(|play| play.as_str() == text);
        found.ok_or_else(|| ParsePlayError { text: text.to_owned() })
    }
}

/// The error of a text that is neither `normal` nor `misere`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePlayError {
    /// The text that was parsed.
    pub text: String,
}

impl fmt::Display for ParsePlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play must be `normal` or `misere`, got `{}`", self.text)
    }
}

impl std::error::Error for ParsePlayError {}

/// The rules of a game of two players who move in turn, independent of how the game is solved.
///
/// ```
/// use grundy::Game;
///
/// /// Take one to three stones.
/// struct Bachet;
///
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
///
/// let mut options = Vec::new();
/// Bachet.options(&5, &mut options);
/// assert_eq!(options, [4, 3, 2]);
/// ```
pub trait Game: Sync {
    /// A state of the game, the player to move included.
    type Position: Clone + Eq + Ord + Hash + Send;
    /// A move.
    type Move: Clone;

    /// Appends the legal moves of `at` to `out`, in a fixed order. If there are none, the game is over.
    fn moves(&self, at: &Self::Position, out: &mut Vec<Self::Move>);

    /// Returns the position that a legal move leads to.
    fn play(&self, at: &Self::Position, m: &Self::Move) -> Self::Position;

    /// Appends the positions that the moves lead to, in the moves' order.
    ///
    /// An implementation may override this method, but only for speed: the result must be that of `moves` and `play`.
    fn options(&self, at: &Self::Position, out: &mut Vec<Self::Position>) {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        out.extend(moves.iter().map(|m| self.play(at, m)));
    }

    /// Returns normal or misère play: the outcome of positions without moves, unless [`terminal`](Game::terminal) is
    /// overridden.
    ///
    /// ```
    /// use grundy::{Game, Grundy, Outcome, Play, value::Undefined};
    ///
    /// /// Take one or two stones; whoever takes the last one loses.
    /// struct LastLoses;
    ///
    /// impl Game for LastLoses {
    ///     type Position = u32;
    ///     type Move = u32;
    ///     fn moves(&self, &stones: &u32, out: &mut Vec<u32>) {
    ///         out.extend(1..=stones.min(2));
    ///     }
    ///     fn play(&self, &stones: &u32, &take: &u32) -> u32 {
    ///         stones - take
    ///     }
    ///     fn play_kind(&self) -> Play {
    ///         Play::Misere
    ///     }
    /// }
    ///
    /// let solved = grundy::solve_game(&LastLoses, 4)?;
    /// assert_eq!(solved.outcome(&4), Some(Outcome::Loss));
    /// assert_eq!(solved.value(&4).map(|value| value.grundy), Some(Grundy::Undefined(Undefined::Misere)));
    /// # Ok::<(), grundy::limits::RunError>(())
    /// ```
    fn play_kind(&self) -> Play {
        Play::Normal
    }

    /// Returns the outcome of a position without moves, for the player to move: by default that of
    /// [`play_kind`](Game::play_kind).
    ///
    /// A game whose result depends on the final board overrides this method. If some position without moves is then not
    /// a loss, [`without_grundy`](Game::without_grundy) must return the reason why there are no Grundy values.
    fn terminal(&self, _at: &Self::Position) -> Outcome {
        self.play_kind().terminal_outcome()
    }

    /// Returns the player to move at `at`; a game returns a player for all positions or for none. `None`: the players
    /// alternate and both may make every move (an impartial game).
    fn player(&self, _at: &Self::Position) -> Option<Player> {
        None
    }

    /// Returns the reason why the rules exclude Grundy values for this game. `None`: positions have Grundy values.
    fn without_grundy(&self) -> Option<Undefined> {
        (self.play_kind() == Play::Misere).then_some(Undefined::Misere)
    }
}
