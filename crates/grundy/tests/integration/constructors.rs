//! Compares the ways to make a graph: a builder, edges in any order, rows.

use crate::common::random::{Drawing, drawings, fixed};
use grundy::graph::{Graph, GraphBuilder, GraphError};
use grundy::{Game, Outcome, Play, Vertex};

fn vertices(numbers: impl IntoIterator<Item = u32>) -> Vec<Vertex> {
    numbers.into_iter().map(Vertex).collect()
}

fn same(graph: &Graph, expected: &Graph) {
    assert_eq!((graph.vertices(), graph.edges()), (expected.vertices(), expected.edges()));
    for v in expected.all() {
        assert_eq!(graph.row(v), expected.row(v), "vertex {}", v.0);
        assert_eq!(graph.player(&v), expected.player(&v));
        if graph.row(v).is_empty() {
            assert_eq!(graph.terminal(&v), expected.terminal(&v));
        }
    }
    assert_eq!((graph.play_kind(), graph.without_grundy()), (expected.play_kind(), expected.without_grundy()));
}

/// The edges of a drawing, repetitions included.
fn edges(drawing: &Drawing) -> Vec<(Vertex, Vertex)> {
    let mut options = Vec::new();
    let mut edges = Vec::new();
    for v in 0..drawing.vertices {
        options.clear();
        drawing.moves(&v, &mut options);
        edges.extend(options.iter().map(|&option| (Vertex(v), Vertex(option))));
    }
    edges
}

#[test]
fn all_ways_make_the_same_graph() {
    for drawing in fixed(drawings(20), 5000) {
        let expected = drawing.graph();
        let edges = edges(&drawing);
        let ends = || {
            let ends = expected.all().filter(|&v| expected.row(v).is_empty());
            ends.map(|v| (v, expected.terminal(&v))).collect::<Vec<_>>()
        };
        let turns = || expected.all().filter_map(|v| Some((v, expected.player(&v)?))).collect::<Vec<_>>();
        let whole = |graph: Graph| graph.with_terminals(ends()).and_then(|graph| graph.with_players(turns())).unwrap();
        let mut offsets = vec![0u64];
        for v in 0..drawing.vertices {
            offsets.push(edges.partition_point(|edge| edge.0.0 <= v) as u64);
        }
        let options: Vec<Vertex> = edges.iter().map(|edge| edge.1).collect();
        same(&whole(Graph::from_rows(offsets.clone(), options.clone(), drawing.play).unwrap()), &expected);
        let small = offsets.iter().map(|&offset| offset as usize);
        same(&whole(Graph::from_rows(small, options, drawing.play).unwrap()), &expected);
        let mut backwards = edges;
        backwards.reverse();
        let iterated = Graph::from_edge_iter(drawing.vertices.into(), backwards.iter().copied(), drawing.play).unwrap();
        same(&whole(iterated), &expected);
        same(&whole(Graph::from_edges(drawing.vertices.into(), backwards, drawing.play).unwrap()), &expected);
    }
}

/// Enough vertices for several buckets, and for low digits of their own; a stride visits the edges out of order.
#[test]
fn large_graphs_have_the_edges_that_were_given() {
    for n in [600u32, 70_000, 2_200_000] {
        let edge = |i: u32| {
            let i = (u64::from(i) * 7919 % (2 * u64::from(n))) as u32;
            (Vertex(i / 2), Vertex((i / 2 * 31 + i % 2 * 17) % n))
        };
        let graph = Graph::from_edges(n.into(), (0..2 * n).map(edge).collect(), Play::Normal).unwrap();
        same(&Graph::from_edge_iter(n.into(), (0..2 * n).map(edge), Play::Normal).unwrap(), &graph);
        for v in 0..n {
            let mut row = vertices([v * 31 % n, (v * 31 + 17) % n]);
            row.sort_unstable();
            row.dedup();
            assert_eq!(graph.row(Vertex(v)), row, "vertex {v} of {n}");
        }
    }
}

#[test]
fn what_is_no_graph_is_refused() {
    let rows = |offsets: &[i64], options: &[u32]| {
        Graph::from_rows(offsets.iter().copied(), vertices(options.iter().copied()), Play::Normal).map(|g| g.vertices())
    };
    assert_eq!(rows(&[0], &[]), Ok(0));
    assert_eq!(rows(&[0, 2, 2], &[1, 0]), Ok(2));
    for (offsets, options, entry) in [
        (&[][..], &[][..], 0),
        (&[1, 2, 2], &[0, 1], 0),
        (&[0, 2, 1], &[0, 1], 2),
        (&[0, 1, 1], &[0, 1], 2),
        (&[0, 3, 3], &[0, 1], 1),
        (&[0, -1, 2], &[0, 1], 1),
    ] {
        assert_eq!(rows(offsets, options), Err(GraphError::RowOffsets { entry }), "{offsets:?}");
    }
    assert_eq!(rows(&[0, 1, 1], &[2]), Err(no_vertex(2, 2)));
    let edges = |from, to| Graph::from_edges(2, vec![(Vertex(from), Vertex(to))], Play::Normal).map(|_| ());
    assert_eq!(edges(0, 1), Ok(()));
    assert_eq!(edges(0, 2), Err(no_vertex(2, 2)));
    assert_eq!(edges(5, 0), Err(no_vertex(5, 2)));
    let edges = |from, to| Graph::from_edge_iter(2, [(Vertex(from), Vertex(to))].into_iter(), Play::Normal).map(|_| ());
    assert_eq!((edges(0, 1), edges(0, 2), edges(5, 0)), (Ok(()), Err(no_vertex(2, 2)), Err(no_vertex(5, 2))));
    assert_eq!(no_vertex(5, 2).to_string(), "vertex 5 does not exist: the graph has 2 vertices");
    assert!(Graph::from_edges(0, Vec::new(), Play::Normal).is_ok());
    for needed in [1 << 32, u64::MAX] {
        let error = GraphError::TooManyVertices { limit: u64::from(u32::MAX), needed };
        assert_eq!(Graph::from_edges(needed, Vec::new(), Play::Normal).map(|_| ()), Err(error));
        let mut builder = GraphBuilder::with_vertices(needed);
        assert_eq!((builder.vertices(), builder.vertex()), (needed, Vertex(u32::MAX)));
        assert!(matches!(builder.build(Play::Normal), Err(GraphError::TooManyVertices { .. })));
        assert_eq!(error.to_string(), format!("a graph must have at most 4294967295 vertices, got {needed}"));
    }

    let path = || Graph::from_edges(2, vec![(Vertex(1), Vertex(0))], Play::Normal).unwrap();
    let ends = |v| path().with_terminals([(Vertex(v), Outcome::Draw)]).map(|_| ());
    assert_eq!(ends(0), Ok(()));
    assert_eq!(ends(1), Err(GraphError::TerminalWithMoves(Vertex(1))));
    assert_eq!(ends(2), Err(no_vertex(2, 2)));
    let players =
        |named: &[u32]| path().with_players(named.iter().map(|&v| (Vertex(v), grundy::Player::Left))).map(|_| ());
    assert_eq!(players(&[0, 1]), Ok(()));
    assert_eq!(players(&[0]), Err(GraphError::PlayerMissing(Vertex(1))));
    assert_eq!(players(&[0, 1, 2]), Err(no_vertex(2, 2)));
    let mut builder = GraphBuilder::with_vertices(1);
    builder.edge(Vertex(0), Vertex(1));
    assert_eq!(builder.build(Play::Normal).map(|_| ()), Err(no_vertex(1, 1)));
}

fn no_vertex(vertex: u32, vertices: u64) -> GraphError {
    GraphError::NoSuchVertex { vertex: Vertex(vertex), vertices }
}
