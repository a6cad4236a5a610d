//! The generator of random games: graphs of every shape, drawn by proptest or, for loops, from a fixed seed.

use grundy::game::{Game, Player};
use grundy::graph::{Graph, GraphBuilder};
use grundy::text::{ParseError, TextGame};
use grundy::value::Undefined;
use grundy::{Outcome, Play, Vertex};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{FileFailurePersistence, TestRunner};
use std::fmt::Write;

/// How the properties are tried; seeds that failed are kept beside the test.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let persistence = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { cases, failure_persistence: Some(Box::new(persistence)), ..ProptestConfig::default() }
}

/// The same `count` values of a strategy on every run.
pub(crate) fn fixed<S: Strategy>(strategy: S, count: usize) -> impl Iterator<Item = S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("a strategy that rejects nothing").current())
}

/// A game graph as it was drawn: moves repeated and in any order. A game of its own, beside the library's [`Graph`].
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) vertices: u32,
    pub(crate) moves: Vec<(u32, u32)>,
    /// Values given to vertices without moves.
    pub(crate) ends: Vec<(u32, Outcome)>,
    /// Who moves at each vertex, if that matters.
    pub(crate) turns: Option<Vec<Player>>,
    pub(crate) play: Play,
}

impl Game for Drawing {
    type Position = u32;
    type Move = u32;

    fn moves(&self, &at: &u32, out: &mut Vec<u32>) {
        out.extend(self.moves.iter().filter(|m| m.0 == at).map(|m| m.1));
    }

    fn play(&self, _at: &u32, &to: &u32) -> u32 {
        to
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn terminal(&self, &at: &u32) -> Outcome {
        self.ends.iter().find(|end| end.0 == at).map_or(self.default_end(), |end| end.1)
    }

    fn player(&self, &at: &u32) -> Option<Player> {
        self.turns.as_ref().map(|turns| turns[at as usize])
    }

    fn without_grundy(&self) -> Option<Undefined> {
        if self.turns.is_some() {
            Some(Undefined::Partizan)
        } else if self.play == Play::Misere {
            Some(Undefined::Misere)
        } else if self.ends.iter().any(|end| end.1 != Outcome::Loss) {
            Some(Undefined::EndValues)
        } else {
            None
        }
    }
}

/// A position is the number of a vertex, in text and in four bytes.
impl TextGame for Drawing {
    fn name(&self) -> &str {
        "drawing"
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let vertex = text.parse().ok().filter(|&vertex: &u32| vertex < self.vertices);
        vertex.ok_or(ParseError {
            at: 0..text.len(),
            message: "no vertex".to_owned(),
            help: "write a number".to_owned(),
        })
    }

    fn to_text(&self, at: &u32) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &u32, to: &u32) -> String {
        format!("to {to}")
    }

    fn encode(&self, at: &u32, out: &mut Vec<u8>) {
        out.extend(at.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> u32 {
        u32::from_be_bytes(bytes.try_into().expect("four bytes"))
    }
}

impl Drawing {
    pub(crate) fn default_end(&self) -> Outcome {
        match self.play {
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        }
    }

    /// The library's graph; vertices keep their numbers.
    pub(crate) fn graph(&self) -> Graph {
        let mut builder = GraphBuilder::with_vertices(self.vertices.into());
        self.moves.iter().for_each(|&(from, to)| builder.edge(Vertex(from), Vertex(to)));
        self.ends.iter().for_each(|&(v, outcome)| builder.terminal(Vertex(v), outcome));
        for (v, &player) in (0..).zip(self.turns.iter().flatten()) {
            builder.player(Vertex(v), player);
        }
        builder.build(self.play).expect("ends without moves, turns for all vertices or for none")
    }

    /// A graph file. Under a `vertices` header the names are the numbers, else `v0`, `v1`, … in the order of the moves.
    pub(crate) fn text(&self, header: bool) -> String {
        let name = |v: u32| self.name(v, header);
        let mut text = String::new();
        if header {
            writeln!(text, "vertices {}", self.vertices).unwrap();
        }
        for &(from, to) in &self.moves {
            writeln!(text, "{} {}", name(from), name(to)).unwrap();
        }
        for &(v, outcome) in &self.ends {
            writeln!(text, "! {} {}", name(v), outcome.as_str()).unwrap();
        }
        for (v, player) in (0..).zip(self.turns.iter().flatten()) {
            writeln!(text, "@ {} {}", name(v), if *player == Player::Left { "left" } else { "right" }).unwrap();
        }
        // A vertex that nothing above names is named by the value that it has anyway.
        for v in self.isolated().filter(|&v| self.turns.is_none() && self.ends.iter().all(|end| end.0 != v)) {
            writeln!(text, "! {} {}", name(v), self.default_end().as_str()).unwrap();
        }
        text
    }

    pub(crate) fn name(&self, v: u32, header: bool) -> String {
        if header { v.to_string() } else { format!("v{v}") }
    }

    /// The vertices that no move touches.
    pub(crate) fn isolated(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.vertices).filter(|&v| self.moves.iter().all(|&(from, to)| from != v && to != v))
    }

    pub(crate) fn has_cycle(&self) -> bool {
        // Take away, again and again, a vertex without moves to those that remain.
        let mut left: Vec<u32> = (0..self.vertices).collect();
        loop {
            let before = left.clone();
            left.retain(|&v| self.moves.iter().any(|&(from, to)| from == v && before.contains(&to)));
            if left.len() == before.len() {
                return !left.is_empty();
            }
        }
    }
}

/// A number of vertices up to `most`, and moves: none, few, many or nearly all, a path, a star out or in; loops and
/// repetitions among them; without cycles if `acyclic`.
fn shape(most: u32, acyclic: bool) -> impl Strategy<Value = (u32, Vec<(u32, u32)>)> {
    let raw = (1..=most).prop_flat_map(|n| {
        let some = |least: u32, most: u32| prop::collection::vec((0..n, 0..n), least as usize..=most as usize);
        let and_few = move |fixed: Vec<(u32, u32)>| some(0, 2).prop_map(move |few| [fixed.clone(), few].concat());
        let moves = prop_oneof![
            3 => some(0, n),
            4 => some(n, 3 * n),
            1 => some(n * n, 2 * n * n),
            1 => and_few((1..n).map(|v| (v, v - 1)).collect()),
            1 => and_few((1..n).map(|v| (n - 1, v - 1)).collect()),
            1 => and_few((1..n).map(|v| (v, 0)).collect()),
        ];
        let repetitions = prop::collection::vec(any::<Index>(), 0..3);
        (Just(n), moves, repetitions, Just((0..n).collect::<Vec<u32>>()).prop_shuffle())
    });
    raw.prop_map(move |(n, mut moves, repetitions, name)| {
        if acyclic {
            moves.retain(|(from, to)| from != to);
            moves.iter_mut().for_each(|(from, to)| (*from, *to) = ((*from).max(*to), (*from).min(*to)));
        }
        if !moves.is_empty() {
            moves.extend(repetitions.iter().map(|i| *i.get(&moves)).collect::<Vec<_>>());
        }
        // So that a vertex does not tell by its number where it stands.
        (n, moves.iter().map(|&(from, to)| (name[from as usize], name[to as usize])).collect())
    })
}

fn play() -> impl Strategy<Value = Play> {
    prop_oneof![2 => Just(Play::Normal), 1 => Just(Play::Misere)]
}

/// Everything that a graph can be.
pub(crate) fn drawings(most: u32) -> impl Strategy<Value = Drawing> {
    let n = most as usize;
    let outcome = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)];
    let player = prop_oneof![Just(Player::Left), Just(Player::Right)];
    let ends = prop_oneof![2 => Just(vec![None; n]), 1 => prop::collection::vec(prop::option::of(outcome), n)];
    let turns = prop_oneof![2 => Just(None), 1 => prop::collection::vec(player, n).prop_map(Some)];
    let moves = prop_oneof![1 => shape(most, true), 2 => shape(most, false)];
    (moves, ends, turns, play()).prop_map(|((vertices, moves), ends, turns, play)| {
        let is_end = |v: u32| moves.iter().all(|m| m.0 != v);
        let ends = (0..vertices).zip(ends).filter(|&(v, _)| is_end(v)).filter_map(|(v, end)| Some((v, end?))).collect();
        let turns = turns.map(|turns: Vec<Player>| turns[..vertices as usize].to_vec());
        Drawing { vertices, moves, ends, turns, play }
    })
}

/// Graphs that chips may share: both players have every move, and no end has a value of its own.
pub(crate) fn shared(most: u32) -> impl Strategy<Value = Drawing> {
    (prop_oneof![1 => shape(most, true), 2 => shape(most, false)], play()).prop_map(plain)
}

/// Graphs without cycles on which every position has a Grundy value.
pub(crate) fn acyclic(most: u32) -> impl Strategy<Value = Drawing> {
    (shape(most, true), Just(Play::Normal)).prop_map(plain)
}

fn plain(((vertices, moves), play): ((u32, Vec<(u32, u32)>), Play)) -> Drawing {
    Drawing { vertices, moves, ends: Vec::new(), turns: None, play }
}
