//! Values of the vertices from which a cycle is reachable: finite values, and the loopy values ∞(K).
//!
//! For m = 0, 1, 2, … in turn, as long as some vertex changes: a vertex *x* without a value gets the value m if
//!
//! - (a) no option of *x* has the value m so far,
//! - (b) the values of its options include 0 to m − 1,
//! - (c) every option of *x* without a value has itself an option of value m.
//!
//! A vertex that never gets a value has the value ∞(K), where K is the set of its options' values. After Smith 1966,
//! "Graphs and composite games", and Fraenkel and Perl 1975, "Constructions in combinatorial games with cycles".
//!
//! The vertices of value 0 are the lost ones. Every other m is one pass from the vertices of value m backwards, with a
//! counter for each vertex that satisfies (b): how many options without a value have no option of value m. Time O(E) for
//! each m; a vertex of value m has m options, so m is at most √(2E).
//!
//! The vertices that get the value m together have the same *stage*: condition (c) holds by vertices of value m and
//! lower stages. For the value 0, remoteness r is stage r/2 + 1. Stages are what an independent check of the values needs
//! ([`crate::verify`]).

use crate::graph::{Graph, Offset, Offsets, Reverse, Vertex};
use crate::limits::{Limits, RunError};
use crate::solve::Verdicts;
use crate::solve::retrograde::prefetch;
use crate::value::{Grundy, Nimber, Verdict};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The bit that marks the index of a set; all finite values are smaller.
pub(in crate::solve) const INFINITE: u32 = 1 << 31;

/// The counter of a vertex that does not satisfy (b).
const NO_CANDIDATE: u32 = u32::MAX;

/// The distance, in vertices, at which rows are prefetched.
const AHEAD: usize = 16;

/// The most counters of one row that are prefetched.
const PREFETCHED: usize = 16;

/// Number of edges between two checks of the limits.
const STEPS: usize = 1 << 18;

/// The values of all vertices of a graph with cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve) struct LoopyValues {
    /// The finite value of each vertex, or [`INFINITE`] with the index of its set.
    pub(in crate::solve) values: Vec<u32>,
    /// The different sets K of the values ∞(K), each ascending.
    pub(in crate::solve) sets: Vec<Box<[Nimber]>>,
    /// The stage in which each vertex got its value, from 1; 0 if its value is ∞(K).
    pub(in crate::solve) stages: Vec<u32>,
}

impl LoopyValues {
    /// The value of the vertex with this index.
    pub(in crate::solve) fn get(&self, vertex: usize) -> Grundy {
        match self.values[vertex] {
            value if value < INFINITE => Grundy::Finite(Nimber(value.into())),
            value => Grundy::Infinite(self.sets[(value & !INFINITE) as usize].clone()),
        }
    }
}

/// What is known of a vertex while the vertices of value m are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has no value, and no option of value m was found.
    Open,
    /// It has no value, and an option of value m.
    Answered,
    HasValue,
}

/// Memory of the computation and its result in bytes, without the sets, the graph and its reverse.
pub(in crate::solve) fn bytes(graph: &Graph) -> u64 {
    // Values, stages, levels, counters; states; the vertices without a value, those found and those answered.
    (graph.vertices() * (4 * size_of::<u32>() + size_of::<State>() + 3 * size_of::<Vertex>())) as u64
}

/// The values of all vertices; `held_bytes` bytes are already in use.
///
/// # Errors
/// If the limits end the run.
pub(in crate::solve) fn values(
    reverse: &Reverse<'_>,
    verdicts: &Verdicts,
    held_bytes: u64,
    limits: &Limits<'_>,
) -> Result<LoopyValues, RunError> {
    let graph = reverse.graph();
    limits.check(graph.vertices() as u64, held_bytes + bytes(graph))?;
    match reverse.offsets() {
        Offsets::Narrow(first) => Run::new(reverse, first, verdicts, limits).finish(),
        Offsets::Wide(first) => Run::new(reverse, first, verdicts, limits).finish(),
    }
}

struct Run<'a, O> {
    graph: &'a Graph,
    /// The rows of the reverse graph.
    first: &'a [O],
    predecessors: &'a [Vertex],
    limits: &'a Limits<'a>,
    values: Vec<u32>,
    stages: Vec<u32>,
    states: Vec<State>,
    /// For a vertex without a value, its options have the values 0 to `level` − 1, but not `level`.
    levels: Vec<u32>,
    /// For a vertex without a value that satisfies (b), the number of its open options; otherwise [`NO_CANDIDATE`].
    waiting: Vec<u32>,
    without_value: Vec<Vertex>,
    found: Vec<Vertex>,
    /// Vertices without a value that got an option of the value in question in this stage.
    answered: Vec<Vertex>,
    since_check: usize,
}

impl<'a, O: Offset> Run<'a, O> {
    /// The state after the value 0: a vertex has it if it is lost, and an option of it if it is won.
    fn new(reverse: &'a Reverse<'a>, first: &'a [O], verdicts: &Verdicts, limits: &'a Limits<'a>) -> Self {
        let graph = reverse.graph();
        let n = graph.vertices();
        let mut run = Self {
            graph,
            first,
            predecessors: reverse.padded(),
            limits,
            values: vec![INFINITE; n],
            stages: vec![0; n],
            states: vec![State::Open; n],
            levels: vec![0; n],
            waiting: vec![NO_CANDIDATE; n],
            without_value: Vec::with_capacity(n),
            found: Vec::new(),
            answered: Vec::new(),
            since_check: 0,
        };
        for v in graph.all() {
            match verdicts.get(v) {
                Some(Verdict::Loss(remoteness)) => {
                    (run.values[v.index()], run.stages[v.index()]) = (0, remoteness.0 / 2 + 1);
                    run.states[v.index()] = State::HasValue;
                }
                verdict => {
                    run.levels[v.index()] = u32::from(matches!(verdict, Some(Verdict::Win(_))));
                    run.without_value.push(v);
                }
            }
        }
        run
    }

    fn finish(mut self) -> Result<LoopyValues, RunError> {
        let mut value = 1;
        while self.find(value)? {
            value += 1;
        }
        let Self { graph, limits, mut values, stages, without_value, .. } = self;
        let sets = sets(graph, &without_value, &mut values, limits)?;
        Ok(LoopyValues { values, sets, stages })
    }

    /// The predecessors of a vertex.
    #[inline(always)]
    fn row(&self, v: Vertex) -> &'a [Vertex] {
        &self.predecessors[self.first[v.index()].place()..self.first[v.index() + 1].place()]
    }

    /// Prefetches the predecessors of the vertices that come [`AHEAD`] vertices after `vertices[i]`.
    #[inline(always)]
    fn prefetch_rows(&self, vertices: &[Vertex], i: usize) {
        if let Some(later) = vertices.get(i + 2 * AHEAD) {
            prefetch(self.first, later.index());
        }
        if let Some(later) = vertices.get(i + AHEAD) {
            prefetch(self.predecessors, self.first[later.index()].place());
        }
    }

    /// Finds the vertices of value `value`; `false` if no vertex satisfies (b).
    fn find(&mut self, value: u32) -> Result<bool, RunError> {
        let graph = self.graph;
        let mut any = false;
        self.found.clear();
        for i in 0..self.without_value.len() {
            let v = self.without_value[i];
            if self.levels[v.index()] != value {
                self.waiting[v.index()] = NO_CANDIDATE;
                continue;
            }
            any = true;
            let options = graph.row(v);
            let open = options.iter().filter(|option| self.states[option.index()] != State::HasValue).count();
            self.waiting[v.index()] = open as u32;
            if open == 0 {
                self.found.push(v);
            }
            self.count(options.len())?;
        }
        let (mut stage, mut next) = (0, 0);
        while next < self.found.len() {
            stage += 1;
            let end = self.found.len();
            for v in &self.found[next..end] {
                self.states[v.index()] = State::HasValue;
                (self.values[v.index()], self.stages[v.index()]) = (value, stage);
                self.waiting[v.index()] = NO_CANDIDATE;
            }
            self.collect_answered(next..end)?;
            self.count_down()?;
            next = end;
        }
        let Self { states, levels, .. } = self;
        self.without_value.retain(|v| {
            let state = &mut states[v.index()];
            if *state == State::Answered {
                levels[v.index()] += u32::from(levels[v.index()] == value);
                *state = State::Open;
            }
            *state != State::HasValue
        });
        Ok(any)
    }

    /// Collects the open predecessors of vertices that were found. They have an option of this value now, so they cannot get it themselves.
    fn collect_answered(&mut self, found: Range<usize>) -> Result<(), RunError> {
        for i in found {
            self.prefetch_rows(&self.found, i);
            let row = self.row(self.found[i]);
            for &before in row {
                let state = &mut self.states[before.index()];
                if *state == State::Open {
                    *state = State::Answered;
                    self.waiting[before.index()] = NO_CANDIDATE;
                    self.answered.push(before);
                }
            }
            self.count(row.len())?;
        }
        Ok(())
    }

    /// Counts down for the predecessors of the vertices in `answered`. Adds those that wait for nothing else to `found`.
    fn count_down(&mut self) -> Result<(), RunError> {
        for i in 0..self.answered.len() {
            self.prefetch_rows(&self.answered, i);
            if let Some(later) = self.answered.get(i + AHEAD / 2) {
                self.row(*later).iter().take(PREFETCHED).for_each(|v| prefetch(&self.waiting, v.index()));
            }
            let row = self.row(self.answered[i]);
            for &v in row {
                let waiting = &mut self.waiting[v.index()];
                if *waiting != NO_CANDIDATE {
                    *waiting -= 1;
                    if *waiting == 0 {
                        self.found.push(v);
                    }
                }
            }
            self.count(row.len())?;
        }
        self.answered.clear();
        Ok(())
    }

    /// Counts edges, and checks the limits from time to time.
    #[inline]
    fn count(&mut self, edges: usize) -> Result<(), RunError> {
        self.since_check += 1 + edges;
        if self.since_check >= STEPS {
            self.since_check = 0;
            self.limits.check(self.values.len() as u64, 0)?;
        }
        Ok(())
    }
}

/// The sets of the vertices without a finite value, each different set once; writes their indices into `values`.
fn sets(
    graph: &Graph,
    infinite: &[Vertex],
    values: &mut [u32],
    limits: &Limits<'_>,
) -> Result<Vec<Box<[Nimber]>>, RunError> {
    let mut sets: Vec<Box<[Nimber]>> = Vec::new();
    let mut index: FxHashMap<Box<[Nimber]>, u32> = FxHashMap::default();
    let mut among = Vec::new();
    for (n, &v) in infinite.iter().enumerate() {
        if n % STEPS == 0 {
            limits.check(values.len() as u64, 0)?;
        }
        among.clear();
        let of_options = graph.row(v).iter().map(|option| values[option.index()]);
        among.extend(of_options.filter(|&value| value < INFINITE).map(|value| Nimber(value.into())));
        among.sort_unstable();
        among.dedup();
        let known = index.get(among.as_slice()).copied();
        let set = known.unwrap_or_else(|| {
            let set = sets.len() as u32;
            sets.push(among.as_slice().into());
            index.insert(among.as_slice().into(), set);
            set
        });
        values[v.index()] = INFINITE | set;
    }
    Ok(sets)
}
