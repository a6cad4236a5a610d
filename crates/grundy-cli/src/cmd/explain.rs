//! `grundy explain`: explains one position in words, and traces how a small game is solved.

mod trace;

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::position_args::PositionArgs;
use crate::progress;
use crate::render;
#[cfg(feature = "table")]
use crate::tables;
use crate::text_output;
use crate::{advice, interrupt};
use grundy::catalog::OpenedGame;
use grundy::explain::explain;
use grundy::solver::json::{Mex, TraceAnswer};
use grundy::solver::{SolveError, Solver, TracedGame};
use std::io::Write;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position_args: PositionArgs,
    /// Show the rounds of retrograde analysis on the positions that can be reached, 200 at most: the queue, the counters, and the draws
    /// left over. Of a graph without a start, show all vertices
    #[arg(long)]
    trace: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.position_args.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_games([&self.position_args.game])
    }
}

/// Runs `grundy explain`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let game = args.position_args.open(&limits)?;
        let is_graph = matches!(game, OpenedGame::Graph(_));
        if args.trace && is_graph && args.position_args.position.is_empty() && game.as_dyn().start().is_none() {
            return write_trace_of_graph(args, &trace::traced(&game, None, &limits)?);
        }
        let at = args.position_args.position(&game)?;
        let failure = |error: &SolveError| args.position_args.at_given_position(&game, &at, Failure::solve(error));
        let traced = args.trace.then(|| trace::traced(&game, Some(&at), &limits)).transpose()?;
        let solver = Solver::new(&game).limits(limits);
        #[cfg(feature = "table")]
        let solver = tables::with_openings(solver);
        let mut solver = solver;
        let solved = solver.solve(&at).map_err(|error| failure(&error))?;
        if solved.is_interrupted() && interrupt::is_pressed() {
            return Err(Failure::interrupted());
        }
        let evidence = solver.evidence(&at, &solved).map_err(|error| failure(&error))?;
        let answer = advice::answer(solved);
        let mut text = explain(&answer, &evidence);
        progress::erase();
        let mut out = text_output::stdout();
        if args.json {
            let mut json = serde_json::json!({
                "schema": "grundy/explanation/1",
                "game": answer.game,
                "play": answer.play.as_str(),
                "position": answer.position,
                "value": answer.value.outcome.as_str(),
                "text": text,
                "mex": evidence.steps.iter().map(Mex::from).collect::<Vec<_>>(),
                "p_positions": evidence.lost_heaps,
                "line": evidence.line,
            });
            if let Some(traced) = &traced {
                json["trace"] = serde_json::json!(TraceAnswer::new(&answer.game, traced));
            }
            writeln!(std::io::stdout(), "{json}")?;
        } else {
            if let Some(traced) = &traced {
                text.push('\n');
                text.push_str(&trace::text(traced));
            }
            write!(out, "{}", render::wrap_paragraphs(&text, 96))?;
        }
        Ok(out.flush()?)
    })
}

/// Writes the trace of all vertices of a graph, without a position to explain.
fn write_trace_of_graph(args: &Args, traced: &TracedGame) -> Result<(), Failure> {
    let mut out = text_output::stdout();
    if args.json {
        let trace = TraceAnswer::new(&args.position_args.game, traced);
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&trace).expect("a trace is JSON"))?;
    } else {
        write!(out, "{}", render::wrap_paragraphs(&trace::text(traced), 96))?;
    }
    Ok(out.flush()?)
}
