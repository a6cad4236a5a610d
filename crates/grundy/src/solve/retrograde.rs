//! Retrograde analysis: decides the positions of any graph from the ends backwards.
//!
//! Positions are vertices. Ends have the outcome that their game gives them. A queue holds decided positions in order of
//! remoteness; each is heard by its predecessors, which count the options they still wait for, and whoever is settled
//! by what it hears ([`decide`]) joins the queue. This is the least solution of the rule in [`crate::value`]; what it does
//! not reach is a draw. Time O(V + E); 20 bytes a vertex and 4 an edge beside the graph.
//!
//! After Zermelo 1913; as an algorithm linear in the edges, the attractor computation of reachability games.

use crate::game::Game;
use crate::graph::{Graph, Vertex};
use crate::limits::{LimitHit, Limits};
use crate::value::{Outcome, Verdict, decide};

/// Bytes that the analysis needs beside the graph: the reverse rows, verdicts, counts, the queue and Grundy values.
pub(super) fn bytes(graph: &Graph) -> u64 {
    graph.vertices() as u64 * (8 + 8 + 4 + 4 + 4) + graph.edges() as u64 * 4
}

/// The predecessors of each vertex, as rows.
pub(super) struct Reverse {
    first: Vec<u32>,
    predecessors: Vec<Vertex>,
}

impl Reverse {
    /// Turns every edge round.
    pub(super) fn of(graph: &Graph) -> Self {
        let mut first = vec![0u32; graph.vertices() + 1];
        for v in graph.all() {
            for option in graph.row(v) {
                first[option.index() + 1] += 1;
            }
        }
        for v in 0..graph.vertices() {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut predecessors = vec![Vertex(0); graph.edges()];
        for v in graph.all() {
            for option in graph.row(v) {
                let place = &mut next[option.index()];
                predecessors[*place as usize] = v;
                *place += 1;
            }
        }
        Self { first, predecessors }
    }

    fn row(&self, v: Vertex) -> &[Vertex] {
        &self.predecessors[self.first[v.index()] as usize..self.first[v.index() + 1] as usize]
    }
}

/// Outcome and remoteness of every vertex.
pub(super) fn verdicts(graph: &Graph, reverse: &Reverse, limits: &Limits<'_>) -> Result<Vec<Verdict>, LimitHit> {
    let mut verdicts = vec![Verdict::Draw; graph.vertices()];
    let mut waiting: Vec<u32> = graph.all().map(|v| graph.row(v).len() as u32).collect();
    let mut queue: Vec<Vertex> = Vec::with_capacity(graph.vertices());
    for v in graph.all().filter(|&v| graph.row(v).is_empty()) {
        verdicts[v.index()] = Verdict::end(graph.end(&v));
        // A drawn end is never heard: whoever waits for it alone is a draw.
        if verdicts[v.index()].outcome() != Outcome::Draw {
            queue.push(v);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        if next % (1 << 16) == 0 {
            limits.check(next as u64, 0)?;
        }
        let option = queue[next];
        next += 1;
        let heard = verdicts[option.index()];
        for &v in reverse.row(option) {
            let left = &mut waiting[v.index()];
            // Decided already: a position without moves has no predecessor to hear it, so 0 means settled.
            if *left == 0 {
                continue;
            }
            match decide(heard, graph.again(v, option), *left) {
                Some(verdict) => {
                    verdicts[v.index()] = verdict;
                    *left = 0;
                    queue.push(v);
                }
                None => *left -= 1,
            }
        }
    }
    Ok(verdicts)
}

/// The vertices from which no cycle can be reached, options before positions.
pub(super) fn grounded(graph: &Graph, reverse: &Reverse) -> Vec<Vertex> {
    let mut waiting: Vec<u32> = graph.all().map(|v| graph.row(v).len() as u32).collect();
    let mut order: Vec<Vertex> = graph.all().filter(|&v| graph.row(v).is_empty()).collect();
    let mut next = 0;
    while next < order.len() {
        for &v in reverse.row(order[next]) {
            waiting[v.index()] -= 1;
            if waiting[v.index()] == 0 {
                order.push(v);
            }
        }
        next += 1;
    }
    order
}
