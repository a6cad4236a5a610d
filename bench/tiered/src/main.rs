//! Times the library on connect four, solved whole tier by tier, against a textbook search with memoization, in one process.
//!
//! Both solve the smaller board and must agree on the number of positions of each value. Only the library solves the larger one, for
//! which the textbook search has too little memory.

mod textbook;

use grundy::catalog::Connect4;
use grundy::limits::Limits;
use grundy::solve::{OutcomeCounts, TieredSolution, solve_tiered};
use grundy::text::{DynGame, WithText};
use meter::{Cost, Counting, measure};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use textbook::Search;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: bench-tiered [--small WxH] [--large WxH] [--runs N] [--threads N]";

struct Plan {
    small: (u32, u32),
    large: (u32, u32),
    runs: usize,
    threads: usize,
}

fn main() -> ExitCode {
    match options() {
        Ok(plan) => {
            run(&plan);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-tiered: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Plan, String> {
    let mut plan = Plan { small: (5, 4), large: (5, 5), runs: 3, threads: 2 };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let text = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{option} wants a number above 0"));
        let board = || {
            let sizes = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
            sizes
                .filter(|&(w, h): &(u32, u32)| Connect4::new(w.into(), h.into()).is_ok())
                .ok_or_else(|| format!("{option} wants a board, as 5x4"))
        };
        match option.as_str() {
            "--small" => plan.small = board()?,
            "--large" => plan.large = board()?,
            "--runs" => plan.runs = number()?,
            "--threads" => plan.threads = number()?,
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(plan)
}

fn solve((columns, rows): (u32, u32), threads: usize) -> TieredSolution {
    let game = Connect4::new(columns.into(), rows.into()).expect("the size was tried");
    let game: &dyn DynGame = &WithText::new(game);
    let tiered = game.tiered().expect("connect four is solved by tiers");
    let start = game.start().expect("connect four has a start");
    let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
    solve_tiered(tiered, tiered.word(&start), tiered.tier(&start), &limits).expect("there are no limits")
}

fn run(plan: &Plan) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turn in 1..=plan.runs {
        eprintln!("turn {turn} of {}", plan.runs);
        let (solved, cost) = measure(|| solve(plan.small, 1));
        let (columns, rows) = plan.small;
        let (search, their_cost) = measure(|| {
            let mut search = Search::new(columns, rows);
            search.start();
            search
        });
        agree(solved.counts(), &search);
        ours.push((*solved.counts(), cost));
        theirs.push((*solved.counts(), their_cost));
    }
    line("board, who, threads", None);
    line(&format!("{}x{} library 1", plan.small.0, plan.small.1), Some(&ours));
    line(&format!("{}x{} textbook 1", plan.small.0, plan.small.1), Some(&theirs));
    let ratio = |of: fn(&Cost) -> f64| {
        let mut ratios: Vec<f64> = theirs.iter().zip(&ours).map(|(t, o)| of(&t.1) / of(&o.1)).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        format!("{median:.1} ({:.1} to {:.1})", ratios[0], ratios[ratios.len() - 1])
    };
    println!("textbook / library, CPU time: {}", ratio(|cost| cost.cpu.as_secs_f64()));
    println!("textbook / library, bytes:    {}", ratio(|cost| cost.bytes as f64));
    let threads = if plan.threads == 1 { vec![1] } else { vec![1, plan.threads] };
    let mut counts = None;
    for threads in threads {
        let runs: Vec<_> = (0..plan.runs)
            .map(|_| {
                let (solved, cost) = measure(|| solve(plan.large, threads));
                (*solved.counts(), cost)
            })
            .collect();
        line(&format!("{}x{} library {threads}", plan.large.0, plan.large.1), Some(&runs));
        counts = Some(runs[0].0);
    }
    if let Some(counts) = counts {
        println!("{counts:?}");
    }
    println!(
        "Median of {} turns by CPU time. B/pos: the most bytes allocated at one time; VmHWM: peak resident memory.",
        plan.runs
    );
}

/// Checks that the textbook found as many positions of each value as the library.
fn agree(counts: &OutcomeCounts, search: &Search) {
    let count = |value| search.memo.values().filter(|found| found.0 == value).count() as u64;
    assert_eq!((counts.wins, counts.losses, counts.draws), (count(1), count(-1), count(0)), "library and textbook");
    let deepest = search.memo.values().map(|found| found.1).max();
    assert_eq!(counts.max_remoteness.map(|r| r.0), deepest.map(u32::from), "library and textbook");
}

fn line(what: &str, runs: Option<&[(OutcomeCounts, Cost)]>) {
    let Some(runs) = runs else {
        println!(
            "{what:<22} {:>10} {:>11} {:>7} {:>7} {:>10} {:>8} {:>10}",
            "positions", "moves", "CPU s", "wall s", "10^6 pos/s", "B/pos", "VmHWM MB"
        );
        return;
    };
    let mut order: Vec<_> = runs.iter().collect();
    order.sort_by_key(|(_, cost)| cost.cpu);
    let (counts, cost) = order[order.len() / 2];
    let (positions, cpu) = (counts.positions as f64, cost.cpu.as_secs_f64());
    println!(
        "{what:<22} {:>10} {:>11} {cpu:>7.2} {:>7.2} {:>10.2} {:>8.2} {:>10.1}",
        counts.positions,
        counts.moves,
        cost.wall.as_secs_f64(),
        positions / cpu / 1e6,
        cost.bytes as f64 / positions,
        cost.resident as f64 / 1e6
    );
}
