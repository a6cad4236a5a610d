//! Explicit game graphs: vertices are positions, edges are moves, stored as compact rows.
//!
//! The options of vertex *v* are `options[first[v] .. first[v + 1]]`, ascending and without repetition. A graph takes 4
//! bytes for each vertex (8 from 2³² edges on) and 4 bytes for each edge; if outcomes of terminal vertices are given,
//! one byte more for each vertex, and likewise for the players to move.

mod buckets;
mod builder;
mod construct;
mod error;
mod explore;
mod file;
mod names;
mod offsets;
mod reach;
mod reverse;
mod rows;

pub use builder::GraphBuilder;
pub use error::GraphError;
pub use explore::{ExploreError, Explored, Explorer, Reachable, WordExplorer, WordsError, explore};
pub use file::{FileError, FileErrorKind, GraphFile, NAME_BYTES, NamesError, read, read_path};
pub use names::{Names, WordTable};
pub(crate) use offsets::{Offset, Offsets};
pub(crate) use reach::{ReachState, reachable_indices_resumable};
pub use reach::{ReachableIndices, reachable_indices};
pub(crate) use reverse::PADDING;
pub use reverse::Reverse;

use crate::game::{Game, Play, Player};
use crate::value::{Outcome, Undefined};

/// The number of a vertex, from 0. An explicit graph has at most 2³² − 1 vertices, and stores 4 bytes per edge.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// Returns the number as an index into a vector with an entry for each vertex.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most vertices of a graph.
const MAX_VERTICES: u64 = u32::MAX as u64;

/// An explicit game graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The place in `options` of each vertex's row.
    first: Offsets,
    options: Vec<Vertex>,
    /// The outcomes given for vertices without moves; `None`: the outcome of `play`. Empty if none was given.
    terminals: Vec<Option<Outcome>>,
    /// The player to move at each vertex; `None`: the game is impartial.
    players: Option<Vec<Player>>,
    play: Play,
    /// The reason why there are no Grundy values that the explored rules give.
    given_undefined: Option<Undefined>,
    without_grundy: Option<Undefined>,
}

impl Graph {
    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.first.rows()
    }

    /// Returns the number of edges, each counted once.
    pub fn edges(&self) -> usize {
        self.options.len()
    }

    /// Returns all vertices, ascending.
    pub fn all(&self) -> impl Iterator<Item = Vertex> + use<> {
        (0..self.vertices() as u32).map(Vertex)
    }

    /// Returns the options of a vertex, ascending.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn row(&self, v: Vertex) -> &[Vertex] {
        &self.options[self.first.row(v.index())]
    }

    /// A graph of rows that ascend without repetition, with the outcomes and players of its vertices. The last entry
    /// for a vertex counts.
    fn of_rows(
        (first, options): (Offsets, Vec<Vertex>),
        terminals: impl IntoIterator<Item = (Vertex, Outcome)>,
        players: impl IntoIterator<Item = (Vertex, Player)>,
        play: Play,
    ) -> Result<Self, GraphError> {
        let n = first.rows();
        let mut own = Vec::new();
        for (v, outcome) in terminals {
            if v.index() >= n {
                return Err(GraphError::NoSuchVertex { vertex: v, vertices: n as u64 });
            }
            if !first.row(v.index()).is_empty() {
                return Err(GraphError::TerminalWithMoves(v));
            }
            own.resize(n, None);
            own[v.index()] = Some(outcome);
        }
        let mut given = Vec::new();
        for (v, player) in players {
            given.resize(n, None);
            *given.get_mut(v.index()).ok_or(GraphError::NoSuchVertex { vertex: v, vertices: n as u64 })? = Some(player);
        }
        let players = if given.is_empty() {
            None
        } else {
            let missing = |v| GraphError::PlayerMissing(Vertex(v as u32));
            Some(given.into_iter().enumerate().map(|(v, p)| p.ok_or(missing(v))).collect::<Result<_, _>>()?)
        };
        Ok(Graph { first, options, terminals: own, players, play, given_undefined: None, without_grundy: None }
            .with_play(play))
    }

    /// Returns normal or misère play.
    pub fn play_kind(&self) -> Play {
        self.play
    }

    /// Returns this graph under another kind of play; outcomes that were given explicitly stay.
    #[must_use]
    pub fn with_play(mut self, play: Play) -> Self {
        self.play = play;
        self.without_grundy = if self.given_undefined.is_some() {
            self.given_undefined
        } else if self.players.is_some() {
            Some(Undefined::Partizan)
        } else if play == Play::Misere {
            Some(Undefined::Misere)
        } else if self.has_own_terminals() {
            Some(Undefined::EndValues)
        } else {
            None
        };
        self
    }

    /// Returns this graph with the reason, if any, why the rules exclude Grundy values.
    #[must_use]
    fn with_undefined_grundy(mut self, without_grundy: Option<Undefined>) -> Self {
        self.given_undefined = without_grundy;
        self.without_grundy = without_grundy.or(self.without_grundy);
        self
    }

    /// Returns whether some terminal vertex has an outcome that differs from that of this kind of play.
    pub fn has_own_terminals(&self) -> bool {
        self.terminals.iter().flatten().any(|&outcome| outcome != self.play.terminal_outcome())
    }

    /// Returns whether the graph gives a player to move for each vertex.
    pub fn has_players(&self) -> bool {
        self.players.is_some()
    }

    /// Returns whether the player who moves from `v` to `option` also moves next.
    ///
    /// # Panics
    /// If the graph gives players and has no such vertex.
    pub fn moves_again(&self, v: Vertex, option: Vertex) -> bool {
        self.players.as_ref().is_some_and(|players| players[v.index()] == players[option.index()])
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let players = self.players.as_ref().map_or(0, Vec::len);
        self.first.bytes() + (4 * self.options.len() + self.terminals.len() + players) as u64
    }

    /// The options of all vertices, row after row.
    fn into_options(self) -> Vec<Vertex> {
        self.options
    }

    /// The places of the rows in `options`.
    pub(crate) fn offsets(&self) -> &Offsets {
        &self.first
    }

    /// Returns the place in [`Graph::options`] at which the row of each vertex begins, and after them the number of edges: one entry
    /// more than there are vertices.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let graph = Graph::from_edges(3, vec![(Vertex(1), Vertex(0)), (Vertex(1), Vertex(2))], Play::Normal)?;
    /// assert!(graph.row_offsets().eq([0, 0, 2, 2]));
    /// assert_eq!(graph.options(), [Vertex(0), Vertex(2)]);
    /// # Ok::<(), grundy::graph::GraphError>(())
    /// ```
    pub fn row_offsets(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        let rows = self.first.rows();
        (0..rows + 1).map(move |v| if v == rows { self.options.len() } else { self.first.row(v).start })
    }

    /// Returns the options of all vertices, row after row.
    pub fn options(&self) -> &[Vertex] {
        &self.options
    }

    /// Returns the outcomes that were given for vertices without moves, ascending.
    pub fn terminals(&self) -> impl Iterator<Item = (Vertex, Outcome)> + '_ {
        (0..).map(Vertex).zip(&self.terminals).filter_map(|(v, outcome)| Some((v, (*outcome)?)))
    }

    /// Returns the player to move at each vertex; `None` if the graph gives no players.
    pub fn players(&self) -> Option<&[Player]> {
        self.players.as_deref()
    }

    /// The outcomes given for vertices without moves; empty if none was given.
    pub(crate) fn own_terminals(&self) -> &[Option<Outcome>] {
        &self.terminals
    }
}

impl Game for Graph {
    type Position = Vertex;
    type Move = Vertex;

    fn moves(&self, at: &Vertex, out: &mut Vec<Vertex>) {
        out.extend_from_slice(self.row(*at));
    }

    fn play(&self, _at: &Vertex, option: &Vertex) -> Vertex {
        *option
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn terminal(&self, at: &Vertex) -> Outcome {
        self.terminals.get(at.index()).copied().flatten().unwrap_or(self.play.terminal_outcome())
    }

    fn player(&self, at: &Vertex) -> Option<Player> {
        self.players.as_ref().map(|players| players[at.index()])
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.without_grundy
    }
}
