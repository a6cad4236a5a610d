//! A position as a person sees it in a terminal.

use crate::catalog::Opened;
use crate::text::{Key, RulesError};

/// The picture that a game makes of a position, else the position's text; without a line break at the end.
///
/// ```
/// use grundy::{catalog, limits::Limits, play::drawn, Play};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().parse("3 5")?;
/// assert_eq!(drawn(&game, &at)?, "heap 1: 3  ooo\nheap 2: 5  ooooo");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rules fail.
pub fn drawn(game: &Opened, at: &Key) -> Result<String, RulesError> {
    let game = game.as_dyn();
    match game.picture(at)? {
        Some(picture) => Ok(picture.trim_end_matches('\n').to_owned()),
        None => game.to_text(at),
    }
}
