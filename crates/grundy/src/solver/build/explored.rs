//! Games that are explored into a graph, and graphs given as files.

use super::solved_game::{Row, RowId};
use super::{BuildError, Count, Statistics, resumable};
use crate::answer::PositionValue;
use crate::catalog::{GraphGame, Opened};
use crate::checkpoint::Checkpointer;
use crate::graph::{Explored, Graph, KeyExplorer, Vertex};
use crate::limits::Limits;
use crate::solve::{self, RetrogradeState, Solved};
use crate::text::{Asks, Key, PositionBatch, Rows, TextGame};

/// Rows between two looks at the limits.
const STEPS: u64 = 1 << 14;
/// Positions that a game is asked for at a time.
const BATCH: u32 = 64;

/// A solved graph, and what its vertices are.
pub(super) struct ExploredGame<'a> {
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
    /// The graph that was taken out of an explorer.
    Explored(Box<(KeyExplorer<'a>, Graph)>),
    /// What an exploration that was kept met.
    Kept(Explored<Key>),
    Named(&'a GraphGame),
}

/// Every position that can be reached from `start`.
pub(super) fn explored<'a>(
    game: &'a Opened,
    start: &Key,
    by_class: bool,
    limits: &Limits<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<ExploredGame<'a>, BuildError> {
    let any = game.any();
    let one = |at: &Key| if by_class { any.canonical(at) } else { at.clone() };
    let roots: Vec<Key> = roots(game, start).iter().map(one).collect();
    let (vertices, solved, root) = if keeper.keeps() {
        let (explored, solved) = resumable::explored(any, by_class, &roots, limits, keeper)?;
        let root = explored.vertex(&roots[0]).expect("the root is reached");
        (Vertices::Kept(explored), solved, root)
    } else {
        let mut explorer = KeyExplorer::new(any, by_class);
        let mut begun: Vec<Vertex> = roots.iter().map(|root| explorer.number(root)).collect();
        let root = begun[0];
        begun.sort_unstable();
        begun.dedup();
        let met = explorer.reach(&begun, u64::MAX, limits)?;
        let graph = explorer.take_graph(&met);
        let solved = solve::solve_with_grundy(&graph, limits)?;
        (Vertices::Explored(Box::new((explorer, graph))), solved, root)
    };
    Ok(ExploredGame { game, vertices, solved, start: Some((start.clone(), root)), by_class })
}

/// The same, each as it is.
pub(super) fn solve<'a>(
    game: &'a Opened,
    start: &Key,
    limits: &Limits<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<ExploredGame<'a>, BuildError> {
    explored(game, start, false, limits, keeper)
}

/// The position that a game is built from; all its starts, if it is the first of several.
fn roots(game: &Opened, start: &Key) -> Vec<Key> {
    let starts = game.any().starts();
    if starts.first() == Some(start) { starts } else { vec![start.clone()] }
}

/// Every vertex of a graph.
pub(super) fn graph<'a>(
    game: &'a Opened,
    chips: &'a GraphGame,
    limits: &Limits<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<ExploredGame<'a>, BuildError> {
    let underway = super::kept(keeper, |from| RetrogradeState::read(from, chips.graph().vertices() as u64))?;
    let solved = solve::solve_with_grundy_resumable(chips.graph(), limits, underway, keeper)?;
    Ok(ExploredGame { game, vertices: Vertices::Named(chips), solved, start: None, by_class: false })
}

impl ExploredGame<'_> {
    fn graph(&self) -> &Graph {
        match &self.vertices {
            Vertices::Explored(explored) => &explored.1,
            Vertices::Kept(explored) => &explored.graph,
            Vertices::Named(chips) => chips.graph(),
        }
    }

    /// The position of a vertex.
    pub(super) fn position(&self, v: Vertex) -> Key {
        match &self.vertices {
            Vertices::Explored(explored) => explored.0.key(v),
            Vertices::Kept(explored) => explored.positions()[v.index()].clone(),
            Vertices::Named(chips) => {
                let mut bytes = Vec::new();
                chips.encode(&vec![v], &mut bytes);
                Key(bytes.into())
            }
        }
    }

    fn row(&self, v: Vertex) -> Result<Row, BuildError> {
        let weight = if self.by_class {
            self.game.any().class_size(&self.position(v)).ok_or(BuildError::NoClasses)?
        } else {
            1
        };
        Ok(Row {
            spot: RowId::Vertex(v),
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
                let keys = explored.0.keys(self.graph().all());
                order.sort_unstable_by(|&a, &b| keys.get(a as usize).cmp(keys.get(b as usize)));
            }
            Vertices::Kept(explored) => {
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

    pub(super) fn count(&self, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
        let mut count = Count::default();
        let mut moves = if self.by_class { 0 } else { self.graph().edges() as u64 };
        for v in (0..self.graph().vertices() as u32).map(Vertex) {
            let row = self.row(v)?;
            count.add(row.verdict, row.turn, row.weight);
            if self.by_class && u64::from(v.0).is_multiple_of(STEPS) {
                limits.check(v.0.into(), 0)?;
            }
        }
        if self.by_class {
            let mut tally = Tally { drawn: self, next: 0, moves: 0, limits, hit: None };
            self.game.any().ask(false, &mut tally);
            tally.hit.map_or(Ok(()), Err)?;
            moves = tally.moves;
        }
        let start = self.start.as_ref().map(|(at, root)| {
            (at.clone(), PositionValue::solved(self.solved.verdict(*root), self.solved.grundy(*root)))
        });
        Ok(count.built(moves, start))
    }
}

/// Counts the moves of all positions of the classes: of one of each, times how many there are.
struct Tally<'t, 'a> {
    drawn: &'t ExploredGame<'a>,
    /// The next of the positions to ask for.
    next: u32,
    moves: u64,
    limits: &'t Limits<'t>,
    hit: Option<BuildError>,
}

impl Tally<'_, '_> {
    fn count(&mut self, said: &Rows, at: &PositionBatch) -> Result<(), BuildError> {
        self.limits.check(self.next.into(), 0)?;
        for i in 0..said.len() {
            let mut options: Vec<&[u8]> = said.row(i).0.map(|option| said.every_option().get(option).key()).collect();
            options.sort_unstable();
            options.dedup();
            let weight = self.drawn.game.any().class_size(&Key(at.get(i).key().into())).ok_or(BuildError::NoClasses)?;
            self.moves += weight * options.len() as u64;
        }
        Ok(())
    }
}

impl Asks for Tally<'_, '_> {
    fn next(&mut self, said: &mut Rows, at: &mut PositionBatch) -> bool {
        if let Err(error) = self.count(said, at) {
            self.hit = Some(error);
            return false;
        }
        if let Some(trouble) = said.take_trouble() {
            self.drawn.game.any().leave_trouble(trouble);
            return false;
        }
        self.next += said.len() as u32;
        said.clear();
        at.clear();
        let all = self.drawn.graph().vertices() as u32;
        let batch = self.next..all.min(self.next + BATCH);
        batch.clone().for_each(|v| at.push(&self.drawn.position(Vertex(v)).0));
        !batch.is_empty()
    }
}
