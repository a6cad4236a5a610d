//! Compares the values, and the whole of `solve`, with their references.

use super::super::retrograde::plan::{Plan, plans};
use super::*;
use crate::game::{Game, Play};
use crate::graph::GraphBuilder;
use crate::limits::LimitHit;
use crate::solve::{self, Method, Solved, solve_reference, solve_with_grundy};
use crate::value::{Grundy, Nimber, Unknown};
use proptest::prelude::*;
use std::num::NonZeroUsize;

fn by_definition(graph: &Graph) -> Vec<u32> {
    let reverse = Reverse::of(graph, &Limits::NONE).unwrap();
    reference::along(graph, &reference::grounded_vertices(&reverse))
}

/// The values, after a comparison with those by definition, with offsets of 32 and of 64 bits.
fn checked(graph: &Graph) -> Vec<u32> {
    let expected = by_definition(graph);
    for narrow in [0, usize::MAX] {
        let reverse = Reverse::narrow_up_to(narrow, graph, &Limits::NONE).unwrap();
        let found = values(&reverse, 0, &Limits::NONE).unwrap();
        assert!(found == expected, "offsets of 32 bits up to {narrow} edges");
    }
    expected
}

/// Compares `solve` with values and without, on one thread and on several, with the reference.
fn all_ways_agree(graph: &Graph) {
    let slow = solve_reference(graph, &Limits::NONE).unwrap();
    let same = |fast: &Solved, with_grundy: bool| {
        for v in graph.all() {
            assert_eq!(fast.verdict(v), slow.verdict(v), "vertex {}", v.0);
            let value = if with_grundy || graph.without_grundy().is_some() {
                slow.grundy(v)
            } else {
                Grundy::Unknown(Unknown::NotRequested)
            };
            assert_eq!(fast.grundy(v), value, "vertex {}", v.0);
        }
        assert_eq!(fast.method(), Method::Retrograde);
    };
    for threads in [1, 2] {
        let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
        same(&solve_with_grundy(graph, &limits).unwrap(), true);
        same(&solve::solve(graph, &limits).unwrap(), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fast_and_slow_agree(plan in plans(2000)) {
        let graph = plan.graph();
        checked(&graph);
        all_ways_agree(&graph);
    }

    #[test]
    fn fast_and_slow_agree_without_cycles(plan in plans(2000)) {
        let graph = plan.without_cycles().graph();
        prop_assert!(!checked(&graph).contains(&NONE));
        all_ways_agree(&graph);
    }

    #[test]
    fn fast_and_slow_agree_on_small_graphs(plan in plans(70)) {
        for plan in [plan, plan.without_cycles()] {
            checked(&plan.graph());
            all_ways_agree(&plan.graph());
        }
    }
}

#[test]
fn values_of_large_graphs() {
    let plan = Plan { vertices: 300_000, edges: 1_200_000, ..Plan::LARGE };
    checked(&plan.graph());
    let values = checked(&plan.without_cycles().graph());
    assert!(values.iter().any(|&value| value > 4));
    checked(&Plan { star: 100_000, ..plan.without_cycles() }.graph());
}

/// Nim with one heap: most vertices are wide, and the values are the largest possible with so few edges.
#[test]
fn many_options() {
    let mut builder = GraphBuilder::with_vertices(700);
    (0..700).for_each(|v| (0..v).for_each(|to| builder.edge(Vertex(v), Vertex(to))));
    assert_eq!(checked(&builder.build(Play::Normal).unwrap()), (0..700).collect::<Vec<_>>());
}

/// Paths in both directions, which are a list of one vertex at a time, and a star, which is a bitset.
#[test]
fn few_and_many_at_a_time() {
    const DEEP: u32 = 200_000;
    let path = |n: u32, down: bool| {
        let mut builder = GraphBuilder::with_vertices(n.into());
        (1..n).for_each(|v| {
            if down { builder.edge(Vertex(v), Vertex(v - 1)) } else { builder.edge(Vertex(v - 1), Vertex(v)) }
        });
        builder.build(Play::Normal).unwrap()
    };
    for n in [1, 2, 63, 64, 65, 127, 128, 129, DEEP] {
        assert!(checked(&path(n, true)).iter().zip(0..).all(|(&value, v)| value == v % 2));
        assert!(checked(&path(n, false)).iter().rev().zip(0..).all(|(&value, v)| value == v % 2));
    }
    let mut star = GraphBuilder::with_vertices(DEEP.into());
    (1..DEEP).for_each(|v| star.edge(Vertex(v), Vertex(0)));
    assert_eq!(checked(&star.build(Play::Normal).unwrap()).iter().sum::<u32>(), DEEP - 1);
    assert!(checked(&GraphBuilder::default().build(Play::Normal).unwrap()).is_empty());
}

#[test]
fn no_more_memory_than_forecast() {
    for (plan, has_cycles) in [(Plan::LARGE, true), (Plan::LARGE.without_cycles(), false)] {
        let graph = plan.graph();
        let for_cycles = if has_cycles { solve::bytes_for_cycles(&graph) } else { 0 };
        for (needed, more, run) in [
            (solve::bytes(&graph), 0, solve::solve as fn(&Graph, &Limits<'_>) -> Result<Solved, RunError>),
            (solve::bytes_with_grundy(&graph), for_cycles, solve_with_grundy),
        ] {
            let limits = |memory| Limits { memory: Some(memory), threads: NonZeroUsize::new(1), ..Limits::NONE };
            assert!(run(&graph, &limits(needed + more)).is_ok());
            if more > 0 {
                let hit = run(&graph, &limits(needed)).unwrap_err();
                let RunError::Limit(LimitHit::Memory { needed: with_cycles, .. }) = hit else { panic!("{hit}") };
                assert!(needed < with_cycles && with_cycles <= needed + more, "{with_cycles} of {needed} + {more}");
            }
            let hit = run(&graph, &limits(needed - 1)).unwrap_err();
            assert_eq!(hit, RunError::Limit(LimitHit::Memory { limit: needed - 1, needed }));
        }
    }
}

#[test]
fn a_run_stops_when_stop_returns_true() {
    let graph = Plan::LARGE.without_cycles().graph();
    let reverse = Reverse::of(&graph, &Limits::NONE).unwrap();
    let hit = values(&reverse, 0, &Limits { stop: &|| true, ..Limits::NONE }).unwrap_err();
    assert!(matches!(hit, RunError::Interrupted { .. }));
}

#[test]
fn the_public_functions() {
    let graph = Graph::from_edges(2, vec![(Vertex(1), Vertex(0))], Play::Normal).unwrap();
    assert_eq!(graph.solve().unwrap().grundy(Vertex(1)), Grundy::Unknown(Unknown::NotRequested));
    assert_eq!(graph.solve_with_grundy().unwrap().grundy(Vertex(1)), Grundy::Finite(Nimber(1)));
    let graph = graph.with_play(Play::Misere);
    assert_eq!(graph.solve().unwrap().grundy(Vertex(1)), Grundy::Undefined(graph.without_grundy().unwrap()));
}
