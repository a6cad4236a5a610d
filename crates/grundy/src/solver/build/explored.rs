//! Games that are explored into a graph, and explicit graphs.

use super::error::BuildError;
use super::row::{Row, RowId};
use super::statistics::{Count, Statistics, moves_of_classes};
use crate::answer::PositionValue;
use crate::catalog::{GraphGame, OpenedGame};
use crate::checkpoint::{CheckpointError, Checkpointer, write_u64};
use crate::graph::{Explorer, Graph, Vertex};
use crate::limits::{Limits, RunError};
use crate::solve::{self, RetrogradeState, Solved};
use crate::text::{DynGame, Key, WithText};
use crate::value::{Grundy, Nimber};

/// Number of rows between two checks of the limits.
const STEPS: u64 = 1 << 14;
/// Number of positions expanded between two checks of the limits.
const BATCH: usize = 1 << 10;

/// The stages of a run: the first number in the state of each.
const EXPLORING: u64 = 0;
const SOLVING: u64 = 1;

/// A solved graph, and the meaning of its vertices.
pub(super) struct ExploredGame<'a> {
    vertices: Vertices<'a>,
    solved: Solved,
    /// The start, and the vertex that represents it.
    start: Option<(Key, Vertex)>,
    /// Whether each vertex represents a symmetry class.
    by_class: bool,
}

/// The meaning of the vertices of a graph.
enum Vertices<'a> {
    /// Positions of a game, in the order in which an explorer found them; the graph was moved out of the explorer.
    Found { game: &'a dyn DynGame, explorer: Box<Explorer<'a>>, graph: Graph },
    /// The vertices of an explicit graph.
    Named(&'a WithText<GraphGame>),
}

/// Solves all positions that are reachable from `start`; with `by_class`, one position of each class.
pub(super) fn solve<'a>(
    opened: &'a OpenedGame,
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
                _ if explorer.is_complete() => Some(RetrogradeState::read(from, explorer.count())?),
                _ => return Err(CheckpointError::Invalid),
            };
            // The positions of a run are the roots and the positions reachable from them.
            if roots.iter().any(|root| explorer.find(root).is_none()) {
                return Err(CheckpointError::Invalid);
            }
            Ok((explorer, state))
        })?
        .unzip();
    let (mut explorer, state) = (explorer.unwrap_or_else(|| Explorer::new(game, by_class)), state.flatten());
    let vertices: Vec<Vertex> = roots.iter().map(|root| explorer.vertex(root)).collect();
    let root = vertices[0];
    let reachable = {
        // The exploration must not replace a checkpoint of a later stage.
        let is_explored = state.is_some();
        let mut exploring = checkpointer.with_prefix(|out| write_u64(out, EXPLORING));
        explorer.reach_all(limits, &mut |explorer: &Explorer<'_>| {
            if !is_explored {
                exploring.save_if_due(&mut |out| explorer.write(None, out)).map_err(RunError::from)?;
            }
            Ok(())
        })?
    };
    let graph = explorer.take_graph(&reachable);
    let solving = checkpointer.with_prefix(|out| {
        write_u64(out, SOLVING)?;
        explorer.write(Some(&graph), out)
    });
    let solved = solve::solve_with_grundy_resumable(&graph, limits, state, solving)?;
    let vertices = Vertices::Found { game, explorer: Box::new(explorer), graph };
    Ok(ExploredGame { vertices, solved, start: Some((start.clone(), root)), by_class })
}

/// Solves all vertices of an explicit graph.
pub(super) fn graph<'a>(
    game: &'a WithText<GraphGame>,
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
            player: self.graph().players().map(|turns| turns[v.index()]),
            weight,
        })
    }

    /// Whether the graph has a cycle and Grundy values.
    pub(super) fn has_stages(&self) -> bool {
        self.solved.has_stages()
    }

    /// Whether any vertex has a value ∞(K).
    pub(super) fn has_infinite_values(&self) -> bool {
        self.solved.has_infinite_values()
    }

    /// The set K of the value ∞(K) of a vertex; `None` if its value is another one.
    pub(super) fn loopy(&self, v: Vertex) -> Option<Box<[Nimber]>> {
        match self.solved.grundy(v) {
            Grundy::Infinite(set) => Some(set),
            _ => None,
        }
    }

    /// The stage of the finite value of a vertex.
    pub(super) fn stage(&self, v: Vertex) -> Option<u32> {
        self.solved.stage(v)
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
            count.add(row.verdict, row.player, row.weight);
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

    /// The moves of all positions of the classes.
    fn moves_of_classes(&self, limits: &Limits<'_>) -> Result<u64, BuildError> {
        let mut moves = 0;
        let mut vertices = self.graph().all();
        let mut done = 0;
        loop {
            limits.check(done, 0)?;
            let keys: Vec<Key> = vertices.by_ref().take(BATCH).map(|v| self.position(v)).collect();
            if keys.is_empty() {
                return Ok(moves);
            }
            moves += moves_of_classes(self.game(), &keys)?;
            done += keys.len() as u64;
        }
    }
}
