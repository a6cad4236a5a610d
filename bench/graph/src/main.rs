//! Times the library's retrograde analysis against the textbook queue, on random graphs and in one process.
//!
//! Library and textbook take turns, and must agree on every vertex's options, outcome, remoteness and Grundy value. Three steps are timed
//! separately: building the rows of edges, building the reverse graph, and solving. Solving is timed on one thread and on several, which
//! must give equal bytes. The library's single calls `solve::solve` and `solve::solve_with_grundy` are timed too. Three graphs are used:
//! one in which play decides nearly every vertex, one in which most are drawn, and one without cycles. With `slide` as its first
//! argument, the program times the reading of a graph file instead; with `loopy`, Grundy values of graphs with cycles.

mod loopy;
mod random;
mod slide;
mod textbook;

use grundy::graph::Reverse;
use grundy::limits::Limits;
use grundy::solve::{Solved, Verdicts};
use grundy::{Graph, Outcome, Play, solve};
use meter::{Cost, Counting, measure};
use random::{Plan, RandomGraph};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;
use textbook::Rows;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: bench-graph [--vertices N] [--edges N] [--seed N] [--ends PERCENT] [--runs N] [--threads N]
       bench-graph slide [--vertices N] [--edges N] [--runs N]
       bench-graph loopy [--vertices N] [--edges N] [--seed N] [--runs N] [--threads N]";

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).filter(|first| ["slide", "loopy"].contains(&first.as_str()));
    let slide = mode.as_deref() == Some("slide");
    match options(mode.as_deref()) {
        Ok((plan, runs, threads)) if mode.as_deref() == Some("loopy") => {
            loopy::run(plan, runs, threads);
            ExitCode::SUCCESS
        }
        Ok((plan, runs, _)) if slide => match slide::run(plan.vertices, plan.edges, runs) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("bench-graph: {why}\n{USAGE}");
                ExitCode::from(2)
            }
        },
        Ok((plan, runs, threads)) => {
            run(plan, runs, threads);
            println!();
            run(Plan { ends: 0, ..plan }, runs, threads);
            println!();
            run(Plan { descends: true, ..plan }, runs, threads);
            println!("\n{}", NOTES.replace("{runs}", &runs.to_string()));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-graph: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options(mode: Option<&str>) -> Result<(Plan, usize, usize), String> {
    let mut plan = Plan { vertices: 10_000_000, edges: 40_000_000, seed: 1, ends: 20, descends: false };
    let (mut runs, mut threads) = (3, 2);
    match mode {
        Some("slide") => (plan.vertices, plan.edges) = (1_800_000, 11_300_000),
        Some(_) => (plan.vertices, plan.edges) = (1_000_000, 4_000_000),
        None => {}
    }
    let mut arguments = std::env::args().skip(1 + usize::from(mode.is_some()));
    while let Some(option) = arguments.next() {
        let place = match option.as_str() {
            "--vertices" => &mut plan.vertices,
            "--edges" => &mut plan.edges,
            "--seed" => &mut plan.seed,
            "--ends" => &mut plan.ends,
            "--runs" => &mut runs,
            "--threads" => &mut threads,
            _ => return Err(format!("unknown option {option}")),
        };
        let text = arguments.next().ok_or_else(|| format!("{option} wants a number"))?;
        *place = text.parse().map_err(|_| format!("{option} wants a number below 2^32, not {text:?}"))?;
    }
    if plan.vertices == u32::MAX {
        return Err("at most 4294967294 vertices".into());
    }
    if plan.edges == 0 || !(0..plan.vertices).any(|v| plan.may_move(v)) {
        return Err("at least one edge, and a vertex that it may start from".into());
    }
    if runs == 0 {
        return Err("at least one run".into());
    }
    if threads == 0 {
        return Err("at least one thread".into());
    }
    Ok((plan, runs as usize, threads as usize))
}

fn run(plan: Plan, runs: usize, threads: usize) {
    let (RandomGraph { edges, ends }, drawing) = measure(|| plan.draw());
    let (mut building, mut their_building) = (Vec::new(), Vec::new());
    let mut made = None;
    for _ in 0..runs {
        drop(made.take());
        // The library takes ownership of the edges and their memory; the textbook borrows them.
        let given = edges.clone();
        let (graph, cost) =
            measure(|| Graph::from_edges(plan.vertices.into(), given, Play::Normal).expect("edges among the vertices"));
        building.push(cost);
        let (forward, cost) = measure(|| Rows::of(plan.vertices as usize, &edges));
        their_building.push(cost);
        made = Some((graph, forward));
    }
    drop(edges);
    let (graph, forward) = made.expect("at least one run");
    let graph = graph.with_terminals(ends).expect("only ends are given a value");
    for v in graph.all() {
        assert!(graph.row(v).iter().map(|option| &option.0).eq(forward.row(v.index())), "row {}", v.0);
    }
    let (counts, rounds) = contest(&graph, &forward, runs, threads);
    let size = Size { vertices: graph.vertices(), edges: graph.edges(), retrograde_edges: counts.retrograde_edges };

    println!("{} vertices; {} edges kept of {} drawn; seed {}", size.vertices, size.edges, plan.edges, plan.seed);
    println!("{}", counts.words(&graph, plan));
    println!();
    let column = |part: fn(&Round) -> Cost| rounds.iter().map(part).collect::<Vec<_>>();
    let mut table = Table::new(size);
    table.row("graph: drawing the edges", &[drawing]);
    table.row("library: Graph::from_edges", &building);
    table.row("textbook: edges into rows", &their_building);
    table.row("library: reverse build", &column(|r| r.reversing));
    table.row("textbook: reverse build", &column(|r| r.their_reversing));
    table.row("library: solving, one thread", &column(|r| r.one_thread));
    table.row(&format!("library: solving, {threads} threads"), &column(|r| r.threads));
    table.row(&format!("library: {threads} times, one thread each"), &column(|r| r.side_by_side));
    table.row("library: solving, the safe reference", &column(|r| r.reference));
    table.row("textbook: solving", &column(|r| r.their_solving));
    table.row("textbook: Grundy values", &column(|r| r.their_values));
    table.row("library: solve::solve", &column(|r| r.whole));
    table.row("library: solve::solve_with_grundy", &column(|r| r.with_values));
    table.print();
    println!();
    let (one, theirs) = (column(|r| r.one_thread), column(|r| r.their_solving));
    println!("edges into rows, library / textbook: {}", ratio(&building, &their_building));
    println!("reverse build, library / textbook:  {}", ratio(&column(|r| r.reversing), &column(|r| r.their_reversing)));
    println!("solving, library / textbook:        {}", ratio(&one, &theirs));
    let all_of_theirs = column(|r| together(r.their_reversing, r.their_solving));
    println!("solve::solve / textbook, reverse build and solving: {}", ratio(&column(|r| r.whole), &all_of_theirs));
    let all_of_theirs = column(|r| together(together(r.their_reversing, r.their_solving), r.their_values));
    println!(
        "solve::solve_with_grundy / textbook, these and values: {}",
        ratio(&column(|r| r.with_values), &all_of_theirs)
    );
    println!("solve::solve_with_grundy / solve::solve: {}", ratio(&column(|r| r.with_values), &column(|r| r.whole)));
    println!("solving, one thread / {threads} threads:   {}", ratio(&one, &column(|r| r.threads)));
    println!(
        "the same {threads} times at once / {threads} threads: {}",
        ratio(&column(|r| r.side_by_side), &column(|r| r.threads))
    );
}

/// The cost of two pieces of work, the second of which keeps the memory of the first.
fn together(first: Cost, second: Cost) -> Cost {
    Cost {
        cpu: first.cpu + second.cpu,
        wall: first.wall + second.wall,
        bytes: first.bytes + second.bytes,
        resident: first.resident.max(second.resident),
    }
}

const NOTES: &str = "\
CPU, wall: seconds, median of {runs} turns (the edges are drawn once). ns/edge: CPU time by edges kept; ns/examined: by edges into
decided vertices, which are those that a retrograde analysis has to look at; ns/edge of rows: by edges kept, too.
B/vertex: the most bytes allocated at one time, beyond what was given (the graph; for solving, the reverse graph too); results
are included. VmHWM: peak resident memory of the whole process meanwhile, two copies of the graph among it.
N times at once: so many analyses of the whole graph side by side, one thread each. They have nothing to say to one another,
so that their wall time by N is what the machine lets N threads gain, whatever else runs on it; N threads at one analysis
that lose nothing by sharing it take an Nth of theirs.
Ratios: the median of the turns' ratios (least to greatest).";

/// Runs the library and the textbook in turn.
fn contest(graph: &Graph, forward: &Rows, runs: usize, threads: usize) -> (GraphCounts, Vec<Round>) {
    let mut counts = GraphCounts::default();
    let mut rounds = Vec::new();
    let by = |threads| Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
    for turn in 1..=runs {
        eprintln!("turn {turn} of {runs}");
        let (reverse, reversing) = measure(|| Reverse::of(graph, &by(1)).expect("there are no limits"));
        let solve = |threads| solve::verdicts(&reverse, &by(threads)).expect("there are no limits");
        let (solved, one_thread) = measure(|| solve(1));
        let (shared, with_threads) = measure(|| solve(threads));
        assert!(solved == shared, "one thread and {threads} give equal bytes");
        drop(shared);
        let (_, side_by_side) = measure(|| {
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| solve(1))).collect();
                (solve(1), others.into_iter().map(|other| other.join().expect("it solves")).collect::<Vec<_>>())
            })
        });
        let (verdicts, reference) =
            measure(|| solve::retrograde_reference(&reverse, &by(1)).expect("there are no limits"));
        assert!(verdicts.iter().eq(solved.iter()), "kernel and reference");
        drop((verdicts, reverse));

        let (reverse, their_reversing) = measure(|| forward.reversed());
        let (theirs, their_solving) = measure(|| textbook::solve(forward, &reverse));
        for v in graph.all() {
            let verdict = solved.get(v).expect("a vertex of the graph");
            let ours = (verdict.outcome(), verdict.remoteness().map(|r| r.0));
            assert_eq!(ours, theirs.verdict(v.index()), "library and textbook, at vertex {}", v.0);
        }
        drop(theirs);
        let (their_values, their_grundy) = measure(|| textbook::grundy(forward, &reverse));
        let (all, whole) = measure(|| solve::solve(graph, &by(1)).expect("there are no limits"));
        assert!(*all.verdicts() == solved, "the kernel alone and the call give equal bytes");
        drop(all);
        let (all, with_values) = measure(|| solve::solve_with_grundy(graph, &by(1)).expect("there are no limits"));
        for (v, &value) in graph.all().zip(&their_values) {
            // The textbook gives no value where a cycle can be reached.
            if value != textbook::NO_VALUE {
                let ours = all.grundy(v).finite().map(|value| value.0);
                assert_eq!(ours, Some(u64::from(value)), "library and textbook, value of vertex {}", v.0);
            }
        }
        drop(their_values);
        if turn == 1 {
            counts = GraphCounts::of(graph, &reverse, &solved, &all);
        }
        rounds.push(Round {
            reversing,
            one_thread,
            threads: with_threads,
            side_by_side,
            reference,
            whole,
            with_values,
            their_values: their_grundy,
            their_reversing,
            their_solving,
        });
    }
    (counts, rounds)
}

#[derive(Clone, Copy)]
struct Size {
    vertices: usize,
    edges: usize,
    /// The number of edges into decided vertices.
    retrograde_edges: usize,
}

/// The costs of one run of each step.
struct Round {
    reversing: Cost,
    one_thread: Cost,
    threads: Cost,
    /// Simultaneous analyses of the whole graph, one per thread: the machine's throughput with that many threads.
    side_by_side: Cost,
    reference: Cost,
    /// The library's single call on one thread: building the reverse graph and solving.
    whole: Cost,
    /// The library's single call, with Grundy values.
    with_values: Cost,
    /// The textbook's Grundy values, with the reverse graph already built.
    their_values: Cost,
    their_reversing: Cost,
    their_solving: Cost,
}

/// Statistics of the solution, on which its cost depends.
#[derive(Default)]
struct GraphCounts {
    wins: usize,
    losses: usize,
    draws: usize,
    deepest: u32,
    /// The number of edges into decided vertices, which a retrograde analysis has to visit.
    retrograde_edges: usize,
    /// The number of vertices with a Grundy value.
    nimbers: usize,
}

impl GraphCounts {
    fn of(graph: &Graph, reverse: &Rows, verdicts: &Verdicts, solved: &Solved) -> Self {
        let mut counts = Self::default();
        for v in graph.all() {
            let verdict = verdicts.get(v).expect("a vertex of the graph");
            match verdict.outcome() {
                Outcome::Win => counts.wins += 1,
                Outcome::Loss => counts.losses += 1,
                Outcome::Draw => counts.draws += 1,
            }
            if let Some(remoteness) = verdict.remoteness() {
                counts.deepest = counts.deepest.max(remoteness.0);
                counts.retrograde_edges += reverse.row(v.index()).len();
            }
            counts.nimbers += usize::from(solved.grundy(v).finite().is_some());
        }
        counts
    }

    fn words(&self, graph: &Graph, plan: Plan) -> String {
        let percent = |part: usize, whole: usize| format!("{:.1} %", 100.0 * part as f64 / whole as f64);
        let of = |count| percent(count, graph.vertices());
        format!(
            "vertices: {} without moves ({} % by decree), {} won, {} lost, {} drawn, {} with a Grundy value\n\
             remoteness up to {}; {} of the edges lead to decided vertices",
            of(graph.all().filter(|&v| graph.row(v).is_empty()).count()),
            plan.ends,
            of(self.wins),
            of(self.losses),
            of(self.draws),
            of(self.nimbers),
            self.deepest,
            percent(self.retrograde_edges, graph.edges()),
        )
    }
}

/// An aligned table of the costs.
struct Table {
    size: Size,
    lines: Vec<[String; 7]>,
}

impl Table {
    fn new(size: Size) -> Self {
        let heads = ["", "CPU s", "wall s", "ns/edge", "ns/examined", "B/vertex", "VmHWM MiB"];
        Self { size, lines: vec![heads.map(String::from)] }
    }

    /// Adds a line of the medians of `costs`.
    fn row(&mut self, name: &str, costs: &[Cost]) {
        let seconds = |of: fn(&Cost) -> Duration| sorted(costs.iter().map(|c| of(c).as_secs_f64()));
        let cpu = median(&seconds(|c| c.cpu));
        let wall = median(&seconds(|c| c.wall));
        let bytes = costs.iter().map(|c| c.bytes).max().expect("at least one turn");
        let resident = costs.iter().map(|c| c.resident).max().expect("at least one turn");
        self.lines.push([
            name.into(),
            format!("{cpu:.3}"),
            format!("{wall:.3}"),
            format!("{:.2}", 1e9 * cpu / self.size.edges as f64),
            format!("{:.2}", 1e9 * cpu / self.size.retrograde_edges as f64),
            format!("{:.2}", bytes as f64 / self.size.vertices as f64),
            (resident >> 20).to_string(),
        ]);
    }

    fn print(&self) {
        let mut widths = [0; 7];
        for line in &self.lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        for line in &self.lines {
            print!("{:1$}", line[0], widths[0]);
            for (cell, width) in line.iter().zip(widths).skip(1) {
                print!("  {cell:>width$}");
            }
            println!();
        }
    }
}

fn ratio(ours: &[Cost], theirs: &[Cost]) -> String {
    let of = |part: fn(&Cost) -> f64| {
        let all = sorted(ours.iter().zip(theirs).map(|(ours, theirs)| part(ours) / part(theirs)));
        format!("{:.2} ({:.2} to {:.2})", median(&all), all[0], all[all.len() - 1])
    };
    let bytes = ours[0].bytes as f64 / theirs[0].bytes as f64;
    format!("CPU {}, wall {}, bytes {bytes:.2}", of(|c| c.cpu.as_secs_f64()), of(|c| c.wall.as_secs_f64()))
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.collect();
    all.sort_by(f64::total_cmp);
    all
}

/// The median of sorted numbers: the middle one, or the mean of the two in the middle.
fn median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2])
}
