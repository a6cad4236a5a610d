//! Times the search of single positions, whole processes: of connect four, beside another solver if its path is given, and of other
//! games, beside the enumeration of the whole game and beside proof-number search.
//!
//! The other solver reads the same lines of columns, as `4453`, and prints each with its score. That of the public
//! repository PascalPons/connect4 does. Both must agree on every score.

mod any_game;
mod child;
mod positions;
mod proof_number;

use child::Settings;
use grundy::catalog::Connect4;
use meter::ProcessRun;
use positions::{Line, random};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: bench-search [--sets middle,early,empty,small,large,boxes,outcomes] [--file PATH] [--rival PATH] [--runs N] \
                     [--threads N] [--table MIB]";

/// Games whose outcomes both this search and proof-number search prove in seconds.
const OUTCOMES: [&str; 10] = [
    "hex:4",
    "domineering:5x5",
    "domineering:5x6",
    "domineering:6x6",
    "dots-and-boxes:2x3",
    "mnk:4,4,4",
    "mnk:5,4,4",
    "mnk:6,5,4",
    "connect4:5x4",
    "connect4:6x4",
];

struct Plan {
    sets: Vec<String>,
    file: Option<String>,
    rival: Option<String>,
    runs: usize,
    threads: usize,
    table_bytes: u64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == any_game::CHILD) {
        any_game::child(&arguments[1..]);
        return ExitCode::SUCCESS;
    }
    if arguments.first().is_some_and(|first| first == "child") {
        let number = |i: usize| arguments[i].parse().expect("the parent passes numbers");
        let [columns, rows, threads, table_bytes] = [1, 2, 3, 4].map(number);
        child::run(&Settings { columns, rows, threads: threads as usize, table_bytes });
        return ExitCode::SUCCESS;
    }
    match options(arguments) {
        Ok(plan) => {
            run(&plan);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-search: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: Vec<String>) -> Result<Plan, String> {
    let sets = ["middle", "early", "empty", "small", "large", "boxes", "outcomes"].map(str::to_owned).to_vec();
    let mut plan = Plan { sets, file: None, rival: None, runs: 3, threads: 1, table_bytes: 1 << 28 };
    let mut arguments = arguments.into_iter();
    while let Some(option) = arguments.next() {
        let text = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{option} wants a number above 0"));
        match option.as_str() {
            "--sets" => plan.sets = text.split(',').map(str::to_owned).collect(),
            "--file" => plan.file = Some(text),
            "--rival" => plan.rival = Some(text),
            "--runs" => plan.runs = number()?,
            "--threads" => plan.threads = number()?,
            "--table" => plan.table_bytes = (number()? as u64) << 20,
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(plan)
}

fn run(plan: &Plan) {
    let board = |columns, rows| Connect4::new(columns, rows).expect("a board within the bounds");
    let standard = board(7, 6);
    println!("{:<34} {:>7} {:>8} {:>8} {:>8}  score", "set", "threads", "CPU s", "wall s", "ratio");
    if let Some(path) = &plan.file {
        let text = std::fs::read_to_string(path).expect("a file of positions");
        let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
        compare(plan, path, (7, 6), &text.lines().filter_map(first).collect::<Vec<_>>(), true);
        return;
    }
    let texts = |lines: Vec<Line>| lines.into_iter().map(|line| line.text).collect::<Vec<_>>();
    for set in &plan.sets {
        match set.as_str() {
            "middle" => {
                let lines = texts(random(&standard, 1000, 24..=28, 1));
                compare(plan, "7x6, 1000 of 24 to 28 discs", (7, 6), &lines, true);
            }
            "early" => {
                compare(plan, "7x6, 100 of 12 to 14 discs", (7, 6), &texts(random(&standard, 100, 12..=14, 2)), true);
            }
            "empty" => compare(plan, "7x6, empty", (7, 6), &[String::new()], true),
            "small" => compare(plan, "6x6, empty", (6, 6), &[String::new()], false),
            "large" => {
                let lines = texts(random(&board(8, 7), 100, 30..=30, 3));
                compare(plan, "8x7, 100 of 30 discs", (8, 7), &lines, false);
            }
            "boxes" => any_game::compare(plan, "dots-and-boxes:3x3"),
            "outcomes" => OUTCOMES.iter().for_each(|game| any_game::compare_with_proof_number_search(plan, game)),
            _ => eprintln!("bench-search: no set `{set}`"),
        }
    }
}

/// Runs a process with the lines as its input, and leaves the last word of each line of its output.
fn timed(command: Command, lines: &[String]) -> ProcessRun {
    let mut run = meter::run_process(command, lines.iter().map(|line| format!("{line}\n")).collect());
    for line in &mut run.lines {
        *line = line.split_whitespace().last().unwrap_or("").to_owned();
    }
    run
}

fn compare(plan: &Plan, name: &str, board: (u64, u64), lines: &[String], is_rivals: bool) {
    let rival = plan.rival.as_ref().filter(|_| is_rivals);
    let (mut ours, mut theirs): (Vec<ProcessRun>, Vec<ProcessRun>) = (Vec::new(), Vec::new());
    for _ in 0..plan.runs {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        let numbers = [board.0, board.1, plan.threads as u64, plan.table_bytes];
        command.arg("child").args(numbers.map(|number| number.to_string()));
        ours.push(timed(command, lines));
        if let Some(rival) = rival {
            let run = timed(Command::new(rival), lines);
            assert_eq!(ours[0].lines, run.lines, "the scores");
            theirs.push(run);
        }
    }
    let seconds = |run: &ProcessRun| (run.cpu.as_secs_f64(), run.wall.as_secs_f64());
    let ours = meter::median(ours);
    let (cpu, wall) = seconds(&ours);
    let shown = if lines.len() == 1 { &ours.lines[0] } else { "" };
    println!("{name:<34} {:>7} {cpu:>8.3} {wall:>8.3} {:>8}  {shown}", plan.threads, "");
    if rival.is_some() {
        let (their_cpu, their_wall) = seconds(&meter::median(theirs));
        println!("{:<34} {:>7} {their_cpu:>8.3} {their_wall:>8.3}", "  the other solver", 1);
        println!("{:<34} {:>7} {:>8.2} {:>8.2}", "  ours / the other's", "", cpu / their_cpu, wall / their_wall);
    }
}
