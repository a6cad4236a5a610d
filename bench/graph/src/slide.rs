//! Times a graph file like that of a sliding puzzle: reading it as text and as binary, and the whole run from file to values.

use crate::random::mix;
use grundy::graph::{self, GraphFile};
use grundy::limits::Limits;
use grundy::{Vertex, solve};
use meter::{Cost, measure};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

/// The distances of moves in both directions, as moving a piece changes one digit of a position's index.
const STRIDES: [u32; 8] = [1, 7, 60, 419, 3_603, 27_001, 180_007, 700_001];

/// One vertex in `ENDS` is terminal.
const ENDS: u64 = 50;

/// Writes a graph with `vertices` vertices and about `edges` edges, in rows of no particular order; returns the number of edges.
fn write_text(path: &PathBuf, vertices: u32, edges: u32) -> io::Result<u64> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    writeln!(out, "# a graph like that of a sliding puzzle\nvertices {vertices}\n> 0")?;
    let end = |v: u32| v > 0 && mix(v.into()).is_multiple_of(ENDS);
    // Each stride joins `joined_share` of 2³² vertices to its target, in both directions; terminal vertices have no moves.
    let joined_share =
        u64::from(edges) * (1 << 32) * ENDS / (ENDS - 1) / (2 * STRIDES.len() as u64 * u64::from(vertices));
    let joined = |v: u32, k: usize| mix(u64::from(v) << 8 | k as u64) >> 32 < joined_share;
    let mut count = 0;
    for v in (0..vertices).filter(|&v| !end(v)) {
        for (k, stride) in STRIDES.into_iter().enumerate() {
            let (down, up) = (v.checked_sub(stride).unwrap_or_else(|| v + vertices - stride), v + stride);
            let up = if up < vertices { up } else { up - vertices };
            if joined(v, k) {
                writeln!(out, "{v} {up}")?;
                count += 1;
            }
            if joined(down, k) {
                writeln!(out, "{v} {down}")?;
                count += 1;
            }
        }
    }
    out.flush()?;
    Ok(count)
}

/// Writes the file into the folder for temporary files, times reading it, and removes it again.
pub fn run(vertices: u32, edges: u32, runs: usize) -> Result<(), String> {
    if vertices <= 2 * STRIDES[STRIDES.len() - 1] {
        return Err("more than 1400002 vertices, so that no two moves are the same".into());
    }
    let [text, binary] = ["txt", "graph"]
        .map(|kind| std::env::temp_dir().join(format!("bench-graph-slide.{}.{kind}", std::process::id())));
    let done = timed(&text, &binary, vertices, edges, runs).map_err(|error| format!("{}: {error}", text.display()));
    let _ = (fs::remove_file(&text), fs::remove_file(&binary));
    done
}

fn timed(text: &PathBuf, binary: &PathBuf, vertices: u32, edges: u32, runs: usize) -> io::Result<()> {
    let lines = write_text(text, vertices, edges)?;
    let bytes = fs::metadata(text)?.len();
    let path = |path: &PathBuf| path.to_str().expect("a folder whose name is text").to_owned();
    let read = |from: &PathBuf| graph::read_path(&path(from), &Limits::NONE).expect("a file that was just written");
    println!(
        "{vertices} vertices, {lines} moves, a text of {bytes} bytes; the least CPU time of {runs} runs, the most memory"
    );
    let line = |what: &str, costs: &[Cost], bytes: u64| {
        let cpu = costs.iter().map(|cost| cost.cpu.as_secs_f64()).fold(f64::INFINITY, f64::min);
        let (heap, resident) =
            (costs.iter().map(|cost| cost.bytes).max(), costs.iter().map(|cost| cost.resident).max());
        let [heap, resident] = [heap, resident].map(|bytes| bytes.unwrap_or_default() as f64 / 1e6);
        println!(
            "{what:42} {cpu:7.3} CPU s {:8.0} MB/s {heap:8.1} MB allocated {resident:8.1} MB resident",
            bytes as f64 / 1e6 / cpu
        );
    };
    let repeat = |work: &dyn Fn()| (0..runs).map(|_| measure(work).1).collect::<Vec<_>>();
    line("text from a file, read twice", &repeat(&|| drop(read(text))), bytes);
    let stream = || BufReader::with_capacity(1 << 18, File::open(text).expect("a file that was just written"));
    let once = || drop(graph::read(stream(), "slide", &Limits::NONE).expect("a graph"));
    line("text from a stream, read once", &repeat(&once), bytes);
    let file = read(text);
    let to = || BufWriter::new(File::create(binary).expect("a folder that can be written to"));
    let writing = repeat(&|| {
        file.write_binary(&mut to()).expect("room for the file");
    });
    drop(file);
    let short = fs::metadata(binary)?.len();
    line("binary, written", &writing, short);
    line("binary, read", &repeat(&|| drop(read(binary))), short);
    let whole = |from: &PathBuf| {
        let GraphFile { graph, start, .. } = read(from);
        let solved = solve::solve_with_grundy(&graph, &Limits::NONE).expect("there are no limits");
        solved.verdict(start.unwrap_or(Vertex(0)))
    };
    let value = whole(text);
    line("text, read and solved, with Grundy values", &repeat(&|| assert_eq!(whole(text), value)), bytes);
    line("binary, read and solved, with Grundy values", &repeat(&|| assert_eq!(whole(binary), value)), short);
    Ok(())
}
