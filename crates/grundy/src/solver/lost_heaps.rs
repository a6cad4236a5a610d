//! The lost single heaps of a game whose period is proved.

use crate::catalog::OpenedGame;
use crate::game::Play;
use crate::limits::Limits;
use crate::theory::{LostHeaps, Period};

/// The most heaps whose values are computed for this.
const MAX_HEAPS: u64 = 100_000;
/// The most heaps of a take-and-break game, whose values take quadratic time.
const MAX_TAKE_AND_BREAK_HEAPS: u64 = 20_000;

/// Returns the lost single heaps of a game with a proved period. `None` if they are not known: the period is not proved, too long, or
/// `limits` end the computation.
///
/// ```
/// use grundy::{solver::{lost_heaps, period}, catalog, limits::Limits, Play};
/// let game = catalog::open("subtraction:2,3,5", Play::Normal, &Limits::NONE)?;
/// let period = period(&game, None, &Limits::NONE)?.proved().unwrap();
/// assert_eq!(lost_heaps(&game, &period, &Limits::NONE).unwrap().to_string(), "n mod 7 is 0 or 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lost_heaps(game: &OpenedGame, period: &Period, limits: &Limits<'_>) -> Option<LostHeaps> {
    let game = game.as_dyn();
    let theory = game.theory().filter(|_| game.play() == Play::Normal && period.is_proved())?;
    let most = if theory.take_and_break().is_some() { MAX_TAKE_AND_BREAK_HEAPS } else { MAX_HEAPS };
    let heaps = period.preperiod().checked_add(period.period()).filter(|&heaps| heaps <= most)?;
    let mut values = Vec::new();
    theory.visit_grundy_values(0..heaps, limits, &mut |block| values.extend_from_slice(block))?.ok()?;
    LostHeaps::new(&values, period)
}
