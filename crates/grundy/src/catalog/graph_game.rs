//! The game on a graph from a file: one chip, or several as a sum.

use super::text::{read_number, write_number};
use super::{Entry, Opener};
use crate::game::{Game, Play, Player};
use crate::graph::{Graph, GraphFile, Names, Vertex};
use crate::text::{ParseError, TextGame, words};
use crate::value::{Outcome, Undefined};
use dashu_int::UBig;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "graph",
    form: "graph:PATH",
    rules: "A game drawn as a graph file: a chip stands on a vertex and moves along an edge. Whoever cannot move loses, \
            unless the file says otherwise. Several chips are a sum: a move moves one of them.",
    position: "a vertex, or several for a chip on each",
    moves: "`to V`; with several chips `U to V`",
    start: Some("the vertex that `> VERTEX` names, if the file does"),
    open: Opener::GraphFile,
    ..Entry::HEAPS
};

/// The most vertices that an error lists.
const MAX_LISTED: usize = 12;

/// A graph as a game: tokens on vertices, moved along edges.
///
/// A position is the vertices that the tokens stand on, in the order given; a move moves one token.
#[derive(Debug)]
pub struct GraphGame {
    name: String,
    file: GraphFile,
}

impl GraphGame {
    /// The game on the graph of `file`, under the given kind of play and the name that the caller opened it by.
    pub(super) fn new(name: &str, file: GraphFile, play: Play) -> Self {
        Self { name: name.to_owned(), file: GraphFile { graph: file.graph.with_play(play), ..file } }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Graph {
        &self.file.graph
    }

    /// Returns the numbers of vertices and of edges that can be reached from a vertex, without edges from a vertex to itself.
    pub fn reachable_size(&self, root: Vertex) -> (usize, usize) {
        let graph = self.graph();
        let mut is_reached = vec![false; graph.vertices()];
        is_reached[root.index()] = true;
        let (mut reached, mut edges) = (vec![root], 0);
        let mut next = 0;
        while next < reached.len() {
            for &option in graph.row(reached[next]) {
                edges += usize::from(option != reached[next]);
                if !std::mem::replace(&mut is_reached[option.index()], true) {
                    reached.push(option);
                }
            }
            next += 1;
        }
        (reached.len(), edges)
    }

    /// Returns a lower and an upper bound of the number of positions of several tokens.
    ///
    /// The upper bound is the number of tuples of reachable vertices, one for each token; the lower bound is that
    /// number divided by the number of orders of the tokens.
    pub fn product_size(&self, vertices: &[Vertex]) -> (u128, u128) {
        let (mut most, mut orders) = (UBig::ONE, UBig::ONE);
        let mut last: Option<(Vertex, usize)> = None;
        let mut sorted = vertices.to_vec();
        sorted.sort_unstable();
        for (i, &v) in (1usize..).zip(&sorted) {
            let size = last.filter(|(u, _)| *u == v).map_or_else(|| self.reachable_size(v).0, |(_, size)| size);
            last = Some((v, size));
            most *= size;
            orders *= i;
        }
        let least = (&most + &orders - UBig::ONE) / &orders;
        let bounded = |n: UBig| u128::try_from(n).unwrap_or(u128::MAX);
        (bounded(least), bounded(most))
    }
}

impl Game for GraphGame {
    type Position = Vec<Vertex>;
    /// The vertex that a token leaves, and the vertex it moves to.
    type Move = (Vertex, Vertex);

    fn moves(&self, at: &Vec<Vertex>, out: &mut Vec<(Vertex, Vertex)>) {
        for (i, &from) in at.iter().enumerate() {
            if !at[..i].contains(&from) {
                out.extend(self.file.graph.row(from).iter().map(|&to| (from, to)));
            }
        }
    }

    fn play(&self, at: &Vec<Vertex>, &(from, to): &(Vertex, Vertex)) -> Vec<Vertex> {
        let mut after = at.clone();
        let chip = after.iter_mut().find(|v| **v == from).expect("a chip of the position");
        *chip = to;
        after
    }

    fn play_kind(&self) -> Play {
        self.file.graph.play_kind()
    }

    fn terminal(&self, at: &Vec<Vertex>) -> Outcome {
        // Several tokens are allowed only on graphs whose terminal positions all have the same outcome.
        self.file.graph.terminal(&at[0])
    }

    fn player(&self, at: &Vec<Vertex>) -> Option<Player> {
        self.file.graph.player(&at[0])
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.file.graph.without_grundy()
    }
}

impl TextGame for GraphGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<Vec<Vertex>> {
        self.file.start.map(|v| vec![v])
    }

    fn parse(&self, text: &str) -> Result<Vec<Vertex>, ParseError> {
        let mut chips = Vec::new();
        for (at, word) in words(text) {
            let vertex = self.file.names.vertex(word).ok_or_else(|| {
                let near = self.file.nearest(word);
                let n = self.file.graph.vertices();
                ParseError {
                    at,
                    message: format!("the graph has no vertex `{word}`"),
                    help: match near {
                        _ if matches!(self.file.names, Names::Numbers(_)) => {
                            format!("the vertices are 0 to {}", n.saturating_sub(1))
                        }
                        // No suggestion for a number: any other number would be as likely.
                        Some(near) if !word.bytes().all(|digit| digit.is_ascii_digit()) => {
                            format!("did you mean `{near}`?")
                        }
                        _ if n <= MAX_LISTED => {
                            let names: Vec<_> = self.file.graph.all().map(|v| self.file.names.name(v)).collect();
                            format!("the vertices are {}", names.join(", "))
                        }
                        _ => format!("write one of the file's {n} vertices as it is written there"),
                    },
                }
            })?;
            chips.push(vertex);
        }
        let refused = |message: &str, help: &str| ParseError {
            at: 0..text.len(),
            message: message.to_owned(),
            help: help.to_owned(),
        };
        if chips.is_empty() {
            return Err(refused("no vertex is given", "name the vertex to move from, or several for a chip on each"));
        }
        if chips.len() > 1 && self.file.graph.has_players() {
            return Err(refused(
                "several chips on a graph with `@` lines are not a sum that has a value",
                "give one vertex: where it matters who moves, chips do not add up",
            ));
        }
        if chips.len() > 1 && self.file.graph.has_own_terminals() {
            return Err(refused(
                "several chips on a graph whose `!` lines give ends a value of their own are not a sum",
                "give one vertex: which chip's end would count is not said",
            ));
        }
        Ok(chips)
    }

    fn to_text(&self, at: &Vec<Vertex>) -> String {
        at.iter().map(|&v| self.file.names.name(v)).collect::<Vec<_>>().join(" ")
    }

    fn move_text(&self, at: &Vec<Vertex>, &(from, to): &(Vertex, Vertex)) -> String {
        let to = self.file.names.name(to);
        if at.len() > 1 { format!("{} to {to}", self.file.names.name(from)) } else { format!("to {to}") }
    }

    fn encode(&self, at: &Vec<Vertex>, out: &mut Vec<u8>) {
        for v in at {
            write_number(&v.0.into(), out);
        }
    }

    /// The start that the file gives, or the first vertex that has a move.
    fn opening(&self) -> Option<Vec<Vertex>> {
        let graph = &self.file.graph;
        self.start().or_else(|| graph.all().find(|v| !graph.row(*v).is_empty()).map(|v| vec![v]))
    }

    fn decode(&self, mut bytes: &[u8]) -> Vec<Vertex> {
        let mut chips = Vec::new();
        while !bytes.is_empty() {
            chips.push(Vertex(u32::try_from(&read_number(&mut bytes)).expect("a vertex")));
        }
        chips
    }

    fn canonical(&self, at: &Vec<Vertex>) -> Vec<Vertex> {
        let mut sorted = at.clone();
        sorted.sort_unstable();
        sorted
    }
}
