//! An exploration with checkpoints: one position at a time, in the order in which they are found.
//!
//! The packing that a [`KeyExplorer`](crate::graph::KeyExplorer) learns cannot be saved yet; hence only runs without checkpoints
//! use that faster explorer.

use super::BuildError;
use crate::checkpoint::{Checkpointer, write_u64};
use crate::graph::{Explored, Explorer, explore_resumable};
use crate::limits::Limits;
use crate::solve::{self, RetrogradeState, Solved};
use crate::text::{DynAsGame, DynGame, Key};

/// The stages of a run: the state of each begins with one of these.
const EXPLORING: u64 = 0;
const SOLVING: u64 = 1;

/// Explores and solves every position that can be reached from the roots, from the state of an earlier run if there is one.
pub(super) fn explored(
    game: &dyn DynGame,
    by_class: bool,
    roots: &[Key],
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<(Explored<Key>, Solved), BuildError> {
    let erased = if by_class { DynAsGame::canonical(game) } else { DynAsGame::every(game) };
    let previous = checkpointer.take_previous(|from| {
        let stage = from.read_up_to(SOLVING)?;
        let explorer = Explorer::read(from)?;
        let analysis = match stage {
            EXPLORING => None,
            _ => Some(RetrogradeState::read(from, explorer.count() as u64)?),
        };
        Ok((explorer, analysis))
    })?;
    let (explorer, analysis) = previous.unzip();
    let exploring = checkpointer.with_prefix(|out| write_u64(out, EXPLORING));
    let explored = explore_resumable(&erased, roots.iter().cloned(), limits, explorer, exploring)?;
    let solving = checkpointer.with_prefix(|out| {
        write_u64(out, SOLVING)?;
        explored.write(out)
    });
    let solved = solve::solve_resumable(&explored.graph, limits, analysis.flatten(), solving)?;
    Ok((explored, solved))
}
