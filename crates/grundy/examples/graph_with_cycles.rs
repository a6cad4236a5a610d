//! A graph with cycles: win, loss or draw for every vertex, and the number of moves to the end.
//!
//! Run it with `cargo run -p grundy --example graph_with_cycles`.

use grundy::graph::GraphBuilder;
use grundy::{Play, Remoteness, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = GraphBuilder::default();
    let (a, b, c, d, end) = (builder.vertex(), builder.vertex(), builder.vertex(), builder.vertex(), builder.vertex());
    for (from, to) in [(a, b), (b, a), (b, c), (c, d), (d, c), (d, end)] {
        builder.edge(from, to);
    }
    let graph = builder.build(Play::Normal)?;

    let solved = graph.solve()?;
    for v in graph.all() {
        println!("{}: {:?}", v.0, solved.verdict(v));
    }
    assert_eq!(solved.verdict(d), Verdict::Win(Remoteness(1)));
    assert_eq!(solved.verdict(c), Verdict::Loss(Remoteness(2)));
    assert_eq!(solved.verdict(b), Verdict::Win(Remoteness(3)));
    assert_eq!(solved.verdict(a), Verdict::Loss(Remoteness(4)));
    Ok(())
}
