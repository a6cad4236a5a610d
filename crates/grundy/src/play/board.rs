//! Pictures of positions for a terminal.

use crate::catalog::OpenedGame;
use crate::text::{Key, RulesError};

/// Returns the picture of a position, or its text if the game makes no picture; without a line feed at the end.
///
/// ```
/// use grundy::{catalog, limits::Limits, play::picture, Play};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().parse("3 5")?;
/// assert_eq!(picture(&game, &at)?, "heap 1: 3  ooo\nheap 2: 5  ooooo");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rules fail.
pub fn picture(game: &OpenedGame, at: &Key) -> Result<String, RulesError> {
    let game = game.as_dyn();
    match game.picture(at)? {
        Some(picture) => Ok(picture.trim_end_matches('\n').to_owned()),
        None => game.to_text(at),
    }
}
