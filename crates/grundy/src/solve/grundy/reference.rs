//! Reference implementation of the Grundy values, by their definition, in an order of the vertices: slower than
//! [`super::values`], for tests.

use super::NONE;
use crate::graph::{Graph, Reverse, Vertex};

/// The mex of the values of the options, for the vertices of `order`; [`NONE`] for all others. Time O(V + E): a vertex
/// with *k* options has a value of at most *k*.
pub(in crate::solve) fn along(graph: &Graph, order: &[Vertex]) -> Vec<u32> {
    let mut values = vec![NONE; graph.vertices()];
    // For each value, the last vertex that had an option of it, as its place in the order, from 1.
    let mut seen: Vec<u32> = Vec::new();
    for (count, &v) in (1u32..).zip(order) {
        let row = graph.row(v);
        if seen.len() <= row.len() {
            seen.resize(row.len() + 1, 0);
        }
        for option in row {
            let value = values[option.index()] as usize;
            debug_assert_ne!(value as u32, NONE, "an option comes before its position");
            if value <= row.len() {
                seen[value] = count;
            }
        }
        let free = seen.iter().position(|&s| s != count).expect("one more slot than options");
        values[v.index()] = free as u32;
    }
    values
}

/// The vertices from which no cycle is reachable, options before positions.
pub(in crate::solve) fn grounded_vertices(reverse: &Reverse<'_>) -> Vec<Vertex> {
    let graph = reverse.graph();
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
