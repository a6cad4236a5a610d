//! The positions of a game found so far, with the options of those that were expanded.
//!
//! Positions are numbered in the order in which a breadth-first exploration finds them, whatever the number of threads.
//! Besides its memory in the [`Interner`], a position takes 9 bytes (13 from the second call of `reach` on), and a move
//! 4.

use super::interner::{self, Interner};
use super::source::{GameSource, Source};
use crate::game::Player;
use crate::graph::offsets::Offsets;
use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::text::{DynGame, Key, KeyCodec, Keys, NodeInfo, PositionRef};
use crate::value::Outcome;
use std::sync::Arc;

/// The length of a row that is not yet known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Explores a game, and holds the positions found so far and the options of those that were expanded.
///
/// An explorer grows from root to root, so that later questions reuse what earlier ones explored.
///
/// ```
/// use grundy::{catalog::TicTacToe, graph::Explorer, limits::Limits, text::{DynGame, WithText}};
/// let game = WithText::new(TicTacToe);
/// let mut explorer = Explorer::new(&game, false);
/// let start = explorer.vertex(&game.starts()[0]);
/// let reachable = explorer.reach(&[start], u64::MAX, &Limits::NONE)?;
/// let graph = explorer.take_graph(&reachable);
/// assert_eq!((graph.vertices(), graph.edges()), (5478, 16167));
/// # Ok::<(), grundy::graph::ExploreError>(())
/// ```
pub struct Explorer<'a> {
    pub(super) source: Arc<dyn Source<'a> + 'a>,
    pub(super) interner: Interner<'a>,
    /// The place of the first option of each position, and the number of its options.
    pub(super) rows: Vec<(u32, u32)>,
    /// The other facts about each position whose row is known.
    pub(super) nodes: Vec<NodeByte>,
    pub(super) options: Vec<Vertex>,
    /// Number of rows that are known.
    pub(super) known: usize,
    /// Whether the known positions name the player to move: all of them or none.
    pub(super) names_players: Option<bool>,
    /// The last call of `reach` that found each position; empty up to the second call.
    pub(super) found_by: Vec<u32>,
    pub(super) calls: u32,
    /// Number of positions that were added as roots, and not found as options.
    pub(super) roots: usize,
}

/// The positions that a call of [`Explorer::reach`] found.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// The positions; `None`: all positions of the explorer, in their order.
    pub(super) list: Option<Vec<Vertex>>,
    pub(super) count: usize,
}

impl Reachable {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there is no position, as after a call without roots.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over the positions, the roots first.
    pub fn iter(&self) -> impl Iterator<Item = Vertex> {
        (0..self.count).map(|i| self.list.as_ref().map_or(Vertex(i as u32), |list| list[i]))
    }
}

/// A [`NodeInfo`] in a byte.
#[derive(Clone, Copy)]
pub(super) struct NodeByte(pub(super) u8);

impl NodeByte {
    const TERMINALS: [Outcome; 3] = [Outcome::Win, Outcome::Loss, Outcome::Draw];

    pub(super) fn new(node: NodeInfo) -> Self {
        let terminal = match node.terminal {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        let player = match node.player {
            None => 0,
            Some(Player::Left) => 4,
            Some(Player::Right) => 8,
        };
        Self(terminal | player)
    }

    /// The node with this byte; `None` if the byte is invalid.
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        (byte & 3 < 3 && byte >> 2 < 3).then_some(Self(byte))
    }

    fn terminal(self) -> Outcome {
        Self::TERMINALS[usize::from(self.0 & 3)]
    }

    pub(super) fn player(self) -> Option<Player> {
        [None, Some(Player::Left), Some(Player::Right)][usize::from(self.0 >> 2)]
    }
}

impl<'a> Explorer<'a> {
    /// Creates an explorer that has found no positions yet; with `by_class` it explores only canonical positions.
    pub fn new(game: &'a dyn DynGame, by_class: bool) -> Self {
        Self::of(Arc::new(GameSource { game, by_class }), Interner::new(None))
    }

    /// An explorer whose positions are all integers of `codec`.
    pub(super) fn new_packed(source: impl Source<'a> + 'a, codec: &'a KeyCodec) -> Self {
        Self::of(Arc::new(source), Interner::new(Some(codec)))
    }

    fn of(source: Arc<dyn Source<'a> + 'a>, interner: Interner<'a>) -> Self {
        let (rows, nodes, options, found_by) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { source, interner, rows, nodes, options, known: 0, names_players: None, found_by, calls: 0, roots: 0 }
    }

    /// Returns the number of positions found so far.
    pub fn count(&self) -> u64 {
        self.interner.len() as u64
    }

    /// Whether the rows of all positions found so far are known.
    pub(crate) fn is_complete(&self) -> bool {
        self.known == self.rows.len()
    }

    /// Returns the vertex of a position, and adds the position if it is new.
    pub fn vertex(&mut self, at: &Key) -> Vertex {
        let v = self.interner.number(&at.0);
        self.add_root(v)
    }

    /// The vertex of the position with this integer of the codec; adds the position if it is new.
    pub(super) fn vertex_of_packed(&mut self, integer: u64) -> Vertex {
        let v = self.interner.number_packed(integer);
        self.add_root(v)
    }

    fn add_root(&mut self, v: u32) -> Vertex {
        self.roots += usize::from(v as usize == self.rows.len());
        self.add(v)
    }

    /// The integer of a position; `None` if the position is stored as bytes.
    pub(super) fn packed_of(&self, v: Vertex) -> Option<u64> {
        match self.interner.get(v.0) {
            PositionRef::Packed(integer) => Some(integer),
            PositionRef::Key(_) => None,
        }
    }

    /// Adds an empty row for the position if it is new.
    pub(super) fn add(&mut self, v: u32) -> Vertex {
        if v as usize == self.rows.len() {
            interner::push(&mut self.rows, (0, UNKNOWN));
            interner::push(&mut self.nodes, NodeByte(0));
        }
        Vertex(v)
    }

    /// Returns the vertex of a position; `None` if it was not found.
    pub fn find(&self, at: &Key) -> Option<Vertex> {
        self.interner.find(&at.0).map(Vertex)
    }

    /// Returns the key of a vertex.
    pub fn key(&self, v: Vertex) -> Key {
        self.interner.to_key(v.0)
    }

    /// Returns the keys of some vertices.
    pub fn keys(&self, of: impl Iterator<Item = Vertex>) -> Keys {
        let mut keys = Keys::default();
        of.for_each(|v| keys.append(|out| self.interner.key(v.0, out)));
        keys
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let rows = 8 * self.rows.capacity() + self.nodes.capacity() + 4 * self.options.capacity();
        self.bytes_of_source(self.interner.len()) + self.interner.bytes() + (rows + 4 * self.found_by.capacity()) as u64
    }

    /// The bytes that the source keeps for so many positions.
    fn bytes_of_source(&self, positions: usize) -> u64 {
        self.source.bytes_per_position() * positions.next_power_of_two() as u64
    }

    /// The most bytes by which the graph and its positions grow if a row of `count` options is added, whose keys have `key_bytes` bytes in
    /// all; 0 if there is room for it. The larger the explorer, the more it grows at once.
    pub(super) fn growth(&self, count: usize, key_bytes: usize) -> u64 {
        let rows = interner::growth(&self.rows, count) + interner::growth(&self.nodes, count);
        let positions = self.interner.len();
        let of_source = self.bytes_of_source(positions + count) - self.bytes_of_source(positions);
        rows + of_source + interner::growth(&self.options, count) + self.interner.growth(count, key_bytes)
    }

    /// Returns the graph of the positions that the last call of `reach` found, in its order. If these are all positions
    /// of the explorer, their rows are moved into the graph; [`Explorer::put_back`] moves them back.
    pub fn take_graph(&mut self, reachable: &Reachable) -> Graph {
        let graph = match &reachable.list {
            None => self.take_complete_graph(reachable.count),
            Some(list) => self.take_partial_graph(list),
        };
        graph.with_undefined_grundy(self.source.without_grundy())
    }

    /// Moves the rows of a graph back into the explorer.
    pub fn put_back(&mut self, reachable: &Reachable, graph: Graph) {
        if reachable.list.is_none() {
            self.options = graph.into_options();
        }
    }

    /// The graph of the first `count` positions, which are those whose rows are known: roots that were added later have none.
    fn take_complete_graph(&mut self, count: usize) -> Graph {
        let rows = &self.rows[..count];
        let mut first: Vec<u32> = Vec::with_capacity(count + 1);
        first.extend(rows.iter().map(|row| row.0));
        first.push(self.options.len() as u32);
        let options = std::mem::take(&mut self.options);
        let all = || (0..).map(Vertex).zip(rows.iter().zip(&self.nodes));
        let terminals = all().filter(|(_, (row, _))| row.1 == 0).map(|(v, (_, node))| (v, node.terminal()));
        let players = all().filter_map(|(v, (_, node))| Some((v, node.player()?)));
        Graph::of_rows((Offsets::Narrow(first), options), terminals, players, self.source.play())
            .expect("terminal positions have no moves, and players are named everywhere or nowhere")
    }

    fn take_partial_graph(&self, list: &[Vertex]) -> Graph {
        let mut place = vec![Vertex(0); self.rows.len()];
        for (i, v) in (0..).map(Vertex).zip(list) {
            place[v.index()] = i;
        }
        let mut builder = GraphBuilder::with_vertices(list.len() as u64);
        for (here, v) in (0..).map(Vertex).zip(list) {
            let (start, length) = self.rows[v.index()];
            let node = self.nodes[v.index()];
            for option in &self.options[start as usize..(start + length) as usize] {
                builder.edge(here, place[option.index()]);
            }
            if length == 0 {
                builder.terminal(here, node.terminal());
            }
            if let Some(player) = node.player() {
                builder.player(here, player);
            }
        }
        builder
            .build(self.source.play())
            .expect("terminal positions have no moves, and players are named everywhere or nowhere")
    }
}

impl std::fmt::Debug for Explorer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer").field("interner", &self.interner).finish_non_exhaustive()
    }
}
