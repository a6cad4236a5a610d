//! Reference implementation of solving a graph, as in a textbook: slower than [`super::solve_with_grundy`], for tests.

use super::retrograde::{Verdicts, retrograde_reference};
use super::{Method, Solved, Values, acyclic, grundy};
use crate::game::Game;
use crate::graph::{Graph, Reverse};
use crate::limits::{Limits, RunError};

/// Reference implementation of [`solve_with_grundy`](super::solve_with_grundy).
///
/// A graph without cycles is solved in one pass in topological order, another one by [`retrograde_reference`]; Grundy
/// values follow their definition.
///
/// # Errors
/// The errors of [`super::solve_with_grundy`].
pub fn solve_reference(graph: &Graph, limits: &Limits<'_>) -> Result<Solved, RunError> {
    limits.check(graph.vertices() as u64, graph.bytes() + acyclic::bytes(graph))?;
    let (verdicts, values, method) = match acyclic::order(graph) {
        Some(order) => {
            let verdicts = Verdicts::from_list(acyclic::verdicts(graph, &order));
            (verdicts, values_of(graph, || grundy::reference::along(graph, &order)), Method::Acyclic)
        }
        None => {
            let reverse = Reverse::of(graph, limits)?;
            let verdicts = retrograde_reference(&reverse, limits)?;
            let values = match graph.without_grundy() {
                Some(why) => Values::Undefined(why),
                None => Values::Loopy(grundy::reference::loopy(&reverse)),
            };
            (verdicts, values, Method::Retrograde)
        }
    };
    Ok(Solved { verdicts, values, method })
}

fn values_of(graph: &Graph, compute: impl FnOnce() -> Vec<u32>) -> Values {
    match graph.without_grundy() {
        Some(why) => Values::Undefined(why),
        None => Values::Finite(compute()),
    }
}
