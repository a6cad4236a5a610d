//! Grundy values of graphs with cycles: against their definition, against the outcomes of sums, and by an independent check.

use grundy::graph::GraphBuilder;
use grundy::limits::Limits;
use grundy::solve::{self, Solved};
use grundy::{Graph, Grundy, Nimber, Outcome, Play, Vertex};

/// A random graph with its edges, loops included.
fn random(vertices: u32, edges: usize, rng: &mut fastrand::Rng) -> Vec<(u32, u32)> {
    (0..edges).map(|_| (rng.u32(0..vertices), rng.u32(0..vertices))).collect()
}

fn graph(vertices: u32, edges: &[(u32, u32)]) -> Graph {
    let mut builder = GraphBuilder::with_vertices(vertices.into());
    edges.iter().for_each(|&(from, to)| builder.edge(Vertex(from), Vertex(to)));
    builder.build(Play::Normal).unwrap()
}

fn solved(graph: &Graph) -> Solved {
    solve::solve_with_grundy(graph, &Limits::NONE).unwrap()
}

/// The sum of two graphs: a vertex of the sum is a pair, and a move moves one of the two.
fn sum(left: &Graph, right: &Graph) -> Graph {
    let (m, n) = (left.vertices() as u32, right.vertices() as u32);
    let mut edges = Vec::new();
    for (a, b) in (0..m).flat_map(|a| (0..n).map(move |b| (a, b))) {
        edges.extend(left.row(Vertex(a)).iter().map(|to| (a * n + b, to.0 * n + b)));
        edges.extend(right.row(Vertex(b)).iter().map(|to| (a * n + b, a * n + to.0)));
    }
    graph(m * n, &edges)
}

#[test]
fn sums_have_the_outcomes_and_values_that_their_components_give() {
    let mut rng = fastrand::Rng::with_seed(20);
    let (mut positions, mut infinite, mut draws) = (0, 0, 0);
    for _ in 0..1500 {
        let parts: Vec<Graph> = (0..rng.usize(2..=3))
            .map(|_| {
                let vertices = rng.u32(1..=6);
                let edges = random(vertices, rng.usize(0..=2 * vertices as usize), &mut rng);
                graph(vertices, &edges)
            })
            .collect();
        let values: Vec<Solved> = parts.iter().map(solved).collect();
        let product = parts[1..].iter().fold(parts[0].clone(), |product, part| sum(&product, part));
        let whole = solved(&product);
        for v in product.all() {
            let mut rest = v.0;
            let mut of_parts = Vec::new();
            for (part, values) in parts.iter().zip(&values).rev() {
                let n = part.vertices() as u32;
                of_parts.push(values.grundy(Vertex(rest % n)));
                rest /= n;
            }
            let value = Grundy::of_sum(of_parts).unwrap();
            let outcome = whole.verdict(v).outcome();
            assert_eq!(value.outcome(), Some(outcome), "{value}");
            // The value of the sum as a position is the same, but for ∞ of two infinite components.
            if matches!(value, Grundy::Finite(_)) {
                assert_eq!(whole.grundy(v), value);
            }
            positions += 1;
            infinite += u32::from(matches!(value, Grundy::Infinite(_)));
            draws += u32::from(outcome == Outcome::Draw);
        }
    }
    assert!(positions > 20_000 && infinite > 5_000 && draws > 2_000, "{positions} {infinite} {draws}");
}

/// Whether the values satisfy the conditions that determine them, where each option that is not lower is answered by a vertex of a lower
/// stage.
fn is_valid(graph: &Graph, values: &Solved) -> bool {
    let finite = |v: Vertex| values.grundy(v).finite();
    graph.all().all(|v| {
        let of_options: Vec<Option<Nimber>> = graph.row(v).iter().map(|o| finite(*o)).collect();
        match values.grundy(v) {
            Grundy::Finite(value) => {
                let answers = |option: &Vertex| {
                    graph.row(*option).iter().any(|w| finite(*w) == Some(value) && values.stage(*w) < values.stage(v))
                };
                let is_low = |option: &&Vertex| finite(**option).is_some_and(|o| o < value);
                !of_options.contains(&Some(value))
                    && (0..value.0).all(|lower| of_options.contains(&Some(Nimber(lower))))
                    && graph.row(v).iter().filter(|o| !is_low(o)).all(answers)
            }
            Grundy::Infinite(set) => {
                let mut expected: Vec<Nimber> = of_options.into_iter().flatten().collect();
                expected.sort_unstable();
                expected.dedup();
                let mex = grundy::mex(expected.iter().copied());
                let lacks = |set: &[Nimber]| !set.contains(&mex);
                let endless = |o: &Vertex| matches!(values.grundy(*o), Grundy::Infinite(set) if lacks(&set));
                *set == expected && graph.row(v).iter().any(endless)
            }
            _ => false,
        }
    })
}

#[test]
fn stages_prove_the_values() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut largest = Nimber::ZERO;
    for round in 0..3000 {
        let vertices = if round % 100 == 0 { 2000 } else { rng.u32(2..=40) };
        let edges = random(vertices, rng.usize(1..=4 * vertices as usize), &mut rng);
        // Edges forwards, and some that make cycles, so that values grow.
        let backwards = rng.f64();
        let keep = |(from, to): (u32, u32), rng: &mut fastrand::Rng| {
            if from > to || rng.f64() < 0.3 * backwards { (from, to) } else { (to, from) }
        };
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(|edge| keep(edge, &mut rng)).collect();
        edges.push((0, 0));
        let graph = graph(vertices, &edges);
        let values = solved(&graph);
        assert!(is_valid(&graph, &values), "{edges:?}");
        largest = graph.all().filter_map(|v| values.grundy(v).finite()).fold(largest, Nimber::max);
    }
    assert!(largest > Nimber(4), "{largest}");
}

#[test]
fn known_values() {
    // A pass: 0 ends, 1 moves to 0 or to itself.
    let values = solved(&graph(2, &[(1, 0), (1, 1)]));
    assert_eq!(values.grundy(Vertex(0)), Grundy::Finite(Nimber(0)));
    assert_eq!(values.grundy(Vertex(1)), Grundy::Infinite([Nimber(0)].into()));
    // A cycle that can be reverted: 2 moves to 0, 1 and 3, and 3 moves back to 2 and to 4, which has the value 2.
    let values = solved(&graph(7, &[(1, 0), (2, 0), (2, 1), (2, 3), (3, 2), (3, 4), (4, 5), (4, 6), (6, 5)]));
    assert_eq!(values.grundy(Vertex(4)), Grundy::Finite(Nimber(2)));
    assert_eq!(values.grundy(Vertex(2)), Grundy::Finite(Nimber(2)));
    assert_eq!(values.grundy(Vertex(3)), Grundy::Finite(Nimber(0)));
}
