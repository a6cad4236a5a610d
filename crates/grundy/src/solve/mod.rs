//! Solves games: outcome and remoteness of every position, and Grundy values if they are requested.

mod acyclic;
mod grundy;
mod nimber;
mod options;
pub mod partitioned;
mod reference;
mod retrograde;
mod search;
mod tiered;
mod trace;

pub use nimber::NimberSearch;
pub use reference::solve_reference;

pub use retrograde::{
    IndexedSolution, Verdicts, bytes_for_indices, retrograde_indexed, retrograde_reference, verdicts,
};
pub(crate) use retrograde::{IndexedState, RetrogradeState, check_count, retrograde_indexed_resumable};
pub use search::{SearchError, SearchOptions, Searcher};
pub use tiered::{OutcomeCounts, TieredSolution, solve_tiered};
pub(crate) use tiered::{TieredState, solve_tiered_resumable};
pub use trace::{Trace, TraceRound, TraceStep, trace};

use crate::answer::{PositionValue, Solution, StoreError};
use crate::checkpoint::Checkpointer;
use crate::game::Game;
use crate::graph::{Graph, Reverse, Vertex};
use crate::limits::{Limits, RunError};
use crate::value::{Grundy, Nimber, Undefined, Unknown, Verdict};
use grundy::loopy::{INFINITE, LoopyValues};
use retrograde::verdicts_resumable;

/// The method by which a graph was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// In one pass, options before positions: the graph has no cycle. Only [`solve_reference`] uses this method.
    Acyclic,
    /// From the terminal positions backwards.
    Retrograde,
}

impl Method {
    /// Returns a short name of the method.
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
    /// The game has no Grundy values.
    Undefined(Undefined),
    /// The game has values, and they were not computed.
    NotRequested,
    /// One value for each vertex; no cycle is reachable.
    Finite(Vec<u32>),
    /// The values of a graph with cycles.
    Loopy(LoopyValues),
}

impl Solved {
    /// Returns outcome and remoteness of a vertex. [`Solved::verdicts`] returns those of all vertices at once.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn verdict(&self, v: Vertex) -> Verdict {
        self.verdicts.get(v).expect("a vertex of the graph")
    }

    /// Returns outcome and remoteness of all vertices.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Returns the Grundy value of a vertex, or why it is undefined or unknown. [`solve`] computes no values, so the
    /// result is then [`Unknown::NotRequested`] if the game has values.
    ///
    /// # Panics
    /// If values were computed and there is no such vertex.
    pub fn grundy(&self, v: Vertex) -> Grundy {
        match &self.values {
            Values::Undefined(why) => Grundy::Undefined(*why),
            Values::NotRequested => Grundy::Unknown(Unknown::NotRequested),
            Values::Finite(values) => Grundy::Finite(Nimber(values[v.index()].into())),
            Values::Loopy(loopy) => loopy.get(v.index()),
        }
    }

    /// Returns the Grundy values of all vertices, ascending, each `None` if the value is ∞(K). `None` if the game has no
    /// values, or they were not computed.
    ///
    /// ```
    /// use grundy::{Graph, Nimber, Play, Vertex};
    /// let graph = Graph::from_edges(3, vec![(Vertex(1), Vertex(0)), (Vertex(2), Vertex(2))], Play::Normal)?;
    /// let solution = graph.solve_with_grundy()?;
    /// let values: Vec<_> = solution.grundy_values().expect("an impartial game").collect();
    /// assert_eq!(values, [Some(Nimber(0)), Some(Nimber(1)), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grundy_values(&self) -> Option<impl ExactSizeIterator<Item = Option<Nimber>> + '_> {
        let values = match &self.values {
            Values::Finite(values) => values,
            Values::Loopy(loopy) => &loopy.values,
            Values::Undefined(_) | Values::NotRequested => return None,
        };
        Some(values.iter().map(|&value| (value < INFINITE).then_some(Nimber(value.into()))))
    }

    /// Returns the *stage* of a vertex with a finite Grundy value: vertices get their values in stages, and an independent check of the value
    /// uses only values of lower stages. `None` if the value is not finite, or no cycle is reachable from any vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn stage(&self, v: Vertex) -> Option<u32> {
        let Values::Loopy(loopy) = &self.values else { return None };
        Some(loopy.stages[v.index()]).filter(|stage| *stage > 0)
    }

    /// Returns whether the graph has a cycle and Grundy values, so that each vertex has a stage or the value ∞(K).
    pub fn has_stages(&self) -> bool {
        matches!(self.values, Values::Loopy(_))
    }

    /// Returns whether any vertex has an infinite value ∞(K).
    pub fn has_infinite_values(&self) -> bool {
        matches!(&self.values, Values::Loopy(loopy) if !loopy.sets.is_empty())
    }

    /// Returns the method by which the graph was solved.
    pub fn method(&self) -> Method {
        self.method
    }
}

impl Solution<Vertex> for Solved {
    fn get(&self, at: &Vertex) -> Result<Option<PositionValue>, StoreError> {
        let verdict = self.verdicts.get(*at);
        Ok(verdict.map(|verdict| PositionValue::solved(verdict, self.grundy(*at))))
    }

    fn stage(&self, at: &Vertex) -> Result<Option<u32>, StoreError> {
        Ok(self.stage(*at))
    }
}

/// Returns the peak memory of [`solve`] on one thread, in bytes, including the graph.
///
/// It is more if a remoteness or a number of options does not fit in one byte. Reads every edge of the graph once.
pub fn bytes(graph: &Graph) -> u64 {
    bytes_held(graph, false).max(Reverse::peak_bytes(graph))
}

/// Returns the peak memory of [`solve_with_grundy`] on one thread, in bytes, counted as [`bytes`] does, for a graph without cycles. With
/// cycles it is at most [`bytes_for_cycles`] more.
pub fn bytes_with_grundy(graph: &Graph) -> u64 {
    bytes_held(graph, true).max(Reverse::peak_bytes(graph))
}

/// Returns the memory that [`solve_with_grundy`] needs in addition if the graph has a cycle, in bytes. Only solving shows whether it has
/// one; a limit is checked then.
pub fn bytes_for_cycles(graph: &Graph) -> u64 {
    if graph.without_grundy().is_none() { grundy::loopy::bytes(graph) } else { 0 }
}

/// The most bytes in use after the reverse graph is built.
fn bytes_held(graph: &Graph, with_grundy: bool) -> u64 {
    let verdicts = retrograde::bytes(graph, 1);
    let values = match graph.without_grundy() {
        None if with_grundy => graph.vertices() as u64 + grundy::bytes(graph),
        _ => 0,
    };
    graph.bytes() + Reverse::bytes_for(graph) + verdicts.max(values)
}

/// Computes outcome and remoteness of every vertex of `graph`, with cycles or without, by retrograde analysis.
///
/// Computes no Grundy values; [`solve_with_grundy`] does. Time O(V + E), memory on one thread [`bytes`]; the result
/// does not depend on the number of threads.
///
/// Zermelo 1913.
///
/// ```
/// use grundy::{graph::GraphBuilder, limits::Limits, solve, Play, Remoteness, Verdict};
/// let mut builder = GraphBuilder::default();
/// let (a, b, c) = (builder.vertex(), builder.vertex(), builder.vertex());
/// builder.edge(a, b);
/// builder.edge(b, a); // a cycle
/// builder.edge(b, c);
/// let solved = solve::solve(&builder.build(Play::Normal)?, &Limits::NONE)?;
/// assert_eq!(solved.verdict(b), Verdict::Win(Remoteness(1)));
/// assert_eq!(solved.verdict(a), Verdict::Loss(Remoteness(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the run would exceed a limit, which is checked before it starts; if the run was stopped; or if a worker thread
/// panicked.
pub fn solve(graph: &Graph, limits: &Limits<'_>) -> Result<Solved, RunError> {
    run(graph, false, limits, None, Checkpointer::none())
}

/// Computes outcome and remoteness of every vertex of `graph`, and the Grundy values if the game has them.
///
/// A vertex from which a cycle is reachable has a finite value or an infinite one, [`Grundy::Infinite`].
///
/// Memory on one thread: [`bytes_with_grundy`], and at most [`bytes_for_cycles`] more if the graph has a cycle.
///
/// Sprague 1935 and Grundy 1939; with cycles, Smith 1966.
///
/// ```
/// use grundy::{graph::GraphBuilder, limits::Limits, solve, Grundy, Nimber, Play};
/// let mut builder = GraphBuilder::default();
/// let (a, b, c) = (builder.vertex(), builder.vertex(), builder.vertex());
/// builder.edge(a, b);
/// builder.edge(a, c);
/// builder.edge(b, c);
/// let solved = solve::solve_with_grundy(&builder.build(Play::Normal)?, &Limits::NONE)?;
/// assert_eq!(solved.grundy(a), Grundy::Finite(Nimber(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`solve`]; and if a vertex has 2³¹ options or more.
pub fn solve_with_grundy(graph: &Graph, limits: &Limits<'_>) -> Result<Solved, RunError> {
    run(graph, true, limits, None, Checkpointer::none())
}

impl Graph {
    /// Computes outcome and remoteness of every vertex on all threads of the machine, without limits. [`solve`] takes limits.
    ///
    /// ```
    /// use grundy::{Graph, Outcome, Play, Vertex};
    /// let (a, b) = (Vertex(0), Vertex(1));
    /// let graph = Graph::from_edges(2, vec![(a, b)], Play::Normal)?;
    /// let solution = graph.solve()?;
    /// assert_eq!(solution.verdict(a).outcome(), Outcome::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a worker thread panicked.
    pub fn solve(&self) -> Result<Solved, RunError> {
        solve(self, &Limits::NONE)
    }

    /// Computes outcome, remoteness and Grundy value of every vertex on all threads of the machine, without limits.
    ///
    /// [`solve_with_grundy`] takes limits.
    ///
    /// # Errors
    /// The errors of [`Graph::solve`]; and if a vertex has 2³¹ options or more.
    pub fn solve_with_grundy(&self) -> Result<Solved, RunError> {
        solve_with_grundy(self, &Limits::NONE)
    }
}

/// [`solve_with_grundy`], continued from a saved state of the retrograde analysis if `from` holds one.
///
/// # Errors
/// The errors of [`solve_with_grundy`]; and if the state cannot be saved.
pub(crate) fn solve_with_grundy_resumable(
    graph: &Graph,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Solved, RunError> {
    run(graph, true, limits, from, checkpointer)
}

fn run(
    graph: &Graph,
    with_grundy: bool,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Solved, RunError> {
    limits.check(graph.vertices() as u64, bytes_held(graph, with_grundy))?;
    let reverse = Reverse::of(graph, limits)?;
    let verdicts = verdicts_resumable(&reverse, limits, from, checkpointer)?;
    let values = match graph.without_grundy() {
        Some(why) => Values::Undefined(why),
        None if with_grundy => {
            let held_bytes = graph.bytes() + reverse.bytes() + verdicts.bytes();
            // A drawn vertex lies on a cycle or leads to one.
            let is_drawn = |v| verdicts.get(v) == Some(Verdict::Draw);
            let finite = match graph.all().any(is_drawn) {
                true => None,
                false => Some(grundy::values(&reverse, held_bytes, limits)?),
            };
            match finite.filter(|values| !values.contains(&grundy::NONE)) {
                Some(values) => Values::Finite(values),
                None => Values::Loopy(grundy::loopy::values(&reverse, &verdicts, held_bytes, limits)?),
            }
        }
        None => Values::NotRequested,
    };
    Ok(Solved { verdicts, values, method: Method::Retrograde })
}
