//! The period of a game's single heaps, proved where a theorem proves it: one search for all faces.

use crate::catalog::Opened;
use crate::game::Play;
use crate::heap::octal::{self, Ended, Run};
use crate::limits::{Bytes, Limits};
use crate::theory::PeriodFound;
use std::fmt;

/// Heaps that are looked at unless something else is said; take-and-break games have a number of their own,
/// [`Run::default_limit`].
pub const PERIOD_HEAPS: u64 = 10_000_000;

/// The least memory of a search in a take-and-break game: a million values of two bytes, some eight times over.
pub const PERIOD_MEMORY: u64 = 16 << 20;

/// What a search for a period came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodSearch {
    /// The period, proved or observed, or how far it was looked for.
    pub found: PeriodFound,
    /// How the values were computed, in a few words; may be empty.
    pub method: String,
}

/// Why there was no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodError {
    /// The game has no single heaps, or is a rules file, of which no theorem says how far one must look.
    NoHeaps,
    /// The game is under misère play, and periods are those of Grundy values.
    Misere,
    /// A search takes more memory than that.
    Memory {
        /// The bytes that are allowed.
        allowed: u64,
    },
    /// Values computed twice differ.
    Inconsistent {
        /// Heaps computed until then.
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

/// Looks for the period among `limit` heaps, or as many as are worth it, until the limits end the run.
///
/// ```
/// use grundy::{solver::period, catalog, limits::Limits, Play};
/// let game = catalog::open("octal:0.137", Play::Normal, &Limits::NONE)?;
/// let period = period(&game, None, &Limits::NONE)?.found.period.unwrap();
/// assert!(period.is_proved());
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
        return Ok(PeriodSearch { found: found.ok_or(PeriodError::NoHeaps)?, method: String::new() });
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
            Ended::Inconsistent => return Err(PeriodError::Inconsistent { heaps: search.heaps }),
            // Where few heaps turn out to be rare, more of them are worth it.
            Ended::Limit if limit.is_none() && run.default_limit() > search.heaps => {}
            _ => return Ok(PeriodSearch { found: search.period(), method: search.method.to_string() }),
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
