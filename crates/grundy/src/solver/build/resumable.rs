//! A game explored so that it can be kept on the way: one position at a time, in the order in which they are found.
//!
//! What a [`KeyExplorer`](crate::graph::KeyExplorer) learns of the shape of positions has no form in bytes; hence only runs
//! that nobody keeps go its faster way.

use super::BuildError;
use crate::checkpoint::{After, Checkpointer, State, number};
use crate::graph::{Explored, Explorer, explore_resumable};
use crate::limits::Limits;
use crate::solve::{self, RetrogradeState, Solved};
use crate::text::{DynAsGame, DynGame, Key};
use std::io::{Read, Write};

/// Every position that can be reached from the roots, solved, from where a run was left if one was.
pub(super) fn explored(
    game: &dyn DynGame,
    by_class: bool,
    roots: &[Key],
    limits: &Limits<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<(Explored<Key>, Solved), BuildError> {
    let erased = if by_class { DynAsGame::canonical(game) } else { DynAsGame::every(game) };
    let (explorer, underway) = super::kept(keeper, |from| {
        let explorer = Explorer::read(from)?;
        let underway = match from.up_to(1)? {
            0 => None,
            _ => Some(RetrogradeState::read(from, explorer.count() as u64)?),
        };
        Ok((explorer, underway))
    })?
    .unzip();
    let mut exploring = Exploring(keeper);
    let explored = explore_resumable(&erased, roots.iter().cloned(), limits, explorer, &mut exploring)?;
    let before = |out: &mut dyn Write| {
        explored.write(out)?;
        number(out, 1)
    };
    let mut keeper = After { keeper, before: &before };
    let solved = solve::solve_with_grundy_resumable(&explored.graph, limits, underway.flatten(), &mut keeper)?;
    Ok((explored, solved))
}

/// Keeps an exploration, with which nothing is solved yet.
struct Exploring<'a>(&'a mut dyn Checkpointer);

impl Checkpointer for Exploring<'_> {
    fn keeps(&self) -> bool {
        self.0.keeps()
    }

    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        None
    }

    fn is_due(&mut self) -> bool {
        self.0.is_due()
    }

    fn keep(&mut self, state: &mut State<'_>) -> bool {
        self.0.keep(&mut |out| {
            state(out)?;
            number(out, 0)
        })
    }
}
