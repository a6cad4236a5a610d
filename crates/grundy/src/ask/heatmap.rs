//! Two heaps of every size up to a bound: who wins, and the Grundy values, as a square.

use super::{AskError, Desk};
use crate::catalog::Opened;
use crate::limits::{LimitHit, Limits};
use crate::value::Outcome;
use dashu_int::UBig;
use std::fmt;

/// The largest heap of a square.
pub const LARGEST_HEAP: u64 = 1000;

/// The square of a game: row a, column b is the position of heaps a and b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heatmap {
    /// The smallest heap; that of the first row and column.
    pub least: u64,
    /// The rows, as many as columns.
    pub rows: Vec<Vec<Pair>>,
    /// Why values are missing, a sentence each.
    pub notes: Vec<String>,
}

/// One position of a square: a pair of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The value for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, where there is one that is known.
    pub grundy: Option<UBig>,
}

/// Why there is no square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeatmapError {
    /// The positions of the game are not heaps, so two of them make no square.
    NotTwoHeaps,
    /// The heap asked for is above [`LARGEST_HEAP`], or below the smallest of the game.
    Size {
        /// The smallest heap of the game.
        least: u64,
    },
    /// A position has no answer.
    Ask(AskError),
}

impl fmt::Display for HeatmapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTwoHeaps => f.write_str("its positions are not heaps, two of which make a square"),
            Self::Size { least } => write!(f, "the largest heap is from {least} to {LARGEST_HEAP}"),
            Self::Ask(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeatmapError {}

/// The smallest heap of a game whose positions may be two heaps; `None` for other games.
///
/// ```
/// use grundy::{ask::two_heaps, catalog, limits::Limits, Play};
/// let open = |name| catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
/// assert_eq!(two_heaps(&open("wythoff")), Some(0));
/// assert_eq!(two_heaps(&open("tictactoe")), None);
/// ```
pub fn two_heaps(game: &Opened) -> Option<u64> {
    let Opened::Spoken(any) = game else { return None };
    let name = any.name().split(':').next().unwrap_or_default();
    let least = if matches!(name, "wythoff" | "moore") { 0 } else { any.least_heap()? };
    // A rules file may have single heaps and another text for several.
    any.parse(&format!("{} {}", least + 1, least + 1)).ok().map(|_| least)
}

/// The square of heaps up to `largest`.
///
/// ```
/// use grundy::{ask::heatmap, catalog, limits::Limits, Play};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let square = heatmap(&game, 7, &Limits::NONE)?;
/// assert_eq!(square.rows[5][3].grundy, Some(6u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game has no two heaps, the size is out of bounds, or a limit is hit.
pub fn heatmap(game: &Opened, largest: u64, limits: &Limits<'_>) -> Result<Heatmap, HeatmapError> {
    let least = two_heaps(game).ok_or(HeatmapError::NotTwoHeaps)?;
    if !(least..=LARGEST_HEAP).contains(&largest) {
        return Err(HeatmapError::Size { least });
    }
    let any = game.any();
    let at = |a: u64, b: u64| any.parse(&format!("{a} {b}")).expect("two heaps within the bounds of the game");
    let mut desk = Desk::new(game, *limits).without_moves();
    // What has to be explored is then explored once, from the largest.
    desk.ask(&at(largest, largest)).map_err(HeatmapError::Ask)?;
    let mut notes: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<Pair>> = Vec::new();
    for a in least..=largest {
        let mut row = Vec::new();
        for b in least..=largest {
            if (limits.stop)() {
                let hit = LimitHit::Stopped { positions: (a - least) * (largest + 1 - least) };
                return Err(HeatmapError::Ask(hit.into()));
            }
            let key = at(a, b);
            let mirrored = any.canonical(&at(b, a)) == any.canonical(&key);
            if b < a && mirrored {
                row.push(rows[(b - least) as usize][(a - least) as usize].clone());
                continue;
            }
            let facts = desk.ask(&key).map_err(HeatmapError::Ask)?.facts;
            if let Some(why) = facts.grundy.reason().filter(|why| !notes.iter().any(|note| note == why)) {
                notes.push(why.to_owned());
            }
            row.push(Pair { outcome: facts.outcome, grundy: facts.grundy.number() });
        }
        rows.push(row);
    }
    Ok(Heatmap { least, rows, notes })
}
