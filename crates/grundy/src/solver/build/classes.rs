//! Games of which one position of each class is explored.

use super::BuildError;
use super::explored::{ExploredGame, explored};
use crate::catalog::Opened;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::text::Key;

/// One position of each class that can be reached from `start`.
pub(super) fn solve<'a>(
    game: &'a Opened,
    start: &Key,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<ExploredGame<'a>, BuildError> {
    game.any().class_size(start).ok_or(BuildError::NoClasses)?;
    explored(game, start, true, limits, checkpointer)
}
