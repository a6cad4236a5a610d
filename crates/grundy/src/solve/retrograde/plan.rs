//! Random graphs for tests of the solvers.

use crate::game::{Play, Player};
use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::value::Outcome;
use proptest::prelude::*;

/// The parameters of a random graph.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Plan {
    pub(in crate::solve) seed: u64,
    pub(in crate::solve) vertices: u32,
    pub(in crate::solve) edges: u32,
    /// Percentage of vertices without moves.
    pub(in crate::solve) ends: u32,
    /// Percentage of vertices without moves that have an outcome of their own.
    pub(in crate::solve) own: u32,
    /// Number of additional edges from vertex 0 and to vertex 1.
    pub(in crate::solve) star: u32,
    pub(in crate::solve) players: bool,
    /// Whether every edge leads to a smaller number, so that there is no cycle.
    pub(in crate::solve) descends: bool,
    pub(in crate::solve) play: Play,
}

impl Plan {
    /// A graph large enough for threads.
    pub(in crate::solve) const LARGE: Self = Self {
        seed: 1,
        vertices: 60_000,
        edges: 200_000,
        ends: 15,
        own: 0,
        star: 0,
        players: false,
        descends: false,
        play: Play::Normal,
    };

    /// This plan with edges only to smaller numbers.
    pub(in crate::solve) fn without_cycles(self) -> Self {
        Self { descends: true, ..self }
    }

    pub(in crate::solve) fn graph(self) -> Graph {
        self.builder().build(self.play).unwrap()
    }

    pub(in crate::solve) fn builder(self) -> GraphBuilder {
        let n = self.vertices;
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut builder = GraphBuilder::with_vertices(n.into());
        let moving: Vec<u32> = (0..n).filter(|_| random.u32(..100) >= self.ends).collect();
        let mut has_moves = vec![false; n as usize];
        let mut edge = |from: u32, to: u32| {
            let (from, to) = if self.descends { (from.max(to), from.min(to)) } else { (from, to) };
            if self.descends && from == to {
                return;
            }
            has_moves[from as usize] = true;
            builder.edge(Vertex(from), Vertex(to));
        };
        for _ in 0..if moving.is_empty() { 0 } else { self.edges } {
            edge(moving[random.usize(..moving.len())], random.u32(..n));
        }
        for _ in 0..self.star {
            edge(0, random.u32(..n));
            edge(random.u32(..n), 1 % n);
        }
        for v in (0..n).filter(|&v| !has_moves[v as usize]) {
            if random.u32(..100) < self.own {
                builder.terminal(Vertex(v), [Outcome::Win, Outcome::Loss, Outcome::Draw][random.usize(..3)]);
            }
        }
        if self.players {
            (0..n).for_each(|v| builder.player(Vertex(v), [Player::Left, Player::Right][random.usize(..2)]));
        }
        builder
    }
}

/// Plans of all kinds with up to `vertices` vertices.
pub(in crate::solve) fn plans(vertices: u32) -> impl Strategy<Value = Plan> {
    let play = prop_oneof![Just(Play::Normal), Just(Play::Misere)];
    let star = prop_oneof![3 => Just(0), 1 => 1..2 * vertices];
    let own = prop_oneof![Just(0), Just(2), Just(60), Just(100)];
    let parameters = (any::<u64>(), 1..vertices, 0..6 * vertices, 0..60u32, own, star, any::<bool>(), play);
    parameters.prop_map(|(seed, vertices, edges, ends, own, star, players, play)| Plan {
        seed,
        vertices,
        edges,
        ends,
        own,
        star,
        players,
        descends: false,
        play,
    })
}
