//! `grundy judge`: solves problems of online judges in their own formats. Each problem has an adapter, which reads the input, calls the
//! library and writes the output.

mod check;
mod descriptions;
mod hdu1846;
mod hdu1847;
mod hdu1848;
mod hdu1850;
mod hdu1907;
mod hdu2147;
mod hdu2149;
mod hdu2188;
mod input;
mod la2321;
mod output;
mod poj1067;
mod poj2425;
mod random;
mod stones;
mod uva10404;
mod zoj3529;

use crate::bounds;
use crate::fail::Failure;
use crate::suggested::Suggested;
use crate::text_output;
use grundy::spelling::nearest;
use input::{CaseError, Input};
use output::Output;
use random::Random;
use std::io::{self, IsTerminal};

/// Arguments of `judge`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("instead").args(["list", "explain", "random", "check"]))]
pub(crate) struct Args {
    /// The problem's name, as `uva10404` or `UVa 10404`
    #[arg(conflicts_with = "list", num_args = 0..=2, value_parser = Suggested::new(names), hide_possible_values = true)]
    problem: Vec<String>,
    /// List the problems
    #[arg(long)]
    list: bool,
    /// Say which theorem solves the problem, in how much time and memory, and what its input looks like
    #[arg(long)]
    explain: bool,
    /// Write a random input of CASES cases, of the problem's shape and size, for testing your own solution
    #[arg(long, value_name = "CASES", value_parser = bounds::whole(0..=u64::MAX), allow_negative_numbers = true)]
    random: Option<u64>,
    /// The same seed gives the same input
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random", value_parser = bounds::whole(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The largest number of a random input: small cases show a mistake better, and are quick
    #[arg(long, value_name = "N", requires = "random", value_parser = bounds::whole(1..=u64::MAX), allow_negative_numbers = true)]
    max: Option<u64>,
    /// Compare this file, the output of your program on the input, with the right answers; status 1 if they differ
    #[arg(long, value_name = "FILE")]
    check: Option<String>,
    /// List or explain as JSON
    #[arg(long)]
    json: bool,
}

/// A problem with its adapter.
struct Problem {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    rule: &'static str,
    /// The format of the input, in a few words; `output` describes that of the output.
    input: &'static str,
    output: &'static str,
    /// The theorem that decides a case, with its source; `time` and `memory` state its cost.
    theorem: &'static str,
    time: &'static str,
    memory: &'static str,
    /// Answers the cases of the input one by one. Answers given before an error remain.
    solve: fn(&mut Input<'_>, &mut Output<'_>) -> Result<(), CaseError>,
    /// Writes a random input with a given number of cases.
    random: fn(&mut Random, u64, &mut Output<'_>) -> io::Result<()>,
}

const PROBLEMS: [Problem; 14] = [
    uva10404::PROBLEM,
    la2321::PROBLEM,
    hdu1846::PROBLEM,
    hdu1847::PROBLEM,
    hdu1848::PROBLEM,
    hdu1850::PROBLEM,
    hdu2147::PROBLEM,
    hdu2149::PROBLEM,
    hdu2188::PROBLEM,
    poj1067::PROBLEM,
    poj2425::PROBLEM,
    zoj3529::PROBLEM,
    hdu1907::PROBLEM,
    stones::PROBLEM,
];

/// Runs `grundy judge`: answers standard input, or describes the problems.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.json && !(args.list || args.explain) {
        return Err(Failure::input(
            "--json is for --list and --explain",
            "leave it out: a problem's answers have the problem's own format",
        ));
    }
    let mut out = Output::new(Box::new(io::stdout().lock()));
    if args.list {
        out.text(&if args.json {
            format!("{}\n", descriptions::list_json(&PROBLEMS))
        } else {
            descriptions::list(&PROBLEMS)
        });
        return Ok(out.flush()?);
    }
    if args.problem.is_empty() {
        return Err(Failure::input(
            "PROBLEM is missing, as in `grundy judge uva10404`",
            "`grundy judge --list` names the problems",
        ));
    }
    let problem = find(&args.problem.join(" "))?;
    if args.explain {
        out.text(&if args.json {
            format!("{}\n", descriptions::explain_json(problem))
        } else {
            descriptions::explain(problem)
        });
        return Ok(out.flush()?);
    }
    if let Some(cases) = args.random {
        (problem.random)(&mut Random::new(args.seed, args.max.unwrap_or(u64::MAX)), cases, &mut out)?;
        return Ok(out.flush()?);
    }
    if io::stdin().is_terminal() {
        text_output::eprintln(format_args!("reading the problem's input; Ctrl-D ends it"));
    }
    if let Some(path) = &args.check {
        return check::check(problem, path, io::stdin().lock());
    }
    let mut input = Input::new(Box::new(io::stdin().lock()));
    let done = (problem.solve)(&mut input, &mut out);
    // Write the answers to the cases before an error first.
    out.flush()?;
    input.note_ignored();
    done.map_err(|wrong| wrong.into_failure(problem.name, "the cases before are answered; "))
}

/// The names of the problems.
fn names() -> Vec<&'static str> {
    PROBLEMS.iter().map(|problem| problem.name).collect()
}

/// Finds a problem by its name, or by a name that a judge has for it, such as `poj1082` or `POJ 1082`.
fn find(name: &str) -> Result<&'static Problem, Failure> {
    let plain =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase() };
    let wanted = plain(name);
    let matches = |problem: &&Problem| {
        plain(problem.name) == wanted || problem.source.split(", ").any(|source| plain(source) == wanted)
    };
    PROBLEMS.iter().find(matches).ok_or_else(|| {
        let near = nearest(name, names()).map(|near| format!("did you mean `{near}`? "));
        Failure::input(
            format!("there is no problem called `{name}`"),
            format!("{}`grundy judge --list` lists all", near.unwrap_or_default()),
        )
    })
}
