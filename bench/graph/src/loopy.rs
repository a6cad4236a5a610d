//! Times Grundy values of graphs with cycles beside their outcomes alone, and answers about sums of such graphs.

use crate::random::Plan;
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::{Graph, Grundy, Outcome, Play, Verdict, Vertex, catalog, solve};
use meter::measure;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;

/// The share of drawn vertices that is wanted, in percent.
const DRAWN: usize = 30;

/// Vertices of each summand, and the number of sums that are answered.
const SUMMAND: u32 = 1000;
const SUMS: usize = 500;

fn graph(plan: Plan) -> Graph {
    Graph::from_edges(plan.vertices.into(), plan.draw().edges, Play::Normal).expect("edges among the vertices")
}

/// The plan whose graph has the share of drawn vertices that is next to [`DRAWN`].
fn with_draws(plan: Plan) -> Plan {
    let distance = |ends: u32| {
        let graph = graph(Plan { ends, ..plan });
        let verdicts = solve::solve(&graph, &Limits::NONE).expect("no limits");
        let drawn = graph.all().filter(|&v| verdicts.verdict(v) == Verdict::Draw).count();
        (100 * drawn / plan.vertices as usize).abs_diff(DRAWN)
    };
    let ends = (0..12).min_by_key(|&ends| distance(ends)).expect("a number");
    Plan { ends, ..plan }
}

/// Times both analyses of one graph, and then sums of three small graphs.
pub fn run(plan: Plan, runs: usize, threads: usize) {
    let plan = with_draws(plan);
    let graph = graph(plan);
    println!("{} vertices, {} edges, --ends {}", graph.vertices(), graph.edges(), plan.ends);
    for threads in [1, threads] {
        let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
        let (mut outcomes, mut values) = (Vec::new(), Vec::new());
        let mut solved = None;
        for _ in 0..runs {
            outcomes.push(measure(|| solve::solve(&graph, &limits).expect("no limits")).1);
            let (result, cost) = measure(|| solve::solve_with_grundy(&graph, &limits).expect("no limits"));
            values.push(cost);
            solved = Some(result);
        }
        let solved = solved.expect("at least one run");
        let count = |wanted: fn(&Grundy) -> bool| graph.all().filter(|&v| wanted(&solved.grundy(v))).count();
        let drawn = graph.all().filter(|&v| solved.verdict(v) == Verdict::Draw).count();
        let [infinite, finite] =
            [count(|value| matches!(value, Grundy::Infinite(_))), count(|value| value.finite().is_some())];
        outcomes.sort_by_key(|cost| cost.cpu);
        values.sort_by_key(|cost| cost.cpu);
        let (alone, all) = (outcomes[runs / 2], values[runs / 2]);
        println!(
            "{threads} threads: outcomes {:.3} CPU s, {:.3} s; with values {:.3} CPU s, {:.3} s; ratio {:.2}, {:.2}; {drawn} drawn, \
             {infinite} infinite and {finite} finite values",
            alone.cpu.as_secs_f64(),
            alone.wall.as_secs_f64(),
            all.cpu.as_secs_f64(),
            all.wall.as_secs_f64(),
            all.cpu.as_secs_f64() / alone.cpu.as_secs_f64(),
            all.wall.as_secs_f64() / alone.wall.as_secs_f64(),
        );
    }
    sums(plan);
}

/// Times answers about sums of three graphs, with all their moves.
fn sums(plan: Plan) {
    let folder = std::env::temp_dir().join(format!("bench-graph-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let paths: Vec<String> = (0..3u32)
        .map(|i| {
            let part = Plan { vertices: SUMMAND, edges: 4 * SUMMAND, seed: plan.seed + 1 + i, ..plan };
            let path = folder.join(format!("part{i}.txt"));
            let mut out = BufWriter::new(File::create(&path).expect("a file"));
            writeln!(out, "vertices {SUMMAND}").expect("disk space");
            for (Vertex(from), Vertex(to)) in part.draw().edges {
                writeln!(out, "{from} {to}").expect("disk space");
            }
            out.flush().expect("disk space");
            path.display().to_string()
        })
        .collect();
    let text = |at: [u32; 3]| {
        let parts: Vec<String> = paths.iter().zip(at).map(|(path, at)| format!("graph:{path} {at}")).collect();
        parts.join(" + ")
    };
    let opened = catalog::open(&text([0, 0, 0]), Play::Normal, &Limits::NONE).expect("a sum of graphs");
    let game = opened.as_dyn();
    let mut random = fastrand::Rng::with_seed(plan.seed.into());
    let keys: Vec<_> = (0..SUMS)
        .map(|_| game.parse(&text([0; 3].map(|_: u32| random.u32(0..SUMMAND)))).expect("a position"))
        .collect();
    let solvers = [("values", Solver::new(&opened).without_moves()), ("values and all moves", Solver::new(&opened))];
    for (what, mut solver) in solvers {
        let (_, first) = measure(|| solver.solve(&keys[0]).expect("no limits"));
        let mut drawn = 0;
        let mut costs: Vec<f64> = keys
            .iter()
            .map(|at| {
                let (answer, cost) = measure(|| solver.solve(at).expect("no limits"));
                drawn += usize::from(answer.value.outcome == Outcome::Draw);
                1e3 * cost.cpu.as_secs_f64()
            })
            .collect();
        costs.sort_unstable_by(f64::total_cmp);
        println!(
            "sums of 3 graphs of {SUMMAND} vertices, {what}: the first answer {:.3} ms; {SUMS} others: median {:.3} ms, 99 % within \
             {:.3} ms, largest {:.3} ms; {drawn} drawn",
            1e3 * first.cpu.as_secs_f64(),
            costs[SUMS / 2],
            costs[SUMS * 99 / 100],
            costs[SUMS - 1],
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder is empty");
}
