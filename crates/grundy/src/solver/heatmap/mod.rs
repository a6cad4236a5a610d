//! The outcomes and Grundy values of two heaps of every size up to a bound, as a square.

mod fill;

use super::SolveError;
use crate::catalog::OpenedGame;
use crate::limits::{Limits, RunError};
use crate::text::{ParseError, RulesError};
use crate::value::{Nimber, Outcome};
use dashu_int::UBig;
use std::fmt;

/// The largest heap of a square.
pub const MAX_HEATMAP_HEAP: u64 = 1000;

/// The values of two heaps as a square: row a, column b is the position of heaps a and b, counted from the smallest heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heatmap {
    /// The smallest heap, which belongs to the first row and column.
    pub least: u64,
    /// The rows, as many as columns.
    pub rows: Vec<Vec<Pair>>,
    /// Why values are missing, a sentence each.
    pub notes: Vec<String>,
}

impl Heatmap {
    /// Returns whether every pair has a known Grundy value.
    pub fn has_values(&self) -> bool {
        self.rows.iter().flatten().all(|pair| pair.grundy.is_some() || pair.loopy.is_some())
    }
}

/// One cell of a heatmap: a pair of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, if it is a number and known.
    pub grundy: Option<UBig>,
    /// The set K, if the Grundy value is ∞(K).
    pub loopy: Option<Box<[Nimber]>>,
}

/// Why a heatmap cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeatmapError {
    /// The positions of the game are not heaps, so there is no square of two heaps.
    NotTwoHeaps,
    /// The requested heap is above [`MAX_HEATMAP_HEAP`], or below the smallest heap of the game.
    Size {
        /// The smallest heap of the game.
        least: u64,
    },
    /// Two heaps within the square are not a position of the game; only rules files have this error.
    Position {
        /// The text of the heaps.
        text: String,
        /// The parse error.
        error: ParseError,
    },
    /// A position has no answer.
    Solve(SolveError),
}

impl fmt::Display for HeatmapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTwoHeaps => f.write_str("its positions are not heaps, two of which make a square"),
            Self::Size { least } => write!(f, "the largest heap is from {least} to {MAX_HEATMAP_HEAP}"),
            Self::Position { text, error } => write!(f, "`{text}`: {error}"),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeatmapError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Position { error, .. } => Some(error),
            Self::Solve(error) => Some(error),
            Self::NotTwoHeaps | Self::Size { .. } => None,
        }
    }
}

impl From<SolveError> for HeatmapError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl From<RunError> for HeatmapError {
    fn from(hit: RunError) -> Self {
        Self::Solve(hit.into())
    }
}

/// Returns the smallest heap of a game whose positions may be two heaps; `None` for other games.
///
/// A rules file is such a game if the text of its start consists of whole numbers, and two of them are a position.
///
/// ```
/// use grundy::{solver::two_heaps, catalog, limits::Limits, Play};
/// let open = |name| catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
/// assert_eq!(two_heaps(&open("wythoff")), Ok(Some(0)));
/// assert_eq!(two_heaps(&open("tictactoe")), Ok(None));
/// ```
///
/// # Errors
/// If the rules fail.
pub fn two_heaps(game: &OpenedGame) -> Result<Option<u64>, RulesError> {
    let (OpenedGame::Game(any) | OpenedGame::Own(any)) = game else { return Ok(None) };
    let are_heaps = |n: u64| any.parse(&format!("{n} {n}")).is_ok();
    if let Some(least) = any.theory().and_then(|theory| theory.least_in_pair()) {
        // A rules file may have single heaps and a different text for several heaps.
        return Ok(are_heaps(least + 1).then_some(least));
    }
    if any.info().rules.is_some() {
        let Some(start) = any.starts().first() else { return Ok(None) };
        let start = any.to_text(start)?;
        let is_number = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
        let are_numbers = start.split_whitespace().all(is_number);
        return Ok(if are_numbers { (0..2).find(|&least| are_heaps(least)) } else { None });
    }
    Ok(None)
}

/// Computes the heatmap of two heaps from the smallest up to `largest`.
///
/// ```
/// use grundy::{solver::heatmap, catalog, limits::Limits, Play};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let square = heatmap(&game, 7, &Limits::NONE)?;
/// assert_eq!(square.rows[5][3].grundy, Some(6u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If positions of the game are not two heaps, the size is out of bounds, a limit is exceeded, or the rules fail.
pub fn heatmap(game: &OpenedGame, largest: u64, limits: &Limits<'_>) -> Result<Heatmap, HeatmapError> {
    let least = two_heaps(game).map_err(SolveError::from)?.ok_or(HeatmapError::NotTwoHeaps)?;
    if !(least..=MAX_HEATMAP_HEAP).contains(&largest) {
        return Err(HeatmapError::Size { least });
    }
    fill::fill(game, least, largest, limits)
}
