//! `grundy explain`: explains one position in words.

use crate::advice;
use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::position_args::PositionArgs;
use crate::progress;
use crate::render;
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
#[cfg(feature = "table")]
use crate::tables;
use grundy::explain::explain;
use grundy::solver::{SolveError, Solver};
use std::io::Write;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position_args: PositionArgs,
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
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.position_args.game])
    }
}

/// Runs `grundy explain`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let game = args.position_args.open(&limits)?;
        let at = args.position_args.position(&game)?;
        let failure = |error: &SolveError| args.position_args.at_given_position(&game, &at, Failure::solve(error));
        let solver = Solver::new(&game).limits(limits);
        #[cfg(feature = "table")]
        let solver = tables::with_openings(solver);
        let mut solver = solver;
        let answer = advice::answer(solver.solve(&at).map_err(|error| failure(&error))?);
        let reason = solver.reason(&at).map_err(|error| failure(&error))?;
        let text = explain(&answer, reason.as_ref());
        progress::erase();
        let mut out = anstream::stdout().lock();
        if args.json {
            let json = serde_json::json!({
                "schema": "grundy/explanation/1",
                "game": answer.game,
                "play": answer.play.as_str(),
                "position": answer.position,
                "value": answer.value.outcome.as_str(),
                "text": text,
            });
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", render::wrap_paragraphs(&text, 96))?;
        }
        Ok(out.flush()?)
    })
}
