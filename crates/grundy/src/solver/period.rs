//! The period of a game's single heaps, proved where a theorem proves it: one search for all front ends.

use crate::catalog::Opened;
use crate::game::Play;
use crate::heap::octal::{self, Run};
use crate::limits::{Bytes, Limits};
use crate::theory::{PeriodSearch, SearchEnd};
use std::fmt;

/// The default limit of a search, in heaps. Take-and-break games have another default, [`Run::default_limit`].
pub const PERIOD_HEAPS: u64 = 10_000_000;

/// The least memory of a search in a take-and-break game: a million values of two bytes, some eight times over.
pub const PERIOD_MEMORY: u64 = 16 << 20;

/// Why a search for a period is impossible, or its result is not reliable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodError {
    /// The game has no single heaps, or is a rules file, for which no theorem bounds a search.
    NoHeaps,
    /// The game is under misère play, and periods are those of Grundy values.
    Misere,
    /// A search needs more memory than allowed.
    Memory {
        /// The memory allowed, in bytes.
        allowed: u64,
    },
    /// Two computations of a value differ.
    Inconsistent {
        /// Number of heaps computed.
        heaps: u64,
    },
}

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeaps => f.write_str("it is not a game of single heaps whose period can be proved"),
            Self::Misere => f.write_str("a period is one of Grundy values, which belong to normal play"),
            Self::Memory { allowed } => {
                write!(f, "a search takes {} and {} are allowed", Bytes(PERIOD_MEMORY), Bytes(*allowed))
            }
            Self::Inconsistent { heaps } => write!(
                f,
                "after {heaps} heaps values computed twice differ: a fault of the machine, or of this program; please report it"
            ),
        }
    }
}

impl std::error::Error for PeriodError {}

/// Searches for the period among `limit` heaps, by default as many as take some ten seconds, until `limits` stop the search.
///
/// ```
/// use grundy::{solver::period, catalog, limits::Limits, Play};
/// let game = catalog::open("octal:0.137", Play::Normal, &Limits::NONE)?;
/// let period = period(&game, None, &Limits::NONE)?.proved().unwrap();
/// assert_eq!((period.period(), period.preperiod()), (34, 52));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game has no single heaps or is under misère play, or there is too little memory.
pub fn period(game: &Opened, limit: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
    let any = game.as_dyn();
    if any.info().rules.is_some() {
        return Err(PeriodError::NoHeaps);
    }
    if any.play() == Play::Misere {
        return Err(PeriodError::Misere);
    }
    let Some(game) = octal::Game::named(any.name()) else {
        let found = any
            .theory()
            .and_then(|theory| theory.find_period(limit.unwrap_or(PERIOD_HEAPS), &mut |_| !(limits.stop)()));
        return found.ok_or(PeriodError::NoHeaps);
    };
    if limits.max_memory() < PERIOD_MEMORY {
        return Err(PeriodError::Memory { allowed: limits.max_memory() });
    }
    let mut run = Run::new(game).memory(limits.max_memory());
    if limit.is_none() {
        run = run.plain_limit_by_default();
    }
    loop {
        let search = run.search(limit.unwrap_or_else(|| run.default_limit()), &mut |_| !(limits.stop)());
        match search.ended {
            SearchEnd::Inconsistent => return Err(PeriodError::Inconsistent { heaps: search.heaps }),
            // Few heaps are rare, so the default limit has risen.
            SearchEnd::Limit if limit.is_none() && run.default_limit() > search.heaps => {}
            _ => return Ok(search),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn periods_are_those_of_grundy_values() {
        for game in ["kayles", "octal:0.137", "grundys-game", "subtraction:1,3,4", "bash:3", "nim", "divisor"] {
            let period = |play| period(&catalog::open(game, play, &Limits::NONE).unwrap(), Some(400), &Limits::NONE);
            assert!(period(Play::Normal).is_ok(), "{game}");
            assert_eq!(period(Play::Misere), Err(PeriodError::Misere), "{game}");
        }
        for game in ["wythoff", "moore:2", "tictactoe", "nim 3 + kayles 7"] {
            let game = catalog::open(game, Play::Normal, &Limits::NONE).unwrap();
            assert_eq!(period(&game, Some(400), &Limits::NONE), Err(PeriodError::NoHeaps));
        }
    }
}
