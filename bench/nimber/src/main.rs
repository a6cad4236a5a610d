//! Times the search for the Grundy values of empty Cram boards, whole processes, beside another solver if its path is given.
//!
//! The other solver is `igsolve` of the registry crates.io (P. Beling), which is called as `igsolve cram -r 5 -c 6` and prints
//! `Nimber of initial position: 2`. Both must agree on every value.

use grundy::Play;
use grundy::catalog::Cram;
use grundy::limits::Limits;
use grundy::solve::NimberSearch;
use grundy::text::{DynComponents, TextGame, WithText};
use meter::ProcessRun;
use std::num::NonZeroUsize;
use std::process::{Command, ExitCode};

const USAGE: &str =
    "usage: bench-nimber [--boards 5x5,5x6,...] [--rival PATH] [--runs N] [--threads N] [--table MIB] [--symmetry 0|1]";

struct Plan {
    boards: Vec<String>,
    rival: Option<String>,
    runs: usize,
    threads: usize,
    table_mib: usize,
    uses_symmetry: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "child") {
        child(&arguments[1..]);
        return ExitCode::SUCCESS;
    }
    match options(arguments) {
        Ok(plan) => {
            run(&plan);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-nimber: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: Vec<String>) -> Result<Plan, String> {
    let boards = ["5x5", "5x6", "6x6", "4x9", "5x7"].map(str::to_owned).to_vec();
    let mut plan = Plan { boards, rival: None, runs: 3, threads: 1, table_mib: 1024, uses_symmetry: true };
    let mut arguments = arguments.into_iter();
    while let Some(option) = arguments.next() {
        let text = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{option} wants a number above 0"));
        match option.as_str() {
            "--boards" => plan.boards = text.split(',').map(str::to_owned).collect(),
            "--rival" => plan.rival = Some(text),
            "--runs" => plan.runs = number()?,
            "--threads" => plan.threads = number()?,
            "--table" => plan.table_mib = number()?,
            "--symmetry" => plan.uses_symmetry = text != "0",
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(plan)
}

/// Rows and columns of a board.
fn sides(board: &str) -> (u64, u64) {
    let (rows, columns) = board.split_once('x').expect("a board is written as in 5x6");
    (rows.parse().expect("a number"), columns.parse().expect("a number"))
}

/// Solves one board, and prints its value and the number of expanded components.
fn child(arguments: &[String]) {
    let [board, threads, table_mib, symmetry] = arguments else { panic!("the parent passes four arguments") };
    let (rows, columns) = sides(board);
    let cram = Cram::new(rows, columns, Play::Normal).expect("a board within the bounds");
    let game = WithText::new(if symmetry == "1" { cram } else { cram.without_symmetry() });
    let limits = Limits {
        memory: Some((2 * table_mib.parse::<u64>().expect("a number")) << 20),
        threads: NonZeroUsize::new(threads.parse().expect("a number")),
        ..Limits::NONE
    };
    let components: &dyn DynComponents = game.game();
    let search = NimberSearch::new(components, &limits);
    let start = game.key(&game.game().start().expect("the empty board"));
    let value = search.value(&start, &limits).expect("the search ends");
    println!("{} components expanded, table {} KiB", search.expanded(), search.bytes() >> 10);
    println!("{value}");
}

fn run(plan: &Plan) {
    println!("{:<24} {:>8} {:>8}  value", "board", "CPU s", "wall s");
    for board in &plan.boards {
        let (rows, columns) = sides(board);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..plan.runs {
            let mut own = Command::new(std::env::current_exe().expect("this program"));
            let (threads, table) = (plan.threads.to_string(), plan.table_mib.to_string());
            own.args(["child", board, &threads, &table, if plan.uses_symmetry { "1" } else { "0" }]);
            ours.push(meter::run_process(own, String::new()));
            if let Some(path) = &plan.rival {
                let mut rival = Command::new(path);
                rival.args(["cram", "-r", &rows.to_string(), "-c", &columns.to_string()]);
                theirs.push(meter::run_process(rival, String::new()));
            }
        }
        let show = |name: &str, runs: Vec<ProcessRun>| {
            let ProcessRun { cpu, wall, lines } = meter::median(runs);
            let line = lines.iter().find(|line| line.starts_with("Nimber")).or(lines.last()).expect("an answer");
            let value = line.split_whitespace().last().expect("a value").to_owned();
            let note = if name == board { &lines[0] } else { "" };
            println!("{name:<24} {:>8.3} {:>8.3}  {value:<4} {note}", cpu.as_secs_f64(), wall.as_secs_f64());
            (cpu.as_secs_f64(), value)
        };
        let own = show(board, ours);
        if plan.rival.is_some() {
            let other = show("  the other solver", theirs);
            assert_eq!(own.1, other.1, "the solvers differ on {board}");
            println!("  ours / the other's     {:>8.2}", own.0 / other.0);
        }
    }
}
