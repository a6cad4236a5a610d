//! The period of the values of a game's single heaps, proved if a theorem applies: one search for all front ends.

use crate::catalog::OpenedGame;
use crate::game::Play;
use crate::heap::octal::{self, Certificate, PeriodSearcher};
use crate::limits::Limits;
use crate::theory::{Period, PeriodError, PeriodSearch};

/// Number of heaps in which [`fold_search`] searches.
const FOLD_SEARCH: u64 = 100_000;
/// The same if a move may leave three heaps: some hundredths of a second.
const FOLD_SEARCH_OF_THREE: u64 = 2_000;

/// Searches for the period among `limit` heaps, until `limits` stop the search. Without `limit`, the search takes some
/// ten seconds.
///
/// ```
/// use grundy::{solver::period, catalog, limits::Limits, Play};
/// let game = catalog::open("octal:0.137", Play::Normal, &Limits::NONE)?;
/// let period = period(&game, None, &Limits::NONE)?.proved().unwrap();
/// assert_eq!((period.period(), period.preperiod()), (34, 52));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For a certificate that others can check, use [`PeriodSearcher`](crate::heap::octal::PeriodSearcher) for the search: its
/// [`certificate`](crate::heap::octal::PeriodSearcher::certificate) proves the period, and
/// [`verify`](crate::verify::octal::verify) checks it.
///
/// # Errors
/// If the game has no single heaps or is under misère play, or there is too little memory.
pub fn period(game: &OpenedGame, limit: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
    let dyn_game = game.as_dyn();
    if dyn_game.info().rules.is_some() {
        return Err(PeriodError::NoHeaps);
    }
    if dyn_game.play() == Play::Misere {
        return Err(PeriodError::Misere);
    }
    let search = dyn_game.theory().and_then(|theory| theory.search_period(limit, limits));
    search.unwrap_or(Err(PeriodError::NoHeaps))
}

/// Returns the proved period of a game's values if a quick search finds it: a list of values can be folded by it. `None` under misère
/// play, or if `limits` stop the search.
///
/// ```
/// use grundy::{solver::fold_period, catalog, limits::Limits, Play};
/// let kayles = catalog::open("kayles", Play::Normal, &Limits::NONE)?;
/// assert_eq!(fold_period(&kayles, &Limits::NONE).unwrap().period(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fold_period(game: &OpenedGame, limits: &Limits<'_>) -> Option<Period> {
    fold_search(game, limits)?.proved()
}

/// The search of [`fold_period`], which also has the number of heaps that were computed. Its period may be unproved.
pub fn fold_search(game: &OpenedGame, limits: &Limits<'_>) -> Option<PeriodSearch> {
    let dyn_game = game.as_dyn();
    let theory = dyn_game.theory().filter(|_| dyn_game.play() == Play::Normal)?;
    let code = theory.take_and_break().and_then(|code| octal::Game::from_name(&code));
    let heaps = if code.is_some_and(|code| code.parts() == 3) { FOLD_SEARCH_OF_THREE } else { FOLD_SEARCH };
    theory.find_period(heaps, &mut |_| !(limits.stop)())
}

/// Searches for the period of a take-and-break game, as [`period`] does, and proves it for others: the certificate of a proved period,
/// which [`verify`](crate::verify::octal::verify) checks. There is none if no period was proved, or `limits` stopped the computation.
///
/// ```
/// use grundy::{solver::period_with_certificate, catalog, limits::Limits, Play};
/// let game = catalog::open("kayles", Play::Normal, &Limits::NONE)?;
/// let (search, certificate) = period_with_certificate(&game, None, &Limits::NONE)?;
/// assert_eq!(search.proved().map(|period| period.period()), Some(12));
/// assert_eq!(certificate.map(|certificate| certificate.period), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game is not a take-and-break game or is under misère play, or there is too little memory.
pub fn period_with_certificate(
    game: &OpenedGame,
    limit: Option<u64>,
    limits: &Limits<'_>,
) -> Result<(PeriodSearch, Option<Certificate>), PeriodError> {
    let dyn_game = game.as_dyn();
    if dyn_game.play() == Play::Misere {
        return Err(PeriodError::Misere);
    }
    let code = dyn_game.theory().and_then(|theory| theory.take_and_break());
    let code = code.and_then(|code| octal::Game::from_name(&code)).ok_or(PeriodError::NoHeaps)?;
    let (search, searcher) = PeriodSearcher::search_within(code, limit, limits)?;
    let proved = search.proved().is_some();
    let certificate = if proved { searcher.certificate(&search, &mut || !(limits.stop)()) } else { None };
    Ok((search, certificate))
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
