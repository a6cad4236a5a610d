//! `grundy judge`: problems of online judges, in their own formats. An adapter a problem: text in, a question to the
//! library, text out.

mod input;
mod poj2425;
mod uva10404;

use crate::fail::Failure;
use grundy::spelling::nearest;
use input::{Input, Wrong};
use std::io::{self, BufWriter, Write};

/// Arguments of `judge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The problem's name, as `uva10404`
    #[arg(required_unless_present = "list")]
    problem: Option<String>,
    /// List the problems
    #[arg(long)]
    list: bool,
    /// List them as JSON
    #[arg(long, requires = "list")]
    json: bool,
}

/// A problem and its adapter.
struct Problem {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    rule: &'static str,
    /// Answers the cases of the input one by one; what was answered before an error stands.
    solve: fn(&mut Input<'_>, &mut dyn Write) -> Result<(), Wrong>,
}

const PROBLEMS: [Problem; 2] = [uva10404::PROBLEM, poj2425::PROBLEM];

/// Answers standard input.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    if args.list {
        list(args.json, &mut out)?;
        return Ok(out.flush()?);
    }
    let name = args.problem.as_deref().unwrap_or_default();
    let Some(problem) = PROBLEMS.iter().find(|problem| problem.name == name) else {
        let near = nearest(name, PROBLEMS.iter().map(|p| p.name)).map(|near| format!("did you mean `{near}`? "));
        return Err(Failure::input(
            format!("there is no problem called `{name}`"),
            format!("{}`grundy judge --list` lists all", near.unwrap_or_default()),
        ));
    };
    let mut input = Input::new(Box::new(io::stdin().lock()));
    let done = (problem.solve)(&mut input, &mut out);
    // The answers to the cases before an error come first.
    out.flush()?;
    done.map_err(|wrong| wrong.into_failure(name))
}

fn list(json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        let problems: Vec<_> = PROBLEMS
            .iter()
            .map(|p| serde_json::json!({"name": p.name, "title": p.title, "source": p.source, "rule": p.rule}))
            .collect();
        return writeln!(out, "{}", serde_json::json!({"schema": "grundy/problems/1", "problems": problems}));
    }
    let width = |text: fn(&Problem) -> &str| PROBLEMS.iter().map(|p| text(p).chars().count()).max().unwrap_or(0);
    let (names, titles, sources) = (width(|p| p.name), width(|p| p.title), width(|p| p.source));
    for p in &PROBLEMS {
        writeln!(out, "{:names$}  {:titles$}  {:sources$}  {}", p.name, p.title, p.source, p.rule)?;
    }
    Ok(())
}
