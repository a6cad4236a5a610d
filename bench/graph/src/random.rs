//! Random graphs that are the same on every machine for a seed.

use grundy::{Outcome, Vertex};

/// The parameters of a random graph.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub vertices: u32,
    /// The number of edges to draw; the graph keeps one of equal edges.
    pub edges: u32,
    pub seed: u32,
    /// The percentage of vertices that must have no move. Others have none because no edge was drawn from them.
    pub ends: u32,
    /// Whether every edge leads to a smaller number, so that there is no cycle.
    pub descends: bool,
}

/// The edges of a graph in random order, and the values of its terminal vertices.
pub struct RandomGraph {
    pub edges: Vec<(Vertex, Vertex)>,
    pub ends: Vec<(Vertex, Outcome)>,
}

impl Plan {
    /// Draws each edge from a uniformly random vertex that may have moves to a uniformly random vertex. Declares each terminal vertex
    /// lost, under any kind of play.
    pub fn draw(self) -> RandomGraph {
        let mut edges = Vec::with_capacity(self.edges as usize);
        let mut moves = vec![false; self.vertices as usize];
        let mut state = mix(self.seed.into());
        for _ in 0..self.edges {
            let from = loop {
                let from = below(&mut state, self.vertices);
                if self.may_move(from) {
                    break from;
                }
            };
            let to = below(&mut state, self.vertices);
            let (from, to) = if self.descends { (from.max(to), from.min(to)) } else { (from, to) };
            if self.descends && from == to {
                continue;
            }
            moves[from as usize] = true;
            edges.push((Vertex(from), Vertex(to)));
        }
        let ends = (0..self.vertices).filter(|&v| !moves[v as usize]).map(|v| (Vertex(v), Outcome::Loss)).collect();
        RandomGraph { edges, ends }
    }

    /// Whether edges may be drawn from `v`: the seed determines it, and it holds for all but `ends` percent of the vertices.
    pub fn may_move(self, v: u32) -> bool {
        mix(u64::from(self.seed) ^ mix(v.into())) % 100 >= self.ends.into()
    }
}

/// A random number below `bound`: one step of splitmix64 (Steele, Lea and Flood 2014), reduced by the high half of a product.
fn below(state: &mut u64, bound: u32) -> u32 {
    *state = state.wrapping_add(GOLDEN);
    ((u128::from(finish(*state)) * u128::from(bound)) >> 64) as u32
}

/// The random number with index `x`, computed without its predecessors.
pub fn mix(x: u64) -> u64 {
    finish(x.wrapping_add(GOLDEN))
}

/// 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn finish(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
