//! Games of which one position of each class is explored.

use super::{BuildError, Built, Count, explored};
use crate::any::{Erased, Key};
use crate::catalog::Opened;
use crate::graph::{Explored, Vertex, explore};
use crate::limits::Limits;
use crate::solve::solve;

/// One position of each class that can be reached from `start`.
pub(super) fn build(game: &Opened, start: &Key, limits: &Limits<'_>) -> Result<Built, BuildError> {
    let any = game.any();
    any.class_size(start).ok_or(BuildError::NoClasses)?;
    let root = any.canonical(start);
    let explored: Explored<Key> = explore(&Erased::canonical(any), [root.clone()], limits)?;
    let solved = solve(&explored.graph, limits)?;
    let mut count = Count::default();
    let mut moves = 0;
    let mut options = Vec::new();
    for (v, at) in (0..).map(Vertex).zip(explored.positions()) {
        let class = any.class_size(at).ok_or(BuildError::NoClasses)?;
        count.add(solved.verdict(v), any.turn(at), class);
        options.clear();
        any.every_option(at, &mut options);
        options.sort_unstable();
        options.dedup();
        moves += class * options.len() as u64;
    }
    let facts = explored::facts(&explored, &solved, &root);
    Ok(count.built(moves, Some((start.clone(), facts))))
}
