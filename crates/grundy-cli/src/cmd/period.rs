//! `grundy period`: the period of a heap game, proved, or how far it looked.

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::question;
use grundy::Play;
use grundy::theory::{Period, PeriodFound};
use serde_json::json;
use std::io::Write;

/// Arguments of `period`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:2,5,9`, `octal:0.137`, `kayles`, …
    game: String,
    /// Heaps to look at; in take-and-break games at most 300000, and 20000 where a move leaves three heaps
    #[arg(long, value_name = "HEAPS", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// Searches.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let game = question::open(&args.game, Play::Normal, &limits)?;
        let mut stopped = false;
        let mut go_on = |_heaps: u64| {
            stopped |= (limits.stop)();
            !stopped
        };
        let found = game.any().find_period(args.limit, &mut go_on).ok_or_else(|| {
            Failure::input(
                format!("`{}` is not a game of single heaps, so it has no period", args.game),
                "periods are those of subtraction and take-and-break games",
            )
        })?;
        let mut out = anstream::stdout().lock();
        if args.json {
            writeln!(out, "{}", as_json(&args.game, &found))?;
        } else {
            write_text(&args.game, &found, stopped, &mut out)?;
        }
        out.flush()?;
        let proved = found.period.as_ref().is_some_and(Period::is_proved);
        if proved { Ok(()) } else { Err(Failure::Answered { status: 3 }) }
    })
}

fn as_json(game: &str, found: &PeriodFound) -> serde_json::Value {
    let period = found.period.as_ref();
    let theorem = match period {
        Some(Period::Proved { by, .. }) => Some(*by),
        _ => None,
    };
    let mut answer = json!({
        "schema": "grundy/period/1",
        "game": game,
        "period": period.map(Period::period),
        "preperiod": period.map(Period::preperiod),
        "saltus": period.map(Period::saltus),
        "proved": period.is_some_and(Period::is_proved),
        "theorem": theorem,
        "heaps": found.heaps,
        "max_value": found.max_value,
    });
    if !found.note.is_empty() {
        answer["notes"] = json!([found.note]);
    }
    answer
}

fn write_text(game: &str, found: &PeriodFound, stopped: bool, out: &mut impl Write) -> std::io::Result<()> {
    match &found.period {
        Some(period) => {
            writeln!(out, "{game}: period {}, preperiod {}", period.period(), period.preperiod())?;
            if period.saltus() > 0 {
                writeln!(out, "saltus {}: each period adds it to the values", period.saltus())?;
            }
            match period {
                Period::Proved { by, checked_to: 0, .. } => writeln!(out, "proved: {by}")?,
                Period::Proved { by, checked_to, .. } => writeln!(out, "proved from {checked_to} heaps: {by}")?,
                Period::Observed { heaps, .. } => writeln!(out, "observed in {heaps} heaps, not proved")?,
            }
            if let Some(value) = found.max_value {
                writeln!(out, "largest value {value}")?;
            }
        }
        None => {
            let why = if stopped { "; the time was up" } else { "" };
            match found.heaps {
                0 => writeln!(out, "{game}: no period found{why}")?,
                heaps => writeln!(out, "{game}: no period found in {heaps} heaps{why}")?,
            }
            if let Some(value) = found.max_value {
                writeln!(out, "largest value {value}")?;
            }
            if found.note.is_empty() {
                writeln!(out, "--limit looks at more heaps")?;
            }
        }
    }
    if found.note.is_empty() { Ok(()) } else { writeln!(out, "note: {}", found.note) }
}
