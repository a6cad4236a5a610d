//! Emits the rows of the positions of an index.

use super::error::BuildError;
use super::row::{Row, RowId};
use crate::game::{Index, Player};
use crate::value::Verdict;

/// The reason why no more rows are read.
pub(super) enum Stop {
    /// The caller's function returned `false`.
    Ended,
    Failed(BuildError),
}

impl<E: Into<BuildError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Stop {
    /// Whether reading may go on after this result; an error if it failed.
    pub(super) fn check(done: Result<(), Self>) -> Result<bool, BuildError> {
        match done {
            Ok(()) => Ok(true),
            Err(Self::Ended) => Ok(false),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

/// Calls `each` with the positions of an index: with one row for each of the `players` who may move there, or, with `both`, one row for all of
/// them. `size` is the number of positions that the index represents for each player.
pub(super) fn emit(
    (index, verdict): (Index, Verdict),
    players: &[Option<Player>],
    size: u64,
    both: bool,
    each: &mut dyn FnMut(&Row) -> bool,
) -> Result<(), Stop> {
    let row = |player, weight| Row { id: RowId::Index(index), verdict, grundy: None, player, weight };
    let goes_on = if both {
        let player = if let [player] = players { *player } else { None };
        each(&row(player, size * players.len() as u64))
    } else {
        players.iter().all(|&player| each(&row(player, size)))
    };
    if goes_on { Ok(()) } else { Err(Stop::Ended) }
}
