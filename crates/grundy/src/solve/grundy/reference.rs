//! Reference implementation of the Grundy values, by their definition, in an order of the vertices: slower than
//! [`super::values`], for tests.

use super::NONE;
use super::loopy::{INFINITE, LoopyValues};
use crate::graph::{Graph, Reverse, Vertex};
use crate::value::Nimber;
use std::collections::BTreeSet;

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
#[cfg(test)]
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

/// The values of a graph with cycles by definition, without stages.
pub(in crate::solve) fn loopy(reverse: &Reverse<'_>) -> LoopyValues {
    let graph = reverse.graph();
    let mut values = finite_values(reverse);
    let mut sets = Vec::new();
    for v in graph.all().filter(|v| values[v.index()] == NONE).collect::<Vec<_>>() {
        let of_options: BTreeSet<u32> = graph.row(v).iter().map(|option| values[option.index()]).collect();
        sets.push(of_options.into_iter().filter(|value| *value < INFINITE).map(|value| Nimber(value.into())).collect());
        values[v.index()] = INFINITE | (sets.len() as u32 - 1);
    }
    LoopyValues { values, sets, stages: vec![0; graph.vertices()] }
}

/// The value of each vertex by the conditions of [`super::loopy`], each checked by looking at all options; [`NONE`] for ∞(K).
fn finite_values(reverse: &Reverse<'_>) -> Vec<u32> {
    let graph = reverse.graph();
    let mut values = vec![NONE; graph.vertices()];
    for value in 0.. {
        let has_option =
            |values: &[u32], v: Vertex, value: u32| graph.row(v).iter().any(|o| values[o.index()] == value);
        let has_lower = |values: &[u32], v: Vertex| (0..value).all(|lower| has_option(values, v, lower));
        let gets_value = |values: &[u32], v: Vertex| {
            let reverts = |o: &Vertex| values[o.index()] != NONE || has_option(values, *o, value);
            let is_open = values[v.index()] == NONE && !has_option(values, v, value);
            is_open && has_lower(values, v) && graph.row(v).iter().all(reverts)
        };
        let mut candidates: Vec<Vertex> = graph.all().collect();
        let mut is_new = false;
        while let Some(v) = candidates.pop() {
            if gets_value(&values, v) {
                values[v.index()] = value;
                is_new = true;
                candidates.extend(reverse.row(v).iter().flat_map(|before| reverse.row(*before)));
            }
        }
        if !is_new {
            return values;
        }
    }
    values
}
