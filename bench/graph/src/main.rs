//! Times the library's retrograde analysis beside the textbook queue, on one random graph and in one process.
//!
//! They take turns, and must agree on every vertex's outcome and remoteness. The library solves the graph twice: with
//! Grundy values, which it computes by itself in normal play, and without. For the latter the play is misère, which
//! has none; as every end is said to be lost, whatever the play, the verdicts are the same.

mod meter;
mod random;
mod textbook;

use grundy::limits::Limits;
use grundy::solve::Solved;
use grundy::{Graph, Outcome, Play, solve};
use meter::{Cost, measure};
use random::Plan;
use std::process::ExitCode;
use std::time::Duration;
use textbook::Rows;

const USAGE: &str = "usage: bench-graph [--vertices N] [--edges N] [--seed N] [--ends PERCENT] [--runs N]";

fn main() -> ExitCode {
    match options() {
        Ok((plan, runs)) => {
            run(plan, runs);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-graph: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<(Plan, usize), String> {
    let mut plan = Plan { vertices: 10_000_000, edges: 40_000_000, seed: 1, ends: 20 };
    let mut runs = 3;
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let place = match option.as_str() {
            "--vertices" => &mut plan.vertices,
            "--edges" => &mut plan.edges,
            "--seed" => &mut plan.seed,
            "--ends" => &mut plan.ends,
            "--runs" => &mut runs,
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
    Ok((plan, runs as usize))
}

fn run(plan: Plan, runs: usize) {
    let (draft, drawing) = measure(|| plan.draft());
    let (graph, building) = measure(|| draft.finish(Play::Normal).expect("only ends were given a value"));
    let forward = Rows::of(&graph);
    let size = Size { vertices: graph.vertices(), edges: graph.edges() };
    let (graph, census, rounds) = contest(graph, &forward, runs);

    println!("{} vertices; {} edges kept of {} drawn; seed {}", size.vertices, size.edges, plan.edges, plan.seed);
    println!("{}", census.words(&graph, plan));
    println!();
    let column = |part: fn(&Round) -> Cost| rounds.iter().map(part).collect::<Vec<_>>();
    let reverse = rounds[0].reverse;
    let mut table = Table::new(size);
    table.row("graph: drawing the edges", &[drawing], 0);
    table.row("graph: library, Draft::finish", &[building], 0);
    table.row("library: reverse build, solving", &column(|r| r.library), reverse);
    table.row("library: the same and Grundy values", &column(|r| r.with_grundy), reverse);
    table.row("textbook: reverse build, solving", &column(Round::textbook), reverse);
    table.row("textbook: of these the reverse build", &column(|r| r.reversing), reverse);
    table.row("textbook: of these solving", &column(|r| r.solving), 0);
    table.print();
    println!();
    let textbook = column(Round::textbook);
    println!("library / textbook, like for like:        {}", ratio(&column(|r| r.library), &textbook));
    println!("library with Grundy values / textbook:    {}", ratio(&column(|r| r.with_grundy), &textbook));
    println!();
    println!("{}", NOTES.replace("{runs}", &runs.to_string()));
}

const NOTES: &str = "\
CPU, wall: seconds, median of {runs} turns (the graph is built once). ns/edge: CPU time by edges kept.
B/vertex: the most bytes allocated at one time, beyond the graph and what was given; results are included.
less reverse: the same without the rows of the reverse graph, 4 bytes a vertex and 4 an edge.
VmHWM: peak resident memory of the whole process meanwhile, two copies of the graph among it.
Like for like: both build the reverse graph and give outcome and remoteness; the median of the turns' ratios (least to
greatest). The library's call with Grundy values also computes them for the vertices from which no cycle can be reached.";

/// Lets the library without and with Grundy values and the textbook take turns.
fn contest(mut graph: Graph, forward: &Rows, runs: usize) -> (Graph, Census, Vec<Round>) {
    let mut census = Census::default();
    let mut rounds = Vec::new();
    for turn in 1..=runs {
        eprintln!("turn {turn} of {runs}");
        graph = graph.with_play(Play::Misere);
        let (without, library) = measure(|| retrograde(&graph));
        graph = graph.with_play(Play::Normal);
        let (solved, with_grundy) = measure(|| retrograde(&graph));

        let (reverse, reversing) = measure(|| forward.reversed());
        let (theirs, solving) = measure(|| textbook::solve(forward, &reverse));
        let bytes = reverse.bytes();
        if turn == 1 {
            census = Census::of(&graph, &reverse, &solved);
        }
        let ((), dropping) = measure(|| drop(reverse));
        rounds.push(Round { library, with_grundy, reversing, solving, dropping, reverse: bytes });

        for v in graph.all() {
            let verdict = solved.verdict(v);
            assert_eq!(verdict, without.verdict(v), "with and without Grundy values, at vertex {}", v.0);
            let ours = (verdict.outcome(), verdict.remoteness().map(|r| r.0));
            assert_eq!(ours, theirs.verdict(v.index()), "library and textbook, at vertex {}", v.0);
        }
    }
    (graph, census, rounds)
}

fn retrograde(graph: &Graph) -> Solved {
    solve::retrograde(graph, &Limits::NONE).expect("there are no limits")
}

#[derive(Clone, Copy)]
struct Size {
    vertices: usize,
    edges: usize,
}

/// The costs of one turn of each.
struct Round {
    library: Cost,
    with_grundy: Cost,
    reversing: Cost,
    solving: Cost,
    dropping: Cost,
    /// Bytes of the reverse rows.
    reverse: usize,
}

impl Round {
    /// Reverse build, solving and giving the reverse rows back: what the library does in its one call.
    fn textbook(&self) -> Cost {
        Cost {
            cpu: self.reversing.cpu + self.solving.cpu + self.dropping.cpu,
            wall: self.reversing.wall + self.solving.wall + self.dropping.wall,
            bytes: self.reversing.bytes.max(self.reverse + self.solving.bytes),
            resident: self.reversing.resident.max(self.solving.resident),
        }
    }
}

/// What the solution looks like, which is what its cost depends on.
#[derive(Default)]
struct Census {
    wins: usize,
    losses: usize,
    draws: usize,
    deepest: u32,
    /// Edges into decided vertices: those that a retrograde analysis has to look at.
    heard: usize,
    /// Vertices with a Grundy value.
    nimbers: usize,
}

impl Census {
    fn of(graph: &Graph, reverse: &Rows, solved: &Solved) -> Self {
        let mut census = Self::default();
        for v in graph.all() {
            let verdict = solved.verdict(v);
            match verdict.outcome() {
                Outcome::Win => census.wins += 1,
                Outcome::Loss => census.losses += 1,
                Outcome::Draw => census.draws += 1,
            }
            if let Some(remoteness) = verdict.remoteness() {
                census.deepest = census.deepest.max(remoteness.0);
                census.heard += reverse.row(v.index()).len();
            }
            census.nimbers += usize::from(solved.grundy(v).finite().is_some());
        }
        census
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
            percent(self.heard, graph.edges()),
        )
    }
}

/// The costs as one aligned table.
struct Table {
    size: Size,
    lines: Vec<[String; 7]>,
}

impl Table {
    fn new(size: Size) -> Self {
        let heads = ["", "CPU s", "wall s", "ns/edge", "B/vertex", "less reverse", "VmHWM MiB"];
        Self { size, lines: vec![heads.map(String::from)] }
    }

    /// Adds a line of the medians of `costs`; `reverse`: how many of the bytes are rows of the reverse graph.
    fn row(&mut self, name: &str, costs: &[Cost], reverse: usize) {
        let seconds = |of: fn(&Cost) -> Duration| sorted(costs.iter().map(|c| of(c).as_secs_f64()));
        let cpu = median(&seconds(|c| c.cpu));
        let wall = median(&seconds(|c| c.wall));
        let bytes = costs.iter().map(|c| c.bytes).max().expect("at least one turn");
        let resident = costs.iter().map(|c| c.resident).max().expect("at least one turn");
        let a_vertex = |bytes: usize| format!("{:.1}", bytes as f64 / self.size.vertices as f64);
        self.lines.push([
            name.into(),
            format!("{cpu:.2}"),
            format!("{wall:.2}"),
            format!("{:.1}", 1e9 * cpu / self.size.edges as f64),
            a_vertex(bytes),
            a_vertex(bytes - reverse),
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

/// The middle one of sorted numbers, or the mean of the two in the middle.
fn median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2])
}
