//! Games that are explored into a graph, and explicit graphs.

use super::error::BuildError;
use super::row::{Row, RowId};
use super::statistics::{Count, Statistics};
use crate::answer::PositionValue;
use crate::catalog::{GraphGame, Opened};
use crate::checkpoint::{Checkpointer, write_u64};
use crate::graph::{Explorer, Graph, Vertex};
use crate::limits::{Limits, RunError};
use crate::solve::{self, RetrogradeState, Solved};
use crate::text::{DynGame, Expansions, Key, PositionBatch, Text};

/// Rows between two looks at the limits.
const STEPS: u64 = 1 << 14;
/// Positions that a game is asked for at a time.
const BATCH: u32 = 64;

/// The stages of a run: the state of each begins with one of these.
const EXPLORING: u64 = 0;
const SOLVING: u64 = 1;

/// A solved graph, and what its vertices are.
pub(super) struct ExploredGame<'a> {
    vertices: Vertices<'a>,
    solved: Solved,
    /// The position asked for, and the vertex that stands for it.
    start: Option<(Key, Vertex)>,
    /// Whether each vertex is one position of its class.
    by_class: bool,
}

/// What the vertices of a graph are.
enum Vertices<'a> {
    /// Positions of a game, in the order in which an explorer found them; the graph was moved out of it.
    Found { game: &'a dyn DynGame, explorer: Box<Explorer<'a>>, graph: Graph },
    /// The vertices of an explicit graph.
    Named(&'a Text<GraphGame>),
}

/// Every position that can be reached from `start`, or with `by_class` one of each class.
pub(super) fn solve<'a>(
    opened: &'a Opened,
    start: &Key,
    by_class: bool,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<ExploredGame<'a>, BuildError> {
    let game = opened.as_dyn();
    if by_class && game.class_size(start).is_none() {
        return Err(BuildError::NoClasses);
    }
    let starts = game.starts();
    let starts = if starts.first() == Some(start) { starts } else { std::slice::from_ref(start) };
    let mut roots = Vec::with_capacity(starts.len());
    for at in starts {
        roots.push(if by_class { game.canonical(at)? } else { at.clone() });
    }
    let (explorer, state) = checkpointer
        .take_previous(|from| {
            let stage = from.read_up_to(SOLVING)?;
            let explorer = Explorer::read(game, by_class, from)?;
            let state = match stage {
                EXPLORING => None,
                _ => Some(RetrogradeState::read(from, explorer.count())?),
            };
            Ok((explorer, state))
        })?
        .unzip();
    let mut explorer = explorer.unwrap_or_else(|| Explorer::new(game, by_class));
    let vertices: Vec<Vertex> = roots.iter().map(|root| explorer.vertex(root)).collect();
    let root = vertices[0];
    let reachable = {
        let mut exploring = checkpointer.with_prefix(|out| write_u64(out, EXPLORING));
        explorer.reach_all(limits, &mut |explorer: &Explorer<'_>| {
            exploring.save_if_due(&mut |out| explorer.write(None, out)).map_err(RunError::from)?;
            Ok(())
        })?
    };
    let graph = explorer.take_graph(&reachable);
    let solving = checkpointer.with_prefix(|out| {
        write_u64(out, SOLVING)?;
        explorer.write(Some(&graph), out)
    });
    let solved = solve::solve_with_grundy_resumable(&graph, limits, state.flatten(), solving)?;
    let vertices = Vertices::Found { game, explorer: Box::new(explorer), graph };
    Ok(ExploredGame { vertices, solved, start: Some((start.clone(), root)), by_class })
}

/// Every vertex of an explicit graph.
pub(super) fn graph<'a>(
    game: &'a Text<GraphGame>,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<ExploredGame<'a>, BuildError> {
    let graph = game.game().graph();
    let state = checkpointer.take_previous(|from| RetrogradeState::read(from, graph.vertices() as u64))?;
    let solved = solve::solve_with_grundy_resumable(graph, limits, state, checkpointer)?;
    Ok(ExploredGame { vertices: Vertices::Named(game), solved, start: None, by_class: false })
}

impl ExploredGame<'_> {
    fn graph(&self) -> &Graph {
        match &self.vertices {
            Vertices::Found { graph, .. } => graph,
            Vertices::Named(game) => game.game().graph(),
        }
    }

    fn game(&self) -> &dyn DynGame {
        match &self.vertices {
            Vertices::Found { game, .. } => *game,
            Vertices::Named(game) => *game,
        }
    }

    /// The position of a vertex.
    pub(super) fn position(&self, v: Vertex) -> Key {
        match &self.vertices {
            Vertices::Found { explorer, .. } => explorer.key(v),
            Vertices::Named(game) => game.key(&vec![v]),
        }
    }

    fn row(&self, v: Vertex) -> Result<Row, BuildError> {
        let weight =
            if self.by_class { self.game().class_size(&self.position(v)).ok_or(BuildError::NoClasses)? } else { 1 };
        Ok(Row {
            id: RowId::Vertex(v),
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
            Vertices::Found { explorer, .. } => {
                let keys = explorer.keys(self.graph().all());
                order.sort_unstable_by(|&a, &b| keys.get(a as usize).cmp(keys.get(b as usize)));
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
        for v in (0..self.graph().vertices() as u32).map(Vertex) {
            let row = self.row(v)?;
            count.add(row.verdict, row.turn, row.weight);
            if self.by_class && u64::from(v.0).is_multiple_of(STEPS) {
                limits.check(v.0.into(), 0)?;
            }
        }
        let moves = if self.by_class { self.moves_of_classes(limits)? } else { self.graph().edges() as u64 };
        let start = self.start.as_ref().map(|(at, root)| {
            (at.clone(), PositionValue::solved(self.solved.verdict(*root), self.solved.grundy(*root)))
        });
        Ok(count.statistics(moves, start))
    }

    /// The moves of all positions of the classes: of one of each, times how many there are.
    fn moves_of_classes(&self, limits: &Limits<'_>) -> Result<u64, BuildError> {
        let all = self.graph().vertices() as u32;
        let (mut batch, mut rows) = (PositionBatch::default(), Expansions::default());
        let (mut next, mut moves) = (0, 0);
        let mut result = Ok(0);
        self.game().with_expander(false, &mut |expand| {
            let keys: Vec<Key> = (next..all.min(next + BATCH)).map(|v| self.position(Vertex(v))).collect();
            batch.clear();
            rows.clear();
            keys.iter().for_each(|key| batch.push(&key.0));
            result = limits
                .check(next.into(), 0)
                .map_err(BuildError::from)
                .and_then(|()| Ok(expand(&batch, &mut rows)?))
                .and_then(|()| self.moves_of_rows(&keys, &rows));
            next += rows.len() as u32;
            match result {
                Ok(more) => moves += more,
                Err(_) => return false,
            }
            next < all
        });
        result.map(|_| moves)
    }

    /// The moves of all positions of the classes for which `keys` stand, as far as they have rows.
    fn moves_of_rows(&self, keys: &[Key], rows: &Expansions) -> Result<u64, BuildError> {
        let mut moves = 0;
        for (i, key) in keys.iter().take(rows.len()).enumerate() {
            let mut options: Vec<Key> = rows.row(i).filter_map(|option| option.to_key(None)).collect();
            options.sort_unstable();
            options.dedup();
            moves += self.game().class_size(key).ok_or(BuildError::NoClasses)? * options.len() as u64;
        }
        Ok(moves)
    }
}
