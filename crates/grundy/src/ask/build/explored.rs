//! Games that are explored into a graph, and graphs given as files.

use super::{Built, Count};
use crate::answer::Facts;
use crate::any::{Erased, Key};
use crate::catalog::{Chips, Opened};
use crate::graph::{Explored, Graph, Vertex, explore};
use crate::limits::{LimitHit, Limits};
use crate::solve::{Solved, solve};

/// Every position that can be reached from `start`.
pub(super) fn build(game: &Opened, start: &Key, limits: &Limits<'_>) -> Result<Built, LimitHit> {
    let explored: Explored<Key> = explore(&Erased::every(game.any()), [start.clone()], limits)?;
    let solved = solve(&explored.graph, limits)?;
    let facts = facts(&explored, &solved, start);
    Ok(count(&explored.graph, &solved).built(explored.graph.edges() as u64, Some((start.clone(), facts))))
}

/// Every vertex of a graph.
pub(super) fn graph(chips: &Chips, limits: &Limits<'_>) -> Result<Built, LimitHit> {
    let graph = chips.graph();
    Ok(count(graph, &solve(graph, limits)?).built(graph.edges() as u64, None))
}

/// What is known of the position that was explored from.
pub(super) fn facts(explored: &Explored<Key>, solved: &Solved, start: &Key) -> Facts {
    let root = explored.vertex(start).expect("the root is reached");
    Facts::solved(solved.verdict(root), solved.grundy(root))
}

fn count(graph: &Graph, solved: &Solved) -> Count {
    let turns = graph.turns();
    let mut count = Count::default();
    for v in (0..graph.vertices() as u32).map(Vertex) {
        count.add(solved.verdict(v), turns.map(|turns| turns[v.index()]), 1);
    }
    count
}
