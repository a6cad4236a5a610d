//! Games that are explored into a graph, and graphs given as files.

use super::whole::{Row, Spot};
use super::{BuildError, Built, Count};
use crate::answer::Facts;
use crate::any::{Erased, Key, Spoken};
use crate::catalog::{Chips, Opened};
use crate::graph::{Explored, Graph, Vertex, explore};
use crate::limits::{LimitHit, Limits};
use crate::solve::{self, Solved};

/// Rows between two looks at the limits.
const STEPS: u64 = 1 << 14;

/// A solved graph, and what its vertices are.
pub(super) struct Drawn<'a> {
    pub(super) game: &'a Opened,
    pub(super) vertices: Vertices<'a>,
    pub(super) solved: Solved,
    /// The position asked for, and the one that stands for it.
    pub(super) start: Option<(Key, Vertex)>,
    /// Whether each vertex is one position of its class.
    pub(super) by_class: bool,
}

/// What the vertices of a graph are.
pub(super) enum Vertices<'a> {
    Explored(Explored<Key>),
    Named(&'a Chips),
}

/// Every position that can be reached from `start`.
pub(super) fn explored<'a>(
    game: &'a Opened,
    start: &Key,
    by_class: bool,
    limits: &Limits<'_>,
) -> Result<Drawn<'a>, LimitHit> {
    let any = game.any();
    let erased = if by_class { Erased::canonical(any) } else { Erased::every(any) };
    let one = |at: &Key| if by_class { any.canonical(at) } else { at.clone() };
    let root = one(start);
    let explored: Explored<Key> = explore(&erased, roots(game, start).iter().map(one), limits)?;
    let solved = solve::solve(&explored.graph, limits)?;
    let root = explored.vertex(&root).expect("the root is reached");
    Ok(Drawn { game, vertices: Vertices::Explored(explored), solved, start: Some((start.clone(), root)), by_class })
}

/// The same, each as it is.
pub(super) fn solve<'a>(game: &'a Opened, start: &Key, limits: &Limits<'_>) -> Result<Drawn<'a>, LimitHit> {
    explored(game, start, false, limits)
}

/// The position that a game is built from; all its starts, if it is the first of several.
fn roots(game: &Opened, start: &Key) -> Vec<Key> {
    let starts = game.any().starts();
    if starts.first() == Some(start) { starts } else { vec![start.clone()] }
}

/// Every vertex of a graph.
pub(super) fn graph<'a>(game: &'a Opened, chips: &'a Chips, limits: &Limits<'_>) -> Result<Drawn<'a>, LimitHit> {
    let solved = solve::solve(chips.graph(), limits)?;
    Ok(Drawn { game, vertices: Vertices::Named(chips), solved, start: None, by_class: false })
}

impl Drawn<'_> {
    fn graph(&self) -> &Graph {
        match &self.vertices {
            Vertices::Explored(explored) => &explored.graph,
            Vertices::Named(chips) => chips.graph(),
        }
    }

    /// The position of a vertex.
    pub(super) fn position(&self, v: Vertex) -> Key {
        match &self.vertices {
            Vertices::Explored(explored) => explored.positions()[v.index()].clone(),
            Vertices::Named(chips) => {
                let mut bytes = Vec::new();
                chips.write(&vec![v], &mut bytes);
                Key(bytes.into())
            }
        }
    }

    fn row(&self, v: Vertex) -> Result<Row, BuildError> {
        let weight = match &self.vertices {
            Vertices::Explored(explored) if self.by_class => {
                self.game.any().class_size(&explored.positions()[v.index()]).ok_or(BuildError::NoClasses)?
            }
            _ => 1,
        };
        Ok(Row {
            spot: Spot::Vertex(v),
            verdict: self.solved.verdict(v),
            grundy: self.solved.grundy(v).finite(),
            turn: self.graph().turns().map(|turns| turns[v.index()]),
            weight,
        })
    }

    /// Calls `each` with every position, in the order of their keys.
    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        let count = self.graph().vertices();
        let mut order: Vec<u32> = (0..count as u32).collect();
        match &self.vertices {
            Vertices::Explored(explored) => {
                let positions = explored.positions();
                order.sort_unstable_by(|&a, &b| positions[a as usize].cmp(&positions[b as usize]));
            }
            Vertices::Named(_) => order.sort_by_cached_key(|&v| self.position(Vertex(v))),
        }
        for (done, v) in (0..).zip(order) {
            if u64::is_multiple_of(done, STEPS) {
                limits.check(done, 0)?;
            }
            if !each(&self.row(Vertex(v))?) {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn count(&self, limits: &Limits<'_>) -> Result<Built, BuildError> {
        let mut count = Count::default();
        let mut moves = if self.by_class { 0 } else { self.graph().edges() as u64 };
        let mut options = Vec::new();
        for v in (0..self.graph().vertices() as u32).map(Vertex) {
            let row = self.row(v)?;
            count.add(row.verdict, row.turn, row.weight);
            if self.by_class {
                if u64::from(v.0).is_multiple_of(STEPS) {
                    limits.check(v.0.into(), 0)?;
                }
                options.clear();
                self.game.any().every_option(&self.position(v), &mut options);
                options.sort_unstable();
                options.dedup();
                moves += row.weight * options.len() as u64;
            }
        }
        let start = self
            .start
            .as_ref()
            .map(|(at, root)| (at.clone(), Facts::solved(self.solved.verdict(*root), self.solved.grundy(*root))));
        Ok(count.built(moves, start))
    }
}
