//! Solves a graph without cycles in one pass, options before positions. Time O(V + E).
//!
//! A depth-first search leaves each vertex after all of its options, which is the required order; it reaches a vertex
//! that it has entered and not left if and only if there is a cycle.

use crate::game::Game;
use crate::graph::{Graph, Vertex};
use crate::value::{Tally, Verdict};

/// The state of the search at a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Entered,
    Left,
}

/// Bytes that a pass needs beside the graph: order, search path, verdicts and Grundy values.
pub(super) fn bytes(graph: &Graph) -> u64 {
    graph.vertices() as u64 * (4 + 8 + 1 + 8 + 4)
}

/// The vertices in an order with options before positions; `None` if the graph has a cycle.
pub(super) fn order(graph: &Graph) -> Option<Vec<Vertex>> {
    let mut marks = vec![Mark::New; graph.vertices()];
    let mut order = Vec::with_capacity(graph.vertices());
    // The path from the root of the search: each vertex with the number of its options already followed.
    let mut path: Vec<(Vertex, u32)> = Vec::new();
    for root in graph.all() {
        if marks[root.index()] != Mark::New {
            continue;
        }
        marks[root.index()] = Mark::Entered;
        path.push((root, 0));
        while let Some((v, followed)) = path.last_mut() {
            let Some(&option) = graph.row(*v).get(*followed as usize) else {
                marks[v.index()] = Mark::Left;
                order.push(*v);
                path.pop();
                continue;
            };
            *followed += 1;
            match marks[option.index()] {
                Mark::New => {
                    marks[option.index()] = Mark::Entered;
                    path.push((option, 0));
                }
                Mark::Entered => return None,
                Mark::Left => {}
            }
        }
    }
    Some(order)
}

/// Outcome and remoteness of every vertex.
pub(super) fn verdicts(graph: &Graph, order: &[Vertex]) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Draw; graph.vertices()];
    for &v in order {
        let row = graph.row(v);
        verdicts[v.index()] = if row.is_empty() {
            Verdict::terminal(graph.terminal(&v))
        } else {
            let mut tally = Tally::default();
            for &option in row {
                tally.add(verdicts[option.index()], graph.moves_again(v, option));
            }
            tally.verdict()
        };
    }
    verdicts
}
