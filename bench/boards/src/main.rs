//! Times the library's retrograde analysis of board games by index against the textbook queue on the same rules, in one process.
//!
//! Both must agree on the value and the remoteness of every index, and with the published results of the game.

mod games;
mod textbook;

use games::Timed;
use grundy::game::Index;
use grundy::limits::{Limits, Phase};
use grundy::solve::{IndexedSolution, retrograde_indexed};
use meter::{Cost, Counting, cpu_time, measure};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: bench-boards [--games dao,quixo,teeko] [--runs N] [--threads N] [--textbook yes|no]";

struct Plan {
    games: Vec<Timed>,
    runs: usize,
    threads: usize,
    textbook: bool,
}

fn main() -> ExitCode {
    match options() {
        Ok(plan) => {
            run(&plan);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-boards: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Plan, String> {
    let mut plan = Plan { games: games::all().into(), runs: 3, threads: 2, textbook: true };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let text = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{option} wants a number above 0"));
        match option.as_str() {
            "--games" => {
                let unknown = |name: &&str| plan.games.iter().all(|game| game.name != *name);
                if let Some(name) = text.split(',').find(unknown) {
                    return Err(format!("there is no game {name:?} here"));
                }
                plan.games.retain(|game| text.split(',').any(|name| name == game.name));
            }
            "--runs" => plan.runs = number()?,
            "--threads" => plan.threads = number()?,
            "--textbook" => {
                plan.textbook = match text.as_str() {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(format!("{option} is yes or no")),
                };
            }
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(plan)
}

/// The cost of solving a game once.
struct Turn {
    cost: Cost,
    /// CPU time until the options of all positions were counted.
    counting: Duration,
    moves: u64,
}

fn library(game: &Timed, threads: usize) -> (IndexedSolution, Turn) {
    let (begun, counted) = (cpu_time(), OnceLock::new());
    let on_progress = |progress: grundy::limits::Progress| {
        if progress.phase == Phase::Solve {
            counted.get_or_init(cpu_time);
        }
    };
    let limits = Limits { threads: NonZeroUsize::new(threads), on_progress: &on_progress, ..Limits::NONE };
    let (all, cost) = measure(|| retrograde_indexed(&*game.rules, &limits).expect("there are no limits"));
    let counting = counted.get().map_or(cost.cpu, |&at| at - begun);
    let moves = all.moves();
    (all, Turn { cost, counting, moves })
}

fn textbook(game: &Timed) -> (textbook::Solved, Turn) {
    let (begun, counted) = (cpu_time(), OnceLock::new());
    let (all, cost) = measure(|| textbook::solve(&*game.rules, || _ = counted.set(cpu_time())));
    let counting = counted.get().map_or(cost.cpu, |&at| at - begun);
    let moves = all.moves;
    (all, Turn { cost, counting, moves })
}

fn run(plan: &Plan) {
    println!(
        "{:<18} {:>9} {:>11} {:>7} {:>7} {:>7} {:>9} {:>8} {:>7} {:>9}",
        "game, who, threads",
        "numbers",
        "moves",
        "count s",
        "CPU s",
        "wall s",
        "10^6 no/s",
        "ns/move",
        "B/no",
        "VmHWM MB"
    );
    let mut notes = Vec::new();
    for game in &plan.games {
        let count = game.rules.count();
        let (mut alone, mut shared, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        for turn in 1..=plan.runs {
            eprintln!("{}, turn {turn} of {}", game.name, plan.runs);
            // Memory that is in use already counts as resident, so the library runs first, with nothing else allocated.
            let (all, cost) = library(game, 1);
            alone.push(cost);
            game.known.check(count, |index| all.get(index));
            if plan.textbook {
                let (found, cost) = textbook(game);
                theirs.push(cost);
                for index in (0..count).map(Index) {
                    assert_eq!(all.get(index), found.verdict(index), "{}, number {}", game.name, index.0);
                }
                assert_eq!(all.moves(), found.moves, "{}, moves", game.name);
            }
            if plan.threads > 1 {
                drop(all);
                let (answer, cost) = library(game, plan.threads);
                shared.push(cost);
                game.known.check(count, |index| answer.get(index));
            }
        }
        line(&format!("{} library 1", game.name), count, &alone);
        if plan.threads > 1 {
            line(&format!("{} library {}", game.name, plan.threads), count, &shared);
        }
        if plan.textbook {
            line(&format!("{} textbook 1", game.name), count, &theirs);
            let cpu = ratio(&theirs, &alone, |cost| cost.cpu.as_secs_f64());
            let bytes = ratio(&theirs, &alone, |cost| cost.bytes as f64);
            notes.push(format!("{}, textbook / library: CPU time {cpu}, bytes {bytes}", game.name));
        }
        if plan.threads > 1 {
            let wall = ratio(&alone, &shared, |cost| cost.wall.as_secs_f64());
            notes.push(format!("{}, one thread / {}: wall time {wall}", game.name, plan.threads));
        }
    }
    notes.iter().for_each(|note| println!("{note}"));
    println!(
        "Median of {} turns by CPU time; ratios turn by turn, least to greatest. count s: CPU time of these to count the options.\n\
         10^6 no/s: numbers by CPU time. B/no: the most bytes allocated at one time, a number. VmHWM: peak resident memory; the\n\
         textbook's with the library's values, a byte per number, which are held meanwhile.",
        plan.runs
    );
}

/// The median, the minimum and the maximum of the ratios of the runs.
fn ratio(of: &[Turn], to: &[Turn], by: fn(&Cost) -> f64) -> String {
    let mut ratios: Vec<f64> = of.iter().zip(to).map(|(of, to)| by(&of.cost) / by(&to.cost)).collect();
    ratios.sort_by(f64::total_cmp);
    format!("{:.2} ({:.2} to {:.2})", ratios[ratios.len() / 2], ratios[0], ratios[ratios.len() - 1])
}

fn line(what: &str, count: u64, turns: &[Turn]) {
    let mut order: Vec<_> = turns.iter().collect();
    order.sort_by_key(|turn| turn.cost.cpu);
    let Turn { cost, counting, moves } = order[order.len() / 2];
    let (numbers, cpu) = (count as f64, cost.cpu.as_secs_f64());
    println!(
        "{what:<18} {count:>9} {moves:>11} {:>7.2} {cpu:>7.2} {:>7.2} {:>9.1} {:>8.2} {:>7.2} {:>9.1}",
        counting.as_secs_f64(),
        cost.wall.as_secs_f64(),
        numbers / cpu / 1e6,
        1e9 * cpu / *moves as f64,
        cost.bytes as f64 / numbers,
        cost.resident as f64 / 1e6
    );
}
