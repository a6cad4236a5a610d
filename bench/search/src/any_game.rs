//! The search of any game beside the enumeration of the whole game: the start of a game, in processes of its own.

use crate::Plan;
use grundy::Play;
use grundy::catalog;
use grundy::limits::Limits;
use grundy::solve::{SearchOptions, Searcher, solve_tiered};
use std::num::NonZeroUsize;
use std::process::Command;

/// The first argument of a process that solves a game.
pub const CHILD: &str = "any-game";

/// Solves the start of a game as the arguments say, and prints its value.
pub fn child(arguments: &[String]) {
    let [how, name, threads, table_bytes] = arguments else { panic!("the parent passes four arguments") };
    let game = catalog::open(name, Play::Normal, &Limits::NONE).expect("a game of the catalogue");
    let game = game.as_dyn();
    let start = game.start().expect("a start");
    let limits = Limits { threads: NonZeroUsize::new(threads.parse().expect("a number")), ..Limits::NONE };
    let value = if how == "search" {
        let options = SearchOptions { table_bytes: table_bytes.parse().expect("a number") };
        let mut searcher = Searcher::with_options(game, options);
        let found = searcher.value(&start, &limits).expect("no limits");
        eprintln!("{} positions visited, table {} MiB", searcher.positions_visited(), searcher.table_bytes() >> 20);
        found.verdict().expect("no limits")
    } else {
        let tiered = game.tiered().expect("a tiered game");
        let (word, tier) = (tiered.word(&start), tiered.tier(&start));
        let solved = solve_tiered(tiered, word, tier, &limits).expect("no limits");
        eprintln!("{:?}", solved.counts());
        solved.verdict(tier, word).expect("the start was solved")
    };
    println!("{value:?}");
}

/// Searches the start of a game and enumerates the game. The values must agree.
pub fn compare(plan: &Plan, name: &str) {
    let run = |how: &str| {
        let runs = (0..plan.runs).map(|_| {
            let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
            command.args([CHILD, how, name, &plan.threads.to_string(), &plan.table_bytes.to_string()]);
            meter::run_process(command, String::new())
        });
        meter::median(runs.collect())
    };
    let [searched, enumerated] = ["search", "enumerate"].map(run);
    assert_eq!(searched.lines, enumerated.lines, "the values of {name}");
    for (what, run) in [(name, &searched), ("  enumerated", &enumerated)] {
        let (cpu, wall) = (run.cpu.as_secs_f64(), run.wall.as_secs_f64());
        println!("{what:<34} {:>7} {cpu:>8.3} {wall:>8.3} {:>8}  {}", plan.threads, "", run.lines[0]);
    }
    let ratio = |ours: std::time::Duration, other: std::time::Duration| ours.as_secs_f64() / other.as_secs_f64();
    let (cpu, wall) = (ratio(searched.cpu, enumerated.cpu), ratio(searched.wall, enumerated.wall));
    println!("{:<34} {:>7} {cpu:>8.2} {wall:>8.2}", "  searched / enumerated", "");
}
