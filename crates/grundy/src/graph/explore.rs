//! Explores a game into a graph: every position that can be reached, each once.

mod checkpoint;

pub(crate) use checkpoint::explore_resumable;

use super::{Graph, GraphBuilder, Vertex};
use crate::answer::{PositionValue, Solution};
use crate::game::{Game, Play, Player, sort_and_dedup_tail};
use crate::limits::{LimitHit, Limits, Phase, RunError, Stage};
use crate::value::Outcome;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Positions and moves met between two looks at the limits.
const STEPS: u64 = 4096;

/// A game explored from some roots: its graph, and the position of each vertex.
#[derive(Debug)]
pub struct Explored<P> {
    /// The graph of all positions that can be reached.
    pub graph: Graph,
    positions: Positions<P>,
}

impl<P: Eq + std::hash::Hash> Explored<P> {
    /// The position of each vertex, in the order they were met: the roots first.
    pub fn positions(&self) -> &[P] {
        &self.positions.list
    }

    /// The vertex of a position; `None` if it was not met.
    pub fn vertex(&self, at: &P) -> Option<Vertex> {
        self.positions.find(at)
    }

    /// A solution of the graph, read by positions of the game; of one that was not met it knows nothing.
    pub fn by_position<'a>(&'a self, solution: &'a (impl Solution<Vertex> + Sync)) -> impl Solution<P> + 'a {
        ByPosition { explored: self, solution }
    }
}

struct ByPosition<'a, P, S> {
    explored: &'a Explored<P>,
    solution: &'a S,
}

impl<P: Eq + std::hash::Hash, S: Solution<Vertex>> Solution<P> for ByPosition<'_, P, S> {
    fn facts(&self, at: &P) -> Option<PositionValue> {
        self.solution.facts(&self.explored.vertex(at)?)
    }
}

/// Explores `game` from `roots`, breadth first.
///
/// ```
/// use grundy::{graph::explore, limits::Limits, catalog::TicTacToe};
/// let explored = explore(&TicTacToe, [TicTacToe::EMPTY], &Limits::NONE).unwrap();
/// assert_eq!((explored.graph.vertices(), explored.graph.edges()), (5478, 16167));
/// ```
///
/// # Errors
/// If a limit is hit.
pub fn explore<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    limits: &Limits<'_>,
) -> Result<Explored<G::Position>, RunError> {
    let mut explorer = Explorer::new();
    let roots: Vec<Vertex> = roots.into_iter().map(|root| explorer.number(&root)).collect();
    let reached = explorer.reach(game, &roots, u64::MAX, limits)?;
    let graph = explorer.graph(game, &reached);
    Ok(Explored { graph, positions: explorer.positions })
}

/// What a game says of a position beside its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    /// The value, if it has no options.
    end: Option<Outcome>,
    turn: Option<Player>,
}

/// The positions of a game met so far, with the options of those that were expanded. It grows from root to root, so that
/// what one question explored serves the next.
#[derive(Debug)]
pub struct Explorer<P> {
    positions: Positions<P>,
    /// Where the options of each position stand in `options`; `None` if it was not expanded yet.
    rows: Vec<Option<(u32, u32)>>,
    options: Vec<Vertex>,
    /// What else is said of those that were expanded.
    said: Vec<Said>,
    /// The last call of `reach` that met each position.
    met: Vec<u32>,
    calls: u32,
    /// Where each position stood among those that `reach` gave last.
    place: Vec<Vertex>,
    /// The bytes that a position keeps on the heap, and their sum.
    measure: fn(&P) -> usize,
    kept: u64,
}

/// An estimate that grows with the exploration: how many positions there are in all, if each that waits leads to as many
/// new ones as those expanded since the last look did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foreseen {
    expanded: usize,
    met: usize,
}

impl Foreseen {
    /// The estimate when so many are expanded of those that are met; `None` while each leads to more than one new one.
    pub(super) fn total(&mut self, expanded: usize, met: usize) -> Option<u64> {
        let (more, new) = ((expanded - self.expanded) as f64, (met - self.met) as f64);
        *self = Self { expanded, met };
        (new < 0.95 * more).then(|| met as u64 + ((met - expanded) as f64 * new / (more - new)) as u64)
    }
}

/// Positions numbered in the order they are met.
#[derive(Debug)]
struct Positions<P> {
    list: Vec<P>,
    table: HashTable<u32>,
}

impl<P: Eq + std::hash::Hash> Positions<P> {
    fn find(&self, at: &P) -> Option<Vertex> {
        self.table.find(FxBuildHasher.hash_one(at), |&v| self.list[v as usize] == *at).map(|&v| Vertex(v))
    }

    fn number(&mut self, at: &P) -> Vertex
    where
        P: Clone,
    {
        let hash = FxBuildHasher.hash_one(at);
        if let Some(&v) = self.table.find(hash, |&v| self.list[v as usize] == *at) {
            return Vertex(v);
        }
        let v = self.list.len() as u32;
        self.list.push(at.clone());
        let list = &self.list;
        self.table.insert_unique(hash, v, |&u| FxBuildHasher.hash_one(&list[u as usize]));
        Vertex(v)
    }
}

impl<P: Clone + Eq + std::hash::Hash> Explorer<P> {
    /// Nothing met yet; positions that keep nothing on the heap.
    pub fn new() -> Self {
        Self::measured(|_| 0)
    }

    /// Nothing met yet; `measure` gives the bytes that a position keeps on the heap.
    pub fn measured(measure: fn(&P) -> usize) -> Self {
        Self {
            positions: Positions { list: Vec::new(), table: HashTable::new() },
            rows: Vec::new(),
            options: Vec::new(),
            said: Vec::new(),
            met: Vec::new(),
            calls: 0,
            place: Vec::new(),
            measure,
            kept: 0,
        }
    }

    /// The number of a position, a new one if it is new.
    pub fn number(&mut self, at: &P) -> Vertex {
        let v = self.positions.number(at);
        if v.index() == self.rows.len() {
            self.rows.push(None);
            self.said.push(Said::default());
            self.met.push(0);
            self.kept += (self.measure)(at) as u64;
        }
        v
    }

    /// The number of a position; `None` if it was not met.
    pub fn find(&self, at: &P) -> Option<Vertex> {
        self.positions.find(at)
    }

    /// Number of positions met so far.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let position = size_of::<P>() + size_of::<Option<(u32, u32)>>() + size_of::<Said>() + 8;
        let rows = position * self.rows.capacity() + 4 * self.options.capacity() + 5 * self.positions.table.capacity();
        rows as u64 + self.kept
    }

    /// Expands whatever can be reached from `roots` and gives it, the roots first.
    ///
    /// # Errors
    /// If the positions reached have more than `moves` moves, or another limit is hit. What was expanded stays.
    pub fn reach<G: Game<Position = P>>(
        &mut self,
        game: &G,
        roots: &[Vertex],
        moves: u64,
        limits: &Limits<'_>,
    ) -> Result<Vec<Vertex>, RunError> {
        self.reach_by(game, roots, moves, limits, &mut |_| Ok(()))
    }

    /// The same; `look` is shown the explorer at every look at the limits.
    fn reach_by<G: Game<Position = P>>(
        &mut self,
        game: &G,
        roots: &[Vertex],
        moves: u64,
        limits: &Limits<'_>,
        look: &mut dyn FnMut(&Self) -> Result<(), RunError>,
    ) -> Result<Vec<Vertex>, RunError> {
        self.calls += 1;
        let mut reached = Vec::new();
        for &root in roots {
            self.meet(root, &mut reached);
        }
        let mut options = Vec::new();
        let mut counted = 0;
        let mut checked = 0;
        let mut next = 0;
        let mut foreseen = Foreseen::default();
        while next < reached.len() {
            if counted + next as u64 >= checked {
                look(self)?;
                let (done, of) = (reached.len() as u64, foreseen.total(next, reached.len()));
                limits.report(Stage { phase: Phase::Explore, level: 0, done, of, bytes: self.bytes() })?;
                checked = counted + next as u64 + STEPS;
            }
            let v: Vertex = reached[next];
            next += 1;
            let (start, end) = match self.rows[v.index()] {
                Some(row) => row,
                None => self.expand(game, v, &mut options)?,
            };
            counted += u64::from(end - start);
            if counted > moves {
                return Err(RunError::Limit(LimitHit::Moves { limit: moves }));
            }
            for i in start..end {
                self.meet(self.options[i as usize], &mut reached);
            }
        }
        look(self)?;
        limits.check(reached.len() as u64, self.bytes())?;
        Ok(reached)
    }

    fn meet(&mut self, v: Vertex, reached: &mut Vec<Vertex>) {
        if self.met[v.index()] != self.calls {
            self.met[v.index()] = self.calls;
            reached.push(v);
        }
    }

    fn expand<G: Game<Position = P>>(
        &mut self,
        game: &G,
        v: Vertex,
        options: &mut Vec<P>,
    ) -> Result<(u32, u32), RunError> {
        options.clear();
        game.options(&self.positions.list[v.index()], options);
        let start = self.options.len();
        if start + options.len() >= u32::MAX as usize {
            return Err(RunError::Limit(LimitHit::Moves { limit: u32::MAX.into() }));
        }
        for option in options.iter() {
            let option = self.number(option);
            self.options.push(option);
        }
        // Different moves to one position are one move, as in a graph file.
        sort_and_dedup_tail(&mut self.options, start);
        let kept = self.options.len();
        let row = (start as u32, kept as u32);
        self.rows[v.index()] = Some(row);
        let at = &self.positions.list[v.index()];
        self.said[v.index()] = Said { end: (start == kept).then(|| game.terminal(at)), turn: game.player(at) };
        Ok(row)
    }

    /// The graph of the positions that one call of `reach` gave, numbered in that order.
    ///
    /// # Panics
    /// If one of them was not expanded, or the game says of some of them only who moves.
    pub fn graph<G: Game<Position = P>>(&mut self, game: &G, reached: &[Vertex]) -> Graph {
        self.place.resize(self.count(), Vertex(0));
        for (i, v) in reached.iter().enumerate() {
            self.place[v.index()] = Vertex(i as u32);
        }
        let mut draft = GraphBuilder::with_vertices(reached.len() as u32);
        for (i, v) in reached.iter().enumerate() {
            let here = Vertex(i as u32);
            let (start, end) = self.rows[v.index()].expect("an expanded position");
            for option in &self.options[start as usize..end as usize] {
                draft.edge(here, self.place[option.index()]);
            }
            let Said { end, turn } = self.said[v.index()];
            if let Some(outcome) = end {
                draft.terminal(here, outcome);
            }
            if let Some(player) = turn {
                draft.player(here, player);
            }
        }
        let graph = draft.build(Play::Normal).expect("ends without moves, turns for all positions or for none");
        graph.governed_by(game.without_grundy())
    }
}

impl<P: Clone + Eq + std::hash::Hash> Default for Explorer<P> {
    fn default() -> Self {
        Self::new()
    }
}
