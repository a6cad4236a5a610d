//! Solves a graph: every position's outcome, remoteness and Grundy value, by the order that suits the graph.

mod acyclic;
mod grundy;
mod retrograde;
mod tiered;

pub use retrograde::{
    IndexedSolution, Verdicts, bytes_for_numbers, retrograde_indexed, retrograde_reference, verdicts,
};
pub(crate) use retrograde::{IndexedState, RetrogradeState, retrograde_indexed_resumable};
pub use tiered::{Census, TieredSolution, solve_tiered};
pub(crate) use tiered::{TieredState, solve_tiered_resumable};

use crate::answer::{PositionValue, Solution, StoreError};
use crate::checkpoint::Checkpointer;
use crate::game::Game;
use crate::graph::{Graph, Reverse, Vertex};
use crate::limits::{Limits, RunError};
use crate::value::{Grundy, Nimber, Undefined, Unknown, Verdict};
use retrograde::verdicts_resumable;

/// How a graph was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// In one pass, options before positions: the graph has no cycle.
    Acyclic,
    /// From the ends backwards.
    Retrograde,
}

impl Method {
    /// The method in a few words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Acyclic => "one pass in topological order",
            Self::Retrograde => "retrograde analysis",
        }
    }
}

/// A solved graph in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    verdicts: Verdicts,
    values: Values,
    method: Method,
}

/// The Grundy values of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// The game has none.
    Undefined(Undefined),
    /// One a vertex; [`grundy::NONE`] where a cycle can be reached.
    Finite(Vec<u32>),
}

impl Solved {
    /// Outcome and remoteness of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn verdict(&self, v: Vertex) -> Verdict {
        self.verdicts.get(v).expect("a vertex of the graph")
    }

    /// The Grundy value of a vertex, or why it has none.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn grundy(&self, v: Vertex) -> Grundy {
        match &self.values {
            Values::Undefined(why) => Grundy::Undefined(*why),
            Values::Finite(values) => match values[v.index()] {
                grundy::NONE => Grundy::Unknown(Unknown::CycleReachable),
                value => Grundy::Finite(Nimber(value.into())),
            },
        }
    }

    /// How the graph was solved.
    pub fn method(&self) -> Method {
        self.method
    }
}

impl Solution<Vertex> for Solved {
    fn get(&self, at: &Vertex) -> Result<Option<PositionValue>, StoreError> {
        let verdict = self.verdicts.get(*at);
        Ok(verdict.map(|verdict| PositionValue::solved(verdict, self.grundy(*at))))
    }
}

/// The bytes that [`solve`] takes at the peak, the graph included, on one thread: those of retrograde analysis.
pub fn bytes(graph: &Graph) -> u64 {
    let values = match graph.without_grundy() {
        Some(_) => 0,
        None => grundy::bytes(graph),
    };
    graph.bytes() + Reverse::bytes_for(graph) + retrograde::bytes(graph, 1) + values
}

/// Solves every position of `graph`: in one pass if it has no cycle, else by retrograde analysis. Time O(V + E), memory on one
/// thread [`bytes`]. Grundy values are computed too, where the game has some; nothing depends on the number of threads.
///
/// Zermelo 1913 for the outcomes; Sprague 1935 and Grundy 1939 for the values.
///
/// ```
/// use grundy::{graph::GraphBuilder, limits::Limits, solve, Play, Remoteness, Verdict};
/// let mut draft = GraphBuilder::default();
/// let (a, b, c) = (draft.vertex(), draft.vertex(), draft.vertex());
/// draft.edge(a, b);
/// draft.edge(b, a); // a cycle
/// draft.edge(b, c);
/// let solved = solve::solve(&draft.build(Play::Normal).unwrap(), &Limits::NONE)?;
/// assert_eq!(solved.verdict(b), Verdict::Win(Remoteness(1)));
/// assert_eq!(solved.verdict(a), Verdict::Loss(Remoteness(2)));
/// # Ok::<(), grundy::limits::LimitHit>(())
/// ```
///
/// # Errors
/// If the run would pass a limit, said before it starts, or was told to stop.
pub fn solve(graph: &Graph, limits: &Limits<'_>) -> Result<Solved, RunError> {
    solve_resumable(graph, limits, None, Checkpointer::none())
}

/// As [`solve`], from the state of an earlier retrograde analysis if `from` holds one. One pass is short and has no state.
///
/// # Errors
/// As [`solve`], or if the state cannot be saved.
pub(crate) fn solve_resumable(
    graph: &Graph,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Solved, RunError> {
    limits.check(graph.vertices() as u64, graph.bytes() + acyclic::bytes(graph))?;
    let order = if from.is_some() { None } else { acyclic::order(graph) };
    match order {
        Some(order) => acyclic(graph, &order, limits),
        None => retrograde_resumable(graph, limits, from, checkpointer),
    }
}

/// Solves a graph by retrograde analysis, whether it has a cycle or not.
///
/// # Errors
/// As [`solve`].
pub fn retrograde(graph: &Graph, limits: &Limits<'_>) -> Result<Solved, RunError> {
    retrograde_resumable(graph, limits, None, Checkpointer::none())
}

fn retrograde_resumable(
    graph: &Graph,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Solved, RunError> {
    limits.check(graph.vertices() as u64, bytes(graph))?;
    let reverse = Reverse::of(graph, limits)?;
    let verdicts = verdicts_resumable(&reverse, limits, from, checkpointer)?;
    let values = values_by(graph, || grundy::along(graph, &grundy::grounded(&reverse)));
    Ok(Solved { verdicts, values, method: Method::Retrograde })
}

fn acyclic(graph: &Graph, order: &[Vertex], limits: &Limits<'_>) -> Result<Solved, RunError> {
    limits.check(graph.vertices() as u64, 0)?;
    let verdicts = Verdicts::listed(acyclic::verdicts(graph, order));
    Ok(Solved { verdicts, values: values_by(graph, || grundy::along(graph, order)), method: Method::Acyclic })
}

fn values_by(graph: &Graph, compute: impl FnOnce() -> Vec<u32>) -> Values {
    match graph.without_grundy() {
        Some(why) => Values::Undefined(why),
        None => Values::Finite(compute()),
    }
}
