//! A random graph that any machine draws alike from a seed.

use grundy::{Outcome, Vertex};

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub vertices: u32,
    /// Edges drawn; the graph keeps one of equal ones.
    pub edges: u32,
    pub seed: u32,
    /// Percentage of vertices that are given no move; more have none because none was drawn for them.
    pub ends: u32,
    /// Whether every edge is turned so that it leads to a smaller number; then there is no cycle.
    pub descends: bool,
}

/// The edges of a graph in random order, and the values of its ends.
pub struct Drawn {
    pub edges: Vec<(Vertex, Vertex)>,
    pub ends: Vec<(Vertex, Outcome)>,
}

impl Plan {
    /// Draws each edge from a uniformly random vertex that may have moves to a uniformly random vertex, and says of
    /// each end that it is lost, under any kind of play.
    pub fn draw(self) -> Drawn {
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
        Drawn { edges, ends }
    }

    /// Whether edges may be drawn from `v`: fixed by the seed, true for all but `ends` percent of the vertices.
    pub fn may_move(self, v: u32) -> bool {
        mix(u64::from(self.seed) ^ mix(v.into())) % 100 >= self.ends.into()
    }
}

/// One step of splitmix64 (Steele, Lea and Flood 2014), brought below `bound` by the high half of a product.
fn below(state: &mut u64, bound: u32) -> u32 {
    *state = state.wrapping_add(GOLDEN);
    ((u128::from(finish(*state)) * u128::from(bound)) >> 64) as u32
}

/// Numbers to be had from their place, without the ones before.
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
