//! Games that are explored into a graph, and graphs given as files.

use super::whole::{Row, Spot};
use super::{BuildError, Built, Count};
use crate::answer::Facts;
use crate::any::{Erased, Key, Spoken};
use crate::catalog::{Chips, Opened};
use crate::graph::{Explored, Explorer, Graph, Vertex, explore_keeping};
use crate::keep::{After, Keeper, State, number};
use crate::limits::Limits;
use crate::solve::{self, Solved, Underway};
use std::io::{Read, Write};

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
    keeper: &mut dyn Keeper,
) -> Result<Drawn<'a>, BuildError> {
    let any = game.any();
    let erased = if by_class { Erased::canonical(any) } else { Erased::every(any) };
    let one = |at: &Key| if by_class { any.canonical(at) } else { at.clone() };
    let root = one(start);
    let (explorer, underway) = super::kept(keeper, |from| {
        let explorer = Explorer::read(from)?;
        let underway = match from.up_to(1)? {
            0 => None,
            _ => Some(Underway::read(from, explorer.count() as u64)?),
        };
        Ok((explorer, underway))
    })?
    .unzip();
    let mut exploring = Exploring(keeper);
    let explored = explore_keeping(&erased, roots(game, start).iter().map(one), limits, explorer, &mut exploring)?;
    let solved = {
        let before = |out: &mut dyn Write| {
            explored.write(out)?;
            number(out, 1)
        };
        let mut keeper = After { keeper, before: &before };
        solve::solve_keeping(&explored.graph, limits, underway.flatten(), &mut keeper)?
    };
    let root = explored.vertex(&root).expect("the root is reached");
    Ok(Drawn { game, vertices: Vertices::Explored(explored), solved, start: Some((start.clone(), root)), by_class })
}

/// The same, each as it is.
pub(super) fn solve<'a>(
    game: &'a Opened,
    start: &Key,
    limits: &Limits<'_>,
    keeper: &mut dyn Keeper,
) -> Result<Drawn<'a>, BuildError> {
    explored(game, start, false, limits, keeper)
}

/// Keeps an exploration, with which nothing is solved yet.
struct Exploring<'a>(&'a mut dyn Keeper);

impl Keeper for Exploring<'_> {
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

/// The position that a game is built from; all its starts, if it is the first of several.
fn roots(game: &Opened, start: &Key) -> Vec<Key> {
    let starts = game.any().starts();
    if starts.first() == Some(start) { starts } else { vec![start.clone()] }
}

/// Every vertex of a graph.
pub(super) fn graph<'a>(
    game: &'a Opened,
    chips: &'a Chips,
    limits: &Limits<'_>,
    keeper: &mut dyn Keeper,
) -> Result<Drawn<'a>, BuildError> {
    let underway = super::kept(keeper, |from| Underway::read(from, chips.graph().vertices() as u64))?;
    let solved = solve::solve_keeping(chips.graph(), limits, underway, keeper)?;
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
