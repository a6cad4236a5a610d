//! Compares the solvers with the slow reference, on random graphs of every shape and on some too large for recursion.

use crate::common::naive::{self, Naive};
use crate::common::random::{Drawing, acyclic, config, drawings, fixed};
use grundy::game::{Game, Player};
use grundy::graph::{self, ExploreError, Explorer, Graph, GraphBuilder, GraphFile};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solve::{self, Method, Solved, Verdicts};
use grundy::text::WithText;
use grundy::value::Undefined;
use grundy::{Grundy, Nimber, Outcome, Play, PositionValue, Remoteness, Solution, Verdict, Vertex};
use proptest::prelude::*;

/// Drawings of all sizes from a single vertex up.
fn all_drawings() -> impl Iterator<Item = Drawing> {
    fixed(drawings(6), 30_000).chain(fixed(drawings(14), 30_000)).chain(fixed(drawings(40), 3000))
}

fn slowly(drawing: &Drawing) -> Naive<u32> {
    naive::solve(drawing, 0..drawing.vertices)
}

/// The solver and its reference, once each.
fn both(graph: &Graph) -> [Solved; 2] {
    [solve::solve_with_grundy(graph, &Limits::NONE), solve::solve_reference(graph, &Limits::NONE)].map(Result::unwrap)
}

fn agrees(drawing: &Drawing) {
    let graph = drawing.graph();
    let [solved, reference] = both(&graph);
    let slow = slowly(drawing);
    for v in graph.all() {
        let expected = Some(slow.of(&v.0).clone());
        assert_eq!(solved.get(&v).unwrap(), expected, "solve, vertex {} of {drawing:?}", v.0);
        assert_eq!(reference.get(&v).unwrap(), expected, "reference, vertex {} of {drawing:?}", v.0);
        assert_eq!(solved.get(&v).unwrap(), Some(PositionValue::solved(solved.verdict(v), solved.grundy(v))));
    }
    assert_eq!(solved.get(&Vertex(drawing.vertices)).unwrap(), None, "a vertex that is not there");
    let method = if drawing.has_cycle() { Method::Retrograde } else { Method::Acyclic };
    assert_eq!((solved.method(), reference.method()), (Method::Retrograde, method), "{drawing:?}");
}

#[test]
fn solvers_agree_with_the_definition() {
    all_drawings().for_each(|drawing| agrees(&drawing));
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn solvers_agree_with_the_definition_on_any_drawing(drawing in drawings(12)) {
        agrees(&drawing);
    }

    #[test]
    fn solvers_agree_with_each_other_without_cycles(drawing in acyclic(60)) {
        let graph = drawing.graph();
        let [solved, reference] = both(&graph);
        prop_assert_eq!(reference.method(), Method::Acyclic);
        for v in graph.all() {
            prop_assert_eq!(solved.get(&v), reference.get(&v));
        }
    }
}

/// A generator that never draws a shape makes every test above it weaker without a word.
#[test]
fn the_generator_draws_every_shape() {
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    for drawing in all_drawings() {
        let (n, m) = (drawing.vertices as usize, &drawing.moves);
        let mut without_repetition = m.clone();
        without_repetition.sort_unstable();
        without_repetition.dedup();
        let slow = slowly(&drawing);
        let some = |outcome| slow.position_values.iter().any(|position_value| position_value.outcome == outcome);
        let grundy =
            |of: fn(&Grundy) -> bool| slow.position_values.iter().any(|position_value| of(&position_value.grundy));
        let same_again = |turns: &Vec<Player>| m.iter().any(|&(a, b)| turns[a as usize] == turns[b as usize]);
        for (shape, drawn) in [
            ("without cycles", !drawing.has_cycle()),
            ("with cycles", drawing.has_cycle()),
            ("loops", m.iter().any(|(from, to)| from == to)),
            ("repeated moves", without_repetition.len() < m.len()),
            ("isolated vertices", drawing.isolated().next().is_some()),
            ("one vertex", n == 1),
            ("no moves", m.is_empty()),
            ("sparse", n > 4 && m.len() < n),
            ("dense", n > 4 && without_repetition.len() * 2 > n * n),
            ("turns", drawing.turns.is_some()),
            ("the same player again", drawing.turns.as_ref().is_some_and(same_again)),
            ("ends with values", !drawing.ends.is_empty()),
            ("turns, ends with values and misère", {
                drawing.turns.is_some() && !drawing.ends.is_empty() && drawing.play == Play::Misere
            }),
            ("misère", drawing.play == Play::Misere),
            ("all outcomes", [Outcome::Win, Outcome::Loss, Outcome::Draw].into_iter().all(some)),
            (
                "a remoteness above 4",
                slow.position_values.iter().any(|position_value| position_value.remoteness > Some(Remoteness(4))),
            ),
            ("a Grundy value above 2", grundy(|value| value.finite() > Some(Nimber(2)))),
            ("a Grundy value beside a cycle", {
                drawing.has_cycle() && grundy(|value| value.finite() > Some(Nimber(0)))
            }),
            ("an infinite Grundy value", grundy(|value| matches!(value, Grundy::Infinite(set) if set.is_empty()))),
            ("an infinite Grundy value with a set", {
                grundy(|value| matches!(value, Grundy::Infinite(set) if !set.is_empty()))
            }),
            ("partizan", grundy(|value| *value == Grundy::Undefined(Undefined::Partizan))),
            ("ends without Grundy values", grundy(|value| *value == Grundy::Undefined(Undefined::EndValues))),
        ] {
            *counts.entry(shape).or_default() += u32::from(drawn);
        }
    }
    let rare: Vec<_> = counts.iter().filter(|(_, count)| **count < 500).collect();
    assert!(rare.is_empty(), "hardly drawn: {rare:?} of {counts:?}");
}

fn drawn(n: u32, moves: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let mut builder = GraphBuilder::with_vertices(n.into());
    moves.into_iter().for_each(|(from, to)| builder.edge(Vertex(from), Vertex(to)));
    builder.build(Play::Normal).unwrap()
}

/// Holds both solutions of a graph to a verdict and a Grundy value for each vertex.
fn holds(graph: &Graph, expected: impl Fn(u32) -> (Verdict, Grundy)) {
    for solved in both(graph) {
        for v in graph.all() {
            assert_eq!((solved.verdict(v), solved.grundy(v)), expected(v.0), "vertex {}, {:?}", v.0, solved.method());
        }
    }
}

fn finite(value: u64) -> Grundy {
    Grundy::Finite(Nimber(value))
}

/// The end of a path, seen from so many moves away.
fn on_path(moves: u32) -> (Verdict, Grundy) {
    let r = Remoteness(moves);
    if moves % 2 == 1 { (Verdict::Win(r), finite(1)) } else { (Verdict::Loss(r), finite(0)) }
}

const DEEP: u32 = 1_000_000;
const WIDE: u32 = 100_000;

#[test]
fn a_deep_path_overflows_no_stack() {
    holds(&drawn(DEEP, (1..DEEP).map(|v| (v, v - 1))), on_path);
    // The other way, a search that starts at vertex 0 goes all the way down at once.
    holds(&drawn(DEEP, (1..DEEP).map(|v| (v - 1, v))), |v| on_path(DEEP - 1 - v));
}

#[test]
fn a_long_cycle_is_a_draw_until_it_has_an_exit() {
    let cycle = |n: u32| (0..n).map(move |v| (v, (v + 1) % n));
    let endless = Grundy::Infinite(Box::new([]));
    holds(&drawn(2, cycle(2)), |_| (Verdict::Draw, endless.clone()));
    holds(&drawn(DEEP, cycle(DEEP)), |_| (Verdict::Draw, endless.clone()));
    // With an exit to an end from vertex 0, who moves there wins at once, and all others know it is coming. Around the cycle of even
    // length the values alternate: each vertex of value 0 has a vertex of value 1 as its option.
    let with_exit = drawn(DEEP + 1, cycle(DEEP).chain([(0, DEEP)]));
    holds(&with_exit, |v| match v {
        DEEP => (Verdict::Loss(Remoteness(0)), finite(0)),
        0 => (Verdict::Win(Remoteness(1)), finite(1)),
        v => on_path(DEEP - v + 1),
    });
}

#[test]
fn a_wide_star_is_right() {
    holds(&drawn(WIDE, (1..WIDE).map(|v| (0, v))), |v| on_path(u32::from(v == 0)));
    holds(&drawn(WIDE, (1..WIDE).map(|v| (v, 0))), |v| on_path(u32::from(v != 0)));
    // Out from vertex 0 and together again in the last one.
    let spindle = drawn(WIDE, (1..WIDE - 1).flat_map(|v| [(0, v), (v, WIDE - 1)]));
    holds(&spindle, |v| on_path(if v == 0 { 2 } else { u32::from(v != WIDE - 1) }));
    // Nim with one heap: the most options and the largest values that so few edges allow.
    let nim = drawn(500, (0..500).flat_map(|v| (0..v).map(move |to| (v, to))));
    holds(&nim, |v| (on_path(u32::from(v > 0)).0, finite(v.into())));
}

#[test]
fn a_run_beyond_its_limits_is_refused() {
    let graph = drawn(100, (1..100).map(|v| (v, v - 1)));
    let few = Limits { positions: Some(99), ..Limits::NONE };
    let tight = Limits { memory: Some(graph.bytes()), ..Limits::NONE };
    let stopped = Limits { stop: &|| true, ..Limits::NONE };
    for run in [solve::solve, solve::solve_with_grundy, solve::solve_reference] {
        assert_eq!(run(&graph, &few).unwrap_err(), RunError::Limit(LimitHit::Positions { limit: 99, needed: 100 }));
        assert!(
            matches!(run(&graph, &tight).unwrap_err(), RunError::Limit(LimitHit::Memory { needed, .. }) if needed > graph.bytes())
        );
        assert!(matches!(run(&graph, &stopped).unwrap_err(), RunError::Interrupted { .. }));
        assert!(run(&graph, &Limits { positions: Some(100), ..Limits::NONE }).is_ok());
    }
}

fn read(text: &str) -> GraphFile {
    graph::read(text.as_bytes(), "drawn", &Limits::NONE).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn a_graph_written_as_text_keeps_its_values() {
    for (i, drawing) in fixed(drawings(10), 10_000).enumerate() {
        let header = i % 2 == 0;
        let mut text = drawing.text(header);
        // Everything that the format lets pass.
        match i % 5 {
            1 => text = format!("# a comment\n\n{}", text.replace('\n', "\r\n")),
            2 => text = text.replace(' ', " \t ").replace('\n', " \n\n\t# a b\n"),
            3 => text = format!("\u{feff}{}", text.trim_end()),
            4 => text.push_str(&format!("> {}", drawing.name(drawing.vertices - 1, header))),
            _ => {}
        }
        let file = read(&text);
        assert_eq!(file.names.count(), u64::from(drawing.vertices), "{text}");
        let start = (i % 5 == 4).then(|| file.names.vertex(&drawing.name(drawing.vertices - 1, header)).unwrap());
        assert_eq!(file.start, start, "{text}");
        let solved = solve::solve_with_grundy(&file.graph.with_play(drawing.play), &Limits::NONE).unwrap();
        let slow = slowly(&drawing);
        for v in 0..drawing.vertices {
            let name = drawing.name(v, header);
            let vertex = file.names.vertex(&name).unwrap_or_else(|| panic!("no {name} in\n{text}"));
            assert_eq!(file.names.name(vertex), name);
            assert_eq!(solved.get(&vertex).unwrap().as_ref(), Some(slow.of(&v)), "{name} in\n{text}");
        }
    }
}

#[test]
fn the_rows_of_a_graph_are_its_moves() {
    for drawing in fixed(drawings(14), 5000) {
        let graph = drawing.graph();
        for v in 0..drawing.vertices {
            let mut options = Vec::new();
            drawing.moves(&v, &mut options);
            options.sort_unstable();
            options.dedup();
            let row: Vec<u32> = graph.row(Vertex(v)).iter().map(|option| option.0).collect();
            assert_eq!(row, options, "vertex {v} of {drawing:?}");
        }
        assert_eq!(graph.edges(), graph.all().map(|v| graph.row(v).len()).sum::<usize>());
    }
}

#[test]
fn exploring_a_drawing_draws_it_again() {
    for drawing in fixed(drawings(14), 5000) {
        let graph = drawing.graph();
        let explored = graph::explore(&drawing, 0..drawing.vertices, &Limits::NONE).unwrap();
        // Explored from all vertices in order, each position has its own number.
        assert_eq!(explored.positions(), (0..drawing.vertices).collect::<Vec<_>>());
        assert_eq!(explored.graph.edges(), graph.edges());
        for v in graph.all() {
            assert_eq!(explored.vertex(&v.0), Some(v));
            assert_eq!(explored.graph.row(v), graph.row(v), "vertex {} of {drawing:?}", v.0);
            assert_eq!(explored.graph.player(&v), drawing.player(&v.0));
            if graph.row(v).is_empty() {
                assert_eq!(explored.graph.terminal(&v), drawing.terminal(&v.0), "vertex {} of {drawing:?}", v.0);
            }
        }
        assert_eq!(explored.graph.without_grundy(), drawing.without_grundy());

        // From one vertex, what can be reached and no more; a move repeated counts once against the limit.
        let text = WithText::new(drawing.clone());
        let mut explorer = Explorer::new(&text, false);
        let root = explorer.vertex(&text.key(&0));
        let reached = explorer.reach(&[root], u64::MAX, &Limits::NONE).unwrap();
        let part = explorer.take_graph(&reached);
        assert_eq!(reached.len(), naive::solve(&drawing, [0]).positions.len(), "{drawing:?}");
        let moves = part.edges() as u64;
        explorer.put_back(&reached, part);
        assert!(explorer.reach(&[root], moves, &Limits::NONE).is_ok());
        if moves > 0 {
            let hit = explorer.reach(&[root], moves - 1, &Limits::NONE).unwrap_err();
            assert_eq!(hit, ExploreError::Run(RunError::Limit(LimitHit::Moves { limit: moves - 1 })));
        }
    }
}

#[test]
fn verdicts_in_bulk_are_those_of_each_vertex() {
    for drawing in fixed(drawings(40), 2000) {
        let graph = drawing.graph();
        for solved in both(&graph) {
            let verdicts = solved.verdicts();
            let expected: Vec<Verdict> = graph.all().map(|v| solved.verdict(v)).collect();
            assert_eq!(verdicts.iter().collect::<Vec<_>>(), expected, "{drawing:?}");
            let first = drawing.vertices / 3;
            let length = (drawing.vertices - first) as usize;
            let (mut outcomes, mut remoteness) = (vec![Outcome::Draw; length], vec![0; length]);
            verdicts.copy_to(Vertex(first), &mut outcomes, &mut remoteness);
            for (i, verdict) in expected[first as usize..].iter().enumerate() {
                assert_eq!(outcomes[i], verdict.outcome());
                assert_eq!(remoteness[i], verdict.remoteness().map_or(Verdicts::NO_REMOTENESS, |r| r.0));
            }
        }
    }
}

/// A path outgrows bytes and then 16 bits.
#[test]
fn deep_verdicts_in_bulk() {
    for length in [100, 200, 40_000, 100_000] {
        let graph = drawn(length, (1..length).map(|v| (v, v - 1)));
        let solved = graph.solve().unwrap();
        assert!(solved.verdicts().iter().zip(0..).all(|(verdict, v)| verdict.remoteness() == Some(Remoteness(v))));
    }
}
