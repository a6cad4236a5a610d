//! `grundy explain`: one position, in words.

use crate::bounds::Bounds;
use crate::cmd::solve::position;
use crate::fail::Failure;
use crate::render;
use grundy::Play;
use grundy::ask::Desk;
use grundy::catalog;
use grundy::explain::explain;
use std::io::Write;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: `nim`, `bash:3`, `subtraction:1,3,4`, `graph:PATH`, …; `grundy games` lists all
    game: String,
    /// The position, as in `14 21 39`; by default the game's start, if it has one
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// Explains.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let game = catalog::open(&args.game, play, &limits).map_err(|error| Failure::open(error, &args.game))?;
        let at = position(&game, &args.game, &args.position)?;
        let mut desk = Desk::new(&game, limits);
        let answer = desk.ask(&at).map_err(|error| Failure::ask(&error))?;
        let reason = desk.reason(&at).map_err(|error| Failure::ask(&error))?;
        let text = explain(&answer, reason.as_ref());
        let mut out = anstream::stdout().lock();
        if args.json {
            let json = serde_json::json!({
                "schema": "grundy/explanation/1",
                "game": answer.game,
                "play": answer.play.word(),
                "position": answer.position,
                "value": answer.facts.outcome.word(),
                "text": text,
            });
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", render::paragraphs(&text, 96))?;
        }
        Ok(out.flush()?)
    })
}
