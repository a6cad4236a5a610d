//! Explores a game in text, many positions at a time and on several threads: what questions and tables are solved from.
//!
//! Positions are numbered in the order in which an exploration breadth first meets them, whatever the number of threads. A
//! position takes its place in `places` and 9 bytes (13 once a second question was asked), a move 4.

mod interner;
mod run;
mod worker;

use super::offsets::Offsets;
use super::{Graph, GraphBuilder, Vertex};
use crate::game::{Play, Player};
use crate::limits::{Limits, RunError};
use crate::text::{DynGame, Key, Keys};
use crate::value::Outcome;
use interner::Interner;
use run::Run;

/// The length of a row that was not asked for yet.
const UNKNOWN: u32 = u32::MAX;

/// The positions of a game met so far, with the options of those that were expanded. It grows from root to root, so that
/// what one question explored serves the next.
///
/// ```
/// use grundy::{text::DynGame, catalog::TicTacToe, graph::KeyExplorer, limits::Limits};
/// let mut explorer = KeyExplorer::new(&TicTacToe, false);
/// let start = explorer.number(&DynGame::start(&TicTacToe).unwrap());
/// let met = explorer.reach(&[start], u64::MAX, &Limits::NONE).unwrap();
/// let graph = explorer.take_graph(&met);
/// assert_eq!((graph.vertices(), graph.edges()), (5478, 16167));
/// ```
pub struct KeyExplorer<'a> {
    game: &'a dyn DynGame,
    by_class: bool,
    places: Interner<'a>,
    /// Where the options of each position begin, and how many there are.
    rows: Vec<(u32, u32)>,
    /// The end and the turn of each position whose row is known.
    said: Vec<Said>,
    options: Vec<Vertex>,
    /// Rows that are known.
    known: usize,
    /// The last call of `reach` that met each position; empty up to the second call.
    met: Vec<u32>,
    calls: u32,
}

/// What a call of [`KeyExplorer::reach`] met.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// `None`: all positions of the explorer, in their order.
    list: Option<Vec<Vertex>>,
    count: usize,
}

impl Reachable {
    /// How many positions were met.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there was no root.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All of them, the roots first.
    pub fn iter(&self) -> impl Iterator<Item = Vertex> {
        (0..self.count).map(|i| self.list.as_ref().map_or(Vertex(i as u32), |list| list[i]))
    }
}

/// An end and a turn in a byte.
#[derive(Clone, Copy)]
struct Said(u8);

impl Said {
    const ENDS: [Outcome; 3] = [Outcome::Win, Outcome::Loss, Outcome::Draw];

    fn new(end: Outcome, turn: Option<Player>) -> Self {
        let end = Self::ENDS.iter().position(|&other| other == end).unwrap_or_default() as u8;
        Self(end | turn.map_or(0, |player| if player == Player::Left { 4 } else { 8 }))
    }

    fn end(self) -> Outcome {
        Self::ENDS[usize::from(self.0 & 3)]
    }

    fn turn(self) -> Option<Player> {
        [None, Some(Player::Left), Some(Player::Right)][usize::from(self.0 >> 2)]
    }
}

impl<'a> KeyExplorer<'a> {
    /// Nothing met yet; positions as they are, or canonical ones alone.
    pub fn new(game: &'a dyn DynGame, by_class: bool) -> Self {
        let (rows, said, options, met) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { game, by_class, places: Interner::new(game), rows, said, options, known: 0, met, calls: 0 }
    }

    /// The game.
    pub fn game(&self) -> &'a dyn DynGame {
        self.game
    }

    /// Number of positions met so far.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The number of a position, a new one if it is new.
    pub fn number(&mut self, at: &Key) -> Vertex {
        let v = self.places.number(&at.0);
        self.add(v)
    }

    /// Makes room for the row of a position that may be new.
    fn add(&mut self, v: u32) -> Vertex {
        if v as usize == self.rows.len() {
            interner::push(&mut self.rows, (0, UNKNOWN));
            interner::push(&mut self.said, Said(0));
        }
        Vertex(v)
    }

    /// The number of a position that was met.
    pub fn find(&self, at: &Key) -> Option<Vertex> {
        self.places.find(&at.0).map(Vertex)
    }

    /// The key of a position.
    pub fn key(&self, v: Vertex) -> Key {
        self.places.owned(v.0)
    }

    /// The keys of some positions.
    pub fn keys(&self, of: impl Iterator<Item = Vertex>) -> Keys {
        let mut keys = Keys::default();
        for v in of {
            let written = keys.write(|out| {
                self.places.key(v.0, out);
                Ok::<(), ()>(())
            });
            debug_assert!(written.is_ok());
        }
        keys
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let rows = 8 * self.rows.capacity() + self.said.capacity() + 4 * self.options.capacity();
        self.places.bytes() + (rows + 4 * self.met.capacity()) as u64
    }

    /// Expands whatever can be reached from `roots` and gives it, the roots first.
    ///
    /// # Errors
    /// If the positions reached have more than `moves` moves, another limit is hit, or the rules fail, which the game tells.
    /// What was expanded stays.
    pub fn reach(&mut self, roots: &[Vertex], moves: u64, limits: &Limits<'_>) -> Result<Reachable, RunError> {
        Run::new(self, roots, moves, limits).finish()
    }

    /// The graph of the positions that `reach` met last, numbered in that order. Where these are all there are, its rows are
    /// taken out of the explorer, until they are put back.
    pub fn take_graph(&mut self, met: &Reachable) -> Graph {
        let graph = match &met.list {
            None => self.whole(),
            Some(list) => self.part(list),
        };
        graph.governed_by(self.game.without_grundy())
    }

    /// Puts the rows of a graph back from where they were taken.
    pub fn put_back(&mut self, met: &Reachable, graph: Graph) {
        if met.list.is_none() {
            self.options = graph.into_options();
        }
    }

    fn whole(&mut self) -> Graph {
        let mut first: Vec<u32> = Vec::with_capacity(self.rows.len() + 1);
        first.extend(self.rows.iter().map(|row| row.0));
        first.push(self.options.len() as u32);
        let options = std::mem::take(&mut self.options);
        let all = || (0..).map(Vertex).zip(self.rows.iter().zip(&self.said));
        let ends = all().filter(|(_, (row, _))| row.1 == 0).map(|(v, (_, said))| (v, said.end()));
        let turns = all().filter_map(|(v, (_, said))| Some((v, said.turn()?)));
        Graph::of_rows((Offsets::Narrow(first), options), ends, turns, Play::Normal)
            .expect("ends without moves, turns for all positions or for none")
    }

    fn part(&self, list: &[Vertex]) -> Graph {
        let mut place = vec![Vertex(0); self.count()];
        for (i, v) in (0..).map(Vertex).zip(list) {
            place[v.index()] = i;
        }
        let mut draft = GraphBuilder::with_vertices(list.len() as u32);
        for (here, v) in (0..).map(Vertex).zip(list) {
            let (start, length) = self.rows[v.index()];
            let said = self.said[v.index()];
            for option in &self.options[start as usize..(start + length) as usize] {
                draft.edge(here, place[option.index()]);
            }
            if length == 0 {
                draft.terminal(here, said.end());
            }
            if let Some(player) = said.turn() {
                draft.player(here, player);
            }
        }
        draft.build(Play::Normal).expect("ends without moves, turns for all positions or for none")
    }
}

impl std::fmt::Debug for KeyExplorer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyExplorer")
            .field("game", &self.game.name())
            .field("places", &self.places)
            .finish_non_exhaustive()
    }
}
