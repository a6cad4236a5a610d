//! `grundy explain`: explains one position in words.

use crate::advice;
use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::progress;
use crate::question::Question;
use crate::render;
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
use grundy::explain::explain;
use grundy::solver::{SolveError, Solver};
use std::io::Write;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
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
        (&self.question.game, &self.bounds)
    }

    /// The files that the command line names.
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().reads([&self.question.game])
    }
}

/// Runs `grundy explain`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let game = args.question.open(&limits)?;
        let at = args.question.position(&game)?;
        let failure = |error: &SolveError| args.question.at_given_position(&game, &at, Failure::solve(error));
        let mut solver = Solver::new(&game).limits(limits);
        let answer = advice::answer(solver.solve(&at).map_err(|error| failure(&error))?);
        let reason = solver.reason(&at).map_err(|error| failure(&error))?;
        let text = explain(&answer, reason.as_ref());
        progress::wipe();
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
            write!(out, "{}", render::paragraphs(&text, 96))?;
        }
        Ok(out.flush()?)
    })
}
