//! Compares the kernel, on one thread and on several, with its reference: the same verdicts, and the same cells bit for
//! bit.

use super::plan::{Plan, plans};
use super::*;
use crate::game::{Play, Player};
use crate::graph::GraphBuilder;
use crate::limits::LimitHit;
use crate::value::{Outcome, Remoteness, Verdict};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

fn by_threads(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

/// The verdicts, after comparing the results of all methods.
fn holds(graph: &Graph) -> Verdicts {
    holds_by(&[(1, 2), (1, 3), (100, 2), (1, 8), (parts::MIN_SHARED, 8)], graph)
}

/// The verdicts, after comparing the results for each pair of the least shared tick and the number of threads.
fn holds_by(ways: &[(usize, usize)], graph: &Graph) -> Verdicts {
    let reverse = Reverse::of(graph, &Limits::NONE).unwrap();
    let wide = Reverse::narrow_up_to(0, graph, &Limits::NONE).unwrap();
    let kernel = verdicts(&reverse, &by_threads(1)).unwrap();
    let reference = retrograde_reference(&reverse, &Limits::NONE).unwrap();
    for v in graph.all() {
        assert_eq!(kernel.get(v), reference.get(v), "kernel and reference, vertex {}", v.0);
    }
    assert_eq!((kernel.get(Vertex(graph.vertices() as u32)), kernel.count()), (None, graph.vertices()));
    for &(min_shared, threads) in ways {
        for reverse in [&reverse, &wide] {
            let shared =
                verdicts_shared_from(min_shared, reverse, &by_threads(threads), None, Checkpointer::none()).unwrap();
            assert!(shared == kernel, "{threads} threads for ticks of {min_shared} and one thread give other cells");
        }
    }
    kernel
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_ways_agree(plan in plans(3000)) {
        let narrow = holds(&plan.graph());
        let wide = plan.builder().narrow_up_to(0, plan.play).unwrap();
        assert!(wide.edges() == 0 || matches!(wide.offsets(), Offsets::Wide(_)));
        assert!(holds_by(&[(1, 2)], &wide) == narrow);
    }

    #[test]
    fn all_ways_agree_on_small_graphs(plan in plans(100)) {
        holds(&plan.graph());
    }
}

#[test]
fn all_ways_agree_on_graphs_large_enough_for_threads() {
    for players in [false, true] {
        for (own, play) in [(0, Play::Normal), (0, Play::Misere), (50, Play::Normal)] {
            holds(&Plan { players, own, play, ..Plan::LARGE }.graph());
            holds(&Plan { players, own, play, ends: 0, ..Plan::LARGE }.graph());
            holds(&Plan { players, own, play, star: 50_000, ..Plan::LARGE }.graph());
        }
    }
}

#[test]
fn a_graph_without_decided_ends_is_drawn() {
    let cycle = Plan { ends: 0, own: 0, edges: 0, ..Plan::LARGE };
    let mut builder = GraphBuilder::with_vertices(cycle.vertices.into());
    (0..cycle.vertices).for_each(|v| builder.edge(Vertex(v), Vertex((v + 1) % cycle.vertices)));
    let all = holds(&builder.build(Play::Normal).unwrap());
    assert!((0..cycle.vertices).all(|v| all.get(Vertex(v)) == Some(Verdict::Draw)));
    let mut builder = GraphBuilder::with_vertices(2);
    builder.edge(Vertex(0), Vertex(1));
    builder.terminal(Vertex(1), Outcome::Draw);
    let all = holds(&builder.build(Play::Misere).unwrap());
    assert_eq!([0, 1].map(|v| all.get(Vertex(v))), [Some(Verdict::Draw); 2]);
    assert_eq!(holds(&GraphBuilder::default().build(Play::Normal).unwrap()).count(), 0);
}

/// A path whose remoteness does not fit in bytes and then in 16 bits, in each scheme.
#[test]
fn remoteness_outgrows_the_cells() {
    const DEEP: u32 = 1_000_000;
    for (lost_too, players) in [(false, None), (true, None), (false, Some(1)), (false, Some(3))] {
        let mut builder = GraphBuilder::with_vertices(u64::from(DEEP) + 3);
        (1..DEEP).for_each(|v| builder.edge(Vertex(v), Vertex(v - 1)));
        // Ends outside the path determine the scheme: their outcomes differ.
        builder.edge(Vertex(DEEP), Vertex(DEEP + 1));
        builder.terminal(Vertex(DEEP + 2), if lost_too { Outcome::Win } else { Outcome::Loss });
        if let Some(run) = players {
            let player = |v: u32| if (v / run).is_multiple_of(2) { Player::Left } else { Player::Right };
            (0..DEEP + 3).for_each(|v| builder.player(Vertex(v), player(v)));
        }
        let graph = builder.build(Play::Normal).unwrap();
        let reverse = Reverse::of(&graph, &Limits::NONE).unwrap();
        let kernel = verdicts(&reverse, &by_threads(2)).unwrap();
        let reference = retrograde_reference(&reverse, &Limits::NONE).unwrap();
        assert!(graph.all().all(|v| kernel.get(v) == reference.get(v)));
        let deepest = kernel.get(Vertex(DEEP - 1)).unwrap();
        assert_eq!(deepest.remoteness(), Some(Remoteness(DEEP - 1)));
        assert_eq!(kernel.bytes(), 4 * u64::from(DEEP + 3));
    }
}

/// Remoteness at and beyond the largest that a byte can hold.
#[test]
fn a_byte_is_left_in_time() {
    for length in [62, 63, 64, 65, 126, 127, 128, 129, 130] {
        for players in [false, true] {
            for other_end in [Outcome::Win, Outcome::Loss] {
                let mut builder = GraphBuilder::with_vertices(u64::from(length) + 2);
                (1..=length).for_each(|v| builder.edge(Vertex(v), Vertex(v - 1)));
                builder.terminal(Vertex(length + 1), other_end);
                if players {
                    let player = |v: u32| if v.is_multiple_of(3) { Player::Left } else { Player::Right };
                    (0..length + 2).for_each(|v| builder.player(Vertex(v), player(v)));
                }
                let all = holds_by(&[(1, 2)], &builder.build(Play::Normal).unwrap());
                assert_eq!(all.get(Vertex(length)).unwrap().remoteness(), Some(Remoteness(length)));
            }
        }
    }
}

/// A few large counts are listed beside the bytes; many make the cells wider.
#[test]
fn options_outgrow_the_cells() {
    const WIDE: u32 = 100_000;
    for count in [61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 32_766, 32_767, 32_768, WIDE] {
        for players in [false, true] {
            // From vertex 0 to `count` vertices, all of them won by the player to move there, and from each of those to
            // a lost end.
            let mut builder = GraphBuilder::with_vertices(u64::from(WIDE) + 2);
            for v in 1..=count {
                builder.edge(Vertex(0), Vertex(v));
                builder.edge(Vertex(v), Vertex(WIDE + 1));
            }
            if players {
                let player = |v: u32| if (1..=count).contains(&v) { Player::Right } else { Player::Left };
                (0..WIDE + 2).for_each(|v| builder.player(Vertex(v), player(v)));
            }
            let all = holds(&builder.build(Play::Normal).unwrap());
            assert_eq!(all.get(Vertex(0)), Some(Verdict::Loss(Remoteness(2))), "{count} options");
            assert_eq!(all.bytes(), u64::from(WIDE) + 2);
        }
    }
    // Complete graphs: every count is great.
    for n in [130, 400] {
        let mut builder = GraphBuilder::with_vertices(n.into());
        (0..n).for_each(|v| (0..v).for_each(|to| builder.edge(Vertex(v), Vertex(to))));
        assert_eq!(holds(&builder.build(Play::Normal).unwrap()).bytes(), 2 * u64::from(n));
    }
}

#[test]
fn a_run_ends_when_stop_returns_true() {
    let graph = Plan::LARGE.graph();
    let reverse = Reverse::of(&graph, &Limits::NONE).unwrap();
    for threads in [1, 2, 3] {
        let mut finished = false;
        for calls in 0..10_000 {
            let calls_of_stop = AtomicU32::new(0);
            let stop = || calls_of_stop.fetch_add(1, Ordering::Relaxed) >= calls;
            let limits = Limits { stop: &stop, ..by_threads(threads) };
            match verdicts_shared_from(1, &reverse, &limits, None, Checkpointer::none()) {
                Err(hit) => assert!(matches!(hit, RunError::Interrupted { .. })),
                Ok(_) => {
                    finished = true;
                    break;
                }
            }
        }
        assert!(finished, "{threads} threads ask without end");
    }
}

#[test]
fn more_memory_than_allowed_is_not_taken() {
    let graph = Plan::LARGE.graph();
    let reverse = Reverse::of(&graph, &Limits::NONE).unwrap();
    let enough = graph.bytes() + reverse.bytes() + bytes(&graph, 1);
    assert!(verdicts(&reverse, &Limits { memory: Some(enough), ..by_threads(2) }).is_ok());
    let hit = verdicts(&reverse, &Limits { memory: Some(enough - 1), ..by_threads(1) }).unwrap_err();
    assert_eq!(hit, RunError::Limit(LimitHit::Memory { limit: enough - 1, needed: enough }));
    // Wider cells need more memory, which is checked when they are needed.
    let mut builder = GraphBuilder::with_vertices(1000);
    (1..1000).for_each(|v| builder.edge(Vertex(v), Vertex(v - 1)));
    let graph = builder.build(Play::Normal).unwrap();
    let reverse = Reverse::of(&graph, &Limits::NONE).unwrap();
    let enough = graph.bytes() + reverse.bytes() + bytes(&graph, 1);
    let hit = verdicts(&reverse, &Limits { memory: Some(enough), ..by_threads(1) }).unwrap_err();
    assert!(matches!(hit, RunError::Limit(LimitHit::Memory { needed, .. }) if needed == enough + 2 * 1000));
}
