//! The search of any game beside the enumeration of the whole game or proof-number search: the start of a game, in processes of its own.

use crate::Plan;
use crate::proof_number::{Goal, ProofNumberSearch};
use grundy::catalog;
use grundy::limits::Limits;
use grundy::solve::{SearchOptions, Searcher, solve_tiered};
use grundy::{Outcome, Play};
use meter::ProcessRun;
use std::num::NonZeroUsize;
use std::process::Command;

/// The first argument of a process that solves a game.
pub const CHILD: &str = "any-game";

/// Solves the start of a game as the arguments say, and prints its value, or its outcome alone.
pub fn child(arguments: &[String]) {
    let [how, name, threads, table_bytes] = arguments else { panic!("the parent passes four arguments") };
    let game = catalog::open(name, Play::Normal, &Limits::NONE).expect("a game of the catalogue");
    let game = game.as_dyn();
    let start = game.start().expect("a start");
    let limits = Limits { threads: NonZeroUsize::new(threads.parse().expect("a number")), ..Limits::NONE };
    let options = SearchOptions { table_bytes: table_bytes.parse().expect("a number") };
    let tiered = game.tiered().expect("a tiered game");
    let (word, tier) = (tiered.word(&start), tiered.tier(&start));
    match how.as_str() {
        "search" | "outcome by search" => {
            let mut searcher = Searcher::with_options(game, options);
            let found = searcher.value(&start, &limits).expect("no limits");
            eprintln!("{} positions visited, table {} MiB", searcher.positions_visited(), searcher.table_bytes() >> 20);
            let value = found.verdict().expect("no limits");
            if how == "search" { println!("{value:?}") } else { println!("{:?}", value.outcome()) }
        }
        "enumerate" => {
            let solved = solve_tiered(tiered, word, tier, &limits).expect("no limits");
            eprintln!("{:?}", solved.counts());
            println!("{:?}", solved.verdict(tier, word).expect("the start was solved"));
        }
        // The parent knows the outcome, so that no question is searched that is not needed.
        expected => {
            let mut search = ProofNumberSearch::new(tiered);
            let outcome = match expected {
                "Win" if search.is_reached(word, tier, Goal::Win) => Outcome::Win,
                "Loss" if !search.is_reached(word, tier, Goal::NoLoss) => Outcome::Loss,
                _ => {
                    let is_drawn =
                        !search.is_reached(word, tier, Goal::Win) && search.is_reached(word, tier, Goal::NoLoss);
                    assert!(is_drawn, "{name} is drawn if it is no {expected}");
                    Outcome::Draw
                }
            };
            eprintln!("{} positions visited, {} questions stored", search.visited(), search.stored());
            println!("{outcome:?}");
        }
    }
}

fn run(plan: &Plan, name: &str, how: &str) -> ProcessRun {
    let runs = (0..plan.runs).map(|_| {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.args([CHILD, how, name, &plan.threads.to_string(), &plan.table_bytes.to_string()]);
        meter::run_process(command, String::new())
    });
    meter::median(runs.collect())
}

/// Searches the start of a game and enumerates the game. The values must agree.
pub fn compare(plan: &Plan, name: &str) {
    show(plan, name, run(plan, name, "search"), ("enumerated", run(plan, name, "enumerate")));
}

/// Searches the start of a game, and proves its outcome alone by proof-number search. The outcomes must agree.
pub fn compare_with_proof_number_search(plan: &Plan, name: &str) {
    let searched = run(plan, name, "outcome by search");
    let outcome = searched.lines[0].clone();
    show(plan, name, searched, ("proof numbers", run(plan, name, &outcome)));
}

fn show(plan: &Plan, name: &str, searched: ProcessRun, (how, other): (&str, ProcessRun)) {
    assert_eq!(searched.lines, other.lines, "the values of {name}");
    for (what, run) in [(name.to_owned(), &searched), (format!("  {how}"), &other)] {
        let (cpu, wall) = (run.cpu.as_secs_f64(), run.wall.as_secs_f64());
        println!("{what:<34} {:>7} {cpu:>8.3} {wall:>8.3} {:>8}  {}", plan.threads, "", run.lines[0]);
    }
    let ratio = |ours: std::time::Duration, other: std::time::Duration| ours.as_secs_f64() / other.as_secs_f64();
    let (cpu, wall) = (ratio(searched.cpu, other.cpu), ratio(searched.wall, other.wall));
    println!("{:<34} {:>7} {cpu:>8.2} {wall:>8.2}", format!("  searched / {how}"), "");
}
