//! Explores a typed game: this module interns the positions, and the explorer works with their numbers.

use super::error::ExploreError;
use super::explorer::Explorer;
use super::source::Source;
use crate::answer::{PositionValue, Solution, StoreError};
use crate::game::{Game, Play};
use crate::graph::{Graph, Vertex};
use crate::limits::{Limits, RunError};
use crate::text::{Expand, Expansions, KeyCodec, Keys, NodeInfo, PositionBatch, PositionRef};
use crate::value::Undefined;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

/// A game explored from some roots: its graph, and the position of each vertex.
#[derive(Debug)]
pub struct Explored<P> {
    /// The graph of all reachable positions.
    pub graph: Graph,
    positions: Positions<P>,
}

impl<P: Eq + Hash> Explored<P> {
    /// Returns the position of each vertex, in the order in which the exploration found them: the roots first.
    pub fn positions(&self) -> &[P] {
        &self.positions.list
    }

    /// Returns the vertex of a position; `None` if it is not reachable.
    pub fn vertex(&self, at: &P) -> Option<Vertex> {
        self.positions.find(at).map(Vertex)
    }

    /// Returns a view of a solution of the graph that is indexed by positions of the game. It has no value for an
    /// unreachable position.
    pub fn by_position<'a>(&'a self, solution: &'a (impl Solution<Vertex> + Sync)) -> impl Solution<P> + 'a {
        ByPosition { explored: self, solution }
    }
}

struct ByPosition<'a, P, S> {
    explored: &'a Explored<P>,
    solution: &'a S,
}

impl<P: Eq + Hash, S: Solution<Vertex>> Solution<P> for ByPosition<'_, P, S> {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        self.explored.vertex(at).map_or(Ok(None), |v| self.solution.get(&v))
    }

    fn stage(&self, at: &P) -> Result<Option<u32>, StoreError> {
        self.explored.vertex(at).map_or(Ok(None), |v| self.solution.stage(&v))
    }
}

/// Explores `game` from `roots`, breadth first.
///
/// ```
/// use grundy::{graph::explore, limits::Limits, catalog::TicTacToe};
/// let explored = explore(&TicTacToe, [TicTacToe::EMPTY], &Limits::NONE)?;
/// assert_eq!((explored.graph.vertices(), explored.graph.edges()), (5478, 16167));
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
///
/// # Errors
/// If a limit is exceeded, the run is interrupted, or the game panics or names the player to move at some positions only.
pub fn explore<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    limits: &Limits<'_>,
) -> Result<Explored<G::Position>, RunError> {
    let typed = Typed { game, positions: Mutex::default(), codec: KeyCodec::new(pack, unpack) };
    let numbers: Vec<u32> = {
        let mut positions = typed.lock();
        roots.into_iter().map(|root| positions.number(&root)).collect()
    };
    let mut explorer = Explorer::new_packed(&typed, &typed.codec);
    let mut roots: Vec<Vertex> = numbers.into_iter().map(|number| explorer.vertex_of_packed(number.into())).collect();
    roots.sort_unstable();
    roots.dedup();
    let reachable = explorer.reach(&roots, u64::MAX, limits).map_err(|error| match error {
        ExploreError::Run(error) => error,
        // A typed game has no errors of its own.
        ExploreError::Rules(error) => RunError::WorkerPanicked { message: error.message },
    })?;
    let order: Vec<u32> = reachable.iter().filter_map(|v| explorer.packed_of(v)).map(|number| number as u32).collect();
    let graph = explorer.take_graph(&reachable);
    drop(explorer);
    let positions = typed.positions.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Explored { graph, positions: positions.in_order(&order) })
}

fn pack(key: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(key.try_into().ok()?))
}

fn unpack(number: u64, key: &mut Vec<u8>) {
    key.extend_from_slice(&number.to_le_bytes());
}

/// A game whose positions are represented by the numbers under which they were interned. The numbers depend on the
/// timing of threads; the vertices that the explorer assigns do not.
struct Typed<'g, G: Game> {
    game: &'g G,
    positions: Mutex<Positions<G::Position>>,
    codec: KeyCodec,
}

impl<G: Game> Typed<'_, G> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Positions<G::Position>> {
        self.positions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expand(&self, batch: &PositionBatch, buffers: &mut Buffers<G::Position>, out: &mut Expansions) {
        let Buffers { positions, options, ends } = buffers;
        positions.clear();
        options.clear();
        ends.clear();
        {
            let interned = self.lock();
            positions.extend(batch.iter().filter_map(|at| match at {
                PositionRef::Packed(number) => interned.list.get(number as usize).cloned(),
                PositionRef::Key(_) => None,
            }));
        }
        for at in positions.iter() {
            let before = options.len();
            self.game.options(at, options);
            let terminal = if options.len() == before { self.game.terminal(at) } else { crate::value::Outcome::Loss };
            ends.push((options.len(), NodeInfo { terminal, player: self.game.player(at) }));
        }
        let mut interned = self.lock();
        let mut start = 0;
        for (end, node) in ends.drain(..) {
            for option in &options[start..end] {
                out.options_mut().push_packed(interned.number(option).into());
            }
            out.close(node);
            start = end;
        }
    }
}

/// The buffers that one thread reuses for each batch.
struct Buffers<P> {
    positions: Vec<P>,
    options: Vec<P>,
    /// The end of each position's options.
    ends: Vec<(usize, NodeInfo)>,
}

impl<'a, G: Game> Source<'a> for &'a Typed<'_, G> {
    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        let mut buffers = Buffers { positions: Vec::new(), options: Vec::new(), ends: Vec::new() };
        let mut expand = |batch: &PositionBatch, out: &mut Expansions| {
            self.expand(batch, &mut buffers, out);
            Ok(())
        };
        while work(&mut expand) {}
    }

    fn codec(&self, _sample: &Keys) -> Option<&'a KeyCodec> {
        Some(&self.codec)
    }

    fn play(&self) -> Play {
        self.game.play_kind()
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.without_grundy()
    }

    /// An estimate that does not depend on the timing of threads, unlike the bytes that are interned at the moment.
    fn bytes_per_position(&self) -> u64 {
        size_of::<G::Position>() as u64 + 5
    }
}

/// Positions, numbered in the order in which they are added.
#[derive(Debug)]
struct Positions<P> {
    list: Vec<P>,
    table: HashTable<u32>,
}

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Self { list: Vec::new(), table: HashTable::new() }
    }
}

impl<P: Eq + Hash> Positions<P> {
    fn find(&self, at: &P) -> Option<u32> {
        self.table.find(FxBuildHasher.hash_one(at), |&n| self.list[n as usize] == *at).copied()
    }

    /// The number of a position; adds it if it is new.
    fn number(&mut self, at: &P) -> u32
    where
        P: Clone,
    {
        let hash = FxBuildHasher.hash_one(at);
        if let Some(&n) = self.table.find(hash, |&n| self.list[n as usize] == *at) {
            return n;
        }
        let n = self.list.len() as u32;
        self.list.push(at.clone());
        let list = &self.list;
        self.table.insert_unique(hash, n, |&other| FxBuildHasher.hash_one(&list[other as usize]));
        n
    }

    /// These positions, renumbered by their places in `order`, which contains each number once.
    fn in_order(self, order: &[u32]) -> Self {
        let mut places = vec![0; self.list.len()];
        for (place, &number) in (0..).zip(order) {
            places[number as usize] = place;
        }
        let mut list: Vec<(u32, P)> = places.iter().copied().zip(self.list).collect();
        list.sort_unstable_by_key(|(place, _)| *place);
        let mut table = self.table;
        table.iter_mut().for_each(|number| *number = places[*number as usize]);
        Self { list: list.into_iter().map(|(_, position)| position).collect(), table }
    }
}
