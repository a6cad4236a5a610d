//! Games of which one position of each class is explored.

use super::BuildError;
use super::explored::{Drawn, explored};
use crate::any::Key;
use crate::catalog::Opened;
use crate::keep::Keeper;
use crate::limits::Limits;

/// One position of each class that can be reached from `start`.
pub(super) fn solve<'a>(
    game: &'a Opened,
    start: &Key,
    limits: &Limits<'_>,
    keeper: &mut dyn Keeper,
) -> Result<Drawn<'a>, BuildError> {
    game.any().class_size(start).ok_or(BuildError::NoClasses)?;
    explored(game, start, true, limits, keeper)
}
