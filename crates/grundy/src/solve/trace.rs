//! A trace of retrograde analysis on a small graph, for people: what each round takes from the queue, and what that decides.
//!
//! Every vertex has a counter, which begins as the number of its options. Round 0 decides the vertices without moves. A later round takes
//! the vertices that the round before decided. For each predecessor that is not decided: if the move is a win for its player, the
//! predecessor is won; otherwise its counter falls by 1, and at 0 the predecessor is lost. The vertices that no round decides are draws.
//! The round in which a vertex is decided is its remoteness.
//!
//! [`retrograde`](super::retrograde) computes the same values, fast and on many threads; it keeps no such record.

use crate::game::Game;
use crate::graph::{Graph, Vertex};
use crate::value::Outcome;

/// The rounds of retrograde analysis on a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The rounds, from round 0 on.
    pub rounds: Vec<TraceRound>,
    /// The vertices with moves that no round decided: the draws.
    pub left_over: Vec<Vertex>,
}

/// One round of retrograde analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceRound {
    /// The vertices that the round takes from the queue: those that the round before decided, except drawn ends.
    pub queue: Vec<Vertex>,
    /// The steps, in order.
    pub steps: Vec<TraceStep>,
}

/// One step of a round: a vertex whose counter falls, or that is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The option, taken from the queue, because of which the step is made; `None` in round 0.
    pub from: Option<Vertex>,
    /// The vertex.
    pub at: Vertex,
    /// The counter of the vertex after the step: how many of its options are not known to be lost by its player.
    pub counter: u32,
    /// The outcome of the vertex, if the step decides it.
    pub decided: Option<Outcome>,
}

/// Traces retrograde analysis on a graph.
///
/// ```
/// use grundy::{Graph, Outcome, Play, Vertex, solve::trace};
/// // 0 and 1 lead to each other, and 1 leads to 2, the end.
/// let edges = vec![(Vertex(0), Vertex(1)), (Vertex(1), Vertex(0)), (Vertex(1), Vertex(2))];
/// let trace = trace(&Graph::from_edges(3, edges, Play::Normal)?);
/// let decided = |round: usize| trace.rounds[round].steps.iter().find_map(|step| Some((step.at.0, step.decided?)));
/// assert_eq!(decided(0), Some((2, Outcome::Loss)));
/// assert_eq!(decided(1), Some((1, Outcome::Win)));
/// assert_eq!(decided(2), Some((0, Outcome::Loss)));
/// # Ok::<(), grundy::graph::GraphError>(())
/// ```
pub fn trace(graph: &Graph) -> Trace {
    let mut predecessors = vec![Vec::new(); graph.vertices()];
    for u in graph.all() {
        for &v in graph.row(u) {
            predecessors[v.index()].push(u);
        }
    }
    let mut counters: Vec<u32> = graph.all().map(|v| graph.row(v).len() as u32).collect();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; graph.vertices()];
    let mut first = TraceRound::default();
    for v in graph.all().filter(|v| graph.row(*v).is_empty()) {
        outcomes[v.index()] = Some(graph.terminal(&v));
        first.steps.push(TraceStep { from: None, at: v, counter: 0, decided: outcomes[v.index()] });
    }
    let mut rounds = vec![first];
    loop {
        let decided = rounds.last().into_iter().flat_map(|round| &round.steps);
        let queue: Vec<Vertex> = decided
            .filter(|step| matches!(step.decided, Some(Outcome::Win | Outcome::Loss)))
            .map(|step| step.at)
            .collect();
        if queue.is_empty() {
            break;
        }
        let mut round = TraceRound { queue, steps: Vec::new() };
        for &v in &round.queue {
            for &u in &predecessors[v.index()] {
                let (None, Some(option)) = (outcomes[u.index()], outcomes[v.index()]) else { continue };
                let outcome = if graph.moves_again(u, v) { option } else { option.for_opponent() };
                if outcome == Outcome::Win {
                    outcomes[u.index()] = Some(Outcome::Win);
                } else {
                    counters[u.index()] -= 1;
                    if counters[u.index()] == 0 {
                        outcomes[u.index()] = Some(Outcome::Loss);
                    }
                }
                let step =
                    TraceStep { from: Some(v), at: u, counter: counters[u.index()], decided: outcomes[u.index()] };
                round.steps.push(step);
            }
        }
        rounds.push(round);
    }
    let left_over = graph.all().filter(|v| outcomes[v.index()].is_none()).collect();
    Trace { rounds, left_over }
}
