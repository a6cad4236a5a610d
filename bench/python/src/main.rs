//! Times the library on arrays that numpy wrote: the yardstick of `run.py`, which starts this program.
//!
//! Usage: `bench-python graph OFFSETS OPTIONS` (files of little-endian u32, as `numpy.ndarray.tofile` writes them) or `bench-python values
//! HEAPS`. Prints names and CPU seconds of one thread, a line each.

use grundy::graph::Graph;
use grundy::heap::Set;
use grundy::heap::values::grundy_values;
use grundy::limits::Limits;
use grundy::{Play, Vertex, solve};
use meter::measure;
use std::num::NonZeroUsize;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["graph", offsets, options] => graph(&numbers(offsets), numbers(options)),
        ["values", heaps] => values(heaps.parse().expect("a number of heaps")),
        _ => panic!("usage: bench-python graph OFFSETS OPTIONS, or bench-python values HEAPS"),
    }
}

/// Reads a file of little-endian numbers.
fn numbers(path: &str) -> Vec<u32> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    bytes.as_chunks::<4>().0.iter().map(|&number| u32::from_le_bytes(number)).collect()
}

fn print(name: &str, cost: meter::Cost) {
    println!("{name} {}", cost.cpu.as_secs_f64());
}

fn graph(offsets: &[u32], options: Vec<u32>) {
    let options: Vec<Vertex> = options.into_iter().map(Vertex).collect();
    let limits = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
    let (graph, cost) = measure(|| Graph::from_rows(offsets.iter().copied(), options, Play::Normal).expect("rows"));
    print("rows", cost);
    let (solved, cost) = measure(|| solve::solve(&graph, &limits).expect("only threads are limited"));
    print("solve", cost);
    drop(solved);
    let (solved, cost) = measure(|| solve::solve_with_grundy(&graph, &limits).expect("only threads are limited"));
    print("solve_with_grundy", cost);
    let won = graph.all().filter(|&v| solved.verdict(v).outcome() == grundy::Outcome::Win).count();
    println!("won {won}");
}

fn values(heaps: u64) {
    let set = Set::of(&[1, 3, 4]).expect("a set");
    let (values, cost) = measure(|| grundy_values(&set, heaps));
    print("values", cost);
    println!("sum {}", values.iter().map(|&value| u64::from(value)).sum::<u64>());
}
